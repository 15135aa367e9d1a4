package dev.sinew.io;

import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files of one run. Inputs are recorded, so that no output replaces one of them. Outputs are
 * written to drafts beside their targets and appear in {@link #publish}, when all are complete: a
 * reader sees the old file or the whole new one, and a run that fails leaves nothing.
 *
 * <p>Only {@link #reading} may be called from several threads.
 */
public final class FileSession implements AutoCloseable {
  private final FilePolicy policy;
  private final Set<Path> inputs = ConcurrentHashMap.newKeySet();
  private final Set<Path> replaceable = ConcurrentHashMap.newKeySet();
  private final List<Draft> drafts = new ArrayList<>();
  private final List<Obsolete> obsolete = new ArrayList<>();
  private final Set<Issue> issues = new LinkedHashSet<>();
  private final Set<String> extensions = ConcurrentHashMap.newKeySet();

  private record Draft(Path path, Path target) {}

  private record Obsolete(Path file, Path model) {}

  /** Writes bytes to a stream. */
  @FunctionalInterface
  public interface StreamBody {
    /** Writes to a stream that the caller closes. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes bytes to a channel. */
  @FunctionalInterface
  public interface ChannelBody {
    /** Writes to a channel that the caller closes. */
    void writeTo(FileChannel out) throws IOException;
  }

  /** Writes files into a folder. */
  @FunctionalInterface
  public interface FolderBody {
    /** Writes into an empty folder that is renamed later. */
    void writeTo(Path folder) throws IOException;
  }

  /** Writes files of a session. */
  @FunctionalInterface
  public interface SessionBody {
    /** Adds outputs. */
    void writeTo(FileSession files) throws IOException;
  }

  /** A stream that stays open, since its file is forced to disk after the last byte. */
  private static final class Unclosed extends FilterOutputStream {
    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      out.flush();
    }
  }

  /** Starts a session in which models refer to files below their own folders only. */
  public FileSession() {
    this(FilePolicy.DEFAULTS);
  }

  /** Starts a session with a policy. */
  public FileSession(FilePolicy policy) {
    this.policy = policy;
  }

  /** Returns what the session may do with files. */
  public FilePolicy policy() {
    return policy;
  }

  /** Records an extension that an input uses, so that outputs can be stored like it. */
  public void found(String extension) {
    extensions.add(extension);
  }

  /** Returns true if a file read uses an extension. */
  public boolean hasFound(String extension) {
    return extensions.contains(extension);
  }

  /** Adds a remark for the user, such as what a file loses or gains when it is written. */
  public void add(Issue remark) {
    issues.add(remark);
  }

  /** Returns the remarks so far, without repeats. */
  public List<Issue> issues() {
    return List.copyOf(issues);
  }

  /** Writes files in a session of their own and publishes them. */
  public static void write(SessionBody body) throws IOException {
    try (FileSession files = new FileSession()) {
      body.writeTo(files);
      files.publish();
    }
  }

  /**
   * Checks that a file can be written, before the work whose result it will hold.
   *
   * @throws IOException if it cannot
   */
  public static void requireWritable(Path file) throws IOException {
    Path target = located(file);
    requirePlainFile(file, target);
    Drafts.requireWritable(target);
  }

  // Inputs.

  /** Returns true if models may refer to any file. */
  public boolean allowsOutside() {
    return policy.allowOutside();
  }

  /**
   * Records a file that is read; no output may replace it.
   *
   * @throws RequestException if the file is reserved
   */
  public void reading(Path file) {
    requireNotReserved(file, "this file is an input; choose another name for the report");
    if (Files.exists(file)) {
      try {
        inputs.add(file.toRealPath());
      } catch (IOException e) {
        inputs.add(file.toAbsolutePath().normalize());
      }
    }
  }

  /**
   * Records a model that is read and that an output may replace: the same model, changed. This does
   * not include the files that the model refers to.
   */
  public void readingToReplace(Path model) {
    reading(model);
    if (Files.exists(model)) {
      replaceable.add(located(model));
    }
  }

  /**
   * Refuses a file that will be written, if it has been read and must stay: before any work is
   * done.
   */
  public void requireOutput(Path file) {
    requireNotRead(located(file), file);
  }

  private void requireNotReserved(Path file, String reason) {
    if (policy.reserved().isPresent() && isSame(file, policy.reserved().get())) {
      throw new RequestException(file.toString(), reason);
    }
  }

  private static boolean isSame(Path file, Path other) {
    try {
      return (Files.exists(file) && Files.exists(other))
          ? Files.isSameFile(file, other)
          : located(file).equals(located(other));
    } catch (IOException e) {
      return located(file).equals(located(other));
    }
  }

  private boolean hasRead(Path file) {
    try {
      return Files.exists(file) && inputs.contains(file.toRealPath());
    } catch (IOException e) {
      return inputs.contains(file.toAbsolutePath().normalize());
    }
  }

  // Outputs.

  /** Writes one file through a buffered stream. */
  public void stream(Path target, StreamBody body) throws IOException {
    channel(
        target,
        channel -> {
          OutputStream out =
              new BufferedOutputStream(new Unclosed(Channels.newOutputStream(channel)), 1 << 16);
          body.writeTo(out);
          out.flush();
        });
  }

  private static void requirePlainFile(Path file, Path target) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException(file + ": cannot write a file here, this is a folder");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new IOException(file + ": cannot write a file here, this is a pipe or a device");
    }
  }

  /** Writes one file through a channel. */
  public void channel(Path file, ChannelBody body) throws IOException {
    Path target = located(file);
    requirePlainFile(file, target);
    requireNotRead(target, file);
    requireNotReserved(file, "this is an output and the report; choose another name for one");
    Path draft = Drafts.newFile(target);
    try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
      body.writeTo(channel);
      channel.force(true);
    } catch (IOException e) {
      Drafts.discard(draft);
      throw naming(file, e);
    } catch (RuntimeException | Error e) {
      Drafts.discard(draft);
      throw e;
    }
    drafts.add(new Draft(draft, target));
  }

  /**
   * Writes a folder of files, which appears when all its files are complete. A folder that exists
   * must be empty, so that old and new files are never mixed.
   */
  public void folder(Path folder, FolderBody body) throws IOException {
    Path target = located(folder);
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new IOException(folder + ": cannot write a folder here, this is a file");
    }
    requireEmpty(target);
    Path draft = Drafts.newFolder(target);
    try {
      body.writeTo(draft);
    } catch (IOException e) {
      Drafts.discard(draft);
      throw naming(folder, e);
    } catch (RuntimeException | Error e) {
      Drafts.discard(draft);
      throw e;
    }
    drafts.add(new Draft(draft, target));
  }

  /**
   * Deletes a file that a model referred to before it was replaced, once all outputs have appeared.
   * A file that another model of this run refers to is kept.
   */
  public void deleteWithOld(Path model, Path file) {
    obsolete.add(new Obsolete(file, model));
  }

  /** Renames all outputs to their targets, in the order in which they were written. */
  public void publish() throws IOException {
    Drafts.rename(this::renameAll);
    for (Obsolete old : obsolete) {
      if (!hasRead(old.file) || isReplaceable(old.model)) {
        Files.deleteIfExists(old.file);
      }
    }
    obsolete.clear();
  }

  private void renameAll() throws IOException {
    while (!drafts.isEmpty()) {
      Draft draft = drafts.getFirst();
      if (Files.isDirectory(draft.path)) {
        requireEmpty(draft.target);
        Files.deleteIfExists(draft.target);
      }
      Files.move(
          draft.path,
          draft.target,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      Drafts.discard(draft.path);
      drafts.removeFirst();
    }
  }

  /** Deletes outputs that were not published. */
  @Override
  public void close() {
    drafts.forEach(draft -> Drafts.discard(draft.path));
    drafts.clear();
  }

  /** Returns the path of a file, which may be missing, with the links of its folder resolved. */
  private static Path located(Path file) {
    Path absolute = file.toAbsolutePath();
    Path parent = absolute.getParent();
    try {
      return parent != null && Files.exists(parent) && absolute.getFileName() != null
          ? parent.toRealPath().resolve(absolute.getFileName())
          : absolute.normalize();
    } catch (IOException e) {
      return absolute.normalize();
    }
  }

  private boolean isReplaceable(Path target) {
    return replaceable.contains(located(target));
  }

  /** Checks a located target; messages have the name as given. */
  private void requireNotRead(Path target, Path file) {
    if (!hasRead(target)) {
      return;
    }
    if (!isReplaceable(target)) {
      throw new RequestException(
          file.toString(), "this file is an input; choose another name for the output");
    }
    if (!policy.replaceInputs()) {
      throw new RequestException(
          file.toString(),
          "this file is the input; choose another name, or replace it with"
              + " FilePolicy.replaceInputs");
    }
  }

  private static void requireEmpty(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
        if (entries.iterator().hasNext()) {
          throw new RequestException(
              folder.toString(), "this folder is not empty; delete it or choose another name");
        }
      }
    }
  }

  /** Returns an exception that names the target, not its draft. */
  private static IOException naming(Path target, IOException error) {
    if (error instanceof MalformedAssetException
        || String.valueOf(error.getMessage()).startsWith(target.toString())) {
      return error;
    }
    String reason =
        error instanceof FileSystemException file ? file.getReason() : error.getMessage();
    return new IOException(target + ": " + (reason == null ? "cannot be written" : reason), error);
  }
}
