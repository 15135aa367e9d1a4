package dev.sinew.studio.job;

import dev.sinew.io.Folders;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.time.Instant;

/**
 * The files of one server, which only this user can read. Deleted when it stops. What servers left
 * behind that were killed is deleted by the next one: a server holds a lock in its folder as long
 * as its process lives.
 */
public final class ServerFolder implements AutoCloseable {
  private static final String PREFIX = "sinew-studio-";
  private static final String LOCK = "lock";

  /** A folder without a lock may be one whose server just starts, unless it is older. */
  private static final Duration STARTING = Duration.ofHours(1);

  /** Browsers in packages of this system read only files below the home folder. */
  private static final Path CONFINED_BROWSERS = Path.of("/snap/bin");

  private final Path path;
  private final FileChannel lock;

  /** Makes a folder where a browser can read it. */
  public ServerFolder() throws IOException {
    this(
        Path.of(
            System.getProperty(
                Files.isDirectory(CONFINED_BROWSERS) ? "user.home" : "java.io.tmpdir")));
  }

  /** Makes a folder; deletes those of servers that are gone. */
  ServerFolder(Path parent) throws IOException {
    // Others cannot guess the name, nor read what is in it.
    path = Files.createTempDirectory(parent, PREFIX);
    lock =
        FileChannel.open(
            path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try {
      lock.tryLock();
    } catch (IOException e) {
      // A file system without locks: the folder is deleted when the server stops.
    }
    deleteAbandoned(parent);
  }

  private void deleteAbandoned(Path parent) {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      UserPrincipal owner = Files.getOwner(path);
      for (Path folder : folders) {
        if (!folder.equals(path) && isAbandoned(folder, owner)) {
          Folders.delete(folder);
        }
      }
    } catch (IOException e) {
      // The next server tries again.
    }
  }

  /** Returns true for a folder of this user, no link, whose server is gone. */
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
