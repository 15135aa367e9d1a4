package dev.sinew.math;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * Whether loops over the Vector API are of use in this JVM. To be asked before any class that needs
 * the module is loaded.
 */
public final class VectorApi {
  private static final String MODULE = "jdk.incubator.vector";
  private static final @Nullable String OBSTACLE = look();

  private VectorApi() {}

  /** Why the Vector API cannot be used or would be slow here; null where all is well. */
  public static @Nullable String obstacle() {
    return OBSTACLE;
  }

  private static @Nullable String look() {
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
