package dev.sinew.skin;

import com.sun.management.ThreadMXBean;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.Crowd;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Random;

/**
 * A separate program, because the result depends on the options of the JVM. It prints the kernel in
 * use, then per deformer the minimum number of bytes that a hundred calls allocate.
 */
final class KernelProbe {
  private static final int ROUNDS = 400;

  private KernelProbe() {}

  public static void main(String[] args) {
    System.out.println(Kernel.best());
    SkinnedCharacter character =
        RandomPoses.cloud(500, new int[] {4, 4, 4, 1, 2, 7}, 20, new Random(1));
    Pose pose = RandomPoses.rotated(character, 1);
    Part part = character.parts().getFirst();
    AnimationSpace space = AnimationSpace.of(character, part);
    report("linear blend", LinearBlend.of(character, part), pose);
    report("exact", LinearBlend.of(character, part, NormalMode.EXACT), pose);
    report("animation space", space, pose);
    report("geomorph", Geomorph.between(space, space), pose);
    report("multi-weight", MultiWeight.of(character, part), pose);
    Crowd crowd = Crowd.packed(space, 1, new float[3 * space.pointCount()], null);
    List<Pose> poses = List.of(pose);
    try (RunContext context = RunContext.ofThreads(2)) {
      report("crowd", () -> crowd.fill(poses, context));
    }
  }

  private static void report(String name, Deformer deformer, Pose pose) {
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), deformer.hasNormals());
    Deformer.Posed posed = deformer.newPosed();
    report(
        name,
        () -> {
          posed.set(pose);
          posed.fill(0, deformer.pointCount(), out);
        });
  }

  /** Repeats rounds, because vectors are on the heap until the loops are compiled. */
  private static void report(String name, Runnable call) {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least > 0; round++) {
      long before = bean.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 100; i++) {
        call.run();
      }
      least = Math.min(least, bean.getCurrentThreadAllocatedBytes() - before);
    }
    System.out.println(name + ": " + least);
  }
}
