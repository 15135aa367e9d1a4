package dev.sinew.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the memory bandwidth: one array copied to another, with bytes read and bytes written
 * counted. Compare the bandwidth of {@link Skinning} with it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class Copying {
  /** Bytes of the array: within the caches of the machine, and far beyond them. */
  @Param({"1000000", "100000000"})
  public int size;

  private float[] from = {};
  private float[] to = {};

  /** Counts bytes read and written, so that JMH reports bytes per second. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Moved {
    public long bytes;
  }

  /** Makes the arrays. */
  @Setup(Level.Trial)
  public void makeArrays() {
    from = new float[size / Float.BYTES];
    to = new float[from.length];
    Arrays.fill(from, 1);
  }

  /** Copies the array once. */
  @Benchmark
  public float[] copy(Moved moved) {
    System.arraycopy(from, 0, to, 0, from.length);
    moved.bytes += 2L * size;
    return to;
  }
}
