package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.obj.ObjReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.LinearBlend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Characters posed elsewhere by known weights and transforms: linear blending must reproduce them.
 */
class GroundTruthTest {

  @ParameterizedTest
  @ValueSource(strings = {"wolf", "cylinder"})
  void reproducesThePosedMeshes(String name) throws IOException {
    Path folder = RealData.folder("truth").resolve(name);
    TriMesh mesh = ObjReader.read(folder.resolve(name + ".obj")).mesh().toTriMesh();
    double diagonal = mesh.bounds().diagonal();
    Influences influences = weights(folder.resolve(name + ".DMAT"), mesh.vertexCount());
    int poses = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".Tmat")).sorted().toList()) {
        Path posed = Path.of(file.toString().replace(".Tmat", ".obj"));
        TriMesh truth = ObjReader.read(posed).mesh().toTriMesh();
        assertThat(truth.vertexCount()).isEqualTo(mesh.vertexCount());
        assertThat(largestError(mesh, influences, numbers(file), truth))
            .as(posed.toString())
            .isLessThan(1e-5 * diagonal);
        poses++;
      }
    }
    assertThat(poses).isGreaterThanOrEqualTo(6);
  }

  /** Column by column: a column per joint, a row per vertex. */
  private static Influences weights(Path file, int vertices) throws IOException {
    double[] all = numbers(file);
    int joints = (int) all[0];
    assertThat((int) all[1]).isEqualTo(vertices);
    Influences.Builder builder = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      for (int j = 0; j < joints; j++) {
        builder.add(j, Math.max(0, all[2 + j * vertices + v]));
      }
      builder.endRow();
    }
    return builder.build();
  }

  private static double largestError(
      TriMesh mesh, Influences influences, double[] transforms, TriMesh truth) {
    int joints = transforms.length / Affine.SIZE;
    Skeleton.Builder skeleton = Skeleton.builder();
    double[] binds = new double[Affine.SIZE * joints];
    int[] list = new int[joints];
    for (int j = 0; j < joints; j++) {
      list[j] = skeleton.add("bone " + j, Skeleton.NO_PARENT, 0, 0, 0);
      Affine.identity(binds, Affine.SIZE * j);
    }
    SkinnedCharacter character =
        new SkinnedCharacter(
            skeleton.build(),
            List.of(new Skin("skin", list, binds)),
            List.of(new Geometry("mesh", mesh, influences, null)),
            List.of(new Part("part", 0, 0, 0)),
            List.of());
    Pose pose = character.restPose();
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < joints; j++) {
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          // Stored as four rows of three: the transform's transpose.
          local[4 * r + c] = transforms[Affine.SIZE * j + 3 * c + r];
        }
      }
      pose.setLocal(j, local, 0);
    }
    pose.update();
    LinearBlend skin = LinearBlend.of(character, character.parts().getFirst());
    PointBuffer out = PointBuffer.allocate(skin.pointCount(), false);
    var posed = skin.newPosed();
    posed.set(pose);
    posed.fill(0, skin.pointCount(), out);
    double worst = 0;
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      for (int k = 0; k < 3; k++) {
        double expected = truth.position(mesh.vertexOfWedge(w), k);
        worst = Math.max(worst, Math.abs(out.positions()[3 * w + k] - expected));
      }
    }
    return worst;
  }

  private static double[] numbers(Path file) throws IOException {
    return Arrays.stream(Files.readString(file).trim().split("\\s+"))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }
}
