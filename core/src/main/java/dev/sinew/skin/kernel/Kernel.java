package dev.sinew.skin.kernel;

import dev.sinew.math.VectorApi;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Which loops compute points. They agree to rounding: the vector ones fuse multiplications with
 * additions. With either a point has the same bytes in any range and on any number of threads.
 */
public enum Kernel {
  /** Plain loops. */
  SCALAR,
  /**
   * Loops over the Vector API, four lanes a point: two to three times as fast. Needs a JVM started
   * with {@code --add-modules jdk.incubator.vector}.
   */
  VECTOR;

  /** The fastest there is; looked for once, and the log says why when it is not the vector one. */
  public static Kernel best() {
    return Found.VECTOR_LOOPS == null ? SCALAR : VECTOR;
  }

  /** The loops themselves. */
  public Kernels loops() {
    if (this == SCALAR) {
      return ScalarKernels.PLAIN;
    }
    Kernels vector = Found.VECTOR_LOOPS;
    if (vector == null) {
      throw new IllegalArgumentException(
          "vector kernels: expected a JVM that can, but " + Found.REASON);
    }
    return vector;
  }

  /** Looks before any class that needs the module is loaded. */
  private static final class Found {
    static final @Nullable String REASON = VectorApi.obstacle();
    static final @Nullable Kernels VECTOR_LOOPS = REASON == null ? new VectorKernels() : null;

    static {
      if (REASON != null) {
        System.getLogger(Kernel.class.getName())
            .log(Level.DEBUG, "scalar kernels, because " + REASON);
      }
    }
  }
}
