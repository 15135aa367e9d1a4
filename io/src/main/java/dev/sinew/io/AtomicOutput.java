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
 * Writes files beside their target and renames them when they are complete: a reader sees the old
 * file or the whole new one, and a killed process leaves nothing under the requested name.
 */
public final class AtomicOutput {
  private static final int SHUTDOWN_ATTEMPTS = 100;
  private static final int SHUTDOWN_PAUSE_MILLIS = 10;
  private static final Set<Path> UNFINISHED = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> UNFINISHED.forEach(AtomicOutput::discardForGood)));
  }

  private AtomicOutput() {}

  /** Something that writes a file it is given, or files into a folder it is given. */
  @FunctionalInterface
  public interface Body {
    void writeTo(Path draft) throws IOException;
  }

  /** Something that writes bytes. */
  @FunctionalInterface
  public interface StreamBody {
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

  /** Writes one file; its folder is made if it is missing. */
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
   * Writes a folder of files. A new folder appears at once; into an existing one the finished files
   * are moved, replacing those of the same name and leaving others alone.
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
      throw new IOException(target + ": its folder cannot be made", e);
    }
    if (!Files.isWritable(folder)) {
      throw new IOException(target + ": its folder cannot be written to");
    }
    return folder.resolve(
        "." + absolute.getFileName() + ".draft-" + Long.toHexString(System.nanoTime()));
  }

  /** While the process ends, its writers still run: they must not bring back what was deleted. */
  private static void discardForGood(Path draft) {
    for (int attempt = 0; attempt < SHUTDOWN_ATTEMPTS && Files.exists(draft); attempt++) {
      try {
        delete(draft);
        Thread.sleep(SHUTDOWN_PAUSE_MILLIS);
      } catch (IOException e) {
        // A file came or went meanwhile: the next attempt sees it.
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Deletes a draft; what is gone already is fine. */
  private static void discard(Path draft) {
    try {
      delete(draft);
    } catch (IOException e) {
      System.err.println("sinew: could not remove the unfinished " + draft + ": " + e.getMessage());
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
    } catch (NoSuchFileException gone) {
      // Renamed into place, or never made.
    }
  }
}
