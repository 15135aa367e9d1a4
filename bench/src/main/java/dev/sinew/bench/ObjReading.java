package dev.sinew.bench;

import dev.sinew.io.MeshFile;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * Measures how fast a sequence of 60 OBJ files is read: a wavy grid of 8,281 vertices with normals
 * and 16,200 triangles, about 1.4 MB of text per file, similar to scanned and sculpted sequences.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 3)
@Measurement(iterations = 5, time = 3)
@Fork(1)
public class ObjReading {
  private static final int FILES = 60;
  private static final int SIDE = 91;

  /** Digits after the point: 9 as tools write floats, 16 as they write doubles. */
  @Param({"9", "16"})
  public int decimals;

  private Path folder = Path.of("");
  private final List<Path> files = new ArrayList<>();
  private byte[] first = {};
  private long sequenceBytes;

  /** Writes the files to read. */
  @Setup(Level.Trial)
  public void writeFiles() throws IOException {
    folder = Files.createTempDirectory("sinew-obj-reading");
    Random random = new Random(1);
    for (int f = 0; f < FILES; f++) {
      Path file = folder.resolve("pose" + f + ".obj");
      Files.writeString(file, grid(f, random), StandardCharsets.US_ASCII);
      files.add(file);
      sequenceBytes += Files.size(file);
    }
    sequenceBytes += Files.size(files.getFirst()); // read once more, as the reference
    first = Files.readAllBytes(files.getFirst());
  }

  private String grid(int pose, Random random) {
    String three = " %." + decimals + "f %." + decimals + "f %." + decimals + "f\n";
    StringBuilder text = new StringBuilder();
    for (int v = 0; v < SIDE * SIDE; v++) {
      double x = (v % SIDE) / (double) SIDE;
      double y = Math.floorDiv(v, SIDE) / (double) SIDE;
      double z = 0.1 * Math.sin(9 * x + pose) + 0.001 * random.nextDouble();
      text.append(String.format(Locale.ROOT, "v" + three, x, y, z));
    }
    for (int v = 0; v < SIDE * SIDE; v++) {
      double tilt = random.nextDouble();
      text.append(String.format(Locale.ROOT, "vn" + three, Math.sin(tilt), 0.0, Math.cos(tilt)));
    }
    for (int row = 0; row + 1 < SIDE; row++) {
      for (int column = 0; column + 1 < SIDE; column++) {
        int a = row * SIDE + column + 1;
        face(text, a, a + 1, a + SIDE + 1);
        face(text, a, a + SIDE + 1, a + SIDE);
      }
    }
    return text.toString();
  }

  private static void face(StringBuilder text, int... corners) {
    text.append('f');
    for (int v : corners) {
      text.append(' ').append(v).append("//").append(v);
    }
    text.append('\n');
  }

  /** Deletes the files. */
  @TearDown(Level.Trial)
  public void removeFiles() throws IOException {
    try (Stream<Path> made = Files.walk(folder)) {
      for (Path path : made.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /** Reads the whole sequence from disk and checks correspondence, on one thread. */
  @Benchmark
  public ObjSequence sequence(BytesRead read) throws IOException {
    ObjSequence sequence = ObjSequence.read(files, RunContext.ofThreads(1));
    read.bytes += sequenceBytes;
    return sequence;
  }

  /** Parses one file that is in memory: the parser alone. */
  @Benchmark
  public MeshFile parser(BytesRead read) throws IOException {
    MeshFile result = ObjReader.read("first.obj", first);
    read.bytes += first.length;
    return result;
  }
}
