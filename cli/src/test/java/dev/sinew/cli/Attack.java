package dev.sinew.cli;

import dev.sinew.io.FilePolicy;
import dev.sinew.io.FileSession;
import dev.sinew.io.bvh.BvhReader;
import dev.sinew.io.draco.DracoDecoder;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.meshopt.MeshoptDecoder;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.io.posespace.PoseDatabaseFile;
import dev.sinew.io.progressive.StreamFile;
import dev.sinew.io.tangentmap.TangentMapFile;
import dev.sinew.io.webp.WebpImage;
import dev.sinew.run.RequestException;
import dev.sinew.testkit.DracoStream;
import dev.sinew.testkit.MeshoptStream;
import dev.sinew.testkit.WebpFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Feeds changed files to the readers, and some of them to whole commands, in one process. Each must
 * end well, or with an error that names the file; a command with status 1, one sentence and no
 * output. All within 5 seconds of CPU and the memory of the process.
 *
 * <p>Run it for long with {@code bench/attack --inputs 1000000}.
 */
final class Attack {
  private static final double MAX_CPU_SECONDS = 5;

  /** One in this number of inputs goes to a command. */
  private static final int COMMAND_EVERY = 20;

  /** The largest file that is changed often; larger ones are slow to read, not different. */
  private static final int SMALL_BYTES = 60_000;

  /** One in this number of inputs is a compressed stream without a file. */
  private static final int DECODE_EVERY = 12;

  private final Path folder;
  private final String only;
  private final Random random;
  private final Mutations mutations;
  private final List<Path> small = new ArrayList<>();
  private final List<Path> large = new ArrayList<>();
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<MeshoptStream> streams = MeshoptStream.all();
  private final List<DracoStream> dracoStreams = DracoStream.all();
  private final List<WebpFile> images = WebpFile.all();
  private final List<String> failures = new ArrayList<>();
  private double slowest;

  Attack(Path folder, long seed) throws IOException {
    this(folder, seed, "");
  }

  /**
   * @param only the extension of the files that are changed, or empty for all and for streams
   */
  Attack(Path folder, long seed, String only) throws IOException {
    this.folder = folder;
    this.only = only;
    random = new Random(seed);
    mutations = new Mutations(random);
    for (Path file : AttackFiles.write(Files.createDirectories(folder.resolve("originals")))) {
      if (file.toString().endsWith(only)) {
        (Files.size(file) <= SMALL_BYTES ? small : large).add(file);
      }
    }
  }

  /** Returns what went wrong: empty if nothing did. */
  List<String> failures() {
    return failures;
  }

  /** Returns the number of runs by command and status. */
  Map<String, Long> counts() {
    return counts;
  }

  /** Changes and decodes a compressed stream, or changes and runs one file. */
  void once() throws IOException {
    if (only.isEmpty() && random.nextInt(DECODE_EVERY) == 0) {
      switch (random.nextInt(3)) {
        case 0 -> decode(streams.get(random.nextInt(streams.size())));
        case 1 -> decode(dracoStreams.get(random.nextInt(dracoStreams.size())));
        default -> decode(images.get(random.nextInt(images.size())));
      }
      return;
    }
    List<Path> pool = large.isEmpty() || random.nextInt(40) > 0 ? small : large;
    Path original = pool.get(random.nextInt(pool.size()));
    String name = String.valueOf(original.getFileName());
    // Beside its buffers, which it refers to by relative names.
    Path file = folder.resolve("in").resolve(name);
    prepare(original, file);
    byte[] bytes = mutations.change(Files.readAllBytes(original), name);
    Files.write(file, bytes);
    boolean runs = !name.endsWith(".tangents"); // No command reads them.
    if (runs && bytes.length <= SMALL_BYTES && random.nextInt(COMMAND_EVERY) == 0) {
      run(file, arguments(file));
    } else {
      read(file);
    }
  }

