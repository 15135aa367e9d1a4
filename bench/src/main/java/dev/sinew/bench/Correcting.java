package dev.sinew.bench;

import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.Crowd;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures a frame of pose-space correctives over linear blending: the biped with about 8,000
 * vertices and 120 poses, on one thread. The method {@code none} is the skin alone; the difference
 * is what correctives cost. {@code -p instances=500} for a crowd.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-modules=jdk.incubator.vector", "-Xmx2g"})
public class Correcting {
  private static final int POSES = 120;

  /** The interpolator, or "none" for the skin alone. */
  @Param({"none", "shepard", "rbf", "linear-rbf", "weighted", "local", "eigenskin"})
  public String method = "";

  /** The largest error of the stored offsets. */
  @Param("5e-7")
  public double basisError;

  /** Characters per frame. */
  @Param("1")
  public int instances;

  private final List<Pose> poses = new ArrayList<>();
  private @Nullable Crowd crowd;
  private @Nullable RunContext context;
  private int next;

  /** Trains the correctives. */
  @Setup(Level.Trial)
  public void train() {
    context = RunContext.ofThreads(1);
    SkinnedCharacter character = AsymmetricBiped.fine(context);
    Deformer deformer = deformer(character, context);
    for (int i = 0; i < 20 + instances; i++) {
      poses.add(AsymmetricBiped.pose(character, 10_000 + i));
    }
    List<PointBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < instances; i++) {
      buffers.add(PointBuffer.allocate(deformer.pointCount(), false));
    }
    crowd = new Crowd(deformer, buffers);
  }

  private Deformer deformer(SkinnedCharacter character, RunContext run) {
    if (method.equals("none")) {
      return SkinningMethod.SSD.deformer(character, character.parts().getFirst());
    }
    TrainOptions options =
        TrainOptions.DEFAULTS
            .withSkinning(SkinningMethod.SSD)
            .withMethod(PoseSpaceMethod.valueOf(method.toUpperCase(Locale.ROOT).replace('-', '_')))
            .withBasis(basisError, Integer.MAX_VALUE);
    return new Correctives(
            PoseSpaceTraining.run(
                    character, AsymmetricBiped.examples(character, 1, POSES), options, run)
                .database())
        .deformer(character, character.parts().getFirst());
  }

  /** Poses every instance. */
  @Benchmark
  public void frame() {
    next = (next + 1) % 20;
    if (crowd != null && context != null) {
      crowd.fill(poses.subList(next, next + instances), context);
    }
  }
}
