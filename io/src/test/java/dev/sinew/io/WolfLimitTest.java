package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.influence.CoordsLimit;
import dev.sinew.influence.HelperJoint;
import dev.sinew.influence.HelperJoints;
import dev.sinew.influence.HelperSearch;
import dev.sinew.influence.HelperSearch.Loss;
import dev.sinew.influence.InfluenceLimit;
import dev.sinew.influence.InfluenceLimit.MetricSkin;
import dev.sinew.math.Affine;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.NeedsSharedData;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Limits the influences of the wolf, in its given poses and 60 random ones, and compares the error
 * with that of dropping the smallest weights. The bounds are the measured ratios with a small
 * margin. The tests of {@link InfluenceLimit} check that it finds the best set of weights.
 */
@NeedsSharedData
class WolfLimitTest {
  private static final long SEED = 5;

  private static final double RATE = 30;

  /** The step between tested vertices, to save time. */
  private static final int STRIDE = 8;

  @ParameterizedTest
  @CsvSource({"4, 0.72, 0.71, 0.67", "2, 0.76, 0.74, 0.74", "1, 0.98, 0.95, 0.95"})
  void errorRatioToDropping(int max, double fixed, double free, double coords) throws IOException {
    GroundTruth wolf = new GroundTruth("wolf");
    List<Pose> poses = new ArrayList<>(wolf.givenPoses());
    poses.addAll(wolf.randomPoses(60, new Random(SEED)));
    int[] taken =
        IntStream.range(0, wolf.mesh.vertexCount()).filter(v -> v % STRIDE == 0).toArray();
    Influences given = wolf.influences.rows(taken);
    assertThat(given.maxCount()).isGreaterThan(12);
    double[] rest = new double[3 * taken.length];
    for (int i = 0; i < rest.length; i++) {
      rest[i] = wolf.mesh.position(taken[i / 3], i % 3);
    }
    ExpectationMatrix p =
        PoseDistribution.sampleMean(PoseSamples.of(poses), wolf.skin)
            .regularised(Regularisation.DEFAULTS);
    List<MetricSkin> skins = List.of(new MetricSkin(wolf.skin, new ExpectationMetric(p)));
    AnimationCoords truth = AnimationCoords.ofLinearBlend(wolf.skin, given, rest);
    try (RunContext context = RunContext.ofThreads(2)) {
      InfluenceLimit.Result blend =
          new InfluenceLimit(skins, max, false).apply(rest, new Skinning.Linear(given), context);
      InfluenceLimit.Result moved =
          new InfluenceLimit(skins, max, true).apply(rest, new Skinning.Linear(given), context);
      AnimationCoords limited = new CoordsLimit(p, max).apply(truth, blend.influences(), context);

      double naive = rms(poses, truth, linear(wolf, heaviest(given, max), rest));
      double ofBlend = rms(poses, truth, linear(wolf, blend.influences(), rest));
      double ofMoved = rms(poses, truth, linear(wolf, moved.influences(), moved.rest()));
      double ofCoords = rms(poses, truth, limited);

      assertThat(ofBlend / naive).as("weights").isLessThan(fixed);
      assertThat(ofMoved / naive).as("weights and rest").isLessThan(free);
      assertThat(ofCoords / naive).as("animation space").isLessThan(coords);
      assertThat(ofMoved).isLessThanOrEqualTo(ofBlend);
      assertThat(ofCoords).isLessThanOrEqualTo(ofBlend);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 0, 0.3", "1, 60, 0.5"})
  void errorRatioOfHelpers(int max, int random, double share) throws IOException {
    GroundTruth wolf = new GroundTruth("wolf");
    List<Pose> poses = new ArrayList<>(wolf.givenPoses());
    poses.addAll(wolf.randomPoses(random, new Random(SEED)));
    SkinnedCharacter character = playing(wolf, poses);
    double[] rest = wolf.mesh.positions();
    try (RunContext context = RunContext.ofThreads(2)) {
      Influences without =
          limit(character, max)
              .apply(rest, new Skinning.Linear(wolf.influences), context)
              .influences();
      List<HelperJoint> helpers =
          HelperSearch.find(
              wolf.skin,
              frames(character),
              List.of(new Loss(rest, wolf.influences, without)),
              max,
              24,
              context);
      SkinnedCharacter longer = HelperJoints.addTo(character, 0, helpers);
      Influences with =
          limit(longer, max)
              .withHelpers(wolf.skin.jointCount())
              .apply(rest, new Skinning.Linear(wolf.influences), context)
              .influences();
      double naive = rms(character, wolf.influences, wolf.influences.heaviest(max), rest);
      double helped = rms(longer, wolf.influences, with, rest);
      assertThat(with.maxCount()).isLessThanOrEqualTo(max);
      assertThat(helped / naive).isLessThan(share);
    }
  }

  /** Returns the wolf with its poses as a clip. */
  private static SkinnedCharacter playing(GroundTruth wolf, List<Pose> poses) {
    List<Track> tracks = new ArrayList<>();
    double[] times = IntStream.range(0, poses.size()).mapToDouble(k -> k / RATE).toArray();
    for (int j = 0; j < wolf.skeleton.jointCount(); j++) {
      double[] local = new double[Affine.SIZE];
      double[] t = new double[3 * times.length];
      double[] r = new double[4 * times.length];
      double[] s = new double[3 * times.length];
      for (int k = 0; k < times.length; k++) {
        poses.get(k).copyLocal(j, local, 0);
        Affine.toTrs(local, 0, t, 3 * k, r, 4 * k, s, 3 * k);
      }
      tracks.add(new Track(j, Property.TRANSLATION, Interpolation.LINEAR, times, t));
      tracks.add(new Track(j, Property.ROTATION, Interpolation.LINEAR, times, r));
      tracks.add(new Track(j, Property.SCALE, Interpolation.LINEAR, times, s));
    }
    return new SkinnedCharacter(
        wolf.skeleton,
        List.of(wolf.skin),
        List.of(new Geometry("wolf", wolf.mesh, new Skinning.Linear(wolf.influences))),
        List.of(new Part("wolf", 0, 0, 0)),
        List.of(new Clip("poses", tracks)));
  }

  private static PoseSamples frames(SkinnedCharacter character) {
    return PoseSamples.ofClips(character.skeleton(), character.clips(), RATE);
  }

  private static InfluenceLimit limit(SkinnedCharacter character, int max) {
    Skin skin = character.skins().getFirst();
    ExpectationMatrix p =
        PoseDistribution.sampleMean(frames(character), skin).regularised(Regularisation.DEFAULTS);
    return new InfluenceLimit(List.of(new MetricSkin(skin, new ExpectationMetric(p))), max, false);
  }

  /** The frames of a character with other weights. */
  private static double rms(SkinnedCharacter character, Influences a, Influences b, double[] rest) {
    Skin skin = character.skins().getFirst();
    AnimationCoords left = AnimationCoords.ofLinearBlend(skin, a, rest);
    AnimationCoords right = AnimationCoords.ofLinearBlend(skin, b, rest);
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < frames(character).count(); k++) {
      Pose pose = character.restPose();
      character.clips().getFirst().sample(k / RATE, pose);
      poses.add(pose);
    }
    return rms(poses, left, right);
  }

  private static AnimationCoords linear(GroundTruth wolf, Influences influences, double[] rest) {
    return AnimationCoords.ofLinearBlend(wolf.skin, influences, rest);
  }

  private static Influences heaviest(Influences given, int max) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < given.vertexCount(); v++) {
      for (int i = 0; i < Math.min(max, given.count(v)); i++) {
        rows.add(given.joint(v, i), given.weight(v, i));
      }
      rows.endRow();
    }
    return rows.build();
  }

  private static double rms(List<Pose> poses, AnimationCoords a, AnimationCoords b) {
    int joints = poses.getFirst().skeleton().jointCount();
    double[] globals = new double[Affine.SIZE * joints];
    double[] left = new double[3];
    double[] right = new double[3];
    double sum = 0;
    for (Pose pose : poses) {
      for (int j = 0; j < joints; j++) {
        pose.copyGlobal(j, globals, Affine.SIZE * j);
      }
      for (int v = 0; v < a.rowCount(); v++) {
        a.project(v, globals, left, 0);
        b.project(v, globals, right, 0);
        for (int k = 0; k < 3; k++) {
          sum += (left[k] - right[k]) * (left[k] - right[k]);
        }
      }
    }
    return Math.sqrt(sum / (poses.size() * (double) a.rowCount()));
  }
}
