package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Moving rest points by offsets gives the same as a mesh with moved vertices. */
class RestDeformerTest {
  private static final Sample ARM = Samples.create("arm");

  // The endpoint weights of STBS belong to the mesh at rest and do not follow offsets.
  @ParameterizedTest
  @EnumSource(
      value = SkinningMethod.class,
      names = {"STBS"},
      mode = EnumSource.Mode.EXCLUDE)
  void offsetsMoveRestPoints(SkinningMethod method) {
    long seed = 11;
    Random random = new Random(seed);
    TriMesh mesh = ARM.mesh();
    double[] moved = mesh.positions();
    for (int i = 0; i < moved.length; i++) {
      moved[i] += 0.05 * random.nextGaussian();
    }
    SkinnedCharacter other =
        ARM.character()
            .withMeshes(
                List.of(ARM.character().meshes().getFirst().withMesh(mesh.withPositions(moved))));
    float[] offsets = new float[3 * mesh.wedgeCount()];
    for (int i = 0; i < offsets.length; i++) {
      int v = mesh.vertexOfWedge(i / 3);
      offsets[i] = (float) (moved[3 * v + i % 3] - mesh.position(v, i % 3));
    }
    RestDeformer deformer = method.deformer(ARM.character(), ARM.character().parts().getFirst());
    RestDeformer.Posed displaced = deformer.newPosed();
    displaced.displace(offsets, null);
    RestDeformer.Posed expected = method.deformer(other, other.parts().getFirst()).newPosed();
    int points = deformer.pointCount();
    PointBuffer a = PointBuffer.allocate(points, false);
    PointBuffer b = PointBuffer.allocate(points, false);
    Pose pose = ARM.poses().get(13);
    displaced.set(pose);
    displaced.fill(0, points, a);
    expected.set(pose);
    expected.fill(0, points, b);
    for (int i = 0; i < 3 * points; i++) {
      assertThat(a.positions()[i])
          .as("seed %d, value %d", seed, i)
          .isCloseTo(b.positions()[i], within(2e-6f));
    }
    displaced.displace(null, null);
    displaced.fill(0, points, a);
    RestDeformer.Posed plain = deformer.newPosed();
    plain.set(pose);
    plain.fill(0, points, b);
    assertThat(a.positions()).isEqualTo(b.positions());
  }
}
