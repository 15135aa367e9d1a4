package dev.sinew.skin;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
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

  private static final String MODULE = "jdk.incubator.vector";

  /** The fastest there is; looked for once, and the log says why when it is not the vector one. */
  public static Kernel best() {
    return Found.VECTOR_LOOPS == null ? SCALAR : VECTOR;
  }

  /** The loops themselves. */
  Kernels loops() {
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
    static final @Nullable String REASON = obstacle();
    static final @Nullable Kernels VECTOR_LOOPS = REASON == null ? new VectorKernels() : null;

    static {
      if (REASON != null) {
        System.getLogger(Kernel.class.getName())
            .log(Level.DEBUG, "scalar kernels, because " + REASON);
      }
    }

    private static @Nullable String obstacle() {
      if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
        return "it was started without --add-modules " + MODULE;
      }
      // Without these the Vector API falls back to objects on the heap, slower than plain loops.
      if (!"true".equals(option("UseFMA"))) {
        return "it has no fused multiply-add";
      }
      return "4".equals(option("TieredStopAtLevel")) ? null : "its optimising compiler is off";
    }

    /** A setting of this JVM, or nothing where it has none of that name. */
    private static @Nullable String option(String name) {
      try {
        HotSpotDiagnosticMXBean bean =
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return bean == null ? null : bean.getVMOption(name).getValue();
      } catch (IllegalArgumentException e) {
        return null;
      }
    }
  }
}
