package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    assertThat(run.out()).contains("sinew view " + folder.resolve("demo") + "\n");
    assertThat(run.out().strip().lines().toList().getLast()).isEqualTo("open " + page());
  }

  /** The commands alone, on one thread, write what the demo has written. */
  @Test
  void otherThreadsGiveTheSameBytes() throws Exception {
    String model = page().resolveSibling("sample/biped.glb").toString();
    String posed = page().resolveSibling("posed.obj").toString();
    for (String[] command :
        new String[][] {
          {"fine.glb", "subdivide", model, "--scheme", "loop"},
          {"bounded.glb", "bounds", model},
          {"limited.glb", "limit", model, "--max-influences", "2"},
          {"rigged.glb", "skeleton", posed},
          {"walk.pc2", "deform", model, "--clip", "walk"}
        }) {
      Path again = folder.resolve("again-" + command[0]);
      List<String> args = new ArrayList<>(List.of(command).subList(1, command.length));
      args.addAll(List.of("--threads", "1", "-o", again.toString()));
      Run run = Run.of(args.toArray(String[]::new));
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(Files.mismatch(again, page().resolveSibling(command[0])))
          .as(command[0])
          .isEqualTo(-1);
    }
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
            "level-10-close.png",
            "belly.psdb",
            "limited-helpers.glb",
            "unwrapped.glb",
            "level-maps.glb",
            "bounded.glb",
            "rigged.glb",
            "rigged.png",
            "fitted.glb",
            "fitted.png",
            "arm.psdb")) {
      assertThat(page).contains("href=\"" + name + "\"");
      assertThat(page().resolveSibling(name)).exists();
    }
    assertThat(page)
        .contains("Bounds for all poses", "Maps for a level of detail", "A skeleton from a shape")
        .containsIgnoringCase("crowd");
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
