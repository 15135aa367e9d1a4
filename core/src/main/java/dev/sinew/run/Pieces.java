package dev.sinew.run;

/** Cuts a range into pieces for context: large enough to pay, small enough to balance. */
public final class Pieces {
  private static final int SIZE = 256;

  private Pieces() {}

  /** Work on a part of the range. */
  @FunctionalInterface
  public interface Work {
    /** Does the part from {@code from} to {@code to}, exclusive. */
    void run(int from, int to);
  }

  public static void run(RunContext context, int count, Work work) {
    int pieces = (count + SIZE - 1) / SIZE;
    context.run(pieces, i -> work.run(SIZE * i, Math.min(count, SIZE * (i + 1))));
  }
}
