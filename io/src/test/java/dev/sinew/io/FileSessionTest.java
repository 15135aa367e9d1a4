package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.run.RequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSessionTest {
  @TempDir Path folder;

  private static FileSession.StreamBody text(String text) {
    return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> entries() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void outputsAppearTogetherWhenPublished() throws IOException {
    Files.writeString(folder.resolve("a"), "old");
    try (FileSession files = new FileSession()) {
      files.stream(folder.resolve("a"), text("new"));
      files.stream(folder.resolve("b"), text("new"));
      files.folder(folder.resolve("c"), draft -> Files.writeString(draft.resolve("frame"), "new"));
      assertThat(folder.resolve("a")).hasContent("old");
      assertThat(folder.resolve("b")).doesNotExist();
      assertThat(folder.resolve("c")).doesNotExist();
      files.publish();
    }
    assertThat(entries()).containsExactly("a", "b", "c");
    assertThat(folder.resolve("a")).hasContent("new");
    assertThat(folder.resolve("c/frame")).hasContent("new");
  }

  @Test
  void namesMayBeAsLongAsTheFileSystemAllows() throws IOException {
    Path file = folder.resolve("é".repeat(120) + ".glb");
    FileSession.write(files -> files.stream(file, text("new")));
    assertThat(file).hasContent("new");
  }

  @Test
  void aFileIsWritableOrTheReasonIsSaid() throws IOException {
    FileSession.requireWritable(folder.resolve("new/x.html"));
    assertThat(entries()).isEmpty();
    Path taken = Files.writeString(folder.resolve("taken"), "text");
    assertThatThrownBy(() -> FileSession.requireWritable(taken.resolve("x.html")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("x.html: its folder cannot be created");
    assertThatThrownBy(() -> FileSession.requireWritable(folder))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("this is a folder");
  }

  @Test
  void aReservedFileIsNeitherReadNorWritten() throws IOException {
    Path page = Files.writeString(folder.resolve("page.html"), "old");
    try (FileSession files = new FileSession(FilePolicy.DEFAULTS.withReserved(page))) {
      assertThatThrownBy(() -> files.reading(page)).isInstanceOf(RequestException.class);
      assertThatThrownBy(() -> files.stream(page, text("new")))
          .isInstanceOf(RequestException.class);
    }
    assertThat(page).hasContent("old");
  }

  @Test
  void aFailureLeavesNothing() throws IOException {
    Files.writeString(folder.resolve("a"), "old");
    assertThatThrownBy(
            () ->
                FileSession.write(
                    files -> {
                      files.stream(folder.resolve("a"), text("new"));
                      files.folder(
                          folder.resolve("c"),
                          draft -> {
                            Files.writeString(draft.resolve("frame"), "new");
                            throw new IOException("No space left on device");
                          });
                    }))
        .hasMessageContaining(folder.resolve("c") + ": No space left on device");
    assertThat(entries()).containsExactly("a");
    assertThat(folder.resolve("a")).hasContent("old");
  }

  @Test
  void anInputIsNotReplaced() throws IOException {
    Path input = Files.writeString(folder.resolve("input"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), input);
    try (FileSession files = new FileSession()) {
      files.reading(link);
      for (Path target : List.of(input, link, folder.resolve("x/../input"))) {
        assertThatThrownBy(() -> files.stream(target, text("new")))
            .isInstanceOf(RequestException.class)
            .hasMessageContaining("input");
      }
      files.publish();
    }
    assertThat(input).hasContent("old");
    assertThat(entries()).containsExactly("input", "link");
  }

  @Test
  void aModelMayBeWrittenBackToItself() throws IOException {
    Path model = Files.writeString(folder.resolve("model"), "old");
    try (FileSession files = new FileSession()) {
      files.readingToReplace(model);
      files.stream(model, text("new"));
      files.publish();
    }
    assertThat(model).hasContent("new");
  }

  @Test
  void foldersAreNeverMixed() throws IOException {
    Path frames = Files.createDirectory(folder.resolve("frames"));
    FileSession.write(
        files -> files.folder(frames, draft -> Files.writeString(draft.resolve("1"), "one")));
    assertThat(frames.resolve("1")).hasContent("one");
    assertThatThrownBy(
            () ->
                FileSession.write(
                    files ->
                        files.folder(frames, draft -> Files.writeString(draft.resolve("2"), "x"))))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("frames: this folder is not empty");
    assertThat(frames.resolve("2")).doesNotExist();
    assertThat(entries()).containsExactly("frames");
  }

  @Test
  void onlyRegularFilesAreWritten() {
    assertThatThrownBy(() -> FileSession.write(files -> files.stream(folder, text(""))))
        .hasMessageContaining("this is a folder");
    assertThatThrownBy(
            () -> FileSession.write(files -> files.stream(Path.of("/dev/null"), text(""))))
        .hasMessageContaining("a pipe or a device");
    assertThat(Files.isRegularFile(Path.of("/dev/null"))).isFalse();
  }

  @Test
  void oldDraftsOfDeadProcessesAreDeleted() throws IOException {
    long dead = new ProcessBuilder("true").start().onExit().join().pid();
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
    Path stale = Files.writeString(folder.resolve(".a.glb.draft-" + dead + "-1"), "x");
    Path staleFolder = Files.createDirectory(folder.resolve(".b.draft-" + dead + "-2"));
    Path young = Files.writeString(folder.resolve(".c.glb.draft-" + dead + "-3"), "x");
    long alive = ProcessHandle.current().pid();
    Path own = Files.writeString(folder.resolve(".d.glb.draft-" + alive + "-4"), "x");
    Path foreign = Files.writeString(folder.resolve(".notes.draft-mine"), "x");
    for (Path file : List.of(stale, staleFolder, own, foreign)) {
      Files.setLastModifiedTime(file, old);
    }
    FileSession.write(files -> files.stream(folder.resolve("new"), text("new")));
    assertThat(stale).doesNotExist();
    assertThat(staleFolder).doesNotExist();
    assertThat(young).exists();
    assertThat(own).exists();
    assertThat(foreign).exists();
  }
}
