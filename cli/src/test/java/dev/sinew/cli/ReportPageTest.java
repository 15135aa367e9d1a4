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
}
