package dev.sinew.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes files under a temporary name in the target's folder and renames them when they are
 * complete: a reader sees the old file or the complete new one, and a killed process leaves nothing
 * under the requested name.
 */
public final class AtomicOutput {
  private static final int SHUTDOWN_ATTEMPTS = 100;
  private static final int SHUTDOWN_PAUSE_MILLIS = 10;
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> UNFINISHED.forEach(AtomicOutput::discardAtShutdown)));
  }

  private AtomicOutput() {}

  /** Writes a given file, or files into a given folder. */
  @FunctionalInterface
  public interface Body {
    /** Writes the temporary file, or into the temporary folder. */
    void writeTo(Path draft) throws IOException;
  }

  /** Writes bytes. */
  @FunctionalInterface
  public interface StreamBody {
    /** Writes to a stream that the caller closes. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Writes one file through a buffered stream. */
  public static void stream(Path target, StreamBody body) throws IOException {
    file(
        target,
        draft -> {
          try (OutputStream out =
              new java.io.BufferedOutputStream(Files.newOutputStream(draft), 1 << 16)) {
            body.writeTo(out);
          }
        });
  }

  /** Writes one file; creates its folder if it is missing. */
  public static void file(Path target, Body body) throws IOException {
    if (Files.isDirectory(target)) {
      throw new IOException(target + ": cannot write a file here, this is a folder");
    }
    Path draft = draftBeside(target);
    UNFINISHED.add(draft);
    try {
      body.writeTo(draft);
      try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(
          draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      discard(draft);
      UNFINISHED.remove(draft);
    }
  }

  /**
   * Writes a folder of files. A new folder appears when all its files are complete. If the folder
   * exists, the complete files are moved into it and replace files of the same name.
   */
  public static void folder(Path target, Body body) throws IOException {
    if (Files.exists(target) && !Files.isDirectory(target)) {
      throw new IOException(target + ": cannot write a folder here, this is a file");
    }
    Path draft = draftBeside(target);
    UNFINISHED.add(draft);
    try {
      Files.createDirectory(draft);
      body.writeTo(draft);
      if (Files.exists(target)) {
        try (DirectoryStream<Path> made = Files.newDirectoryStream(draft)) {
          for (Path file : made) {
            Files.move(
                file,
                target.resolve(file.getFileName()),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
          }
        }
      } else {
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
      }
    } finally {
      discard(draft);
      UNFINISHED.remove(draft);
    }
  }

  private static Path draftBeside(Path target) throws IOException {
    Path absolute = target.toAbsolutePath().normalize();
    Path folder = absolute.getParent();
    if (folder == null || absolute.getFileName() == null) {
      throw new IOException(target + ": cannot write a file here");
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException(target + ": its folder cannot be created", e);
    }
    if (!Files.isWritable(folder)) {
      throw new IOException(target + ": its folder cannot be written to");
    }
    return folder.resolve(
        "." + absolute.getFileName() + ".draft-" + Long.toHexString(System.nanoTime()));
  }

  /** Deletes repeatedly, since writers still run during shutdown and may create files again. */
  private static void discardAtShutdown(Path draft) {
    for (int attempt = 0; attempt < SHUTDOWN_ATTEMPTS && Files.exists(draft); attempt++) {
      try {
        delete(draft);
        Thread.sleep(SHUTDOWN_PAUSE_MILLIS);
      } catch (IOException e) {
        // A file was created or deleted meanwhile: try again.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Deletes a draft if it exists. */
  private static void discard(Path draft) {
    try {
      delete(draft);
    } catch (IOException e) {
      System.err.println("sinew: could not delete the incomplete " + draft + ": " + e.getMessage());
    }
  }

  private static void delete(Path draft) throws IOException {
    try {
      Files.walkFileTree(
          draft,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(
                Path folder, java.io.@org.jspecify.annotations.Nullable IOException error)
                throws IOException {
              Files.deleteIfExists(folder);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (NoSuchFileException deleted) {
      // Already renamed, or never created.
    }
  }
}
