package dev.sinew.batch.child;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Names of files relative to a folder, with slashes, that cannot lead out of it. */
public final class Names {
  /** The longest name of a file relative to its library. */
  public static final int MAX_LENGTH = 2000;

  private Names() {}

  /** Returns true for a relative name that stays inside its folder. */
  public static boolean isInside(String name) {
    if (name.isEmpty() || name.length() > MAX_LENGTH || name.startsWith("/")) {
      return false;
    }
    for (String part : name.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        return false;
      }
    }
    // What separates folders and drives on this system, too.
    String system = File.separatorChar == '/' ? "\0" : "\0\\:";
    return name.chars().noneMatch(c -> system.indexOf(c) >= 0);
  }

  /**
   * Returns the file of a name in a folder.
   *
   * @throws IOException if the name leads outside the folder, also by a link
   */
  public static Path inside(Path folder, String name) throws IOException {
    if (!isInside(name)) {
      throw new IOException(name + ": expected a name inside the folder " + folder);
    }
    Path file = folder.resolve(name);
    Path above = file.getParent();
    while (above != null && !above.equals(folder) && !Files.exists(above)) {
      above = above.getParent();
    }
    if (above != null
        && Files.exists(above)
        && !above.toRealPath().startsWith(folder.toRealPath())) {
      throw new IOException(file + ": a link leads outside the folder " + folder);
    }
    if (Files.isSymbolicLink(file)) {
      throw new IOException(file + ": is a link");
    }
    return file;
  }
}
