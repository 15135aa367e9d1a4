package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PictureErrorTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final SkinnedCharacter ARM = Samples.create("arm").character();

  /** The arm in one colour per vertex and without normals; wedges shared or one per corner. */
  private static SkinnedCharacter withoutNormals(boolean shared) {
    Geometry arm = ARM.meshes().getFirst();
    TriMesh mesh = arm.mesh();
    int[] corners = mesh.triangles();
    int[] wedgeVertex = corners.clone();
    if (shared) {
      wedgeVertex = new int[mesh.vertexCount()];
      Arrays.setAll(wedgeVertex, v -> v);
    } else {
      Arrays.setAll(corners, c -> c);
    }
    float[] white = new float[3 * wedgeVertex.length];
    Arrays.fill(white, 0.8f);
    TriMesh bare =
        new TriMesh(
            mesh.positions(),
            wedgeVertex,
            corners,
            mesh.groups(),
            List.of(new MeshAttribute(MeshAttribute.COLOR, 3, white)));
    Geometry made =
        new Geometry(
            "arm",
            bare,
            new Skinning.Linear(arm.skinning().influences().orElseThrow()),
            arm.morphs());
    return ARM.withMeshes(List.of(made)).withMaterials(List.of());
  }

  private static double error(SkinnedCharacter original, SkinnedCharacter level) {
    return new PictureError(original, List.of(original.restPose()), CONTEXT).measure(level);
  }

  /** Without normals glTF shades flat: it does not matter how triangles share wedges. */
  @Test
  void sharedWedgesLookTheSameWithoutNormals() {
    assertThat(error(withoutNormals(false), withoutNormals(true))).isZero();
  }

  @Test
  void aCharacterLooksLikeItself() {
    assertThat(error(ARM, ARM)).isZero();
    assertThat(error(ARM, withoutNormals(true))).isGreaterThan(0.01);
  }
}
