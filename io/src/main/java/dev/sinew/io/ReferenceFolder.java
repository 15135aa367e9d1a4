package dev.sinew.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Decides which files a model, or a folder of models, may refer to: those below its own folder,
 * after links are resolved. A file from elsewhere would be copied into outputs, and may be one that
 * the author of the model should not see.
 */
public final class ReferenceFolder {
  private final Path folder;
  private final boolean allowOutside;

  /**
   * Creates the rule of a folder.
   *
   * @param folder the folder of the model
   * @param allowOutside whether any other file may be read too
   */
  public ReferenceFolder(Path folder, boolean allowOutside) {
    this.folder = folder.toAbsolutePath().normalize();
    this.allowOutside = allowOutside;
  }

  /** Returns the folder that references are relative to. */
  public Path folder() {
    return folder;
  }

  /**
   * Returns the file of a reference; it may be missing.
   *
   * @param reference a path relative to the folder
   * @param source the file that contains the reference, for messages
   * @param where the position in that file
   * @throws MalformedAssetException if the file is outside the folder
   */
  public Path resolve(Path reference, String source, String where) throws IOException {
    Path file = folder.resolve(reference).normalize();
    // The name is judged before the file is touched: whether it exists is not told either.
    if (!allowOutside && (!file.startsWith(folder) || isLinkedOutside(file))) {
      throw new MalformedAssetException(
          source,
          where,
          "refers to a file outside the folder of the model; FilePolicy.allowOutside permits this");
    }
    return file;
  }

  private boolean isLinkedOutside(Path file) throws IOException {
    return Files.exists(file) && !file.toRealPath().startsWith(folder.toRealPath());
  }
}
