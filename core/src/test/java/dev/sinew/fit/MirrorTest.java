package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.system.Mirror;
import dev.sinew.model.MeshSequence;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Planes of symmetry, and bones on both sides of them. */
class MirrorTest {
  @Test
  void imageOfAVertexIsOnTheOtherSide() {
    Examples biped = Fit.examplesOf(Samples.create("biped").examples());
    Mirror mirror = Objects.requireNonNull(Mirror.find(biped.rest));
    for (int v = 0; v < biped.vertexCount(); v += 50) {
      int image = mirror.image(v);
      assertThat(Math.abs(biped.rest[3 * image] + biped.rest[3 * v])).isLessThan(0.02);
      assertThat(Math.abs(biped.rest[3 * image + 1] - biped.rest[3 * v + 1])).isLessThan(0.02);
    }
  }

  @Test
  void shapeWithoutSymmetryHasNoPlane() {
    Random random = new Random(5);
    double[] rest = random.doubles(3 * 60, -0.5, 0.5).toArray();
    assertThat(Mirror.find(rest)).isNull();
  }

  @Test
  void bonesOfASymmetricShapeAreNearlySymmetric() {
    MeshSequence poses = Samples.create("quadruped").examples();
    try (RunContext context = RunContext.ofThreads(1)) {
      Examples examples = Fit.examplesOf(poses);
      RigidClusters.Found found = RigidClusters.split(examples, 22, context);
      double[][] centres = new double[22][4];
      for (int v = 0; v < examples.vertexCount(); v++) {
        double[] centre = centres[found.regions().bone[v]];
        for (int axis = 0; axis < 3; axis++) {
          centre[axis] += examples.rest[3 * v + axis];
        }
        centre[3]++;
      }
      double sum = 0;
      for (double[] centre : centres) {
        sum += nearestImage(centre, centres) / centres.length;
      }
      assertThat(sum).isLessThan(0.02);
    }
  }

  /** Returns the distance from the mirror image of a centre to the nearest centre. */
  private static double nearestImage(double[] of, double[][] centres) {
    double least = Double.POSITIVE_INFINITY;
    for (double[] other : centres) {
      double x = of[0] / of[3] + other[0] / other[3];
      double y = of[1] / of[3] - other[1] / other[3];
      double z = of[2] / of[3] - other[2] / other[3];
      least = Math.min(least, Math.sqrt(x * x + y * y + z * z));
    }
    return least;
  }
}
