package dev.sinew.bounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.pose.DilatedHull;
import dev.sinew.pose.Directions;
import dev.sinew.pose.JointRange;
import dev.sinew.pose.JointRanges;
import dev.sinew.pose.Turn;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares bounds with results computed by hand. */
class ReachBoundsTest {
  private static final Box NO_SCALE = new Box(1, 1, 1, 1, 1, 1);

  /** Three links of length 2, 1 and 1 along x. */
  private static Skeleton chain() {
    Skeleton.Builder builder = Skeleton.builder();
    int a = builder.add("a", Skeleton.NO_PARENT, 0, 0, 0);
    int b = builder.add("b", a, 2, 0, 0);
    builder.add("c", b, 1, 0, 0);
    return builder.build();
  }

  private static Skin skin(int joints) {
    double[] binds = new double[Affine.SIZE * joints];
    int[] list = new int[joints];
    for (int j = 0; j < joints; j++) {
      Affine.identity(binds, Affine.SIZE * j);
      list[j] = j;
    }
    return new Skin("all", list, binds);
  }

  private static JointRange any(double x) {
    return new JointRange.Any(DilatedHull.of(new Box(x, 0, 0, x, 0, 0)), 1);
  }

  private static JointRange cone(double x, double degrees) {
    return new JointRange.Cone(
        0, 0, 0, 1, Math.toRadians(degrees), DilatedHull.of(new Box(x, 0, 0, x, 0, 0)), NO_SCALE);
  }

  private static AnimationCoords tip() {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    rows.add(2, 1, 0, 0, 1).endRow();
    return rows.buildPoints();
  }

  @Test
  void linksWithAnyRotationReachTheirSummedLength() {
    ReachBounds bounds = ReachBounds.of(chain(), List.of(any(0), any(2), any(1)));
    assertThat(bounds.norm(skin(3), tip(), 0)).isEqualTo(4, within(1e-8));
  }

  @Test
  void fixedChainIsAPoint() {
    JointRange fixed = new JointRange.Fixed();
    ReachBounds bounds = ReachBounds.of(chain(), List.of(fixed, fixed, fixed));
    Sphere sphere = bounds.sphere(skin(3), tip(), 0);
    assertThat(sphere.x()).isEqualTo(4, within(1e-12));
    assertThat(sphere.radius()).isLessThan(1e-7);
  }

  /** A cap of 30° on a sphere of radius 1 about the last joint. */
  @Test
  void coneGivesTheSmallestBallOfItsCap() {
    JointRange fixed = new JointRange.Fixed();
    ReachBounds bounds = ReachBounds.of(chain(), List.of(fixed, fixed, cone(1, 30)));
    Sphere sphere = bounds.sphere(skin(3), tip(), 0);
    assertThat(sphere.x()).isEqualTo(3 + Math.cos(Math.PI / 6), within(1e-8));
    assertThat(sphere.radius()).isEqualTo(0.5, within(1e-8));
  }

  @Test
  void pointsOfOneJointKeepTheirDistance() {
    ReachBounds bounds = ReachBounds.of(chain(), List.of(any(0), cone(2, 50), cone(1, 70)));
    AnimationCoords.Builder rows = AnimationCoords.builder();
    rows.add(2, 1, 0, 0, 1).endRow();
    rows.add(2, 0, 3, 0, 1).endRow();
    AnimationCoords two = rows.buildPoints();
    double apart = bounds.distance(skin(3), two, 0, two, 1);
    assertThat(apart).isEqualTo(Math.sqrt(10), within(1e-8));
  }

  /** At the highest point of a chain with 20° per joint, the links are at 20°, 40° and 60°. */
  @Test
  void supportsBendEveryJointToItsLimit() {
    ReachBounds bounds = ReachBounds.of(chain(), List.of(cone(0, 20), cone(2, 20), cone(1, 20)));
    DirectionTable table = new DirectionTable(bounds);
    table.set(0, 1, 0);
    double height =
        new ReachRows(bounds, MovingPoints.of(LinearSkin.of(skin(3), tip()))).reach(0, table);
    double bent =
        2 * Math.sin(Math.toRadians(20))
            + Math.sin(Math.toRadians(40))
            + Math.sin(Math.toRadians(60));
    assertThat(height).isEqualTo(bent, within(1e-9));
  }

