package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.studio.Studio;
import dev.sinew.studio.StudioOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The studio's page in a browser ({@code tools/studio}): the vertex shaders put vertices where the
 * library does, in every skinning model; jobs run from their panels, go to their worst pose, and
 * one is cancelled; a level has the looks of its model; a crowd plays, culls rightly and does not
 * pop. Mouse, keys, dropped files and the empty page do what they say. A file of the shared data is
 * shown where there is one; {@code tools/studio/run} does the same with all files and jobs.
 */
class StudioPageTest {
  private static final Path SHARED = Path.of("../../shared/data/gltf/khronos/RiggedSimple.glb");

  @TempDir private Path folder;

  @Test
  void aBrowserShowsWhatTheLibraryComputes() throws Exception {
    BrowserTool.assumeInstalled();
    Path arm = Run.sampleArm(folder);
    Path fitted = folder.resolve("fitted.glb");
    Run fit =
        Run.of(
            "fit",
            arm.resolve("pose-0*.obj").toString(),
            "--reference",
            arm.resolve("reference.obj").toString(),
            "--bones",
            "3",
            "--moves",
            "0",
            "-o",
            fitted.toString());
    assertThat(fit.status()).as(fit.err()).isZero();

    Set<String> checks = new LinkedHashSet<>();
    Path out = folder.resolve("checks.jsonl");
    Path err = folder.resolve("reasons.txt");
    int status;
    try (Studio studio = new Studio(StudioOptions.DEFAULTS, new StudioCommands())) {
      studio.open(arm.resolve("arm.glb"));
      studio.open(fitted);
      if (Files.exists(SHARED)) {
        studio.open(SHARED);
      }
      List<String> command = BrowserTool.command("studio/check.mjs");
      command.addAll(List.of(studio.url(), "--quick"));
      status = BrowserTool.run(command, out, err);
    }

    for (String line : Files.readAllLines(out)) {
      JsonObject check = JsonParser.parseString(line).getAsJsonObject();
      checks.add(check.get("check").getAsString());
      assertThat(check.get("reasons").getAsJsonArray()).as(line).isEmpty();
    }
    assertThat(checks)
        .as(Files.readString(err))
        .contains(
            "positions arm",
            "picture arm",
            "positions fitted",
            "picture fitted",
            "switching",
            "level looks",
            "hands",
            "files",
            "job simplify",
            "job limit",
            "job compare",
            "cancel",
            "crowd",
            "culling",
            "geomorph",
            "start page",
            "no context");
    assertThat(status).as(Files.readString(err)).isZero();
  }
}
