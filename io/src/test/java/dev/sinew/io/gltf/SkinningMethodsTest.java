package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.ErrorCollector;
import dev.sinew.distance.SurfaceComparison;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every skinning model on a real file: a bar that twists by up to 180°, bends and scales. */
@NeedsSharedData
class SkinningMethodsTest {

  @ParameterizedTest
  @EnumSource
  void poseTheBar(SkinningMethod method) throws Exception {
    SkinnedCharacter bar = bar();
    CharacterSurface.Posed shape = CharacterSurface.of(bar, method).newPosed();
    Pose pose = bar.restPose();
    shape.set(pose);
    TriMesh rest = shape.mesh();
    double side = rest.bounds().longestSide();
    float[] geometry = bar.meshes().getFirst().mesh().wedgePositions();
    float[] atRest = shape.wedgePositions().clone();
    Deviation fromFile = new Deviation();
    CharacterSurface.Posed linear = CharacterSurface.of(bar, SkinningMethod.SSD).newPosed();
    linear.set(pose);
    for (int i = 0; i < geometry.length; i++) {
      fromFile.add(atRest[i] - linear.wedgePositions()[i]);
    }
    assertThat(fromFile.max / side).as("rest pose").isLessThan(1e-5);

    for (Clip clip : bar.clips()) {
      for (int i = 0; i <= 10; i++) {
        clip.sample(clip.duration() * i / 10, pose);
        shape.set(pose);
        linear.set(pose);
        double worst = 0;
        for (int k = 0; k < atRest.length; k++) {
          assertThat(shape.wedgePositions()[k]).isFinite();
          double difference = shape.wedgePositions()[k] - linear.wedgePositions()[k];
          worst = Math.max(worst, Math.abs(difference));
        }
        // Models differ near the joint, by at most the thickness of the bar.
        assertThat(worst / side).as("%s %s", method, clip.name()).isLessThan(0.3);
      }
    }
  }

  @Test
  void onlyLinearModelsLoseVolumeInTheTwist() throws Exception {
    SkinnedCharacter bar = bar();
    Map<SkinningMethod, Double> volume = new EnumMap<>(SkinningMethod.class);
    for (SkinningMethod method : SkinningMethod.values()) {
      volume.put(method, smallestVolume(bar, method, bar.clips().get(0)));
    }
    assertThat(volume.get(SkinningMethod.SSD)).isLessThan(0.9);
    assertThat(volume.get(SkinningMethod.AS))
        .isCloseTo(volume.get(SkinningMethod.SSD), within(1e-3));
    assertThat(volume.get(SkinningMethod.MWE))
        .isCloseTo(volume.get(SkinningMethod.SSD), within(1e-3));
    for (SkinningMethod method :
        new SkinningMethod[] {SkinningMethod.DQS, SkinningMethod.SBS, SkinningMethod.STBS}) {
      assertThat(volume.get(method)).as(method.toString()).isGreaterThan(0.98);
    }
  }

  @Test
  void animationSpaceOfLinearBlendingEqualsIt() throws Exception {
    SkinnedCharacter bar = bar();
    CharacterSurface.Posed one = CharacterSurface.of(bar, SkinningMethod.SSD).newPosed();
    CharacterSurface.Posed two = CharacterSurface.of(bar, SkinningMethod.AS).newPosed();
    Pose pose = bar.restPose();
    one.set(pose);
    TriMesh mesh = one.mesh();
    SurfaceComparison comparison =
        new SurfaceComparison(
            mesh.vertexCount(),
            mesh.triangles(),
            mesh.vertexCount(),
            mesh.triangles(),
            RunContext.ofThreads(1));
    ErrorCollector errors = new ErrorCollector(mesh.bounds().longestSide());
    double[] distances = new double[mesh.vertexCount()];
    double[] angles = new double[mesh.vertexCount()];
    float[] a = new float[3 * mesh.vertexCount()];
    float[] b = new float[a.length];
    for (Clip clip : bar.clips()) {
      clip.sample(0.37 * clip.duration(), pose);
      one.set(pose);
      two.set(pose);
      one.copyVertexPositions(a);
      two.copyVertexPositions(b);
      comparison.compare(a, b, distances, angles);
      errors.addAll(clip.name(), distances, angles);
    }
    assertThat(errors.summary().max()).isLessThan(1e-6);
  }

  private static SkinnedCharacter bar() throws Exception {
    return GltfReader.read(SharedData.path("gltf").resolve("other/dq.gltf"))
        .requireSound()
        .character();
  }

  private static double smallestVolume(SkinnedCharacter bar, SkinningMethod method, Clip clip) {
    CharacterSurface.Posed shape = CharacterSurface.of(bar, method).newPosed();
    Pose pose = bar.restPose();
    shape.set(pose);
    double rest = volume(shape.mesh());
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= 20; i++) {
      clip.sample(clip.duration() * i / 20, pose);
      shape.set(pose);
      least = Math.min(least, volume(shape.mesh()) / rest);
    }
    return least;
  }

  /** Returns the volume of a closed surface: a sixth of the sum of triple products. */
  private static double volume(TriMesh mesh) {
    double sum = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int a = mesh.vertex(t, 0);
      int b = mesh.vertex(t, 1);
      int c = mesh.vertex(t, 2);
      for (int k = 0; k < 3; k++) {
        int y = (k + 1) % 3;
        int z = (k + 2) % 3;
        sum +=
            mesh.position(a, k)
                * (mesh.position(b, y) * mesh.position(c, z)
                    - mesh.position(b, z) * mesh.position(c, y));
      }
    }
    return sum / 6;
  }

  private static final class Deviation {
    private double max;

    void add(double difference) {
      max = Math.max(max, Math.abs(difference));
    }
  }
}
