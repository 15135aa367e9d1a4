package dev.sinew.skin;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Which machine code computes points. Both give the same bytes: they add and multiply in the same
 * order, without fused operations.
 */
public enum Kernel {
  /** Plain loops. */
  SCALAR,
  /**
   * Loops over the Vector API, four lanes a point; needs {@code --add-modules
   * jdk.incubator.vector}.
   */
  VECTOR;

  private static final String MODULE = "jdk.incubator.vector";

  /** The fastest one there is; found once, and said to the log when it is not the vector one. */
  public static Kernel best() {
    return Found.VECTOR_LOOPS == null ? SCALAR : VECTOR;
  }

  /** The loops themselves. */
  Kernels loops() {
    if (this == SCALAR) {
      return ScalarKernels.INSTANCE;
    }
    Kernels vector = Found.VECTOR_LOOPS;
    if (vector == null) {
      throw new IllegalArgumentException(
          "vector kernels: expected the module " + MODULE + ", which this JVM was started without");
    }
    return vector;
  }

  /** Looks for the module before any class that needs it is loaded. */
  private static final class Found {
    static final @Nullable Kernels VECTOR_LOOPS = find();

    private static @Nullable Kernels find() {
      Logger log = System.getLogger(Kernel.class.getName());
      if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
        log.log(
            Level.DEBUG,
            "scalar kernels: start the JVM with --add-modules {0} for faster ones",
            MODULE);
        return null;
      }
      try {
        return new VectorKernels();
      } catch (LinkageError e) {
        log.log(Level.INFO, "scalar kernels: the Vector API of this JVM does not fit", e);
        return null;
      }
    }
  }
}
