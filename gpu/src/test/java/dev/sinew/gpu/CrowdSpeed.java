package dev.sinew.gpu;

import dev.sinew.crowd.Agent;
import dev.sinew.crowd.Crowd;
import dev.sinew.crowd.Device;
import dev.sinew.crowd.Member;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Clip;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Measures crowds on the CUDA device of this machine and prints tables in Markdown: the rate of
 * every kernel beside that of a plain fill of memory, the time of sampling clips, and the greatest
 * differences from the CPU. {@code bench/gpu} packs it for machines that have nothing but the
 * driver.
 */
final class CrowdSpeed {
  /** A character with fewer vertices is less than one tile of work for each block. */
  private static final int LEAST_VERTICES = 3000;

  private static final int SAMPLED_INSTANCES = 100_000;
  private static final int POSES = 64;
  private static final List<SkinningMethod> METHODS =
      List.of(SkinningMethod.SSD, SkinningMethod.AS);

  private final CudaDevice device;
  private final long vertices;
  private final double fillRate;

  /**
   * @param vertices of a frame, half of them where there are normals too
   */
  private CrowdSpeed(CudaDevice device, long vertices) {
    this.device = device;
    this.vertices = vertices;
    long words = 3 * vertices;
    long memory = device.allocate(4 * words);
    fillRate = 4 * words / median(() -> device.fill(memory, 0x12345678, words)) / 1e6;
    device.free(memory);
  }

  private record Model(String name, SkinnedCharacter character) {}

  /** Takes the number of vertices of a frame and files. */
  public static void main(String[] arguments) throws Exception {
    Locale.setDefault(Locale.ROOT);
    List<Model> models = new ArrayList<>();
    for (String file : List.of(arguments).subList(1, arguments.length)) {
      SkinnedCharacter character = GltfReader.read(Path.of(file)).character();
      if (!character.skins().isEmpty()) {
        models.add(new Model(String.valueOf(Path.of(file).getFileName()), character));
      }
    }
    try (CudaDevice device = CudaDevice.open()) {
      CrowdSpeed speed = new CrowdSpeed(device, Long.parseLong(arguments[0]));
      System.out.printf(
          "%s, %d multiprocessors of up to %d MHz. A plain fill of %.1f GB: %.0f GB/s.%n",
          device.name(),
          device.multiprocessors(),
          device.clock(),
          12e-9 * speed.vertices,
          speed.fillRate);
      speed.printRates(models);
      speed.printSampling(models);
      speed.printDifferences(models);
    }
  }

  /** Returns the median time of a task in milliseconds. */
  private double median(Runnable task) {
    for (int i = 0; i < 3; i++) {
      task.run();
    }
    double[] times = new double[11];
    for (int i = 0; i < times.length; i++) {
      times[i] = device.time(task);
    }
    Arrays.sort(times);
    return times[times.length / 2];
  }

  private void printRates(List<Model> models) {
    System.out.printf("%n## Rates%n%n");
    System.out.printf(
        "| model | kernel | vertices | bones per quad | instances | ms | 10^9 vertices/s | %% |%n");
    System.out.printf("|---|---|---|---|---|---|---|---|%n");
    for (SkinningMethod method : METHODS) {
      for (boolean normals : new boolean[] {false, true}) {
        double least = Double.POSITIVE_INFINITY;
        double sum = 0;
        int count = 0;
        for (Model model : models) {
          double share = printRate(model, method, normals);
          if (share > 0) {
            least = Math.min(least, share);
            sum += share;
            count++;
          }
        }
        System.out.printf(
            "| **%d models** | %s | | | | | | mean **%.1f**, least **%.1f** |%n",
            count, name(method, normals), 100 * sum / count, 100 * least);
      }
    }
  }

  private static String name(SkinningMethod method, boolean normals) {
    String model = method == SkinningMethod.SSD ? "linear blending" : "animation space";
    return normals ? model + ", normals" : model;
  }

