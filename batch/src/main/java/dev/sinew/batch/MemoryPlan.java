package dev.sinew.batch;

/**
 * How many workers run at once, and what they may take.
 *
 * @param workers the number of workers
 * @param heap the heap of each, in bytes
 * @param threads the threads of each
 */
public record MemoryPlan(int workers, long heap, int threads) {
  /** What a worker takes beside its heap: code, classes, buffers, stacks. */
  public static final long OVERHEAD = 250L << 20;

  /** The heap that the work on an ordinary character needs. */
  private static final long ENOUGH = 768L << 20;

  private static final long LEAST = 64L << 20;

  /**
   * Makes a plan: as many workers as there are cores, or fewer, so that each has enough memory.
   *
   * @param budget the memory for all of them
   * @param most the most workers
   * @param cores the cores of the machine
   * @param heap the heap that each must have; 0 for a share of the memory
   */
  public static MemoryPlan of(long budget, int most, int cores, long heap) {
    long wanted = heap > 0 ? heap : ENOUGH;
    int workers = Math.clamp(budget / (wanted + OVERHEAD), 1, most);
    long share = Math.max(LEAST, budget / workers - OVERHEAD);
    return new MemoryPlan(workers, heap > 0 ? heap : share, Math.max(1, cores / workers));
  }

  /** Returns the largest heap that one worker alone can have. */
  public static long largest(long budget) {
    return Math.max(LEAST, budget - OVERHEAD);
  }
}
