package dev.sinew.pipeline.input;

import dev.sinew.io.Format;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The models that files, folders and patterns stand for, and where the output of each goes.
 *
 * <p>A folder with characters and no meshes stands for all of them, in the order of their names;
 * any other folder stands for itself. A pattern such as {@code models/*.glb} has wildcards in its
 * file name.
 *
 * @param models the models
 * @param several true if there are several, or if a folder or a pattern was given: outputs then go
 *     to a folder
 */
public record ModelSet(List<Path> models, boolean several) {
  /** Copies the list. */
  public ModelSet {
    models = List.copyOf(models);
  }

  /**
   * Finds the models.
   *
   * @param given files, folders and patterns
   * @throws IOException if a pattern matches nothing
   */
  public static ModelSet of(List<Path> given) throws IOException {
    return of(given, true);
  }

  /**
   * Finds the characters: a folder stands for its characters, whatever else is in it.
   *
   * @param given files, folders and patterns
   * @throws IOException if a pattern matches nothing, or a folder has no character
   */
  public static ModelSet ofCharacters(List<Path> given) throws IOException {
    return of(given, false);
  }

  /**
   * Returns the files with motions that files, folders and patterns stand for: a folder for its
   * captures and characters.
   *
   * @throws IOException if a pattern matches nothing, or a folder has no such file
   */
  public static List<Path> motions(List<Path> given) throws IOException {
    List<Path> motions = new ArrayList<>();
    for (Path one : given) {
      if (!Files.isDirectory(one)) {
        motions.addAll(expand(one, false));
        continue;
      }
      List<Path> found = list(one, file -> isCharacter(file) || isNamed(file, Format.Kind.MOTION));
      if (found.isEmpty()) {
        throw new NoSuchFileException(one.toString(), null, "no file with motions in this folder");
      }
      motions.addAll(found);
    }
    return motions.stream().distinct().toList();
  }

  private static ModelSet of(List<Path> given, boolean sequences) throws IOException {
    List<Path> models = new ArrayList<>();
    boolean several = given.size() > 1;
    for (Path one : given) {
      List<Path> found = expand(one, sequences);
      several |= !found.equals(List.of(one));
      found.stream().filter(model -> !models.contains(model)).forEach(models::add);
    }
    return new ModelSet(models, several);
  }

  /** Returns true if a model is a folder of meshes, a mesh or a point cache. */
  public static boolean areShapes(Path model) throws IOException {
    return Files.isDirectory(model)
        ? !list(model, file -> isNamed(file, Format.Kind.MESH)).isEmpty()
        : Format.is(model, Format.Kind.MESH) || Format.is(model, Format.Kind.POINT_CACHE);
  }

  /** Returns true if a name stands for the files that match it. */
  public static boolean isPattern(Path given) {
    Path name = given.getFileName();
    return name != null && name.toString().matches(".*[*?\\[{].*") && !Files.exists(given);
  }

  private static List<Path> expand(Path given, boolean sequences) throws IOException {
    if (Files.isDirectory(given)) {
      return inside(given, sequences);
    }
    Path name = given.getFileName();
    if (name == null || !isPattern(given)) {
      return List.of(given);
    }
    Path folder = given.getParent() == null ? Path.of("") : given.getParent();
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + name);
    List<Path> found =
        Files.isDirectory(folder.toAbsolutePath())
            ? list(folder, file -> matcher.matches(file.getFileName()))
            : List.of();
    if (found.isEmpty()) {
      throw new NoSuchFileException(given.toString(), null, "no file matches this pattern");
    }
    return found;
  }

  private static List<Path> inside(Path folder, boolean sequences) throws IOException {
    List<Path> characters = list(folder, ModelSet::isCharacter);
    if (!sequences && characters.isEmpty()) {
      throw new NoSuchFileException(
          folder.toString(),
          null,
          "no " + Format.expected(Format.Kind.CHARACTER).substring(2) + " in this folder");
    }
    boolean isSequence =
        sequences && !list(folder, file -> isNamed(file, Format.Kind.MESH)).isEmpty();
    return characters.isEmpty() || isSequence ? List.of(folder) : characters;
  }

  private static List<Path> list(Path folder, DirectoryStream.Filter<Path> filter)
      throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, filter)) {
      for (Path entry : entries) {
        if (!Files.isDirectory(entry)) {
          found.add(entry);
        }
      }
    }
    found.sort(null);
    return found;
  }

  private static boolean isCharacter(Path file) {
    return isNamed(file, Format.Kind.CHARACTER);
  }

  private static boolean isNamed(Path file, Format.Kind kind) {
    return Format.named(file).filter(format -> format.kind() == kind && format.reads()).isPresent();
  }

  /**
   * Returns where the output of each model goes if it is of another format than the model: the
   * output itself, or for several models a file of the model's name with another extension.
   *
   * @param extension that of the files, without the dot
   * @throws IllegalArgumentException if several models would be written to one file
   */
  public List<Optional<Path>> outputs(Path output, String extension) throws IOException {
    if (!several) {
      return List.of(Optional.of(output));
    }
    List<Optional<Path>> renamed = new ArrayList<>();
    for (Optional<Path> target : outputs(Optional.of(output))) {
      renamed.add(target.map(file -> file.resolveSibling(Format.stemOf(file) + "." + extension)));
    }
    return renamed;
  }

  /**
   * Returns where the output of each model goes: the output itself, or for several models and for a
   * folder that exists, a file of the model's name in it, a GLB if the format of the model is only
   * read. That folder is created.
   *
   * @throws IllegalArgumentException if several models would be written to one file
   */
  public List<Optional<Path>> outputs(Optional<Path> output) throws IOException {
    if (output.isEmpty()) {
      return models.stream().map(model -> Optional.<Path>empty()).toList();
    }
    Path target = output.get();
    boolean named =
        Format.named(target).isPresent()
            || (Format.isNamedAsFile(target) && !Files.isDirectory(target));
    boolean intoFolder = several || (Files.isDirectory(target) && isCharacter(models.getFirst()));
    if (!intoFolder) {
      return List.of(output);
    }
    if (named) {
      throw new IllegalArgumentException(
          models.size() + " models: expected a folder as output, got " + target);
    }
    Map<Path, Path> sources = new HashMap<>();
    List<Optional<Path>> outputs = new ArrayList<>();
    for (Path model : models) {
      Path file = target.resolve(outputName(model));
      Path other = sources.putIfAbsent(file, model);
      if (other != null) {
        throw new IllegalArgumentException(
            other + " and " + model + ": both would be written to " + file);
      }
      outputs.add(Optional.of(file));
    }
    Files.createDirectories(target);
    return outputs;
  }

  /** Returns the name of a model, as a GLB if its own format is not written. */
  private static Path outputName(Path model) {
    boolean written = Format.named(model).filter(format -> !format.writes()).isEmpty();
    return written ? model.getFileName() : Path.of(Format.stemOf(model) + ".glb");
  }
}
