package dev.sinew.math;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tells if the Vector API can be used in this JVM. Check it before loading a class that needs the
 * module.
 */
public final class VectorApi {
  private static final String MODULE = "jdk.incubator.vector";
  private static final @Nullable String OBSTACLE = findObstacle();

  private VectorApi() {}

  /**
   * Returns the reason why the Vector API cannot be used or would be slow; null if there is none.
   */
  public static @Nullable String obstacle() {
    return OBSTACLE;
  }

  private static @Nullable String findObstacle() {
    if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
      return "it was started without --add-modules " + MODULE;
    }
    // Without these the Vector API allocates objects and is slower than plain loops.
    if (!"true".equals(option("UseFMA"))) {
      return "it has no fused multiply-add";
    }
    return "4".equals(option("TieredStopAtLevel")) ? null : "its optimising compiler is off";
  }

  /** Returns an option of this JVM, or null if it does not exist. */
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