  @Test
  void directionsCoverTheSphere() {
    Directions directions = Directions.split(3);
    Random random = new Random(5);
    double worst = 1;
    for (int i = 0; i < 20_000; i++) {
      double x = random.nextGaussian();
      double y = random.nextGaussian();
      double z = random.nextGaussian();
      double n = Math.sqrt(x * x + y * y + z * z);
      double best = -1;
      for (int k = Directions.AXES; k < directions.count(); k++) {
        best = Math.max(best, directions.dot(k, x / n, y / n, z / n));
      }
      worst = Math.min(worst, best);
    }
    assertThat(worst).isBetween(directions.coverCosine(), directions.coverCosine() + 1e-3);
  }

  /** A slerp from −50° to 30° about z: 40° about −10°. */
  @Test
  void rangesAreSmallCones() {
    double[] keys = new double[8];
    Quaternion.fromAxisAngle(0, 0, 1, Math.toRadians(-50), keys, 0);
    Quaternion.fromAxisAngle(0, 0, 1, Math.toRadians(30), keys, 4);
    Clip clip =
        new Clip(
            "turn",
            List.of(
                new Clip.Track(
                    1,
                    Clip.Property.ROTATION,
                    Clip.Interpolation.LINEAR,
                    new double[] {0, 1},
                    keys)));
    List<JointRange> ranges = JointRanges.ofClips(chain(), List.of(clip));
    assertThat(ranges.get(0)).isInstanceOf(JointRange.Fixed.class);
    JointRange.Cone cone = (JointRange.Cone) ranges.get(1);
    assertThat(Math.toDegrees(cone.angle())).isBetween(40.0, 40.3);
    assertThat(cone.translation().box()).isEqualTo(new Box(2, 0, 0, 2, 0, 0));
    List<JointRange> free = JointRanges.anyRotation(chain(), List.of(clip), new BitSet());
    assertThat(free.get(1)).isEqualTo(any(2));
  }

  /** The cone contains all products of one to three turns and is not much wider. */
  @Test
  void turnsStayInTheirCone() {
    Random random = new Random(6);
    for (int trial = 0; trial < 30; trial++) {
      int count = 1 + trial % 3;
      List<Turn> turns = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        double from = Math.toRadians(random.nextInt(120) - 90);
        double to = from + Math.toRadians(random.nextInt(80));
        turns.add(
            new Turn(
                random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), from, to));
      }
      JointRange.Cone cone =
          (JointRange.Cone) JointRanges.ofClips(chain(), List.of(), Map.of(1, turns)).get(1);
      double[] mean = {cone.x(), cone.y(), cone.z(), cone.w()};
      double widest = 0;
      for (int n = 0; n < 3000; n++) {
        double[] q = {0, 0, 0, 1};
        for (Turn turn : turns) {
          double share = n % 2 == 0 ? random.nextInt(2) : random.nextDouble();
          Quaternion.multiply(q, 0, turn.rotation(share), 0, q, 0);
        }
        double cosine = 0;
        for (int c = 0; c < 4; c++) {
          cosine += q[c] * mean[c];
        }
        widest = Math.max(widest, 2 * Math.acos(Math.min(1, Math.abs(cosine))));
      }
      assertThat(cone.angle())
          .as("seed 6, trial %d", trial)
          .isBetween(widest - 1e-7, widest + 0.15);
      assertThat(cone.translation().box()).isEqualTo(new Box(2, 0, 0, 2, 0, 0));
    }
    Turn round = Turn.aboutY(-10, 10);
    JointRange.Cone all =
        (JointRange.Cone) JointRanges.ofClips(chain(), List.of(), Map.of(0, List.of(round))).get(0);
    assertThat(all.angle()).isEqualTo(Math.PI);
  }

  @Test
  void wrongSizesAreRefused() {
    assertThatThrownBy(() -> ReachBounds.of(chain(), List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 3, got 0");
    assertThatThrownBy(() -> cone(0, 200)).isInstanceOf(IllegalArgumentException.class);
  }
}
