package dev.sinew.unwrap.pack;

import dev.sinew.run.RunContext;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Places shapes that consist of the cells of a grid on another grid, without turning them: the
 * largest first, each as low as possible, then as far left.
 */
public final class CellPacker {
  private final BitGrid used;
  private final Blocks blocks;
  private final long[] open;
  private final int gap;

  /** The first row where a shape of a size is tried: the last one found no room below. */
  private final Map<Long, Integer> firstRows = new HashMap<>();

  /**
   * A shape.
   *
   * @param width columns
   * @param height rows
   * @param cells the cells that it has, row by row
   */
  public record Shape(int width, int height, BitSet cells) {
    private BitGrid grid() {
      BitGrid out = new BitGrid(width, height);
      for (int from = cells.nextSetBit(0); from >= 0; ) {
        int row = from / width;
        int end = Math.min(cells.nextClearBit(from), (row + 1) * width);
        out.fill(row, from % width, end - 1 - row * width);
        from = cells.nextSetBit(end);
      }
      return out;
    }
  }

  /**
   * The left column and lowest row of every shape.
   *
   * @param x columns
   * @param y rows
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Places(int[] x, int[] y) {}

  private CellPacker(int width, int height, int gap) {
    this.gap = gap;
    used = new BitGrid(width, height);
    blocks = new Blocks(used);
    open = new long[blocks.words()];
  }

  /**
   * Places shapes.
   *
   * @param gap the least number of free cells between two shapes; none are left at the sides
   * @return their places; empty if there is not enough room
   */
  public static Optional<Places> pack(
      List<Shape> shapes, int width, int height, int gap, RunContext context) {
    long area = 0;
    for (Shape shape : shapes) {
      area += shape.cells.cardinality();
      if (shape.width > width || shape.height > height) {
        return Optional.empty();
      }
    }
    if (area > (long) width * height) {
      return Optional.empty();
    }
    CellPacker packer = new CellPacker(width, height, gap);
    Places out = new Places(new int[shapes.size()], new int[shapes.size()]);
    int[] order =
        IntStream.range(0, shapes.size())
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer i) -> -shapes.get(i).cells.cardinality())
                    .thenComparingInt(i -> i))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int i : order) {
      context.checkCancelled();
      if (!packer.place(shapes.get(i), out, i)) {
        return Optional.empty();
      }
    }
    return Optional.of(out);
  }

  private boolean place(Shape shape, Places out, int index) {
    BitGrid mask = shape.grid();
    List<Blocks.Run> runs = Blocks.runs(mask);
    long size = (long) shape.width << 32 | shape.height;
    int end = used.width() - mask.width() + 1;
    int blockRow = -1;
    boolean isOpen = true;
    for (int row = firstRows.getOrDefault(size, 0); row + mask.height() <= used.height(); row++) {
      if (row / Blocks.SIDE != blockRow) {
        blockRow = row / Blocks.SIDE;
        isOpen = blocks.open(runs, blockRow, Math.ceilDiv(end, Blocks.SIDE), open);
      }
      int at = isOpen ? used.firstFree(mask, row, 0, end, open) : -1;
      if (at >= 0) {
        out.x[index] = at;
        out.y[index] = row;
        used.add(mask.grown(gap), at - gap, row - gap);
        blocks.update(
            used, Math.max(0, row - gap), Math.min(used.height(), row + mask.height() + gap));
        // Where shapes have holes, a smaller one of the same box may still fit below.
        firstRows.put(size, row);
        return true;
      }
    }
    return false;
  }
}
