package dev.sinew.bench;

import dev.sinew.model.Deformer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RunContext;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.DualQuaternionBlend;
import dev.sinew.skin.Kernel;
import dev.sinew.skin.LinearBlend;
import dev.sinew.skin.MultiWeight;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SphericalBlend;
import dev.sinew.skin.StretchTwist;
import dev.sinew.skin.surface.Crowd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how many points per second each skinning model moves: random points on 64 joints, 4
 * influences per point. The time includes the preparation of a pose, but not its global transforms.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 2, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class Skinning {
  private static final int INFLUENCES = 4;
  private static final int JOINTS = 64;
  private static final int POSES = 10;

  /** The model, then the kernel if it has two. A new deformer adds one line below. */
  @Param({
    "textbook",
    "ssd-scalar",
    "ssd-vector",
    "as-scalar",
    "as-vector",
    "bone-scalar",
    "bone-vector",
    "mwe-scalar",
    "mwe-vector",
    "dqs",
    "sbs",
    "stbs"
  })
  public String model = "";

  /** Instances × points: 1x100000 or 100x8000. */
  @Param("1x100000")
  public String scene = "";

  /** The number of threads; 0 for all processors. */
  @Param("1")
  public int workers;

  /** Whether normals are computed too. */
  @Param("false")
  public boolean normals;

  private @Nullable RunContext pool;
  private @Nullable Crowd crowd;
  private final List<Pose> poses = new ArrayList<>();
  private long points;

  /** Counts points moved, so that JMH reports points per second. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Moved {
    public long points;
  }

  private static Deformer deformer(String model, SkinnedCharacter character) {
    Part part = character.parts().getFirst();
    Kernel kernel = model.endsWith("-vector") ? Kernel.VECTOR : Kernel.SCALAR;
    return switch (model.replaceFirst("-(scalar|vector)", "")) {
      case "textbook" -> new TextbookBlend(character, part);
      case "ssd" -> LinearBlend.of(character, part).withKernel(kernel);
      case "exact" -> LinearBlend.of(character, part, NormalMode.EXACT).withKernel(kernel);
      case "as" -> AnimationSpace.of(character, part).withKernel(kernel);
      case "bone" -> LoopByBone.of(AnimationSpace.of(character, part)).withKernel(kernel);
      case "mwe" -> MultiWeight.of(character, part).withKernel(kernel);
      case "dqs" -> DualQuaternionBlend.of(character, part);
      case "sbs" -> SphericalBlend.of(character, part);
      // Endpoint weights by heat need a surface, which a cloud of points does not have.
      case "stbs" ->
          StretchTwist.of(
              character,
              part,
              new StretchTwist.Options(
                  StretchTwist.Base.DUAL_QUATERNION, StretchTwist.Endpoints.PROJECTION));
      default -> throw new IllegalArgumentException("model: got " + model);
    };
  }

  /** Makes the crowd and its poses. */
  @Setup(Level.Trial)
  public void makeCrowd() {
    int cross = scene.indexOf('x');
    int instances = Integer.parseInt(scene.substring(0, cross));
    int each = Integer.parseInt(scene.substring(cross + 1));
    SkinnedCharacter character = RandomCharacter.create(each, INFLUENCES, JOINTS, 1);
    points = (long) instances * each;
    float[] positions = new float[Math.toIntExact(3 * points)];
    crowd =
        Crowd.packed(
            deformer(model, character),
            instances,
            positions,
            normals ? new float[positions.length] : null);
    List<Pose> distinct = new ArrayList<>();
    for (int i = 0; i < POSES; i++) {
      distinct.add(RandomCharacter.pose(character, i));
    }
    for (int i = 0; i < instances; i++) {
      poses.add(distinct.get(i % POSES));
    }
    pool = workers == 0 ? RunContext.create() : RunContext.ofThreads(workers);
  }

  /** Ends the threads. */
  @TearDown(Level.Trial)
  public void endThreads() {
    if (pool != null) {
      pool.close();
    }
  }

  /** Poses every instance once. */
  @Benchmark
  public void move(Moved moved) {
    if (crowd != null && pool != null) {
      crowd.fill(poses, pool);
      moved.points += points;
    }
  }
}
