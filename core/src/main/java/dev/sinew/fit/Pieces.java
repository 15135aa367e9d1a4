package dev.sinew.fit;

import dev.sinew.skin.Workers;

/** Cuts a range into pieces for workers: large enough to pay, small enough to balance. */
final class Pieces {
  private static final int SIZE = 256;

  private Pieces() {}

  /** Work on a part of the range. */
  @FunctionalInterface
  interface Work {
    /** Does the part from {@code from} to {@code to}, exclusive. */
    void run(int from, int to);
  }

  static void run(Workers workers, int count, Work work) {
    int pieces = (count + SIZE - 1) / SIZE;
    workers.run(pieces, i -> work.run(SIZE * i, Math.min(count, SIZE * (i + 1))));
  }
}
