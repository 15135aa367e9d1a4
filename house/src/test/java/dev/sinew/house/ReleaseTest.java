package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What is published, and with which JDK a release is made. */
class ReleaseTest {
  private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");
  private static final Pattern LIBRARY =
      Pattern.compile("<artifactId>sinew-(\\w+)</artifactId><version>");

  private static String pom(String module) throws IOException {
    return Files.readString(Path.of("..", module, "pom.xml"));
  }

  /** What {@code mvn deploy} takes is the BOM with its libraries; tests and tools stay at home. */
  @Test
  void whatIsPublishedIsTheBomWithItsLibraries() throws IOException {
    assertThat(pom(".")).contains("<maven.deploy.skip>true</maven.deploy.skip>");
    Set<String> listed = new TreeSet<>(Set.of("bom"));
    LIBRARY.matcher(pom("bom")).results().forEach(library -> listed.add(library.group(1)));
    Set<String> published = new TreeSet<>();
    for (Matcher module = MODULE.matcher(pom(".")); module.find(); ) {
      if (pom(module.group(1)).contains("<maven.deploy.skip>false</maven.deploy.skip>")) {
        published.add(module.group(1));
      }
    }
    assertThat(published).isEqualTo(listed).hasSizeGreaterThan(1).doesNotContain("testkit");
  }

  /**
   * Maven sets no toolchain where it runs on the right JDK itself; programs that it starts by a
   * plain name are then those of the PATH, whatever their version.
   */
  @Test
  void theReleaseIsMadeByTheToolchain() throws IOException {
    assertThat(pom("dist"))
        .contains("<executable>java</executable>")
        .contains("<toolchain.jdk.mode>Never</toolchain.jdk.mode>");
  }
}
