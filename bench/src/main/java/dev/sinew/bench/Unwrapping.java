package dev.sinew.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.Stretch;
import dev.sinew.unwrap.StretchOverPoses;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import dev.sinew.unwrap.UnwrapResult.StretchSummary;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Unwraps characters with several metrics and prints Markdown: stretch as in table II of the
 * animation-space article (2006) and table 8.4 of Merry's thesis (2007), packing, and time.
 */
public final class Unwrapping {
  private static final List<PoseSource> METRICS =
      List.of(PoseSource.REST, PoseSource.SKELETON, PoseSource.CLIPS);

  private Unwrapping() {}

  /**
   * Runs all.
   *
   * @param args the fitted horse, its gallop (.pc2), further characters; or {@code --xatlas SCRIPT}
   *     and the same to compare with xatlas; or {@code --growth} and characters of growing size
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args[0].equals("--xatlas")) {
      compare(args);
      return;
    }
    if (args[0].equals("--growth")) {
      growth(args);
      return;
    }
    System.out.println("## Mean L2 stretch over the frames, by metric\n");
    System.out.println(
        "| model | rest | skeleton | clips | charts | seconds rest / clips | CPU seconds rest /"
            + " clips |");
    System.out.println("|---|---|---|---|---|---|---|");
    try (RunContext context = RunContext.create()) {
      SkinnedCharacter horse = read(args[0]);
      // The first run warms up: else the rest pose, which comes first, would pay for compilation.
      Unwrap.run(horse, UnwrapOptions.DEFAULTS, context);
      for (String name : List.of("cylinder-bend", "cylinder-twist", "arm")) {
        row(name, Samples.create(name).character(), null, context);
      }
      row("horse, on the gallop", horse, Path.of(args[1]), context);
      for (int i = 2; i < args.length; i++) {
        row(Path.of(args[i]).getFileName().toString(), read(args[i]), null, context);
      }
      packing(horse, context);
    }
  }

  private static void growth(String[] args) throws IOException {
    System.out.println("## Growth: mannequiny, subdivided\n");
    System.out.println("| triangles | charts | mean stretch | used | seconds | CPU seconds |");
    System.out.println("|---|---|---|---|---|---|");
    try (RunContext context = RunContext.create()) {
      for (int i = 1; i < args.length; i++) {
        SkinnedCharacter character = read(args[i]);
        double startCpu = cpuSeconds();
        long start = System.nanoTime();
        UnwrapResult result = Unwrap.run(character, UnwrapOptions.DEFAULTS, context);
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf(
            Locale.ROOT,
            "| %d | %d | %.4f | %.3f | %.1f | %.1f |%n",
            character.meshes().stream().mapToInt(m -> m.mesh().triangleCount()).sum(),
            result.figures().charts(),
            result.figures().stretch().mean(),
            result.figures().packing(),
            seconds,
            cpuSeconds() - startCpu);
      }
    }
  }

  private static void compare(String[] args) throws IOException, InterruptedException {
    System.out.println("## Beside xatlas, 1,024 texels, padding 2\n");
    System.out.println(
        "Stretch over the frames of the clips; that of the horse over its gallop. Used: the share"
            + " of the texture that triangles cover; the share that xatlas itself reports also"
            + " counts gaps and all texels that a chart touches.\n");
    System.out.println(
        "| model | tool | charts | stretch rest | mean | rms | max | used | reported | seconds |"
            + " CPU seconds |");
    System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
    try (RunContext context = RunContext.create()) {
      // The first run warms up.
      Unwrap.run(read(args[2]), UnwrapOptions.DEFAULTS, context);
      compare("horse", Path.of(args[1]), read(args[2]), Path.of(args[3]), context);
      for (int i = 4; i < args.length; i++) {
        String name = Path.of(args[i]).getFileName().toString();
        compare(name, Path.of(args[1]), read(args[i]), null, context);
      }
    }
  }

  private static void compare(
      String name,
      Path script,
      SkinnedCharacter character,
      @Nullable Path gallop,
      RunContext context)
      throws IOException, InterruptedException {
    XatlasRun other = XatlasRun.of(script, character);
    StretchSummary theirs =
        StretchOverPoses.measure(
            PoseKnowledge.orSkeleton(PoseSource.CLIPS, character, 1), other.uv(), context);
    int[] triangles = new JoinedCharacter(character).mesh().triangles();
    Stretch flat = new Stretch(triangles, other.uv());
    double[] frames = gallop == null ? perFrame(theirs) : over(gallop, flat);
    printRow(
        name,
        "xatlas",
        other.charts(),
        theirs.rest(),
        frames,
        String.format(Locale.ROOT, "%.3f | %.3f", other.used(), other.reported()),
        other.seconds(),
        other.cpuSeconds());
    double startCpu = cpuSeconds();
    long start = System.nanoTime();
    UnwrapResult ours = Unwrap.run(character, UnwrapOptions.DEFAULTS, context);
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpu = cpuSeconds() - startCpu;
    frames = gallop == null ? perFrame(ours.figures().stretch()) : over(gallop, stretch(ours));
    printRow(
        name,
        "sinew",
        ours.figures().charts(),
        ours.figures().stretch().rest(),
        frames,
        String.format(Locale.ROOT, "%.3f | –", ours.figures().packing()),
        seconds,
        cpu);
  }

  /** Returns the CPU time of this process, all threads and compilation included. */
  private static double cpuSeconds() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return system.getProcessCpuTime() / 1e9;
  }

  private static double[] perFrame(StretchSummary summary) {
    return summary.perFrame().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static void printRow(
      String name,
      String tool,
      int charts,
      double rest,
      double[] frames,
      String used,
      double seconds,
      double cpu) {
    System.out.printf(
        Locale.ROOT,
        "| %s | %s | %d | %.4f | %.4f | %.4f | %.4f | %s | %.1f | %.1f |%n",
        name,
        tool,
        charts,
        rest,
        mean(frames),
        Math.sqrt(Arrays.stream(frames).map(s -> s * s).average().orElse(1)),
        Arrays.stream(frames).max().orElse(1),
        used,
        seconds,
        cpu);
  }

  private static double mean(double[] frames) {
    return Arrays.stream(frames).average().orElse(1);
  }

  private static SkinnedCharacter read(String file) throws IOException {
    return GltfReader.read(Path.of(file)).requireSound().character();
  }

  private static void row(
      String name, SkinnedCharacter character, @Nullable Path gallop, RunContext context)
      throws IOException {
    double[] stretch = new double[METRICS.size()];
    double[] seconds = new double[METRICS.size()];
    double[] cpu = new double[METRICS.size()];
    int[] charts = new int[METRICS.size()];
    for (int k = 0; k < METRICS.size(); k++) {
      UnwrapOptions options = UnwrapOptions.DEFAULTS.withMetric(METRICS.get(k));
      double startCpu = cpuSeconds();
      long start = System.nanoTime();
      UnwrapResult result = Unwrap.run(character, options, context);
      seconds[k] = (System.nanoTime() - start) / 1e9;
      cpu[k] = cpuSeconds() - startCpu;
      stretch[k] =
          gallop == null ? result.figures().stretch().mean() : mean(over(gallop, stretch(result)));
      charts[k] = result.figures().charts();
    }
    System.out.printf(
        Locale.ROOT,
        "| %s | %.4f | %.4f | %.4f | %d / %d / %d | %.1f / %.1f | %.1f / %.1f |%n",
        name,
        stretch[0],
        stretch[1],
        stretch[2],
        charts[0],
        charts[1],
        charts[2],
        seconds[0],
        seconds[2],
        cpu[0],
        cpu[2]);
  }

  /** Returns the stretch of a character of one mesh. */
  private static Stretch stretch(UnwrapResult result) {
    TriMesh mesh = result.character().meshes().getFirst().mesh();
    return new Stretch(mesh, mesh.attribute(MeshAttribute.uv(result.set(0))).orElseThrow());
  }

  /** Returns the stretch in the frames of a point cache, of vertices in the same order. */
  private static double[] over(Path cache, Stretch stretch) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(cache)).order(ByteOrder.LITTLE_ENDIAN);
    double[] positions = new double[3 * bytes.getInt(16)];
    double[] out = new double[bytes.getInt(28)];
    for (int f = 0; f < out.length; f++) {
      for (int i = 0; i < positions.length; i++) {
        positions[i] = bytes.getFloat(32 + 4 * (f * positions.length + i));
      }
      out[f] = stretch.at(positions);
    }
    return out;
  }

  private static void packing(SkinnedCharacter horse, RunContext context) {
    System.out.println("\n## Packing of the horse, 1,024 texels, padding 2\n");
    System.out.println("| packing | charts | used | texel efficiency | seconds |");
    System.out.println("|---|---|---|---|---|");
    for (boolean straight : new boolean[] {false, true}) {
      for (Packing packing : Packing.values()) {
        UnwrapOptions options = UnwrapOptions.DEFAULTS.withPacking(packing).withStraight(straight);
        long start = System.nanoTime();
        UnwrapResult result = Unwrap.run(horse, options, context);
        System.out.printf(
            Locale.ROOT,
            "| %s%s | %d | %.3f | %.3f | %.1f |%n",
            packing,
            straight ? ", straight borders" : "",
            result.figures().charts(),
            result.figures().packing(),
            result.figures().texelEfficiency(),
            (System.nanoTime() - start) / 1e9);
      }
    }
  }
}
