package dev.sinew.io;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Temporary files and folders beside their targets. They are deleted when the process ends; those
 * of a killed process are deleted by a later run that writes to the same folder.
 */
final class Drafts {
  private static final Pattern NAME = Pattern.compile("\\..*\\.draft-(\\d+)-\\d+");

  /** The age from which a draft of another process is deleted if that process does not exist. */
  private static final Duration STALE = Duration.ofHours(1);

  /** Characters of a target's name in that of its draft. */
  private static final int MAX_START = 40;

  private static final int SHUTDOWN_ATTEMPTS = 100;
  private static final int SHUTDOWN_PAUSE_MILLIS = 10;

  private static final AtomicLong NUMBER = new AtomicLong();

  // Guarded by itself, with the flag.
  private static final Set<Path> UNFINISHED = new HashSet<>();
  private static boolean ended;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Drafts::discardAll));
  }

  private Drafts() {}

  /**
   * Creates an empty draft of a file; creates the folder of the target if it is missing.
   *
   * @throws IOException if nothing can be written there
   */
  static Path newFile(Path target) throws IOException {
    return create(target, false);
  }

  /** Creates an empty draft of a folder; otherwise as {@link #newFile}. */
  static Path newFolder(Path target) throws IOException {
    return create(target, true);
  }

  /** Checks, without creating anything, that a draft can be created. */
  static void requireWritable(Path target) throws IOException {
    Path folder = target.toAbsolutePath().normalize().getParent();
    while (folder != null && !Files.exists(folder)) {
      folder = folder.getParent();
    }
    if (folder == null || !Files.isDirectory(folder)) {
      throw new IOException(target + ": its folder cannot be created");
    }
    if (!Files.isWritable(folder)) {
      throw new IOException(target + ": its folder cannot be written to");
    }
  }

  private static Path create(Path target, boolean isFolder) throws IOException {
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
    deleteStale(folder);
    Path draft =
        folder.resolve(
            "."
                + start(absolute.getFileName().toString())
                + ".draft-"
                + ProcessHandle.current().pid()
                + "-"
                + NUMBER.incrementAndGet());
    synchronized (UNFINISHED) {
      if (ended) {
        throw new IOException(target + ": the process is ending");
      }
      UNFINISHED.add(draft);
      // Created under the lock: a draft deleted at the end of the process does not come back.
      if (isFolder) {
        Files.createDirectory(draft);
      } else {
        Files.createFile(draft);
      }
    }
    return draft;
  }

  /** Returns the start of a name: the name of a draft must not be too long for the file system. */
  private static String start(String name) {
    int end =
        name.offsetByCodePoints(0, Math.min(MAX_START, name.codePointCount(0, name.length())));
    return name.substring(0, end);
  }

  /** Deletes a draft if it still exists, and forgets it. */
  static void discard(Path draft) {
    try {
      Folders.delete(draft);
    } catch (IOException e) {
      System.err.println("sinew: could not delete the incomplete " + draft + ": " + e.getMessage());
    }
    synchronized (UNFINISHED) {
      UNFINISHED.remove(draft);
    }
  }

  /** Renames drafts. */
  @FunctionalInterface
  interface Renaming {
    void run() throws IOException;
  }

  /**
   * Renames drafts as a whole with respect to the end of the process: a signal that arrives
   * meanwhile waits, and none of a run's drafts are renamed once drafts are being deleted.
   * Otherwise a folder could be renamed while it is half deleted.
   *
   * @throws IOException if the process is ending
   */
  static void rename(Renaming renaming) throws IOException {
    synchronized (UNFINISHED) {
      if (ended) {
        throw new IOException("the process is ending; nothing was written");
      }
      renaming.run();
    }
  }

  private static void deleteStale(Path folder) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, ".*.draft-*")) {
      for (Path entry : entries) {
        if (isStale(entry)) {
          Folders.delete(entry);
        }
      }
    }
  }

  private static boolean isStale(Path draft) throws IOException {
    Matcher name = NAME.matcher(draft.getFileName().toString());
    if (!name.matches() || name.group(1).length() > 18) {
      return false;
    }
    try {
      Instant changed = Files.getLastModifiedTime(draft).toInstant();
      return changed.isBefore(Instant.now().minus(STALE))
          && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty();
    } catch (NoSuchFileException deleted) {
      return false;
    }
  }

  private static void discardAll() {
    Set<Path> left;
    synchronized (UNFINISHED) {
      ended = true; // No draft is created from now on.
      left = Set.copyOf(UNFINISHED);
    }
    left.forEach(Drafts::discardAtShutdown);
  }

  /** Deletes repeatedly, since writers still run and may create files in a draft folder. */
  private static void discardAtShutdown(Path draft) {
    for (int attempt = 0; attempt < SHUTDOWN_ATTEMPTS; attempt++) {
      try {
        Folders.delete(draft);
        Thread.sleep(SHUTDOWN_PAUSE_MILLIS);
        if (!Files.exists(draft)) {
          return;
        }
      } catch (IOException e) {
        // A file was created or deleted meanwhile: try again.
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
