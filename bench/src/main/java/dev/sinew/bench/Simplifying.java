package dev.sinew.bench;

import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.CharacterSimplification.Removals;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures whole streams of collapses, from the full mesh to the fewest triangles, of a character
 * with 60 joints, on all cores.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3)
@Measurement(iterations = 4)
@Fork(1)
public class Simplifying {
  /** Triangles of the character. */
  @Param({"10000", "50000", "200000", "1000000"})
  public int triangles;

  /** The number of sample poses of the price; 1 is the rest pose. */
  @Param({"1", "8"})
  public int poses;

  /** True to remove influences too, from a character in animation space. */
  @Param({"false"})
  public boolean influences;

  private RunContext context = RunContext.ofThreads(1);
  private SkinnedCharacter character = BumpyTube.create(100, 60);
  private List<Pose> sampled = List.of();

  /** Makes the character and its poses. */
  @Setup
  public void prepare() {
    context = RunContext.create();
    character = BumpyTube.create(triangles, 60);
    sampled = BumpyTube.poses(character, poses, 1);
    character = influences ? AnimationSpaceConversion.of(character) : character;
  }

  /** Ends the threads. */
  @TearDown
  public void end() {
    context.close();
  }

  /** Computes the stream. */
  @Benchmark
  public OperationStream stream() {
    JoinedCharacter joined = new JoinedCharacter(character);
    CharacterSimplification simplification =
        new CharacterSimplification(joined, CharacterSimplification.Options.DEFAULTS);
    // The kept results are with the default regularisation: a stronger one removes fewer
    // influences.
    Removals removals =
        influences
            ? new Removals(
                PoseDistribution.sampleMean(PoseSamples.of(sampled), joined.boneSkin())
                    .regularised(Regularisation.DEFAULTS),
                InfluenceRanking.ERROR)
            : null;
    return simplification.simplify(
        SimplifyMethod.QUADRIC.price(), WeightedPoses.ofEqualWeight(sampled), removals, 0, context);
  }
}