  private void decode(MeshoptStream stream) throws IOException {
    byte[] bytes = mutations.changeBytes(stream.packed());
    String end = "read";
    try {
      MeshoptDecoder.decode(
          ByteBuffer.wrap(bytes),
          stream.count(),
          stream.byteStride(),
          MeshoptDecoder.Mode.valueOf(stream.mode()),
          MeshoptDecoder.Filter.valueOf(stream.filter()));
    } catch (IllegalArgumentException e) {
      end = "refused";
    } catch (RuntimeException | Error e) {
      end = "failed";
      Path file = Files.write(folder.resolve(stream.name() + ".stream"), bytes);
      keep(file, List.of("decode"), e + " at " + Arrays.toString(e.getStackTrace()));
    }
    counts.merge("decoder of meshopt " + end, 1L, Long::sum);
  }

  private void decode(DracoStream stream) throws IOException {
    byte[] bytes = mutations.changeBytes(stream.packed());
    long[] left = {64L << 20};
    String end = "read";
    try {
      DracoDecoder.decode(
          ByteBuffer.wrap(bytes),
          random.nextBoolean() ? stream.faces() : DracoDecoder.ANY_FACES,
          used -> {
            left[0] -= used;
            if (left[0] < 0) {
              throw new IllegalArgumentException("too much memory");
            }
          });
    } catch (IllegalArgumentException e) {
      end = "refused";
    } catch (RuntimeException | Error e) {
      end = "failed";
      Path file = Files.write(folder.resolve(stream.name() + ".draco"), bytes);
      keep(file, List.of("decode"), e + " at " + Arrays.toString(e.getStackTrace()));
    }
    counts.merge("decoder of Draco " + end, 1L, Long::sum);
  }

  private void decode(WebpFile image) throws IOException {
    byte[] bytes = mutations.changeBytes(image.bytes());
    String end = "read";
    try {
      WebpImage.parse(bytes).pixels();
    } catch (IllegalArgumentException e) {
      end = "refused";
    } catch (RuntimeException | Error e) {
      end = "failed";
      Path file = Files.write(folder.resolve(image.name() + ".webp"), bytes);
      keep(file, List.of("decode"), e + " at " + Arrays.toString(e.getStackTrace()));
    }
    counts.merge("decoder of WebP " + end, 1L, Long::sum);
  }

  /** Reads a file as commands do. */
  private void read(Path file) throws IOException {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    String ending = file.toString().substring(file.toString().lastIndexOf('.') + 1);
    String end = "read";
    try {
      switch (ending) {
        case "glb", "gltf", "fbx", "vrm" ->
            GltfReader.read(file, new FileSession(FilePolicy.DEFAULTS.withAllowOutside(true)))
                .requireSound();
        case "obj" -> ObjReader.read(file).mesh().toTriMesh();
        case "bvh" -> BvhReader.read(file);
        case "psdb" -> PoseDatabaseFile.read(file);
        case "stream" -> StreamFile.read(file);
        case "tangents" -> TangentMapFile.read(file);
        default -> {
          try (PointCache cache = PointCache.open(file)) {
            float[] frame = new float[3 * cache.pointCount()];
            for (int f = 0; f < cache.frameCount(); f++) {
              cache.frame(f, frame);
            }
          }
        }
      }
    } catch (IOException | RequestException e) {
      end = "refused";
      if (!String.valueOf(e.getMessage()).contains(file.getFileName().toString())) {
        keep(file, List.of("read"), "no file: " + e);
      }
    } catch (RuntimeException | Error e) {
      end = "failed";
      keep(file, List.of("read"), e + " at " + Arrays.toString(e.getStackTrace()));
    }
    double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    slowest = Math.max(slowest, seconds);
    if (seconds > MAX_CPU_SECONDS) {
      keep(file, List.of("read"), String.format(Locale.ROOT, "took %.1f s", seconds));
    }
    counts.merge("reader of " + ending + " " + end, 1L, Long::sum);
  }

  private void prepare(Path original, Path file) throws IOException {
    for (String name : List.of("in", "out")) {
      Files.createDirectories(folder.resolve(name));
      try (Stream<Path> old = Files.list(folder.resolve(name))) {
        for (Path one : old.toList()) {
          Files.delete(one);
        }
      }
    }
    if (file.toString().endsWith(".gltf")) {
      String stem = file.getFileName().toString().replace(".gltf", "");
      try (Stream<Path> beside = Files.list(original.getParent())) {
        for (Path side : beside.toList()) {
          String sideName = side.getFileName().toString();
          if (sideName.startsWith(stem) && sideName.endsWith(".bin")) {
            Files.createSymbolicLink(folder.resolve("in").resolve(sideName), side);
          }
        }
      }
    }
  }

