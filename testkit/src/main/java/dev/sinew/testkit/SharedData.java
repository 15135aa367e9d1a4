package dev.sinew.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the folder {@code shared/data}, which lies beside the checkout and holds real files that
 * this project did not make. A test that wants them is skipped where the folder is absent.
 */
public final class SharedData {
  /** What to tell whoever runs a test that needs the folder and has none. */
  public static final String ABSENT = "the folder shared/data is not beside the checkout";

  private SharedData() {}

  /**
   * The folder, searched upwards from the working directory: in every ancestor, a child {@code
   * shared/data} that holds a README.md.
   */
  public static Optional<Path> folder() {
    return folderAbove(Path.of(""));
  }

  /** Returns the folder, searched upwards from another one. */
  public static Optional<Path> folderAbove(Path start) {
    for (Path at = start.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
      Path candidate = at.resolve("shared").resolve("data");
      if (Files.isRegularFile(candidate.resolve("README.md"))) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a file below the folder, by its path from there; empty when it or the folder is absent.
   */
  public static Optional<Path> file(String relative) {
    return folder().map(f -> f.resolve(relative)).filter(Files::isRegularFile);
  }

  /**
   * Returns every .gltf and .glb file, in the order of their paths; none when the folder is absent.
   */
  public static List<Path> gltfFiles() {
    return filesEndingIn(".gltf", ".glb");
  }

  /**
   * Every file whose name ends in one of the endings, whatever their case, in the order of their
   * paths; none when the folder is absent.
   */
  public static List<Path> filesEndingIn(String... endings) {
    Optional<Path> folder = folder();
    if (folder.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(folder.get())) {
      return all.filter(Files::isRegularFile).filter(f -> endsInOne(f, endings)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean endsInOne(Path file, String... endings) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return Stream.of(endings).anyMatch(e -> name.endsWith(e.toLowerCase(Locale.ROOT)));
  }
}