  /** Prints a row; returns the rate relative to that of a plain fill, 0 for small models. */
  private double printRate(Model model, SkinningMethod method, boolean normals) {
    QuadPlan plan;
    try (CudaCrowd probe = device.crowd(List.of(Member.of(model.character, method, normals, 1)))) {
      plan = probe.plan(0);
    }
    if (plan.pointCount() < LEAST_VERTICES) {
      return 0;
    }
    int instances = (int) (vertices / plan.vertexCount() / (normals ? 2 : 1));
    try (CudaCrowd crowd =
        device.crowd(List.of(Member.of(model.character, method, normals, instances)))) {
      crowd.setPalettes(0, palettes(crowd, model.character, instances));
      double ms = median(crowd::skin);
      double points = (double) plan.pointCount() * instances;
      double share = points * (normals ? 24 : 12) / ms / 1e6 / fillRate;
      System.out.printf(
          "| %s | %s | %d | %.2f | %d | %.3f | %.0f | %.1f |%n",
          model.name,
          name(method, normals),
          plan.pointCount(),
          plan.meanBones(),
          instances,
          ms,
          points / ms / 1e6,
          100 * share);
      return share;
    }
  }

  private static float[] palettes(CudaCrowd crowd, SkinnedCharacter character, int instances) {
    int size = BoneTable.VALUES * crowd.boneCount(0);
    float[] out = new float[Math.multiplyExact(size, instances)];
    for (int i = 0; i < instances; i++) {
      if (i < POSES) {
        crowd.palette(0, Comparing.pose(character, i, POSES), out, size * i);
      } else {
        System.arraycopy(out, size * (i % POSES), out, size * i, size);
      }
    }
    return out;
  }

  private void printSampling(List<Model> models) {
    System.out.printf("%n## Clips, %d instances%n%n", SAMPLED_INSTANCES);
    System.out.printf("| model | bones | clips | ms | ms for 60 bones |%n");
    System.out.printf("|---|---|---|---|---|%n");
    for (Model model : models) {
      List<Clip> clips = model.character.clips();
      if (clips.isEmpty()) {
        continue;
      }
      Random random = new Random(1);
      List<Agent> agents = new ArrayList<>();
      for (int i = 0; i < SAMPLED_INSTANCES; i++) {
        int clip = random.nextInt(clips.size());
        agents.add(Agent.playing(clip, random.nextDouble() * clips.get(clip).duration()));
      }
      Member member = Member.of(model.character, SkinningMethod.SSD, false, SAMPLED_INSTANCES);
      try (CudaCrowd crowd = device.crowd(List.of(member))) {
        // The memory of the results limits the instances of large characters.
        long bytes = 12L * crowd.plan(0).vertexCount() * SAMPLED_INSTANCES;
        if (bytes > device.freeMemory()) {
          continue;
        }
        crowd.set(0, agents);
        double ms = median(crowd::sample);
        int bones = crowd.boneCount(0);
        System.out.printf(
            "| %s | %d | %d | %.3f | %.3f |%n",
            model.name, bones, clips.size(), ms, 60 * ms / bones);
      }
    }
  }

  private void printDifferences(List<Model> models) {
    System.out.printf("%n## Differences from the CPU%n%n");
    System.out.printf("Positions in sides of the box, normals in degrees; six poses.%n%n");
    System.out.printf("| model | linear blending | normals | animation space | normals |%n");
    System.out.printf("|---|---|---|---|---|%n");
    for (Model model : models) {
      StringBuilder row = new StringBuilder("| " + model.name);
      for (SkinningMethod method : METHODS) {
        double[] worst = differences(model.character, method);
        row.append(String.format(Locale.ROOT, " | %.1e | %.5f", worst[0], worst[1]));
      }
      System.out.printf("%s |%n", row);
    }
  }

  private double[] differences(SkinnedCharacter character, SkinningMethod method) {
    var poses = Comparing.poses(character);
    List<Member> members = List.of(Member.of(character, method, true, poses.size()));
    double[] worst = new double[2];
    try (RunContext context = RunContext.ofThreads(4);
        Crowd expected = Crowd.on(Device.cpu(context), members);
        Crowd actual = Crowd.on(device, members)) {
      expected.setPoses(0, poses);
      actual.setPoses(0, poses);
      expected.run();
      actual.run();
      for (int i = 0; i < poses.size(); i++) {
        PointBuffer a = Comparing.points(expected, i, true);
        PointBuffer b = Comparing.points(actual, i, true);
        worst[0] = Math.max(worst[0], Comparing.positionDifference(a, b));
        worst[1] = Math.max(worst[1], degrees(a.normals(), b.normals()));
      }
    }
    return worst;
  }

  private static double degrees(float @Nullable [] a, float @Nullable [] b) {
    return a == null || b == null ? 0 : Math.toDegrees(Comparing.chord(a, b));
  }
}