  private List<String> arguments(Path file) {
    String input = file.toString();
    String out = folder.resolve("out").toString();
    String ending = input.substring(input.lastIndexOf('.') + 1);
    boolean isModel = List.of("glb", "gltf", "fbx", "vrm").contains(ending);
    if (random.nextInt(4) == 0 && !ending.equals("psdb") && !ending.equals("stream")) {
      return List.of("inspect", input, "--allow-outside");
    }
    if (!isModel) {
      return switch (ending) {
        case "obj" -> List.of("render", input, "--size", "40x40", "-o", out + "/x.png");
        case "bvh" -> words("pose FROM/arm.glb --motion IN -o OUT/x.obj", input, out);
        case "psdb" ->
            words("posespace apply FROM/arm.glb IN --clip 0 --fps 2 -o OUT/x.pc2", input, out);
        case "stream" ->
            words("simplify FROM/arm.glb --use-stream IN --ratio 0.5 -o OUT/x.glb", input, out);
        default ->
            random.nextBoolean()
                ? words("fit IN --reference FROM/arm.obj --bones 2 -o OUT/x.glb", input, out)
                : words("solve FROM/arm.glb IN -o OUT/x.glb", input, out);
      };
    }
    String command =
        switch (random.nextInt(29)) {
          case 0 -> "pose -o OUT/x.obj";
          case 1 -> "pose -o OUT/x.glb --method dqs";
          case 2 -> "pose -o OUT/x.ply --method stbs";
          case 3 -> "deform --clip 0 --fps 2 -o OUT/x.pc2";
          case 4 -> "simplify --ratio 0.5 -o OUT/x.gltf";
          case 5 -> "simplify --ratio 0.5,0.3 --influences -o OUT/x.glb";
          case 6 -> "limit --max-influences 1 -o OUT/x.glb";
          case 7 -> "limit --max-influences 1 --helpers 2 -o OUT/x.gltf";
          case 8 -> "subdivide --scheme loop -o OUT/x.glb";
          case 9 -> "bounds -o OUT/x.gltf";
          case 10 -> "transform --scale 0.5 --up z --translate 1,2,3 -o OUT/x.glb";
          case 11 -> "transform --rest 0@0.3 --rotate 1,2,3,40 -o OUT/x.gltf";
          case 12 -> "unwrap --packing rows --resolution 32 -o OUT/x.glb";
          case 13 -> "unwrap --packing rows --replace --resolution 32 --checker -o OUT/x.gltf";
          case 14 -> "bake IN --detail IN --maps all --set 0 --resolution 16 -o OUT/x.glb";
          case 15 -> "skeleton -o OUT/x.glb";
          case 16 -> "limit --max-influences 4 --quantize --compress -o OUT/x.glb";
          case 17 -> "transform --scale 2 --no-compress --quantize -o OUT/x.gltf";
          case 18 -> "solve IN FROM/arm.obj -o OUT/x.glb";
          case 19 -> "compare FROM/arm.glb IN";
          case 20 -> "posespace train IN --examples FROM/arm.pc2 --clip 0 --fps 4 -o OUT/x.psdb";
          case 21 -> "transform -o OUT/x.usdz";
          case 22 -> "simplify --ratio 0.5 --no-polish -o OUT/x.usdz";
          case 23 -> "merge --size 64 -o OUT/x.glb";
          case 24 -> "simplify --ratio 0.7 --hidden drop --measure none -o OUT/x.glb";
          case 25 -> "simplify --ratio 0.5 --maps 16 --no-polish --measure none -o OUT/x.glb";
          case 26 -> "simplify --ratio 0.6,0.3 --msft-lod --no-polish -o OUT/x.glb";
          case 27 -> "unwrap --packing rows --replace --resolution 32 -o OUT/x.glb";
          default -> "render --size 40x40 -o OUT/x.png";
        };
    if (ending.equals("vrm")) {
      command = command.replace("OUT/x.glb", "OUT/x.vrm");
    }
    List<String> words = words(command, input, out);
    if (!words.contains(input)) {
      words.add(1, input);
    }
    words.add("--allow-outside");
    words.add("--threads");
    words.add("1");
    return words;
  }

