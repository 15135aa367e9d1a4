package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Compares samples with values computed by hand. */
class ClipTest {
  private static final double[] TIMES = {1, 3};

  private static double[] sample(Track track, double time) {
    double[] out = new double[track.components()];
    track.sample(time, out, 0);
    return out;
  }

  private static Track move(Interpolation interpolation, double... values) {
    return new Track(0, Property.TRANSLATION, interpolation, TIMES, values);
  }

  @Test
  void stepsKeepTheValueUntilTheNextKey() {
    Track track = move(Interpolation.STEP, 1, 2, 3, 4, 5, 6);
    assertThat(sample(track, 0)).containsExactly(1, 2, 3);
    assertThat(sample(track, 2.999)).containsExactly(1, 2, 3);
    assertThat(sample(track, 3)).containsExactly(4, 5, 6);
    assertThat(sample(track, 99)).containsExactly(4, 5, 6);
  }

  @Test
  void linearTracksInterpolateAndAreConstantOutside() {
    Track track = move(Interpolation.LINEAR, 0, 10, -4, 8, 10, 4);
    assertThat(sample(track, -5)).containsExactly(0, 10, -4);
    assertThat(sample(track, 1)).containsExactly(0, 10, -4);
    assertThat(sample(track, 1.5)).containsExactly(2, 10, -2);
    assertThat(sample(track, 3)).containsExactly(8, 10, 4);
    assertThat(sample(track, 4)).containsExactly(8, 10, 4);
  }

  /** Hermite at a quarter: h = 27/32, 9/64, 5/32, -3/64; tangents times the span of 2 s. */
  @Test
  void cubicTracksFollowTheirTangents() {
    double[] values = {
      9, 9, 9, /* value */ 0, 8, 32, /* out */ 0, 0, 64, /* in */ 0, 0, 32, /* value */ 32, 8, 64,
      9, 9, 9
    };
    Track track = move(Interpolation.CUBICSPLINE, values);
    assertThat(sample(track, 1.5))
        .containsExactly(new double[] {5, 8, 27 + 18 + 10 - 3}, within(1e-12));
    assertThat(sample(track, 0)).containsExactly(0, 8, 32);
    assertThat(sample(track, 3)).containsExactly(32, 8, 64);
    assertThat(sample(track, 7)).containsExactly(32, 8, 64);
  }

  @Test
  void rotationsUseTheShorterArcAndStayUnit() {
    double s = Math.sqrt(0.5);
    Track track =
        new Track(
            0,
            Property.ROTATION,
            Interpolation.LINEAR,
            new double[] {0, 3},
            new double[] {0, 0, 0, 1, -s, 0, 0, -s});
    assertThat(sample(track, 1))
        .containsExactly(
            new double[] {Math.sin(Math.PI / 12), 0, 0, Math.cos(Math.PI / 12)}, within(1e-12));
    Track spline =
        new Track(
            0,
            Property.ROTATION,
            Interpolation.CUBICSPLINE,
            new double[] {0, 2},
            new double[] {
              0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, /* second key */ 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0,
              0
            });
    assertThat(sample(spline, 1)).containsExactly(new double[] {s, 0, 0, s}, within(1e-12));
  }

  @Test
  void otherPropertiesStayAtRest() {
    Skeleton.Builder builder = Skeleton.builder();
    builder.add("still", Skeleton.NO_PARENT, 7, 0, 0);
    builder.add(
        "driven", 0, new double[] {0, 1, 0}, new double[] {0, 0, 0, 1}, new double[] {2, 2, 2});
    Track turn =
        new Track(
            1,
            Property.ROTATION,
            Interpolation.STEP,
            new double[] {0},
            new double[] {0, 0, 2, 2}); // Not of unit length: still 90° about z.
    Track weights =
        new Track(0, Property.WEIGHTS, Interpolation.LINEAR, TIMES, new double[] {0, 1, 1, 0});
    Clip clip = new Clip("wave", List.of(turn, weights));
    assertThat(clip.duration()).isEqualTo(3);
    assertThat(clip.jointsNeeded()).isEqualTo(2);
    Pose pose = new Pose(builder.build(), Map.of(0, new double[2]));
    clip.sample(1.5, pose);
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(1, global, 0);
    assertThat(global)
        .containsExactly(new double[] {0, -2, 0, 7, 2, 0, 0, 1, 0, 0, 2, 0}, within(1e-12));
    assertThat(pose.morphWeight(0, 0)).isEqualTo(0.25);
    assertThat(pose.morphWeight(0, 1)).isEqualTo(0.75);

    // The next clip starts from rest, not from the pose of this one.
    new Clip("nothing", List.of()).sample(0, pose);
    pose.copyGlobal(1, global, 0);
    assertThat(global).containsExactly(2, 0, 0, 7, 0, 2, 0, 1, 0, 0, 2, 0);
    assertThat(pose.morphWeight(0, 1)).isZero();
  }

  @Test
  void rejectsInvalidKeys() {
    assertRejected(0, new double[0], new double[0], "times: expected at least 1, got 0");
    assertRejected(
        0, new double[] {1, 1}, new double[6], "times[1]: expected more than 1.0, got 1.0");
    assertRejected(0, new double[] {1, Double.NaN}, new double[6], "got NaN");
    assertRejected(
        0, new double[] {1, 2}, new double[5], "values: expected a multiple of 2, got 5");
    assertRejected(0, new double[] {1, 2}, new double[8], "values per key: expected 3, got 4");
    assertRejected(-1, new double[] {1, 2}, new double[6], "got -1");
    assertRejected(0, new double[] {1}, new double[] {0, Double.POSITIVE_INFINITY, 0}, "values[1]");
    Clip clip =
        new Clip(
            "far", List.of(new Track(5, Property.SCALE, Interpolation.STEP, TIMES, new double[6])));
    Pose pose = new Pose(Skeleton.builder().build());
    assertThatThrownBy(() -> clip.sample(0, pose))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("clip far drives joint 5, the skeleton has 0 joints");
  }

  private static void assertRejected(int joint, double[] times, double[] values, String message) {
    assertThatThrownBy(
            () -> new Track(joint, Property.TRANSLATION, Interpolation.LINEAR, times, values))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }
}
