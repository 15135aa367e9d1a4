package dev.sinew.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.batch.child.PathPattern;
import dev.sinew.batch.child.References;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files are in a library, and what their names in the results are. */
class LibraryTest {
  @TempDir Path folder;
  private Path models = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void writeALibrary() throws IOException {
    models = Files.createDirectories(folder.resolve("models"));
    out = folder.resolve("out");
    for (String name :
        List.of("b.glb", "a.GLTF", "x/c.glb", "x/y/d.glb", "x/readme.txt", "e.obj")) {
      Files.createDirectories(models.resolve(name).getParent());
      Files.writeString(models.resolve(name), name);
    }
  }

  private static List<String> names(Library library) {
    return library.files().stream().map(LibraryFile::name).toList();
  }

  private Library list(String lines, Optional<Path> root) throws IOException {
    return Library.ofList(
        new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
        "list",
        models,
        new Library.Selection(List.of(), List.of(), root),
        out);
  }

  @Test
  void aFolderIsAllThatIsBelowIt() throws IOException {
    assertThat(names(Library.of(models, Library.Selection.ALL, out)))
        .containsExactly("a.GLTF", "b.glb", "x/c.glb", "x/y/d.glb");
    Library.Selection some =
        new Library.Selection(
            List.of(new PathPattern("x/**")), List.of(new PathPattern("d.*")), Optional.empty());
    assertThat(names(Library.of(models, some, out))).containsExactly("x/c.glb");
  }

  @Test
  void resultsAreNoPartOfTheLibrary() throws IOException {
    Path inside = Files.createDirectories(models.resolve("out/x"));
    Files.writeString(inside.resolve("made.glb"), "made");
    assertThat(names(Library.of(models, Library.Selection.ALL, models.resolve("out")))).hasSize(4);
    for (Path above : List.of(models, folder)) {
      assertThatThrownBy(() -> Library.of(models, Library.Selection.ALL, above))
          .hasMessageContaining("choose another one for the results");
    }
  }

  @Test
  void linksOfFoldersAreNotFollowed() throws IOException {
    Files.createSymbolicLink(models.resolve("x/loop"), models);
    Files.createSymbolicLink(models.resolve("link.glb"), models.resolve("b.glb"));
    assertThat(names(Library.of(models, Library.Selection.ALL, out)))
        .containsExactly("a.GLTF", "b.glb", "link.glb", "x/c.glb", "x/y/d.glb");
  }

  @Test
  void aListNamesFiles() throws IOException {
    assertThat(names(list("x/c.glb\r\nb.glb\n\nx/../b.glb\nmissing.glb", Optional.empty())))
        .containsExactly("b.glb", "missing.glb", "x/c.glb");
    assertThat(names(list(models.resolve("b.glb") + "\n", Optional.of(folder))))
        .containsExactly("models/b.glb");
    assertThatThrownBy(() -> list("b.glb\n../secret.glb\n", Optional.empty()))
        .hasMessageContaining("line 2")
        .hasMessageContaining("--root");
    Files.createSymbolicLink(models.resolve("up"), folder);
    assertThatThrownBy(() -> list("up/secret.glb\n", Optional.empty()))
        .hasMessageContaining("is not in");
    assertThatThrownBy(() -> list("\n", Optional.empty())).hasMessageContaining("no model");
    assertThatThrownBy(() -> list("a".repeat(100_000), Optional.empty()))
        .hasMessageContaining("line 1");
    assertThatThrownBy(() -> list("a\0b.glb\n", Optional.empty())).hasMessageContaining("line 1");
  }

  @Test
  void aListHasALimit() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i <= Library.MAX_FILES; i++) {
      lines.append(i).append(".glb\n");
    }
    assertThatThrownBy(() -> list(lines.toString(), Optional.empty()))
        .hasMessageContaining("in parts");
  }

  @Test
  void everyFileIsInOneShard() {
    int[] counts = new int[7];
    for (int f = 0; f < 7000; f++) {
      int found = 0;
      for (int i = 1; i <= 7; i++) {
        if (new BatchOptions.Shard(i, 7).has("folder/model-" + f + ".glb")) {
          found++;
          counts[i - 1]++;
        }
      }
      assertThat(found).isOne();
    }
    for (int count : counts) {
      assertThat(count).isBetween(800, 1200);
    }
    for (String bad : List.of("0/3", "4/3", "1", "a/b", "1/0", "-1/2", "1/1000000000")) {
      assertThatThrownBy(() -> BatchOptions.Shard.parse(bad))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void theHashOfAFileIsThatOfAllThatItRefersTo() throws IOException {
    Path gltf = models.resolve("g.gltf");
    Files.writeString(
        gltf,
        "{\"buffers\":[{\"uri\":\"my%20data.bin\"},{\"uri\":\"data:x\"}],"
            + "\"images\":[{\"uri\":\"../secret.png\"},{\"uri\":\"t.png\"}]}");
    Files.writeString(models.resolve("my data.bin"), "one");
    InputHash first = InputHash.of(gltf);
    assertThat(References.of(Files.newInputStream(gltf))).containsExactly("my data.bin", "t.png");
    assertThat(first.bytes()).isEqualTo(Files.size(gltf) + 3);
    Files.writeString(models.resolve("my data.bin"), "two");
    assertThat(InputHash.of(gltf)).isNotEqualTo(first);
    Files.writeString(models.resolve("my data.bin"), "one");
    assertThat(InputHash.of(gltf)).isEqualTo(first);
    Files.writeString(models.resolve("t.png"), "new");
    assertThat(InputHash.of(gltf)).isNotEqualTo(first);
  }
}
