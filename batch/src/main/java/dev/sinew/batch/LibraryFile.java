package dev.sinew.batch;

import java.nio.file.Path;

/**
 * A file of a library.
 *
 * @param name its path relative to the library, with slashes
 * @param source where it is
 * @param bytes its size; 0 if it is missing
 */
public record LibraryFile(String name, Path source, long bytes) {}
