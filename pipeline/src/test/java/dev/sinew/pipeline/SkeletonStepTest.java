package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonNull;
import dev.sinew.extract.SkeletonResult.FoundLimb;
import dev.sinew.fit.FitModel;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.obj.ObjWriter;
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
import dev.sinew.skin.CharacterSurface;
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
    assertThat(rigged.skins().getFirst().jointCount()).isEqualTo(report.joints());
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
            List.of(new Geometry("body", ARM.mesh(), null, null)),
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
            List.of(new Geometry("body", ARM.mesh(), null, null)),
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
    assertThat(report.parts()).extracting(FoundLimb::joints).anyMatch(count -> count > 0);
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

  @Test
  void fitUsesTheShape() throws IOException {
    Path rest = obj("rest.obj", ARM.examples().mesh(0));
    obj("pose-1.obj", ARM.examples().mesh(3));
    obj("pose-2.obj", ARM.examples().mesh(6));
    FitStep.Report report =
        new FitStep()
            .run(
                FitStep.Options.of(
                        List.of(folder.resolve("pose-*.obj").toString()), new FitStep.Bones.Shape())
                    .withReference(rest)
                    .withModel(FitModel.LINEAR_BLEND),
                CONTEXT)
            .report();
    assertThat(report.bones()).isGreaterThan(1);
    assertThat(report.training().rms()).isLessThan(0.02);
  }
}
