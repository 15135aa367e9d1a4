package dev.sinew.pipeline;

import dev.sinew.io.Format;
import dev.sinew.io.gltf.FileSize;
import dev.sinew.io.gltf.FileSizeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The size of a written model.
 *
 * @param file the file
 * @param size its bytes and what they are for
 */
public record OutputSize(String file, FileSize size) {
  /** Returns the size and its parts as text, in thousands of bytes. */
  public String text() {
    return describe(size);
  }

  static String describe(FileSize size) {
    StringBuilder text = new StringBuilder(kilobytes(size.bytes())).append(" KB");
    if (size.other() < size.bytes()) {
      text.append(": geometry ").append(kilobytes(size.geometry()));
      text.append(", skin ").append(kilobytes(size.skin()));
      text.append(", animation ").append(kilobytes(size.animation()));
      text.append(", images ").append(kilobytes(size.images()));
      text.append(", JSON ").append(kilobytes(size.json()));
      text.append(", other ").append(kilobytes(size.other()));
    }
    return text.toString();
  }

  private static String kilobytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f", bytes / 1000.0);
  }

  /** Returns the sizes of the models among written files, and of those in written folders. */
  static List<OutputSize> of(List<Path> outputs) throws IOException {
    List<OutputSize> sizes = new ArrayList<>();
    for (Path output : outputs) {
      for (Path file : Files.isDirectory(output) ? filesIn(output) : List.of(output)) {
        if (isModel(file)) {
          sizes.add(new OutputSize(file.toString(), sizeOf(file)));
        }
      }
    }
    return sizes;
  }

  /** Returns what is known of a file: of one that Sinew does not read, its bytes. */
  private static FileSize sizeOf(Path file) throws IOException {
    return Format.isRead(file, Format.Kind.CHARACTER)
        ? FileSizeReader.measure(file)
        : FileSize.of(Files.size(file));
  }

  private static List<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static boolean isModel(Path file) {
    return Format.named(file).filter(f -> f.kind() == Format.Kind.CHARACTER).isPresent()
        && Files.isRegularFile(file);
  }
}
