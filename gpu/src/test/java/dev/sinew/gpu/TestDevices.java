package dev.sinew.gpu;

import dev.sinew.testkit.OutsideTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** The devices that tests run on: an emulated one, whose kernels run on the CPU, and a real one. */
enum TestDevices {
  /** Needs a C++ compiler, which makes a driver of crowd.cu. */
  EMULATED {
    @Override
    CudaDevice open() throws IOException, InterruptedException {
      return CudaDevice.open(CudaDriver.load(emulatedDriver().toString()), 0, "");
    }
  },
  REAL {
    @Override
    CudaDevice open() {
      CudaDevice device = CudaDevice.find().orElse(null);
      Assumptions.assumeTrue(device != null, "no CUDA device");
      return device;
    }
  };

  static final Path SOURCES = Path.of("src", "main", "cuda");

  static final String NO_COMPILER = "g++ is not installed: apt-get install g++";

  private static @Nullable Path made;

  /** Opens the device; skips the test where it is absent. */
  abstract CudaDevice open() throws IOException, InterruptedException;

  private static synchronized Path emulatedDriver() throws IOException, InterruptedException {
    OutsideTool.assume(succeeds("g++", "--version"), NO_COMPILER);
    if (made == null) {
      Path folder = Files.createDirectories(Path.of("target", "emulated"));
      Path out = Files.createTempFile(folder, "libcuda", ".so").toAbsolutePath();
      boolean built =
          succeeds(
              "g++",
              "-O2",
              "-std=c++17",
              "-shared",
              "-fPIC",
              "-DSINEW_EMULATED",
              "-Isrc/test/cuda",
              "-o",
              out.toString(),
              "src/test/cuda/driver.cpp");
      if (!built) {
        throw new IllegalStateException("src/test/cuda/driver.cpp does not compile");
      }
      made = out;
    }
    return made;
  }

  static boolean succeeds(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start()
              .waitFor()
          == 0;
    } catch (IOException _) {
      return false;
    }
  }
}
