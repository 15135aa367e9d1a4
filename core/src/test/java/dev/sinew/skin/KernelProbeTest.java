package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Starts JVMs with and without the Vector API. */
class KernelProbeTest {
  private static List<String> run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC"));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), KernelProbe.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.lines().toList();
  }

  @Test
  void usesScalarKernelsWithoutTheModule() throws Exception {
    List<String> lines = run();
    assertThat(lines).first().isEqualTo("SCALAR");
    assertThat(lines).hasSize(7);
    assertThat(lines.subList(1, 7)).allMatch(line -> line.endsWith(": 0"));
  }

  @Test
  void usesVectorKernelsWithTheModuleAndAllocatesNothing() throws Exception {
    List<String> lines = run("--add-modules=jdk.incubator.vector");
    assertThat(lines).first().isEqualTo("VECTOR");
    assertThat(lines).hasSize(7);
    assertThat(lines.subList(1, 7)).allMatch(line -> line.endsWith(": 0"));
  }

  @Test
  void usesScalarKernelsWithoutTheOptimisingCompiler() throws Exception {
    assertThat(run("--add-modules=jdk.incubator.vector", "-XX:TieredStopAtLevel=1"))
        .first()
        .isEqualTo("SCALAR");
  }
}
