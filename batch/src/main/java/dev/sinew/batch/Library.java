package dev.sinew.batch;

import dev.sinew.batch.child.Names;
import dev.sinew.batch.child.PathPattern;
import dev.sinew.io.Format;
import dev.sinew.run.FileText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The models of a library.
 *
 * @param files the models by name
 * @param notes what could not be looked into
 */
public record Library(List<LibraryFile> files, List<String> notes) {
  /** The most files of one run. */
  public static final int MAX_FILES = 100_000;

  private static final int MAX_LINE = 8192;

  /** Copies the lists. */
  public Library {
    files = List.copyOf(files);
    notes = List.copyOf(notes);
  }

  /**
   * Which files are taken.
   *
   * @param include patterns of which a file must match one; empty for all
   * @param exclude patterns of which a file must match none
   * @param root the folder that names of a list are relative to; empty for that of the list
   */
  public record Selection(
      List<PathPattern> include, List<PathPattern> exclude, Optional<Path> root) {
    /** All files. */
    public static final Selection ALL = new Selection(List.of(), List.of(), Optional.empty());

    /** Copies the lists. */
    public Selection {
      include = List.copyOf(include);
      exclude = List.copyOf(exclude);
    }

    boolean takes(String name) {
      return (include.isEmpty() || include.stream().anyMatch(one -> one.matches(name)))
          && exclude.stream().noneMatch(one -> one.matches(name));
    }
  }

  /**
   * Lists a library.
   *
   * @param given a folder, with all folders below it, or a file with one name per line
   * @param output the folder of results, which is no part of the library
   * @throws IOException if there is no model, or if results would replace them
   */
  public static Library of(Path given, Selection selection, Path output) throws IOException {
    if (!Files.isDirectory(given)) {
      if (!Files.exists(given)) {
        throw new NoSuchFileException(given.toString());
      }
      if (Format.isRead(given, Format.Kind.CHARACTER)) {
        throw new IOException(
            given
                + ": expected a folder or a list of files, got a model; give its folder, with"
                + " --include for this file alone");
      }
      try (InputStream in = Files.newInputStream(given)) {
        return ofList(in, given.toString(), absolute(given).resolveSibling(""), selection, output);
      }
    }
    return new Listing(selection, output, absolute(given)).folder(given);
  }

  /**
   * Lists the files that a stream names.
   *
   * @param source the name of the stream, for messages
   * @param folder what relative names are relative to
   */
  public static Library ofList(
      InputStream in, String source, Path folder, Selection selection, Path output)
      throws IOException {
    Path root = absolute(selection.root().orElse(folder));
    return new Listing(selection, output, root).lines(in, source, absolute(folder));
  }

  private static Path absolute(Path path) {
    return path.toAbsolutePath().normalize();
  }

  /** The files found so far. */
  private static final class Listing extends SimpleFileVisitor<Path> {
    private final Selection selection;
    private final Path output;
    private final Path root;
    private final Map<String, LibraryFile> files = new TreeMap<>();
    private final List<String> notes = new ArrayList<>();

    Listing(Selection selection, Path output, Path root) throws IOException {
      this.selection = selection;
      this.output = Files.exists(output) ? output.toRealPath() : absolute(output);
      this.root = Files.exists(root) ? root.toRealPath() : root;
      if (this.root.startsWith(this.output)) {
        throw new IOException(
            output + ": the library is in this folder; choose another one for the results");
      }
    }

    Library folder(Path given) throws IOException {
      Files.walkFileTree(root, this);
      return done(given.toString());
    }

    private Library done(String given) throws IOException {
      if (files.isEmpty()) {
        throw new IOException(given + ": no model to work on here");
      }
      return new Library(List.copyOf(files.values()), notes);
    }

    private void add(Path file, long bytes) throws IOException {
      String name = root.relativize(file).toString().replace('\\', '/');
      if (!Names.isInside(name)) {
        notes.add(FileText.shortened(name) + ": left out, its name is too long");
      } else if (selection.takes(name)) {
        files.put(name, new LibraryFile(name, file, bytes));
      }
      if (files.size() > MAX_FILES) {
        throw new IOException(root + ": more than " + MAX_FILES + " files; work on them in parts");
      }
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
        throws IOException {
      return folder.equals(output) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      boolean isModel =
          Format.named(file)
              .filter(format -> format.kind() == Format.Kind.CHARACTER && format.reads())
              .isPresent();
      if (isModel && Files.isRegularFile(file)) {
        add(file, Files.size(file));
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException error) {
      notes.add(file + ": could not be looked into");
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException error) {
      if (error != null) {
        notes.add(folder + ": could not be looked into");
      }
      return FileVisitResult.CONTINUE;
    }

    Library lines(InputStream in, String source, Path folder) throws IOException {
      try (BufferedReader reader =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()))) {
        int number = 0;
        StringBuilder line = new StringBuilder();
        for (int c = reader.read(); c >= 0; c = reader.read()) {
          if (c != '\n') {
            line.append((char) c);
            if (line.length() > MAX_LINE) {
              throw new IOException(source + ": line " + (number + 1) + ": longer than a path");
            }
          } else {
            addLine(line, source, ++number, folder);
          }
        }
        addLine(line, source, number + 1, folder);
      } catch (MalformedInputException e) {
        throw new IOException(source + ": expected a list of files in UTF-8", e);
      }
      return done(source);
    }

    private void addLine(StringBuilder line, String source, int number, Path folder)
        throws IOException {
      String text = line.toString();
      text = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      line.setLength(0);
      if (text.isEmpty()) {
        return;
      }
      try {
        Path file = folder.resolve(text).normalize();
        Path above = Objects.requireNonNullElse(file.getParent(), file);
        Path real =
            Files.isDirectory(above) ? above.toRealPath().resolve(file.getFileName()) : file;
        if (!real.startsWith(root)) {
          throw new IOException(
              "%s: line %d: %s is not in %s; --root names the folder that all files are in"
                  .formatted(source, number, FileText.shortened(text), root));
        }
        add(real, Files.isRegularFile(real) ? Files.size(real) : 0);
      } catch (InvalidPathException e) {
        throw new IOException(source + ": line " + number + ": no name of a file", e);
      }
    }
  }
}
