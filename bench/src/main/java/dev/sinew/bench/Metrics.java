package dev.sinew.bench;

import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.metric.PoseMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.JointModel;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the L2,2 metric on one thread: distances of random pairs of points per second, and the
 * time to compute the expectation matrix of 100 joints from 10,000 frames.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class Metrics {
  private static final int JOINTS = 100;
  private static final int POINTS = 20_000;
  private static final int PAIRS = 10_000;

  /** Random pairs of points of one character, all with the same number of influences. */
  @State(Scope.Benchmark)
  public static class Pairs {
    /** Joints per point. The difference of two points has up to twice as many. */
    @Param({"2", "4", "8"})
    public int influences;

    private final int[] from = new int[PAIRS];
    private final int[] to = new int[PAIRS];
    private final AnimationVector work = new AnimationVector();
    private AnimationCoords coords = AnimationCoords.builder().buildVectors();
    private PoseMetric metric = new ExpectationMetric(oneJoint());

    private static ExpectationMatrix oneJoint() {
      SkinnedCharacter one = RandomCharacter.create(1, 1, 1, 0);
      return new PoseDistribution(one.skeleton()).expectation(one.skins().getFirst());
    }

    /** Makes the points and the pairs. */
    @Setup
    public void makePairs() {
      SkinnedCharacter character = RandomCharacter.create(POINTS, influences, JOINTS, 1);
      Geometry cloud = character.meshes().getFirst();
      Skin skin = character.skins().getFirst();
      coords =
          AnimationCoords.ofLinearBlend(
              skin, cloud.skinning().influences().orElseThrow(), cloud.mesh().positions());
      metric =
          new ExpectationMetric(
              PoseDistribution.uniform(character.skeleton(), skin).expectation(skin));
      Random random = new Random(2);
      for (int i = 0; i < PAIRS; i++) {
        from[i] = random.nextInt(POINTS);
        to[i] = random.nextInt(POINTS);
      }
    }
  }

  /** Frames of 100 joints: 1,000 different ones, each used ten times. */
  @State(Scope.Benchmark)
  public static class Frames implements PoseSamples {
    private static final int DIFFERENT = 1000;
    private static final int FRAMES = 10_000;

    private final SkinnedCharacter character = RandomCharacter.create(1, 1, JOINTS, 1);
    private final List<Pose> poses = new ArrayList<>();

    /** Makes the different poses. */
    @Setup
    public void makePoses() {
      for (int i = 0; i < DIFFERENT; i++) {
        poses.add(RandomCharacter.pose(character, i));
      }
    }

    private Skin skin() {
      return character.skins().getFirst();
    }

    @Override
    public Skeleton skeleton() {
      return character.skeleton();
    }

    @Override
    public int count() {
      return FRAMES;
    }

    @Override
    public void forEach(Consumer<Pose> consumer) {
      for (int i = 0; i < FRAMES; i++) {
        consumer.accept(poses.get(i % DIFFERENT));
      }
    }
  }

  /** Computes squared distances, including the differences of the points. */
  @Benchmark
  @BenchmarkMode(Mode.Throughput)
  @OutputTimeUnit(TimeUnit.SECONDS)
  @OperationsPerInvocation(PAIRS)
  public double distances(Pairs pairs) {
    double sum = 0;
    for (int i = 0; i < PAIRS; i++) {
      sum +=
          pairs.metric.squaredDistance(
              pairs.coords, pairs.from[i], pairs.coords, pairs.to[i], pairs.work);
    }
    return sum;
  }

  /** Computes E[GᵀG] as the mean over the frames. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public ExpectationMatrix sampleMean(Frames frames) {
    return PoseDistribution.sampleMean(frames, frames.skin());
  }

  /** Computes E[GᵀG] of independent joints, each moving as in the frames. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public ExpectationMatrix independentJoints(Frames frames) {
    return PoseDistribution.ofSamples(frames, JointModel.INDEPENDENT_JOINTS)
        .expectation(frames.skin());
  }

  /** Computes E[GᵀG] of the skeleton alone, with uniform rotations. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public ExpectationMatrix skeletonAlone(Frames frames) {
    return PoseDistribution.uniform(frames.skeleton(), frames.skin()).expectation(frames.skin());
  }
}
