package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonNull;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult.FoundLimb;
import dev.sinew.fit.FitModel;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkeletonStepTest {
  private static final RunContext CONTEXT = RunContext.create();
  private static final Sample ARM = Samples.create("arm");

  @TempDir Path folder;

  @AfterAll
  static void close() {
    CONTEXT.close();
  }

  private Path obj(String name, TriMesh mesh) throws IOException {
    Path file = folder.resolve(name);
    ObjWriter.write(file, mesh);
    return file;
  }

  private static SkinnedCharacter read(Path file) throws IOException {
    return ModelFile.read(file, new FileSession()).character();
  }

  @Test
  void statueBecomesACharacter() throws IOException {
    Path statue = obj("statue.obj", ARM.mesh());
    Path output = folder.resolve("rigged.glb");
    SkeletonStep.Report report =
        new SkeletonStep()
            .run(SkeletonStep.Options.of(List.of(statue.toString())).withOutput(output), CONTEXT)
            .report();
    SkinnedCharacter rigged = read(output);
    assertThat(rigged.skins().getFirst().jointCount()).isEqualTo(report.skeleton().joints());
    assertThat(rigged.meshes().getFirst().mesh().vertexCount()).isEqualTo(ARM.mesh().vertexCount());
    assertRest(rigged, ARM.mesh());
  }

  /** The rest pose of a rigged character is the shape. */
  private static void assertRest(SkinnedCharacter rigged, TriMesh shape) {
    CharacterSurface surface = CharacterSurface.of(rigged);
    CharacterSurface.Posed posed = surface.newPosed();
    Pose rest = rigged.restPose();
    posed.set(rest);
    float[] at = new float[3 * surface.vertexCount()];
    posed.copyVertexPositions(at);
    double side = shape.bounds().longestSide();
    for (int v = 0; v < shape.vertexCount(); v++) {
      for (int axis = 0; axis < 3; axis++) {
        assertThat(Math.abs(at[3 * v + axis] - shape.position(v, axis))).isLessThan(1e-5 * side);
      }
    }
  }

  @Test
  void gltfKeepsItsNodesAndMesh() throws IOException {
    Skeleton.Builder nodes = Skeleton.builder();
    int holder =
        nodes.add(
            "holder",
            Skeleton.NO_PARENT,
            new double[] {1, 2, 3},
            new double[] {0, 0, Math.sqrt(0.5), Math.sqrt(0.5)},
            new double[] {2, 2, 2});
    SkinnedCharacter statue =
        new SkinnedCharacter(
            nodes.build(),
            List.of(),
            List.of(new Geometry("body", ARM.mesh())),
            List.of(new Part("holder", holder, 0, SkinnedCharacter.NO_SKIN)),
            List.of());
    Path input = folder.resolve("statue.glb");
    CharacterWriter.toDocument("statue", statue).write(input);
    Path output = folder.resolve("rigged.glb");
    new SkeletonStep()
        .run(SkeletonStep.Options.of(List.of(input.toString())).withOutput(output), CONTEXT);
    SkinnedCharacter rigged = read(output);
    assertThat(rigged.skeleton().find("holder")).isNotNegative();
    assertThat(rigged.meshes().getFirst().name()).isEqualTo("body");
    CharacterSurface.Posed before = CharacterSurface.of(read(input)).newPosed();
    before.set(read(input).restPose());
    assertRest(rigged, before.mesh());
    assertThatThrownBy(
            () ->
                new SkeletonStep()
                    .run(SkeletonStep.Options.of(List.of(output.toString())), CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("has a skeleton already");
  }

  /** Members that are null count as missing. */
  @Test
  void aStatueMayHaveNullMembers() throws IOException {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("holder", Skeleton.NO_PARENT, 0, 0, 0);
    SkinnedCharacter statue =
        new SkinnedCharacter(
            joints.build(),
            List.of(),
            List.of(new Geometry("body", ARM.mesh())),
            List.of(new Part("holder", 0, 0, SkinnedCharacter.NO_SKIN)),
            List.of());
    GltfDocument document = CharacterWriter.toDocument("statue", statue);
    for (String member : List.of("scene", "skins", "animations")) {
      document.json().add(member, JsonNull.INSTANCE);
    }
    Path input = folder.resolve("statue.glb");
    document.write(input);
    Path output = folder.resolve("rigged.glb");
    new SkeletonStep()
        .run(SkeletonStep.Options.of(List.of(input.toString())).withOutput(output), CONTEXT);
    assertThat(read(output).skins()).hasSize(1);
  }

  @Test
  void posesBecomeClips() throws IOException {
    Path rest = obj("rest.obj", ARM.examples().mesh(0));
    Path bent = obj("bent.obj", ARM.examples().mesh(ARM.examples().frameCount() - 1));
    Path output = folder.resolve("rigged.glb");
    SkeletonStep.Report report =
        new SkeletonStep()
            .run(
                SkeletonStep.Options.of(List.of(rest.toString(), bent.toString()))
                    .withOutput(output),
                CONTEXT)
            .report();
    assertThat(report.shapes()).isEqualTo(2);
    assertThat(report.eulerOrder()).isEqualTo("XYZ");
    assertThat(report.skeleton().parts())
        .extracting(FoundLimb::joints)
        .anyMatch(count -> count > 0);
    SkinnedCharacter rigged = read(output);
    assertThat(rigged.clips()).extracting(clip -> clip.name()).containsExactly("examples", "bent");
    // The clip shows the bent shape.
    Pose pose = rigged.restPose();
    rigged.clip("bent").sample(0, pose);
    CharacterSurface surface = CharacterSurface.of(rigged);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    float[] at = new float[3 * surface.vertexCount()];
    posed.copyVertexPositions(at);
    TriMesh shape = ARM.examples().mesh(ARM.examples().frameCount() - 1);
    double sum = 0;
    for (int i = 0; i < at.length; i++) {
      double d = at[i] - shape.position(i / 3, i % 3);
      sum += d * d;
    }
    double rms = Math.sqrt(sum / surface.vertexCount()) / ARM.mesh().bounds().longestSide();
    assertThat(rms).isLessThan(0.03);
  }

  /** Two nodes with one mesh are two places of the body, and move with different joints. */
  @Test
  void nodesThatShareAMeshGetWeightsOfTheirOwn() throws IOException {
    TriMesh body = ARM.mesh();
    RawMesh bead = MeshSuite.tetrahedron();
    double side = body.bounds().longestSide();
    double[] small = bead.positions();
    for (int i = 0; i < small.length; i++) {
      small[i] *= 0.02 * side;
    }
    // One bead at each end of the arm.
    int end = farthest(body, 0);
    int otherEnd = farthest(body, end);
    Skeleton.Builder nodes = Skeleton.builder();
    nodes.add("arm", Skeleton.NO_PARENT, 0, 0, 0);
    for (int v : new int[] {end, otherEnd}) {
      nodes.add(
          "bead" + v,
          Skeleton.NO_PARENT,
          body.position(v, 0),
          body.position(v, 1),
          body.position(v, 2));
    }
    SkinnedCharacter statue =
        new SkinnedCharacter(
            nodes.build(),
            List.of(),
            List.of(
                new Geometry("arm", body),
                new Geometry("bead", TriMesh.of(small, bead.triangles()))),
            List.of(
                new Part("arm", 0, 0, SkinnedCharacter.NO_SKIN),
                new Part("bead", 1, 1, SkinnedCharacter.NO_SKIN),
                new Part("bead", 2, 1, SkinnedCharacter.NO_SKIN)),
            List.of());
    Path input = folder.resolve("beads.glb");
    CharacterWriter.toDocument("beads", statue).write(input);
    Path output = folder.resolve("rigged.glb");
    new SkeletonStep()
        .run(SkeletonStep.Options.of(List.of(input.toString())).withOutput(output), CONTEXT);
    SkinnedCharacter rigged = read(output);
    int[] heaviest = new int[3];
    for (int p = 1; p < 3; p++) {
      Influences weights =
          rigged.geometry(rigged.parts().get(p)).skinning().influences().orElseThrow();
      heaviest[p] = weights.joint(0, 0);
    }
    assertThat(heaviest[1]).isNotEqualTo(heaviest[2]);
  }

  private static int farthest(TriMesh mesh, int from) {
    int best = from;
    double most = 0;
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double squared = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = mesh.position(v, axis) - mesh.position(from, axis);
        squared += d * d;
      }
      if (squared > most) {
        most = squared;
        best = v;
      }
    }
    return best;
  }

  @Test
  void fitUsesTheShape() throws IOException {
    Path rest = obj("rest.obj", ARM.examples().mesh(0));
    obj("pose-1.obj", ARM.examples().mesh(3));
    obj("pose-2.obj", ARM.examples().mesh(6));
    FitStep.Report report =
        new FitStep()
            .run(
                FitStep.Options.of(
                        List.of(folder.resolve("pose-*.obj").toString()),
                        new FitStep.Bones.Shape(SkeletonOptions.DEFAULTS.withLevels(150)))
                    .withReference(rest)
                    .withModel(FitModel.LINEAR_BLEND),
                CONTEXT)
            .report();
    assertThat(report.fitted().bones()).isGreaterThan(1);
    assertThat(report.training().rms()).isLessThan(0.02);
  }
}
