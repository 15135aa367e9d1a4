package dev.sinew.batch;

/**
 * What one file may take.
 *
 * @param seconds wall-clock time
 * @param memory the largest heap in bytes; 0 for what the batch has
 */
public record Limits(double seconds, long memory) {
  /** Enough for any file that a person would wait for. */
  public static final Limits DEFAULTS = new Limits(3600, 0);
}
