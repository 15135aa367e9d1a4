package dev.sinew.batch;

import dev.sinew.batch.child.ChildCommand;
import dev.sinew.io.Format;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a recipe is run over a library.
 *
 * @param output the folder of results
 * @param redo which files are worked on although they have a row
 * @param shard the part of the library that this run works on; empty for all of it
 * @param jobs the most workers at once
 * @param memory the memory for all workers, in bytes
 * @param launcher starts workers
 */
public record BatchOptions(
    Path output, Redo redo, Optional<Shard> shard, int jobs, long memory, Launcher launcher) {
  /** Checks the name of the output. */
  public BatchOptions {
    Format.requireFolderName(output);
  }

  /** Which files are worked on although they have a row of the same file, recipe and version. */
  public enum Redo {
    NONE,
    FAILED,
    ALL
  }

  /** Makes the command of a worker. */
  @FunctionalInterface
  public interface Launcher {
    /**
     * Returns the command.
     *
     * @param heap its heap in bytes
     * @param threads its threads
     */
    ChildCommand worker(long heap, int threads);
  }

  /**
   * A part of a library: a file belongs to it by its name, whatever else is there.
   *
   * @param index from 1
   * @param count the number of parts
   */
  public record Shard(int index, int count) {
    private static final int MAX = 100_000;

    /** Checks the numbers. */
    public Shard {
      if (count < 1 || count > MAX || index < 1 || index > count) {
        throw new IllegalArgumentException(
            "expected i/n with i from 1 to n, got " + index + "/" + count);
      }
    }

    /**
     * Reads "i/n".
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Shard parse(String text) {
      if (!text.matches("[0-9]{1,6}/[0-9]{1,6}")) {
        throw new IllegalArgumentException("expected i/n, such as 3/20, got '" + text + "'");
      }
      int slash = text.indexOf('/');
      return new Shard(
          Integer.parseInt(text.substring(0, slash)), Integer.parseInt(text.substring(slash + 1)));
    }

    boolean has(String file) {
      // The first 32 bits of a hash spread any names evenly.
      long place = Long.parseLong(Hashes.of(file).substring(0, 8), 16);
      return place % count == index - 1;
    }

    String manifest() {
      return "manifest-" + index + "-of-" + count + ".jsonl";
    }
  }
}
