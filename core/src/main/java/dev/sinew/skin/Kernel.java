package dev.sinew.skin;

import dev.sinew.math.VectorApi;
import dev.sinew.skin.kernel.Kernels;
import dev.sinew.skin.kernel.ScalarKernels;
import dev.sinew.skin.kernel.VectorKernels;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * The implementations of the inner loops. They agree up to rounding: the vector loops use fused
 * multiply-add. With either, a point has the same bytes in any range and with any number of
 * threads.
 */
public enum Kernel {
  /** Plain Java loops. */
  SCALAR,
  /**
   * Vector API loops, four lanes per point: two to three times as fast. The JVM must be started
   * with {@code --add-modules jdk.incubator.vector}.
   */
  VECTOR;

  /** Returns the fastest available kernel; a debug log entry gives the reason if it is SCALAR. */
  public static Kernel best() {
    return Found.VECTOR_LOOPS == null ? SCALAR : VECTOR;
  }

  /**
   * Returns the loops.
   *
   * @throws IllegalArgumentException if they are not available in this JVM
   */
  @SuppressWarnings("exports") // For benchmarks and the models themselves.
  public Kernels loops() {
    if (this == SCALAR) {
      return ScalarKernels.PLAIN;
    }
    Kernels vector = Found.VECTOR_LOOPS;
    if (vector == null) {
      throw new IllegalArgumentException("vector kernels do not run in this JVM: " + Found.REASON);
    }
    return vector;
  }

  /** The result of the check, made before any class that needs the module is loaded. */
  private static final class Found {
    static final @Nullable String REASON = VectorApi.obstacle();
    static final @Nullable Kernels VECTOR_LOOPS = REASON == null ? new VectorKernels() : null;

    static {
      if (REASON != null) {
        System.getLogger(Kernel.class.getName())
            .log(Level.DEBUG, "vector kernels do not run in this JVM: " + REASON);
      }
    }
  }
}
