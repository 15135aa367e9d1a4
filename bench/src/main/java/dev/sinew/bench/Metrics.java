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
import java.util.Objects;
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
 * The L2,2 metric on one thread: distances of random pairs of points a second, and the time it
 * takes to make the expectation matrix of 100 joints from 10,000 frames.
 */
@State(Scope.Benchmark)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class Metrics {
  private static final int JOINTS = 100;
  private static final int POINTS = 20_000;
  private static final int PAIRS = 10_000;

  /** Points of one character, every one with as many influences, in pairs by chance. */
  @State(Scope.Benchmark)
  public static class Pairs {
    /** Joints that move a point. A difference goes over up to twice as many. */
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

    @Setup
    public void makePairs() {
      SkinnedCharacter character = RandomCharacter.create(POINTS, influences, JOINTS, 1);
      Geometry cloud = character.meshes().getFirst();
      Skin skin = character.skins().getFirst();
      coords =
          AnimationCoords.ofLinearBlend(
              skin, Objects.requireNonNull(cloud.influences()), cloud.mesh().positions());
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

  /** Frames of 100 joints, a thousand different ones shown ten times over. */
  @State(Scope.Benchmark)
  public static class Frames implements PoseSamples {
    private static final int DIFFERENT = 1000;
    private static final int FRAMES = 10_000;

    private final SkinnedCharacter character = RandomCharacter.create(1, 1, JOINTS, 1);
    private final List<Pose> poses = new ArrayList<>();

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

  /** Squared distances, the differences included. */
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

  /** E[GᵀG] as the mean over the frames. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public ExpectationMatrix sampleMean(Frames frames) {
    return PoseDistribution.sampleMean(frames, frames.skin());
  }

  /** E[GᵀG] of joints taken to be independent, each moving as the frames show. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public ExpectationMatrix independentJoints(Frames frames) {
    return PoseDistribution.ofSamples(frames, JointModel.INDEPENDENT_JOINTS)
        .expectation(frames.skin());
  }

  /** E[GᵀG] of the skeleton alone. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public ExpectationMatrix skeletonAlone(Frames frames) {
    return PoseDistribution.uniform(frames.skeleton(), frames.skin()).expectation(frames.skin());
  }
}
