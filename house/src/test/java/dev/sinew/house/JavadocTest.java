package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A broken link or tag in Javadoc fails the build. One run for all published modules, with the
 * options of the parent's pom.xml, which makes the archives of a release module by module.
 */
class JavadocTest {
  @TempDir Path folder;

  @Test
  void javadocOfAllPublishedModulesHasNoWarnings() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "javadoc").toString());
    command.addAll(
        List.of(
            "-J-XX:TieredStopAtLevel=1",
            "-J-XX:+UseSerialGC",
            "-J-Xmx512m",
            "-quiet",
            "-Xdoclint:all,-missing",
            "-notimestamp",
            "--add-modules=jdk.incubator.vector",
            "-d",
            folder.toString(),
            "--module-path",
            libraries()));
    List<String> modules = new ArrayList<>();
    for (Path source : documented()) {
      String module = "dev.sinew." + source.subpath(1, 2);
      modules.add(module);
      command.addAll(List.of("--module-source-path", module + "=" + source));
    }
    assertThat(modules).hasSizeGreaterThan(3);
    command.addAll(List.of("--module", String.join(",", modules)));
    Process javadoc = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(javadoc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(javadoc.waitFor()).as(said).isZero();
    // It says nothing else when all is well; the Vector API is not final.
    assertThat(said.lines().filter(line -> !line.contains("[incubating]")))
        .allMatch(line -> line.matches("\\d+ warnings?"));
    assertThat(folder.resolve("dev.sinew.core/dev/sinew/model/Skeleton.html")).exists();
  }

  /** Returns the sources of the modules whose Javadoc is published. */
  private static List<Path> documented() throws IOException {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      List<Path> sources = new ArrayList<>();
      for (Path module : modules.sorted().toList()) {
        Path pom = module.resolve("pom.xml");
        if (Files.exists(pom)
            && Files.readString(pom).contains("<maven.javadoc.skip>false</maven.javadoc.skip>")) {
          sources.add(module.resolve("src/main/java"));
        }
      }
      return sources;
    }
  }

  /** Returns the jars that the modules require, beside each other. */
  private static String libraries() {
    List<String> jars =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getProperty("java.class.path"))
            .filter(
                entry -> entry.matches(".*[/\\\\](gson|ejml-core|ejml-ddense|jspecify)-[\\d.]+jar"))
            .toList();
    assertThat(jars).hasSize(4);
    return String.join(File.pathSeparator, jars);
  }
}
