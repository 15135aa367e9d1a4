package dev.sinew.studio.job;

import dev.sinew.io.OwnedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of one server, in a folder where a browser can read them. */
public final class ServerFolder implements AutoCloseable {
  private static final String PREFIX = "sinew-studio-";

  /** Browsers in packages of this system read only files below the home folder. */
  private static final Path CONFINED_BROWSERS = Path.of("/snap/bin");

  private final OwnedFolder folder;

  /** Makes a folder where a browser can read it. */
  public ServerFolder() throws IOException {
    this(
        Path.of(
            System.getProperty(
                Files.isDirectory(CONFINED_BROWSERS) ? "user.home" : "java.io.tmpdir")));
  }

  /** Makes a folder; deletes those of servers that are gone. */
  ServerFolder(Path parent) throws IOException {
    folder = new OwnedFolder(parent, PREFIX);
  }

  /** Returns the folder. */
  public Path path() {
    return folder.path();
  }

  @Override
  public void close() throws IOException {
    folder.close();
  }
}
