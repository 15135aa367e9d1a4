package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code --report} keeps the rules of all outputs. */
class ReportPageTest {
  @TempDir Path folder;
  private String model = "";
  private String output = "";

  @BeforeEach
  void write() {
    assertThat(
            Run.of("sample", "cylinder-bend", "-o", folder.resolve("sample").toString()).status())
        .isZero();
    model = folder.resolve("sample/cylinder-bend.glb").toString();
    output = folder.resolve("out.glb").toString();
  }

  private Run limit(String input, String page) {
    return Run.of("limit", input, "--max-influences", "1", "-o", output, "--report", page);
  }

  @Test
  void thePageIsNamedAmongTheOutputs() {
    String page = folder.resolve("page.html").toString();
    Run run = limit(model, page);
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("wrote " + output + "\n").endsWith("wrote " + page + "\n");
  }

  @Test
  void aPageThatCannotBeWrittenLeavesNoOutput() throws IOException {
    Path isFolder = Files.createDirectory(folder.resolve("taken.html"));
    Path isFile = Files.writeString(folder.resolve("file"), "text");
    for (Path page : new Path[] {isFolder, isFile.resolve("x.html")}) {
      Run run = limit(model, page.toString());
      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err()).contains(page.toString());
      assertThat(Path.of(output)).doesNotExist();
    }
  }

  @Test
  void aPageReplacesNoInputAndNoOutput() throws IOException {
    Path input = Files.copy(Path.of(model), folder.resolve("model.html"));
    byte[] before = Files.readAllBytes(input);
    Run run = limit(input.toString(), input.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("model.html", "input");
    assertThat(input).hasBinaryContent(before);
    assertThat(Path.of(output)).doesNotExist();
  }

  @Test
  void severalModelsShareAPage() throws IOException {
    Path models = Files.createDirectory(folder.resolve("models"));
    for (String name : new String[] {"first.glb", "second.glb"}) {
      Files.copy(Path.of(model), models.resolve(name));
    }
    Path page = folder.resolve("all.html");
    output = folder.resolve("limited").toString();
    assertThat(limit(models.toString(), page.toString()).status()).isZero();
    assertThat(page)
        .content()
        .contains("sinew limit first.glb</h1>", "sinew limit second.glb</h1>");
    try (Stream<Path> written = Files.list(Path.of(output))) {
      assertThat(written).hasSize(2);
    }
  }

  /** The spots at which levels differ most are shown, also of levels in one file. */
  @Test
  void levelsAreShownFromClose() throws IOException {
    Path arm = Run.smallArm(Run.sampleArm(folder));
    for (String more : new String[] {"--no-polish", "--msft-lod"}) {
      Path page = folder.resolve("levels" + more + ".html");
      Run run =
          Run.of(
              "simplify",
              arm.toString(),
              "--ratio",
              "0.2,0.5",
              more,
              "-o",
              output,
              "--report",
              page.toString());
      assertThat(run.status()).as(run.err()).isZero();
      String html = Files.readString(page);
      assertThat(html).contains("levels 1: regions", "It looks the same from", "hands");
      String[] levels = html.split("where it differs most", -1);
      assertThat(levels).hasSize(3);
      for (int i = 1; i < levels.length; i++) {
        String section = levels[i].substring(0, levels[i].indexOf("</div>"));
        assertThat(section.split("src=\"data:image/png;base64,", -1)).hasSizeBetween(2, 7);
      }
    }
  }

  @Test
  void whatIsNotMeasuredIsNotShown() throws IOException {
    Path page = folder.resolve("page.html");
    Run run =
        Run.of(
            "simplify",
            model,
            "--ratio",
            "0.5",
            "--measure",
            "none",
            "-o",
            output,
            "--report",
            page.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(Files.readString(page)).doesNotContain("where it differs most");
  }
}
