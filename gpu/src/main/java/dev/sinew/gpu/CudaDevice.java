package dev.sinew.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sinew.crowd.Crowd;
import dev.sinew.crowd.Device;
import dev.sinew.crowd.Member;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A CUDA device of compute capability 8.0 or higher. Used by the thread that opened it.
 *
 * <p>Java prints a warning about native access unless it is started with {@code
 * --enable-native-access=dev.sinew.gpu}, or {@code =ALL-UNNAMED} on a class path.
 */
public final class CudaDevice implements Device {
  static final int WARP = 32;

  private static final String KERNELS = "crowd.ptx";
  private static final int MULTIPROCESSORS = 16;
  private static final int CLOCK_KHZ = 13;
  private static final int CAPABILITY_MAJOR = 75;
  private static final int CAPABILITY_MINOR = 76;
  private static final int SHARED_OPTIN = 97;
  private static final int DYNAMIC_SHARED = 8;

  private final CudaDriver driver;
  private final int ordinal;
  private final String name;
  private final MemorySegment module;
  private final Map<String, MemorySegment> kernels = new HashMap<>();
  private final int multiprocessors;
  private final int sharedLimit;

  private CudaDevice(CudaDriver driver, int ordinal, String ptx) {
    this.driver = driver;
    this.ordinal = ordinal;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(256);
      driver.call("cuDeviceGetName", text, 256, ordinal);
      name = text.getString(0);
      int capability = 10 * attribute(CAPABILITY_MAJOR) + attribute(CAPABILITY_MINOR);
      if (capability < 80) {
        throw new RequestException(
            name + " has compute capability " + capability / 10.0 + ", needed is 8.0 or higher");
      }
      multiprocessors = attribute(MULTIPROCESSORS);
      sharedLimit = attribute(SHARED_OPTIN);
      MemorySegment out = arena.allocate(ADDRESS);
      driver.call("cuDevicePrimaryCtxRetain", out, ordinal);
      driver.call("cuCtxSetCurrent", out.get(ADDRESS, 0));
      MemorySegment image = arena.allocateFrom(ptx, StandardCharsets.US_ASCII);
      driver.call("cuModuleLoadDataEx", out, image, 0, MemorySegment.NULL, MemorySegment.NULL);
      module = out.get(ADDRESS, 0);
    }
  }

  /**
   * Opens the first CUDA device.
   *
   * @throws RequestException if there is no driver or no device that will do
   */
  public static CudaDevice open() {
    return open(0);
  }

  /**
   * Opens a CUDA device by its number.
   *
   * @throws RequestException if there is no driver or no device that will do
   */
  public static CudaDevice open(int ordinal) {
    return open(CudaDriver.load(), ordinal, kernels());
  }

  /** Opens the first CUDA device; empty where there is none that will do. */
  public static Optional<CudaDevice> find() {
    try {
      return Optional.of(open());
    } catch (RequestException _) {
      return Optional.empty();
    }
  }

  static CudaDevice open(CudaDriver driver, int ordinal, String ptx) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_INT);
      driver.call("cuDeviceGetCount", count);
      if (ordinal < 0 || ordinal >= count.get(JAVA_INT, 0)) {
        throw new RequestException(
            "no CUDA device " + ordinal + ": there are " + count.get(JAVA_INT, 0));
      }
    }
    return new CudaDevice(driver, ordinal, ptx);
  }

  /** Returns the text of the kernels. */
  static String kernels() {
    try (InputStream in = CudaDevice.class.getResourceAsStream(KERNELS)) {
      if (in == null) {
        throw new IllegalStateException(KERNELS + " is not in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Crowd load(List<Member> members) {
    return crowd(members);
  }

  /** Loads the characters of a crowd, whose results may also be used on the device. */
  public CudaCrowd crowd(List<Member> members) {
    return new CudaCrowd(this, members);
  }

  private int attribute(int which) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_INT);
      driver.call("cuDeviceGetAttribute", out, which, ordinal);
      return out.get(JAVA_INT, 0);
    }
  }

  /** Returns the highest clock of the multiprocessors in MHz. */
  int clock() {
    return attribute(CLOCK_KHZ) / 1000;
  }

  int multiprocessors() {
    return multiprocessors;
  }

  /** Returns the shared memory that a block may have. */
  int sharedLimit() {
    return sharedLimit;
  }

  /** Allocates memory on the device; its content is arbitrary. */
  long allocate(long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_LONG);
      driver.call("cuMemAlloc_v2", out, Math.max(16, bytes));
      return out.get(JAVA_LONG, 0);
    }
  }

  void free(long address) {
    driver.call("cuMemFree_v2", address);
  }

  void upload(long address, MemorySegment from) {
    if (from.byteSize() == 0) {
      return;
    }
    if (from.isNative()) {
      driver.call("cuMemcpyHtoD_v2", address, from, from.byteSize());
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(from.byteSize(), 16);
      copy.copyFrom(from);
      driver.call("cuMemcpyHtoD_v2", address, copy, copy.byteSize());
    }
  }

  void download(long address, MemorySegment to) {
    if (to.byteSize() == 0) {
      return;
    }
    if (to.isNative()) {
      driver.call("cuMemcpyDtoH_v2", to, address, to.byteSize());
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(to.byteSize(), 16);
      driver.call("cuMemcpyDtoH_v2", copy, address, copy.byteSize());
      to.copyFrom(copy);
    }
  }

  /** Fills memory with a word of four bytes, behind the work that was started before. */
  void fill(long address, int word, long words) {
    driver.call("cuMemsetD32Async", address, word, words, MemorySegment.NULL);
  }

  /** Waits for all work. */
  void finish() {
    driver.call("cuCtxSynchronize");
  }

  MemorySegment kernel(String kernel, int sharedBytes) {
    MemorySegment function =
        kernels.computeIfAbsent(
            kernel,
            key -> {
              try (Arena arena = Arena.ofConfined()) {
                MemorySegment out = arena.allocate(ADDRESS);
                driver.call("cuModuleGetFunction", out, module, arena.allocateFrom(key));
                return out.get(ADDRESS, 0);
              }
            });
    if (sharedBytes > sharedLimit) {
      throw new RequestException(
          kernel
              + " needs "
              + sharedBytes
              + " bytes of shared memory, "
              + name
              + " has "
              + sharedLimit);
    }
    driver.call("cuFuncSetAttribute", function, DYNAMIC_SHARED, sharedBytes);
    return function;
  }

  /** Returns the blocks of a kernel that run at once on the whole device. */
  int residentBlocks(String kernel, int threads, int sharedBytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_INT);
      driver.call(
          "cuOccupancyMaxActiveBlocksPerMultiprocessor",
          out,
          kernel(kernel, sharedBytes),
          threads,
          (long) sharedBytes);
      return Math.max(1, out.get(JAVA_INT, 0)) * multiprocessors;
    }
  }

  /**
   * Starts a kernel.
   *
   * @param arguments of types int and long (addresses)
   */
  void launch(String kernel, int blocks, int threads, int sharedBytes, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointers = arena.allocate(ADDRESS, arguments.length);
      for (int i = 0; i < arguments.length; i++) {
        MemorySegment value = arena.allocate(8, 8);
        if (arguments[i] instanceof Integer number) {
          value.set(JAVA_INT, 0, number);
        } else {
          value.set(JAVA_LONG, 0, (Long) arguments[i]);
        }
        pointers.setAtIndex(ADDRESS, i, value);
      }
      driver.call(
          "cuLaunchKernel",
          kernel(kernel, sharedBytes),
          blocks,
          1,
          1,
          threads,
          1,
          1,
          sharedBytes,
          MemorySegment.NULL,
          pointers,
          MemorySegment.NULL);
    }
  }

  /** Returns the milliseconds of what was started by a task, by the device's own clock. */
  double time(Runnable task) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment start = newEvent(arena);
      MemorySegment end = newEvent(arena);
      driver.call("cuEventRecord", start, MemorySegment.NULL);
      task.run();
      driver.call("cuEventRecord", end, MemorySegment.NULL);
      driver.call("cuEventSynchronize", end);
      MemorySegment out = arena.allocate(JAVA_FLOAT);
      driver.call("cuEventElapsedTime", out, start, end);
      driver.call("cuEventDestroy_v2", start);
      driver.call("cuEventDestroy_v2", end);
      return out.get(JAVA_FLOAT, 0);
    }
  }

  private MemorySegment newEvent(Arena arena) {
    MemorySegment out = arena.allocate(ADDRESS);
    driver.call("cuEventCreate", out, 0);
    return out.get(ADDRESS, 0);
  }

  /** Returns the bytes of memory that are free. */
  public long freeMemory() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment free = arena.allocate(JAVA_LONG);
      driver.call("cuMemGetInfo_v2", free, arena.allocate(JAVA_LONG));
      return free.get(JAVA_LONG, 0);
    }
  }

  @Override
  public void close() {
    driver.call("cuModuleUnload", module);
    driver.call("cuDevicePrimaryCtxRelease_v2", ordinal);
  }
}
