package dev.sinew.io.draco;

/** Predictors of an attribute that know the positions of the points, as integers. */
final class PositionPredictors {
  private PositionPredictors() {}

  /** The positions of the values of an attribute. */
  record Positions(int[] values, int[] entryOfPoint, int[] pointOfEntry) {
    long get(int entry, int axis) {
      return values[3 * entryOfPoint[pointOfEntry[entry]] + axis];
    }
  }

  /**
   * Texture coordinates: the triangle's shape is the same in the texture as in space. Which side
   * the third corner lies on is stored.
   */
  static final class TextureCoordinates implements Predictor {
    private final Sequence.Way way;
    private final Positions positions;
    private final boolean[] sides;
    private int sidesLeft;

    TextureCoordinates(ByteInput in, Sequence.Way way, Positions positions, Memory memory) {
      this.way = way;
      this.positions = positions;
      sidesLeft = in.integer();
      if (sidesLeft < 0 || sidesLeft > way.cornerOfEntry().length) {
        throw new DracoException("more sides of texture coordinates than values");
      }
      memory.use(sidesLeft);
      sides = new boolean[sidesLeft];
      RansBits bits = new RansBits(in);
      boolean side = true;
      for (int i = 0; i < sidesLeft; i++) {
        side ^= !bits.next();
        sides[i] = side;
      }
    }

    @Override
    public void predict(int entry, int[] values, int[] out) {
      int corner = way.cornerOfEntry()[entry];
      int next = way.entry(Corners.next(corner));
      int previous = way.entry(Corners.previous(corner));
      if (previous < entry && next < entry) {
        if (values[2 * next] == values[2 * previous]
            && values[2 * next + 1] == values[2 * previous + 1]) {
          copy(values, previous, out);
          return;
        }
        if (fromShape(entry, next, previous, values, out)) {
          return;
        }
      }
      if (next < entry) {
        copy(values, next, out);
      } else {
        PREVIOUS.predict(entry, values, out);
      }
    }

    private static void copy(int[] values, int entry, int[] out) {
      out[0] = values[2 * entry];
      out[1] = values[2 * entry + 1];
    }

    private boolean fromShape(int tip, int next, int previous, int[] values, int[] out) {
      long length = 0;
      long along = 0;
      for (int i = 0; i < 3; i++) {
        long edge = positions.get(previous, i) - positions.get(next, i);
        length += edge * edge;
        along += edge * (positions.get(tip, i) - positions.get(next, i));
      }
      if (length == 0) {
        return false;
      }
      long height = 0;
      for (int i = 0; i < 3; i++) {
        long edge = positions.get(previous, i) - positions.get(next, i);
        long foot = positions.get(next, i) + along * edge / length;
        long up = positions.get(tip, i) - foot;
        height += up * up;
      }
      if (sidesLeft == 0) {
        throw new DracoException("too few sides of texture coordinates");
      }
      long across = root(height * length);
      across = sides[--sidesLeft] ? across : -across;
      long u = values[2 * next];
      long v = values[2 * next + 1];
      long du = values[2 * previous] - u;
      long dv = values[2 * previous + 1] - v;
      out[0] = (int) ((u * length + du * along + dv * across) / length);
      out[1] = (int) ((v * length + dv * along - du * across) / length);
      return true;
    }

    /** Returns the square root of an unsigned number, rounded down, by Newton's method. */
    private static long root(long number) {
      if (number == 0) {
        return 0;
      }
      long root = 1;
      for (long rest = number; Long.compareUnsigned(rest, 2) >= 0; rest >>>= 2) {
        root *= 2;
      }
      for (int i = 0; i < Long.SIZE; i++) {
        root = (root + Long.divideUnsigned(number, root)) >>> 1;
        if (Long.compareUnsigned(root * root, number) <= 0) {
          break;
        }
      }
      return root;
    }
  }

  /** Normals: the sum of the cross products around the vertex, on the other side if so stored. */
  static final class Normals implements Predictor {
    /** Longer sums are divided, as the format says. */
    private static final long LONG = 1 << 29;

    private final Sequence.Way way;
    private final Positions positions;
    private final Octahedron octahedron;
    private final RansBits flips;

    Normals(ByteInput in, Sequence.Way way, Positions positions, Octahedron octahedron) {
      this.way = way;
      this.positions = positions;
      this.octahedron = octahedron;
      flips = new RansBits(in);
    }

    @Override
    public void predict(int entry, int[] values, int[] out) {
      long[] sum = new long[3];
      Corners corners = way.corners();
      int start = way.cornerOfEntry()[entry];
      int own = way.entry(start);
      boolean toLeft = true;
      int corner = start;
      while (corner >= 0) {
        addCross(corner, own, sum);
        corner = toLeft ? corners.swingLeft(corner) : corners.swingRight(corner);
        if (corner < 0 && toLeft) {
          toLeft = false;
          corner = corners.swingRight(start);
        } else if (corner == start) {
          break;
        }
      }
      long length = Math.abs(sum[0]) + Math.abs(sum[1]) + Math.abs(sum[2]);
      long divisor = length > LONG ? length / LONG : 1;
      int[] normal = {(int) (sum[0] / divisor), (int) (sum[1] / divisor), (int) (sum[2] / divisor)};
      octahedron.scale(normal);
      if (flips.next()) {
        for (int i = 0; i < 3; i++) {
          normal[i] = -normal[i];
        }
      }
      octahedron.project(normal, out);
    }

    private void addCross(int corner, int own, long[] sum) {
      int next = way.entry(Corners.next(corner));
      int previous = way.entry(Corners.previous(corner));
      for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int k = (i + 2) % 3;
        long nextJ = positions.get(next, j) - positions.get(own, j);
        long nextK = positions.get(next, k) - positions.get(own, k);
        long previousJ = positions.get(previous, j) - positions.get(own, j);
        long previousK = positions.get(previous, k) - positions.get(own, k);
        sum[i] += nextJ * previousK - nextK * previousJ;
      }
    }
  }
}
