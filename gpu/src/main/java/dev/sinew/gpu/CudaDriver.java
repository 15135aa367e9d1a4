package dev.sinew.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sinew.run.RequestException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The functions of the CUDA driver API that crowds need, by the foreign function API. The library
 * is that of the installed driver. A failure is a {@link RequestException} with the driver's words.
 */
@SuppressWarnings("restricted") // Calls of native functions are.
final class CudaDriver {
  private static final String LINUX = "libcuda.so.1";
  private static final String WINDOWS = "nvcuda.dll";

  /** The oldest driver that knows the version of the PTX text: CUDA 12.0. */
  static final int OLDEST = 12000;

  private final SymbolLookup library;
  private final Map<String, MethodHandle> functions = new HashMap<>();

  private CudaDriver(SymbolLookup library) {
    this.library = library;
  }

  /**
   * Loads the driver's library.
   *
   * @throws RequestException if there is none, or no device
   */
  static CudaDriver load() {
    return load(System.getProperty("os.name", "").startsWith("Windows") ? WINDOWS : LINUX);
  }

  /** Loads another library with the functions of the driver. */
  static CudaDriver load(String name) {
    CudaDriver driver;
    try {
      driver = new CudaDriver(SymbolLookup.libraryLookup(name, Arena.global()));
    } catch (IllegalArgumentException _) {
      throw new RequestException("no CUDA driver: " + name + " was not found");
    }
    driver.call("cuInit", 0);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment version = arena.allocate(JAVA_INT);
      driver.call("cuDriverGetVersion", version);
      if (version.get(JAVA_INT, 0) < OLDEST) {
        throw new RequestException(
            "the CUDA driver is too old: it knows CUDA "
                + version.get(JAVA_INT, 0) / 1000
                + ", needed is "
                + OLDEST / 1000);
      }
    }
    return driver;
  }

  /**
   * Calls a function that returns a status.
   *
   * @param arguments of types int, long, float and address
   * @throws RequestException if the status is not 0
   */
  void call(String name, Object... arguments) {
    int status = status(name, arguments);
    if (status != 0) {
      throw new RequestException(name + ": " + describe(status));
    }
  }

  private int status(String name, Object... arguments) {
    MethodHandle function = functions.computeIfAbsent(name, key -> link(key, arguments));
    try {
      return (int) function.invoke(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(name, e);
    }
  }

  private MethodHandle link(String name, Object[] arguments) {
    MemorySegment symbol =
        library
            .find(name)
            .orElseThrow(() -> new RequestException("the CUDA driver has no function " + name));
    MemoryLayout[] layouts = new MemoryLayout[arguments.length];
    for (int i = 0; i < layouts.length; i++) {
      layouts[i] =
          switch (arguments[i]) {
            case Integer _ -> JAVA_INT;
            case Long _ -> JAVA_LONG;
            case Float _ -> JAVA_FLOAT;
            default -> ADDRESS;
          };
    }
    return Linker.nativeLinker()
        .downcallHandle(symbol, FunctionDescriptor.of(JAVA_INT, layouts))
        .asSpreader(Object[].class, layouts.length);
  }

  private String describe(int status) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(ADDRESS);
      for (String function : List.of("cuGetErrorString", "cuGetErrorName")) {
        if (status(function, status, text) == 0) {
          return text.get(ADDRESS, 0).reinterpret(Integer.MAX_VALUE).getString(0);
        }
      }
    }
    return "status " + status;
  }
}
