package dev.sinew.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the folder {@code shared/data} beside the checkout, with real files from other sources.
 * Tests that need them are marked with {@link NeedsSharedData}.
 */
public final class SharedData {
  /** The JSON of a file is within its first bytes. */
  private static final int JSON_BYTES = 1 << 24;

  private SharedData() {}

  /**
   * Returns the folder, searched upwards from the working directory: {@code shared/data} with a
   * README.md in any ancestor.
   */
  public static Optional<Path> folder() {
    return folderAbove(Path.of(""));
  }

  /** Returns the folder, searched upwards from a path. */
  public static Optional<Path> folderAbove(Path start) {
    for (Path at = start.toAbsolutePath().normalize(); at != null; at = at.getParent()) {
      Path candidate = at.resolve("shared").resolve("data");
      if (Files.isRegularFile(candidate.resolve("README.md"))) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** Returns a path relative to the folder, which must be present. */
  public static Path path(String relative) {
    return folder().orElseThrow().resolve(relative);
  }

  /** Returns a file by its path relative to the folder; empty if it is absent. */
  public static Optional<Path> file(String relative) {
    return folder().map(f -> f.resolve(relative)).filter(Files::isRegularFile);
  }

  /**
   * Returns the .gltf and .glb files that Sinew reads, sorted by path; none if the folder is
   * absent. Files that require Draco compression are left out.
   */
  public static List<Path> gltfFiles() {
    return filesEndingIn(".gltf", ".glb").stream().filter(file -> !requiresDraco(file)).toList();
  }

  private static boolean requiresDraco(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      String start = new String(in.readNBytes(JSON_BYTES), StandardCharsets.ISO_8859_1);
      int required = start.indexOf("\"extensionsRequired\"");
      int end = required < 0 ? -1 : start.indexOf(']', required);
      return end >= 0 && start.substring(required, end).contains("KHR_draco_mesh_compression");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns all files with one of the endings, in any case, sorted by path; none if the folder is
   * absent.
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