  /** Splits a command line; IN is the changed file, FROM the folder of those before the change. */
  private List<String> words(String command, String input, String out) {
    String from = folder.resolve("originals").toString();
    return new ArrayList<>(
        Stream.of(command.split(" "))
            .map(
                word ->
                    word.equals("IN")
                        ? input
                        : word.replace("OUT/", out + "/").replace("FROM/", from + "/"))
            .toList());
  }

  private void run(Path file, List<String> arguments) throws IOException {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    Run run = Run.of(arguments.toArray(String[]::new));
    double seconds = (threads.getCurrentThreadCpuTime() - start) / 1e9;
    slowest = Math.max(slowest, seconds);
    counts.merge(arguments.getFirst() + " " + run.status(), 1L, Long::sum);
    String problem = problem(arguments, run, seconds);
    if (problem != null) {
      keep(file, arguments, problem);
    }
  }

  private @org.jspecify.annotations.Nullable String problem(
      List<String> arguments, Run run, double seconds) throws IOException {
    if (seconds > MAX_CPU_SECONDS) {
      return String.format(Locale.ROOT, "took %.1f s", seconds);
    }
    if (run.status() == 0) {
      return run.out().contains("NaN") ? "NaN in the output" : null;
    }
    if (run.status() != 1) {
      return "status " + run.status() + ": " + run.err();
    }
    if (!run.err().startsWith("sinew: ") || run.err().lines().count() != 1) {
      return "not one sentence: " + run.err();
    }
    if (arguments.stream().noneMatch(word -> namesFile(run.err(), word))) {
      return "no file: " + run.err();
    }
    if (run.err().chars().anyMatch(c -> c < 32 && c != '\n') || run.err().length() > 2000) {
      return "unprintable or long: " + run.err().length();
    }
    try (Stream<Path> left = Files.list(folder.resolve("out"))) {
      return left.findAny().isPresent() ? "an output was left" : null;
    }
  }

  private static boolean namesFile(String message, String argument) {
    return argument.contains("/") && message.contains(Path.of(argument).getFileName().toString());
  }

  private void keep(Path file, List<String> arguments, String problem) throws IOException {
    Path kept = Files.createDirectories(folder.resolve("failures"));
    Path copy = kept.resolve(failures.size() + "-" + file.getFileName());
    Files.copy(file, copy, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    failures.add(String.join(" ", arguments) + "\n    " + copy + "\n    " + problem.strip());
    System.err.println(failures.getLast());
  }

  /** {@code --inputs N --seed S --folder DIR --only EXTENSION}: runs and prints Markdown. */
  public static void main(String[] args) throws IOException {
    long inputs = 1_000_000;
    long seed = 1;
    Path folder = Path.of("attack");
    String only = "";
    for (int i = 0; i + 1 < args.length; i += 2) {
      switch (args[i]) {
        case "--inputs" -> inputs = Long.parseLong(args[i + 1]);
        case "--seed" -> seed = Long.parseLong(args[i + 1]);
        case "--folder" -> folder = Path.of(args[i + 1]);
        case "--only" -> only = args[i + 1];
        default -> throw new IllegalArgumentException(args[i]);
      }
    }
    long start = System.nanoTime();
    Attack attack = new Attack(folder, seed, only);
    for (long i = 0; i < inputs; i++) {
      attack.once();
      if (i % 10_000 == 9_999) {
        System.err.printf(
            Locale.ROOT,
            "%d inputs, %d failures, %.0f s%n",
            i + 1,
            attack.failures.size(),
            (System.nanoTime() - start) / 1e9);
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%d inputs, seed %d, %d MB, %.0f s: %d failures, slowest %.2f s of CPU%n%n",
        inputs,
        seed,
        Runtime.getRuntime().maxMemory() >> 20,
        (System.nanoTime() - start) / 1e9,
        attack.failures.size(),
        attack.slowest);
    System.out.println("| command and status | inputs |\n|---|---|");
    attack.counts.forEach((key, count) -> System.out.println("| " + key + " | " + count + " |"));
    attack.failures.forEach(failure -> System.out.println("\n" + failure));
    System.exit(attack.failures.isEmpty() ? 0 : 1);
  }
}
