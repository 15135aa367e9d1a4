package dev.sinew.unwrap.pack;

import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Packs outlines by their shapes on a grid of cells, as in the "tetris" packing of Lévy and others
 * (2002) but with all free cells in view, not only those above a skyline. Outlines come in order of
 * decreasing size. Each is tried at several angles and placed where its top is lowest, or where the
 * square that is used grows least. An outline that finds no room comes earlier in the next round
 * ("squeaky wheel" optimisation, Joslin and Clements 1999). A search finds the largest scale that
 * fits, first on a coarse grid, where most of the rounds take place, last on the finest one, which
 * wastes least.
 *
 * <p>Many outlines are placed in one round per scale, and an outline is not tried in rows where one
 * of about its size found no room: so the time grows about linearly with their number.
 */
public final class BitmapPacker {
  /** The side of the grid in cells. */
  private static final int CELLS = 512;

  /** The side of the grid for the last scales. */
  private static final int FINEST_CELLS = 1024;

  /** The side for many outlines. */
  private static final int MANY_CELLS = 1024;

  /** More outlines than this count as many. */
  private static final int MANY_OUTLINES = 400;

  /** Outlines up to this number are tried at more angles on the last grids. */
  private static final int VERY_FEW = 60;

  /** Angles tried for very few, few and many outlines: multiples of a quarter turn. */
  private static final int VERY_FEW_ANGLES = 64;

  private static final int FEW_ANGLES = 32;

  private static final int MANY_ANGLES = 4;

  /** Scales that are tried on a grid of half the cells, and on the whole one. */
  private static final int COARSE_TRIALS = 6;

  private static final int FINE_TRIALS = 5;

  private static final int FINEST_TRIALS = 4;

  /** Scales that are tried for many outlines. */
  private static final int MANY_TRIALS = 5;

  /** Rounds per scale on the coarse and the fine grid. */
  private static final int COARSE_ROUNDS = 12;

  private static final int FINE_ROUNDS = 3;

  /** The same on the finest grid. */
  private static final int FINEST_ROUNDS = 1;

  /** Scales after which the gaps are taken to leave no room. */
  private static final int MAX_TRIALS = 60;

  /** The first scale, as a share of the one at which nothing is left empty. */
  private static final double FIRST_GUESS = 0.85;

  /** The same for many outlines, as a share of the scale at which only their gaps are empty. */
  private static final double MANY_GUESS = 0.92;

  /** The factor between scales on the coarse grid until one fits and one does not. */
  private static final double COARSE_STEP = 0.93;

  /** The same on the fine grid. */
  private static final double FINE_STEP = 0.985;

  /** The same on the finest grid. */
  private static final double FINEST_STEP = 0.992;

  /** The first scale on the finest grid, relative to that on the fine grid. */
  private static final double FINEST_GUESS = 1.012;

  /** The first scale on the fine grid, relative to that on the coarse grid, which wastes more. */
  private static final double FINE_GUESS = 1.015;

  private final List<Outline> outlines;
  private final double gap;
  private final RunContext context;
  private final int cells;
  private final int grow;
  private final int margin;
  private final int angles;
  private final double[] base;
  private final Border[][] borders;

  /** The strategy that worked last comes first: it is the most likely to work again. */
  private final List<Strategy> strategies;

  private final int rounds;

  private BitmapPacker(
      List<Outline> outlines, double gap, int cells, int rounds, RunContext context) {
    this.outlines = outlines;
    this.gap = gap;
    this.context = context;
    this.cells = cells;
    this.rounds = rounds;
    int n = outlines.size();
    angles = n > MANY_OUTLINES ? MANY_ANGLES : FEW_ANGLES;
    grow = (int) Math.ceil(gap * cells - 1e-9);
    margin = (grow + 1) / 2;
    base = new double[n];
    context.run(n, i -> base[i] = smallestBox(outlines.get(i)));
    borders = borders(outlines, base, angles, context);
    strategies = new ArrayList<>(strategies());
  }

  private static Border[][] borders(
      List<Outline> outlines, double[] base, int angles, RunContext context) {
    Border[][] out = new Border[base.length][];
    context.run(base.length, i -> out[i] = Border.turned(outlines.get(i), turns(base[i], angles)));
    return out;
  }

