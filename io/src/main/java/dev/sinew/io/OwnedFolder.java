package dev.sinew.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;

/**
 * A folder for the temporary files of one process, which only this user can read. Deleted when it
 * is closed. What processes left behind that were killed is deleted by the next one: a process
 * holds a lock in its folder as long as it lives.
 */
public final class OwnedFolder implements AutoCloseable {
  private static final String LOCK = "lock";

  /** A folder without a lock may be one whose process just starts, unless it is older. */
  private static final Duration STARTING = Duration.ofHours(1);

  private final Path path;
  private final FileChannel lock;

  /**
   * Makes a folder; deletes those of processes that are gone.
   *
   * @param parent the folder it is in
   * @param prefix the beginning of its name, by which processes know the folders of each other
   */
  public OwnedFolder(Path parent, String prefix) throws IOException {
    // Others cannot guess the name, nor read what is in it.
    path = Files.createTempDirectory(parent, prefix);
    Path unlocked = path.resolve("new-" + LOCK);
    lock = FileChannel.open(unlocked, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      lock.tryLock();
    } catch (IOException e) {
      // A file system without locks: the folder is deleted when its process ends.
    }
    // It gets its name once it is locked: who sees it without a lock knows that its process is
    // gone.
    Files.move(unlocked, path.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
    deleteAbandoned(parent, prefix);
  }

  private void deleteAbandoned(Path parent, String prefix) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, prefix + "*")) {
      UserPrincipal owner = Files.getOwner(path);
      for (Path folder : folders) {
        if (!folder.equals(path) && isAbandoned(folder, owner)) {
          Folders.delete(folder);
        }
      }
    } catch (IOException e) {
      // The next process tries again.
    }
  }

  /** Returns true for a folder of this user, no link, whose process is gone. */
  private static boolean isAbandoned(Path folder, UserPrincipal owner) {
    try {
      if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
          || !Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).equals(owner)) {
        return false;
      }
      Path file = folder.resolve(LOCK);
      if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        return Files.getLastModifiedTime(folder)
            .toInstant()
            .isBefore(Instant.now().minus(STARTING));
      }
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
        return channel.tryLock() != null;
      }
    } catch (IOException | OverlappingFileLockException e) {
      return false;
    }
  }

  /** Returns the folder. */
  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    lock.close();
    Folders.delete(path);
  }
}
