package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.obj.ObjReader;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.LinearBlend;
import dev.sinew.testkit.NeedsSharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Linear blending reproduces characters posed by another program with known weights and transforms.
 */
@NeedsSharedData
class GroundTruthTest {

  @ParameterizedTest
  @ValueSource(strings = {"wolf", "cylinder"})
  void reproducesThePosedMeshes(String name) throws IOException {
    GroundTruth truth = new GroundTruth(name);
    double diagonal = truth.mesh.bounds().diagonal();
    for (Path file : truth.poseFiles) {
      Path posed = Path.of(file.toString().replace(".Tmat", ".obj"));
      TriMesh expected = ObjReader.read(posed).mesh().toTriMesh();
      assertThat(expected.vertexCount()).isEqualTo(truth.mesh.vertexCount());
      assertThat(largestError(truth, truth.pose(file), expected))
          .as(posed.toString())
          .isLessThan(1e-5 * diagonal);
    }
    assertThat(truth.poseFiles).hasSizeGreaterThanOrEqualTo(6);
  }

  private static double largestError(GroundTruth truth, Pose pose, TriMesh expected) {
    SkinnedCharacter character =
        new SkinnedCharacter(
            truth.skeleton,
            List.of(truth.skin),
            List.of(new Geometry("mesh", truth.mesh, new Skinning.Linear(truth.influences))),
            List.of(new Part("part", 0, 0, 0)),
            List.of());
    LinearBlend skin = LinearBlend.of(character, character.parts().getFirst());
    PointBuffer out = PointBuffer.allocate(skin.pointCount(), false);
    var posed = skin.newPosed();
    posed.set(pose);
    posed.fill(0, skin.pointCount(), out);
    double worst = 0;
    for (int w = 0; w < truth.mesh.wedgeCount(); w++) {
      for (int k = 0; k < 3; k++) {
        double right = expected.position(truth.mesh.vertexOfWedge(w), k);
        worst = Math.max(worst, Math.abs(out.positions()[3 * w + k] - right));
      }
    }
    return worst;
  }
}