  /** The same outlines on another grid and at other angles, with the strategies as they are now. */
  private BitmapPacker(
      BitmapPacker other, int cells, int rounds, int angles, List<Strategy> strategies) {
    this.outlines = other.outlines;
    this.gap = other.gap;
    this.context = other.context;
    this.cells = cells;
    this.rounds = rounds;
    this.angles = angles;
    grow = (int) Math.ceil(gap * cells - 1e-9);
    margin = (grow + 1) / 2;
    base = other.base;
    borders = angles == other.angles ? other.borders : borders(outlines, base, angles, context);
    this.strategies = new ArrayList<>(strategies);
  }

  private List<Strategy> strategies() {
    int[] byArea = sorted(Outline::area);
    if (outlines.size() > MANY_OUTLINES) {
      return List.of(new Strategy(byArea, false));
    }
    int[] byBox = sorted(o -> o.extent(0) * o.extent(1));
    int[] byLength = sorted(o -> Math.max(o.extent(0), o.extent(1)));
    return List.of(
        new Strategy(byArea, false),
        new Strategy(byArea, true),
        new Strategy(byBox, true),
        new Strategy(byLength, false));
  }

  private int[] sorted(ToDoubleFunction<Outline> size) {
    double[] values = new double[outlines.size()];
    Arrays.setAll(values, i -> size.applyAsDouble(outlines.get(i).turned(base[i])));
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingDouble((Integer i) -> -values[i]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Returns the angle at which the box of an outline is smallest. */
  private static double smallestBox(Outline outline) {
    double best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < 18; k++) {
      double angle = 0.5 * Math.PI * k / 18;
      Outline turned = outline.turned(angle);
      double box = turned.extent(0) * turned.extent(1);
      if (box < least) {
        least = box;
        best = angle;
      }
    }
    return best;
  }

  /**
   * Packs outlines.
   *
   * @param gap the least distance between outlines, in sides of the square
   * @return the layout; its scale is 0 if the gap leaves no room
   */
  public static Layout pack(List<Outline> outlines, double gap, RunContext context) {
    return outlines.size() > MANY_OUTLINES
        ? packMany(outlines, gap, context)
        : packFew(outlines, gap, context);
  }

  private static Layout packMany(List<Outline> outlines, double gap, RunContext context) {
    BitmapPacker packer = new BitmapPacker(outlines, gap, MANY_CELLS, 1, context);
    // Outlines are at least a whole number of cells apart, and touch half a cell more than they
    // cover on either side.
    double apart = (packer.grow + 1.0) / MANY_CELLS;
    double guess = MANY_GUESS * largestScale(outlines, apart);
    return packer.search(guess, COARSE_STEP, MANY_TRIALS, MANY_TRIALS);
  }

  private static Layout packFew(List<Outline> outlines, double gap, RunContext context) {
    double guess = Math.min(FIRST_GUESS * largestScale(outlines, 0), largestScale(outlines, gap));
    int angles = outlines.size() > VERY_FEW ? FEW_ANGLES : VERY_FEW_ANGLES;
    BitmapPacker coarse = new BitmapPacker(outlines, gap, CELLS / 2, COARSE_ROUNDS, context);
    Layout rough = coarse.search(guess, COARSE_STEP, COARSE_TRIALS, MAX_TRIALS);
    BitmapPacker fine = new BitmapPacker(coarse, CELLS, FINE_ROUNDS, angles, coarse.strategies);
    Layout made =
        rough.scale() == 0
            ? fine.search(guess, COARSE_STEP, FINE_TRIALS, MAX_TRIALS)
            : fine.search(FINE_GUESS * rough.scale(), FINE_STEP, FINE_TRIALS, MAX_TRIALS);
    if (made.scale() == 0) {
      return made;
    }
    Layout finest =
        new BitmapPacker(fine, FINEST_CELLS, FINEST_ROUNDS, angles, fine.strategies)
            .search(FINEST_GUESS * made.scale(), FINEST_STEP, FINEST_TRIALS, FINEST_TRIALS);
    return finest.scale() > made.scale() ? finest : made;
  }

  /**
   * Returns a scale above which outlines that are a gap apart have no room. An outline of area A
   * and half the gap around it cover at least (√A + √π gap / 2)² (Brunn and Minkowski).
   */
  private static double largestScale(List<Outline> outlines, double gap) {
    double band = 0.5 * Math.sqrt(Math.PI) * gap;
    double area = 0;
    double roots = 0;
    for (Outline outline : outlines) {
      double own = Math.max(0, outline.area());
      area += own;
      roots += Math.sqrt(own);
    }
    double free = 1 - outlines.size() * band * band;
    if (!(free > 0)) {
      return FIRST_GUESS / Math.sqrt(area);
    }
    double half = band * roots;
    return free / (half + Math.sqrt(half * half + area * free));
  }

  /**
   * Searches for the largest scale that fits: in steps to both sides of it, then by halving.
   *
   * @param most the number of scales if none of the first ones fits
   */
  private Layout search(double guess, double step, int trials, int most) {
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double scale = guess;
    Layout best = new Layout(0, base, base, base);
    for (int trial = 0; trial < trials || (low == 0 && trial < most); trial++) {
      context.report("packing", Math.min(trial, trials), trials);
      Optional<Layout> made = layOut(scale);
      if (made.isPresent()) {
        best = made.get();
        low = scale;
      } else {
        high = scale;
      }
      if (low == 0) {
        scale *= step;
      } else {
        scale = Double.isInfinite(high) ? scale / step : 0.5 * (low + high);
      }
    }
    context.report("packing", trials, trials);
    return best;
  }

  /** An order of the outlines, and whether the larger of top and right side must be small. */
  private static final class Strategy {
    final int[] order;
    final boolean square;

    Strategy(int[] order, boolean square) {
      this.order = order.clone();
      this.square = square;
    }

    /** Moves an outline half the way to the front. */
    void promote(int outline) {
      int at = 0;
      while (order[at] != outline) {
        at++;
      }
      System.arraycopy(order, at / 2, order, at / 2 + 1, at - at / 2);
      order[at / 2] = outline;
    }
  }

  /** What a strategy leads to: a layout, or the outline that found no room. */
  private record Attempt(@Nullable Layout layout, int failed) {}

  /** Places all outlines at a scale with the first strategy that works. */
  private Optional<Layout> layOut(double scale) {
    Mask[] masks = new Mask[outlines.size() * angles];
    context.run(
        masks.length,
        k -> {
          Border border = borders[k / angles][k % angles];
          BitGrid cells = BitGrid.covered(border, scale * this.cells);
          masks[k] =
              new Mask(
                  cells,
                  cells.longestRuns(true),
                  Blocks.runs(cells),
                  border.angle(),
                  FirstRows.kind(cells, k % angles));
        });
    for (int round = 0; round < rounds; round++) {
      Attempt first = attempt(strategies.getFirst(), masks, scale);
      if (first.layout != null) {
        return Optional.of(first.layout);
      }
      Attempt[] others = new Attempt[strategies.size() - 1];
      context.run(others.length, s -> others[s] = attempt(strategies.get(s + 1), masks, scale));
      strategies.getFirst().promote(first.failed);
      for (int s = 0; s < others.length; s++) {
        if (others[s].layout != null) {
          strategies.addFirst(strategies.remove(s + 1));
          return Optional.of(others[s].layout);
        }
        strategies.get(s + 1).promote(others[s].failed);
      }
    }
    return Optional.empty();
  }

  /** Returns angles at equal steps all around. */
  private static double[] turns(double first, int count) {
    double[] out = new double[count];
    Arrays.setAll(out, a -> first + 2 * Math.PI * a / count);
    return out;
  }

  /**
   * The cells of an outline at an angle, the longest run in every row, its blocks, and its kind.
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Mask(BitGrid cells, int[] runs, List<Blocks.Run> blocks, double angle, int kind) {}

  /** The cells that are used, and what tells quickly where no place is. */
  private static final class Used {
    final BitGrid grid;
    final int[] gaps;
    final Blocks blocks;
    final long[] open;

    Used(int cells) {
      grid = new BitGrid(cells, cells);
      gaps = grid.longestRuns(false);
      blocks = new Blocks(grid);
      open = new long[blocks.words()];
    }

    void add(BitGrid mask, int x, int y) {
      grid.add(mask, x, y);
      int from = Math.max(0, y);
      int to = Math.min(grid.height(), y + mask.height());
      for (int row = from; row < to; row++) {
        gaps[row] = grid.longestRun(row, false);
      }
      blocks.update(grid, from, to);
    }
  }

  private Attempt attempt(Strategy strategy, Mask[] masks, double scale) {
    Used used = new Used(cells);
    FirstRows rows = new FirstRows();
    double[] turns = new double[base.length];
    double[] x = new double[base.length];
    double[] y = new double[base.length];
    for (int i : strategy.order) {
      context.checkCancelled();
      Place best = null;
      for (int a = 0; a < angles; a++) {
        best = better(used, rows, masks[i * angles + a], best, strategy.square);
      }
      if (best == null) {
        return new Attempt(null, i);
      }
      used.add(best.mask.cells.grown(grow), best.x - grow, best.y - grow);
      turns[i] = best.mask.angle;
      x[i] = (double) best.x / cells;
      y[i] = (double) best.y / cells;
    }
    return new Attempt(new Layout(scale, turns, x, y), -1);
  }

  /** A place for a mask and its score; the least counts. */
  private record Place(Mask mask, int x, int y, int score) {}

  /** Returns the best place of a mask if it is better than another, else the other. */
  private @Nullable Place better(
      Used used, FirstRows rows, Mask turned, @Nullable Place other, boolean square) {
    BitGrid mask = turned.cells;
    Place best = other;
    int end = cells - margin - mask.width() + 1;
    int first = rows.of(turned);
    int blocked = -1;
    int blockRow = -1;
    boolean open = true;
    boolean placed = false;
    for (int row = first; row + mask.height() + margin <= cells; row++) {
      int top = row + mask.height();
      if (best != null && top >= best.score) {
        break;
      }
      first = placed ? first : row;
      // What blocked the last row mostly blocks this one, too.
      if (blocked < row || turned.runs[blocked - row] <= used.gaps[blocked]) {
        blocked = blockedRow(used.gaps, turned.runs, row);
      }
      if (blocked >= 0) {
        continue;
      }
      if (row / Blocks.SIDE != blockRow) {
        blockRow = row / Blocks.SIDE;
        open = used.blocks.open(turned.blocks, blockRow, Math.ceilDiv(end, Blocks.SIDE), used.open);
      }
      if (!open) {
        continue;
      }
      int limit = square && best != null ? Math.min(end, best.score - mask.width()) : end;
      int at = used.grid.firstFree(mask, row, margin, limit, used.open);
      if (at >= 0) {
        int score = square ? Math.max(top, at + mask.width()) : top;
        best = new Place(turned, at, row, score);
        placed = true;
      }
    }
    rows.set(turned, first);
    return best;
  }

  /**
   * The first row where masks of about the same size and turn are tried: the last one found no room
   * below. Few outlines are tried in all rows.
   */
  private final class FirstRows {
    private final Map<Integer, Integer> rows = new HashMap<>();

    int of(Mask mask) {
      return base.length > MANY_OUTLINES ? rows.getOrDefault(mask.kind, margin) : margin;
    }

    void set(Mask mask, int row) {
      if (base.length > MANY_OUTLINES) {
        rows.put(mask.kind, row);
      }
    }

    static int kind(BitGrid mask, int turn) {
      return turn << 16 | rank(mask.width()) << 8 | rank(mask.height());
    }

    /** Returns the rank of a size among those of three binary digits: four per factor of 2. */
    private static int rank(int size) {
      int digits = 31 - Integer.numberOfLeadingZeros(size);
      return digits << 2 | (size << 2 >> digits & 3);
    }
  }

  /**
   * Returns the uppermost row of the grid whose gaps are all too short for a mask that starts at a
   * row, or −1. The uppermost one blocks the most of the rows that are tried next.
   */
  private static int blockedRow(int[] gaps, int[] runs, int row) {
    for (int j = runs.length - 1; j >= 0; j--) {
      if (runs[j] > gaps[row + j]) {
        return row + j;
      }
    }
    return -1;
  }
}
