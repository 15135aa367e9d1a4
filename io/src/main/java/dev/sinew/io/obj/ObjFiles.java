package dev.sinew.io.obj;

import dev.sinew.io.Format;
import dev.sinew.io.InputFile;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.ReferenceFolder;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.PatternSyntaxException;

/** Finds the files of a command-line argument: a file, a folder or a pattern. */
public final class ObjFiles {
  private ObjFiles() {}

  /**
   * Returns the files of an argument. An existing file gives itself; a folder gives all {@code
   * .obj} files directly in it; otherwise {@code *}, {@code ?}, {@code [ ]} and <code>{ }</code> in
   * any part of the path are matched with existing files. Files of a folder or a pattern are in
   * natural order: frame2.obj before frame10.obj.
   *
   * @throws NoSuchFileException if there is no such file
   * @throws MalformedAssetException if it is a pipe or a device, or if a file of a folder or a
   *     pattern is a link to a file outside its folder
   */
  public static List<Path> expand(String argument) throws IOException {
    return expand(argument, false);
  }

  /**
   * Returns the files of an argument.
   *
   * @param allowOutside whether files of a folder or a pattern may be links to other folders
   */
  public static List<Path> expand(String argument, boolean allowOutside) throws IOException {
    List<Path> found;
    if (!isPattern(argument) || exists(argument)) {
      Path path = Path.of(argument);
      if (!Files.exists(path)) {
        throw new NoSuchFileException(argument);
      }
      if (!Files.isDirectory(path)) {
        InputFile.requireRegular(path);
        return List.of(path);
      }
      found = inFolder(path);
    } else {
      found = matching(argument);
    }
    if (found.isEmpty()) {
      throw new NoSuchFileException(
          argument, null, "no .obj file found; subfolders are not searched");
    }
    for (Path file : found) {
      Path folder = Objects.requireNonNullElse(file.getParent(), Path.of(""));
      new ReferenceFolder(folder, allowOutside).resolve(file.getFileName(), file.toString(), "");
    }
    return found.stream()
        .sorted((a, b) -> NaturalOrder.INSTANCE.compare(a.toString(), b.toString()))
        .toList();
  }

  /** Returns the files of several arguments, in the order of the arguments. */
  public static List<Path> expand(List<String> arguments) throws IOException {
    List<Path> all = new ArrayList<>();
    for (String argument : arguments) {
      all.addAll(expand(argument));
    }
    return all;
  }

  private static boolean isPattern(String text) {
    return text.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
  }

  /** Returns true if a file has the name; some systems do not allow the characters of patterns. */
  private static boolean exists(String argument) {
    try {
      return Files.exists(Path.of(argument));
    } catch (java.nio.file.InvalidPathException e) {
      return false;
    }
  }

  private static List<Path> inFolder(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        boolean hidden = entry.getFileName().toString().startsWith(".");
        boolean named = Format.named(entry).filter(Format.OBJ::equals).isPresent();
        if (named && !hidden && Files.isRegularFile(entry)) {
          files.add(entry);
        }
      }
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    return files;
  }

  /** Matches the pattern part by part, from the root of the path. */
  private static List<Path> matching(String pattern) throws IOException {
    List<String> parts = partsOf(pattern);
    boolean absolute = parts.getFirst().isEmpty();
    List<Path> matches = List.of(Path.of(absolute ? File.separator : ""));
    for (String part : parts) {
      List<Path> next = new ArrayList<>();
      for (Path folder : matches) {
        if (isPattern(part)) {
          next.addAll(matchingIn(folder, part, pattern));
        } else if (Files.exists(folder.resolve(part))) {
          next.add(folder.resolve(part));
        }
      }
      matches = next;
    }
    return matches.stream().filter(Files::isRegularFile).toList();
  }

  private static List<String> partsOf(String pattern) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= pattern.length(); i++) {
      if (i == pattern.length()
          || pattern.charAt(i) == '/'
          || pattern.charAt(i) == File.separatorChar) {
        parts.add(pattern.substring(from, i));
        from = i + 1;
      }
    }
    return parts;
  }

  private static List<Path> matchingIn(Path folder, String part, String pattern)
      throws IOException {
    PathMatcher matcher;
    try {
      matcher = folder.getFileSystem().getPathMatcher("glob:" + part);
    } catch (PatternSyntaxException e) {
      throw new IOException(pattern + ": not a pattern of file names: " + e.getDescription(), e);
    }
    List<Path> matches = new ArrayList<>();
    if (!Files.isDirectory(folder)) {
      return matches;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        Path name = entry.getFileName();
        boolean hidden = name.toString().startsWith(".") && !part.startsWith(".");
        if (!hidden && matcher.matches(name)) {
          matches.add(entry);
        }
      }
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw e.getCause();
    }
    return matches;
  }
}
