package dev.sinew.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.run.RequestException;
import dev.sinew.testkit.OutsideTool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernels in the jar, and machines without a driver. */
class CudaDriverTest {
  @TempDir Path folder;

  /** The text is that of the source beside it: after a change {@code make-ptx} has to run. */
  @Test
  void kernelsAreThoseOfTheSource() throws Exception {
    byte[] source = Files.readAllBytes(TestDevices.SOURCES.resolve("crowd.cu"));
    String hash = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source));
    assertThat(CudaDevice.kernels().lines().findFirst())
        .contains("// From crowd.cu, SHA-256 " + hash);
  }

  @Test
  void theCompilerMakesTheSameKernels() throws Exception {
    Assumptions.assumeTrue(TestDevices.succeeds("nvcc", "--version"), "nvcc is not installed");
    Path made = folder.resolve("crowd.ptx");
    String script = TestDevices.SOURCES.resolve("make-ptx").toString();
    assertThat(TestDevices.succeeds(script, made.toString())).isTrue();
    // Comments name the compiler's version; another one may also order instructions otherwise.
    String[] texts = {Files.readString(made), CudaDevice.kernels()};
    Assumptions.assumeTrue(
        compiler(texts[0]).equals(compiler(texts[1])), "nvcc of another version");
    assertThat(texts[0]).isEqualTo(texts[1]);
  }

  private static String compiler(String ptx) {
    return ptx.lines()
        .filter(line -> line.contains("Cuda compilation tools"))
        .findFirst()
        .orElse("");
  }

  @Test
  void aMachineWithoutDriverHasNoDevice() {
    assertThatThrownBy(() -> CudaDriver.load("libcuda-that-is-absent.so.1"))
        .isInstanceOf(RequestException.class)
        .hasMessage("no CUDA driver: libcuda-that-is-absent.so.1 was not found");
  }

  @Test
  void anOldDriverIsRefusedByItsVersion() throws Exception {
    OutsideTool.assume(TestDevices.succeeds("g++", "--version"), TestDevices.NO_COMPILER);
    Path source = folder.resolve("old.cpp");
    Files.writeString(
        source,
        """
        extern "C" int cuInit(int) { return 0; }
        extern "C" int cuDriverGetVersion(int* out) { *out = 11040; return 0; }
        """);
    Path library = folder.resolve("old.so");
    assertThat(
            TestDevices.succeeds(
                "g++", "-shared", "-fPIC", "-o", library.toString(), source.toString()))
        .isTrue();
    assertThatThrownBy(() -> CudaDriver.load(library.toString()))
        .isInstanceOf(RequestException.class)
        .hasMessage("the CUDA driver is too old: it knows CUDA 11, needed is 12");
  }
}
