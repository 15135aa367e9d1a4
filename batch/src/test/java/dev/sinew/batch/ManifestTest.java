package dev.sinew.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.sinew.batch.child.Manifest;
import dev.sinew.batch.child.Names;
import dev.sinew.batch.child.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests as killed processes and enemies leave them. */
class ManifestTest {
  @TempDir Path folder;

  private static JsonObject row(String file, int bytes) {
    JsonObject row = new JsonObject();
    row.addProperty("schema", Rows.SCHEMA);
    row.addProperty("file", file);
    row.addProperty("bytes", bytes);
    return row;
  }

  private Map<String, JsonObject> read(Path file, int expectedBad) throws IOException {
    Map<String, JsonObject> rows = new TreeMap<>();
    assertThat(Manifest.read(file, rows)).isEqualTo(expectedBad);
    return rows;
  }

  /** At whatever byte a process is killed: what is whole is read, and the next rows are whole. */
  @Test
  void everyTornLineIsPassedOver() throws IOException {
    byte[] two =
        (row("a.glb", 1) + "\n" + row("ä/b.glb", 2) + "\n").getBytes(StandardCharsets.UTF_8);
    int first = (row("a.glb", 1) + "\n").length();
    for (int length = 0; length <= two.length; length++) {
      Path file = folder.resolve("cut-" + length);
      Files.write(file, java.util.Arrays.copyOf(two, length));
      try (Manifest manifest = new Manifest(file)) {
        manifest.add(row("c.glb", 3));
      }
      // A line that lacks only its end is whole.
      int whole = length >= two.length - 1 ? 2 : length >= first - 1 ? 1 : 0;
      boolean torn =
          length > 0 && length != first && length != first - 1 && length < two.length - 1;
      Map<String, JsonObject> rows = read(file, torn ? 1 : 0);
      assertThat(rows).as("cut at %d", length).hasSize(whole + 1).containsKey("c.glb");
    }
  }

  @Test
  void theLastRowOfAFileCounts() throws IOException {
    Path file = folder.resolve("manifest.jsonl");
    for (int i = 1; i <= 3; i++) {
      try (Manifest manifest = new Manifest(file)) {
        manifest.add(row("a.glb", i));
      }
    }
    assertThat(read(file, 0).values())
        .singleElement()
        .satisfies(row -> assertThat(Rows.number(row, "bytes")).isEqualTo(3));
  }

  @Test
  void onlyOneProcessAddsRows() throws IOException {
    Path file = folder.resolve("manifest.jsonl");
    try (Manifest first = new Manifest(file)) {
      first.add(row("a.glb", 1));
      assertThat(Manifest.isInUse(file)).isTrue();
      assertThatThrownBy(() -> new Manifest(file)).hasMessageContaining("another batch");
    }
    assertThat(Manifest.isInUse(file)).isFalse();
    new Manifest(file).close();
  }

  @Test
  void whatIsNoRowIsNone() throws IOException {
    Path file = folder.resolve("manifest.jsonl");
    List<String> lines =
        List.of(
            "[]",
            "null",
            "{}",
            "\"text\"",
            row("../../outside.glb", 1).toString(),
            row("/etc/passwd", 1).toString(),
            row("a/./b.glb", 1).toString(),
            row("", 1).toString(),
            "{\"schema\":1,\"file\":7}",
            "{\"schema\":1e999,\"file\":\"a.glb\"}",
            "{\"schema\":2,\"file\":\"a.glb\"}",
            "[".repeat(100_000),
            "{\"schema\":1,\"file\":\"" + "a".repeat(Names.MAX_LENGTH + 1) + "\"}");
    Files.write(file, lines);
    Files.writeString(file, row("good.glb", 1) + "\n", StandardOpenOption.APPEND);
    assertThat(read(file, lines.size())).containsOnlyKeys("good.glb");
  }

  /** A line without an end takes no memory. */
  @Test
  void aLineTooLongIsPassedOver() throws IOException {
    Path file = folder.resolve("manifest.jsonl");
    Files.writeString(file, " ".repeat(5_000_000) + row("a.glb", 1) + "\n" + row("b.glb", 1));
    assertThat(read(file, 1)).containsOnlyKeys("b.glb");
  }

  @Test
  void namesStayInside() throws IOException {
    for (String bad : List.of("", "/a", "..", "a/../b", "a//b", "a/", ".", "./a", "a\0b")) {
      assertThat(Names.isInside(bad)).as(bad).isFalse();
    }
    for (String good : List.of("a", "a/b.glb", "...", "a b/ü.glb", ".hidden")) {
      assertThat(Names.isInside(good)).as(good).isTrue();
    }
    Path out = Files.createDirectory(folder.resolve("out"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createSymbolicLink(out.resolve("link"), elsewhere);
    Files.createSymbolicLink(out.resolve("file.glb"), elsewhere.resolve("x.glb"));
    assertThatThrownBy(() -> Names.inside(out, "link/x.glb")).hasMessageContaining("outside");
    assertThatThrownBy(() -> Names.inside(out, "link/new/x.glb")).hasMessageContaining("outside");
    assertThatThrownBy(() -> Names.inside(out, "file.glb")).hasMessageContaining("link");
    assertThat(Names.inside(out, "new/x.glb")).isEqualTo(out.resolve("new/x.glb"));
  }
}
