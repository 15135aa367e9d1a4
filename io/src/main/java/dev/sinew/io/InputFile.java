package dev.sinew.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Opens files to read. Pipes and devices are refused, because they may never end. */
public final class InputFile {
  /** The size limit of a file that is read into one array. */
  public static final long MAX_BYTES = Integer.MAX_VALUE - 16;

  private InputFile() {}

  /**
   * Reads a whole file.
   *
   * @throws MalformedAssetException if there is no such file, or it is not a regular one, or larger
   *     than an array
   */
  public static byte[] readAll(Path file) throws IOException {
    return readAll(file, MAX_BYTES);
  }

  /**
   * Reads a whole file of a limited size.
   *
   * @throws MalformedAssetException if there is no such file, or it is not a regular one, or larger
   *     than the limit
   */
  public static byte[] readAll(Path file, long maxBytes) throws IOException {
    return readAll(file, maxBytes, file.toString(), "");
  }

  /**
   * Reads a whole file that another file refers to.
   *
   * @param source the file that refers to it, for messages
   * @param where the position in that file
   */
  public static byte[] readAll(Path file, long maxBytes, String source, String where)
      throws IOException {
    requireRegular(file, source, where);
    long size = Files.size(file);
    if (size > maxBytes) {
      throw new MalformedAssetException(
          source, where, prefix(file, where) + size + " bytes: expected at most " + maxBytes);
    }
    return Files.readAllBytes(file);
  }

  /** Opens a file for reading at any position. */
  public static FileChannel open(Path file) throws IOException {
    requireRegular(file);
    return FileChannel.open(file, StandardOpenOption.READ);
  }

  /**
   * Refuses what is not a regular file.
   *
   * @throws MalformedAssetException if there is no such file, or it is a folder, a pipe or a device
   */
  public static void requireRegular(Path file) throws MalformedAssetException {
    requireRegular(file, file.toString(), "");
  }

  private static void requireRegular(Path file, String source, String where)
      throws MalformedAssetException {
    if (Files.isRegularFile(file)) {
      return;
    }
    String reason =
        Files.isDirectory(file)
            ? "expected a file, got a folder"
            : Files.exists(file) ? "expected a file, got a pipe or a device" : "no such file";
    throw new MalformedAssetException(source, where, prefix(file, where) + reason);
  }

  private static String prefix(Path file, String where) {
    return where.isEmpty() ? "" : file.getFileName() + ": ";
  }
}
