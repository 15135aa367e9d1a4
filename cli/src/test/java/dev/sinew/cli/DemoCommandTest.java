package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo, run once: what it leaves, and its page in a browser. */
class DemoCommandTest {
  @TempDir static Path folder;

  @BeforeAll
  static void runDemo() {
    Run run = Run.of("demo", "-o", folder.resolve("demo").toString());
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void leavesAPageWithItsFiles() throws Exception {
    String page = Files.readString(page());
    for (String name :
        List.of(
            "rig.png",
            "walk.png",
            "posed.obj",
            "walk.pc2",
            "sample/biped.glb",
            "level-25.glb",
            "levels.png",
            "level-10-rest.glb",
            "level-10-ways.png",
            "belly.psdb",
            "limited-helpers.glb",
            "unwrapped.glb",
            "fitted.glb",
            "fitted.png",
            "arm.psdb")) {
      assertThat(page).contains("href=\"" + name + "\"");
      assertThat(page().resolveSibling(name)).exists();
    }
    assertThat(page).doesNotContain("http:", "https:").doesNotContainPattern("src=\"(?!data:)");
  }

  /** No errors, nothing from outside the page, all pictures, and a player that moves. */
  @Test
  void pageWorksInABrowser() throws Exception {
    BrowserTool.assumeInstalled();
    List<String> command = BrowserTool.command("browser/report.mjs");
    command.add(page().toString());
    Path reasons = folder.resolve("reasons.txt");
    int status = BrowserTool.run(command, folder.resolve("out.txt"), reasons);
    assertThat(status).as(Files.readString(reasons)).isZero();
  }

  private static Path page() {
    return folder.resolve("demo").resolve("index.html");
  }
}
