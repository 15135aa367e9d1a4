package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.sample.Samples;
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
 * library does, in every skinning model; jobs run from their panels and one is cancelled; a crowd
 * plays, culls rightly and does not pop. {@code tools/studio/run} does the same with all files and
 * jobs.
 */
class StudioPageTest {
  @TempDir private Path folder;

  @Test
  void aBrowserShowsWhatTheLibraryComputes() throws Exception {
    BrowserTool.assumeInstalled();
    Path arm = folder.resolve("arm.glb");
    CharacterWriter.toDocument("arm", Samples.create("arm").character()).write(arm);
    Path limited = folder.resolve("arm-as.glb");
    assertThat(
            Run.of(
                    "limit",
                    arm.toString(),
                    "--max-influences",
                    "2",
                    "--model",
                    "as",
                    "-o",
                    limited.toString())
                .status())
        .isZero();

    Set<String> checks = new LinkedHashSet<>();
    Path out = folder.resolve("checks.jsonl");
    Path err = folder.resolve("reasons.txt");
    try (Studio studio = new Studio(StudioOptions.DEFAULTS, new StudioCommands())) {
      studio.open(arm);
      studio.open(limited);
      List<String> command = BrowserTool.command("studio/check.mjs");
      command.addAll(List.of(studio.url(), "--quick"));
      BrowserTool.run(command, out, err);
    }

    for (String line : Files.readAllLines(out)) {
      JsonObject check = JsonParser.parseString(line).getAsJsonObject();
      checks.add(check.get("check").getAsString());
      assertThat(check.get("reasons").getAsJsonArray()).as(line).isEmpty();
    }
    assertThat(checks)
        .as(Files.readString(err))
        .contains(
            "positions arm", "positions arm-as", "job simplify", "cancel", "crowd", "geomorph");
  }
}
