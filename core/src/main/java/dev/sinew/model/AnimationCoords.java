package dev.sinew.model;

import dev.sinew.math.Affine;
import java.util.Arrays;

/**
 * Coordinates in animation space: a sparse row a point, in it one 4-vector p_j for every joint j
 * that moves the point, so that in any pose v = Σ_j G_j p_j with G_j the joint's global transform
 * (Merry, Marais and Gain, "Animation Space: A Truly Linear Framework for Character Animation",
 * 2006, equations 8 and 9). Every p_j is expressed in its joint's own space.
 *
 * <p>The fourth components of a row add up to its weight. Points have the weight 1, which makes
 * them follow a motion of the whole character. Differences of points, such as tangents, have the
 * weight 0 and come from {@link #vectors}, which demands nothing of the sum. Within a row joints
 * rise and none comes twice; a point has at least one joint, a vector may have none.
 *
 * <p>Because v is linear in p, any affine combination of points moves as the same combination of
 * the moving points: see {@link #combine}.
 */
public final class AnimationCoords {
  /** Numbers one entry takes. */
  public static final int SIZE = 4;

  private static final double SUM_TOLERANCE = 1e-6;

  private final int[] rowStart;
  private final int[] joints;
  private final double[] values;

  private AnimationCoords(int[] rowStart, int[] joints, double[] values) {
    this.rowStart = rowStart;
    this.joints = joints;
    this.values = values;
  }

  /**
   * Points: every row has the weight 1 within 1e-6.
   *
   * @param rowStart where each row's entries begin, one more entry than rows; copied
   * @param joints places in the skin's joint list, rising within a row; copied
   * @param values x, y, z and weight of every entry; copied
   */
  public static AnimationCoords points(int[] rowStart, int[] joints, double[] values) {
    AnimationCoords made = vectors(rowStart, joints, values);
    made.checkPoints();
    return made;
  }

  /** Vectors, whose rows may have any weight; arguments as for {@link #points}. */
  public static AnimationCoords vectors(int[] rowStart, int[] joints, double[] values) {
    Checks.size("values", values.length, Math.multiplyExact(SIZE, joints.length));
    Checks.finite("values", values);
    if (rowStart.length == 0 || rowStart[0] != 0) {
      throw new IllegalArgumentException("rowStart: expected to begin with 0");
    }
    Checks.size("rowStart's end", rowStart[rowStart.length - 1], joints.length);
    for (int r = 0; r + 1 < rowStart.length; r++) {
      if (rowStart[r + 1] < rowStart[r] || rowStart[r + 1] > joints.length) {
        throw new IllegalArgumentException(
            "rowStart["
                + (r + 1)
                + "]: expected "
                + rowStart[r]
                + " to "
                + joints.length
                + ", got "
                + rowStart[r + 1]);
      }
      for (int i = rowStart[r]; i < rowStart[r + 1]; i++) {
        int least = i == rowStart[r] ? 0 : joints[i - 1] + 1;
        if (joints[i] < least) {
          throw new IllegalArgumentException(
              "joints[" + i + "]: expected " + least + " or more, got " + joints[i]);
        }
      }
    }
    return new AnimationCoords(rowStart.clone(), joints.clone(), values.clone());
  }

  /**
   * The coordinates that move exactly as linear blend skinning does: p_j = w_j B_j v̂ with B_j the
   * joint's inverse bind matrix.
   *
   * @param influences a row a point
   * @param rest x, y, z of every point at rest; read only
   */
  public static AnimationCoords ofLinearBlend(Skin skin, Influences influences, double[] rest) {
    Checks.size("rest points", rest.length, Math.multiplyExact(3, influences.vertexCount()));
    Checks.index("joints needed", 0, influences.jointsNeeded(), skin.jointCount() + 1);
    Builder rows = builder();
    double[] bind = new double[Affine.SIZE];
    double[] local = new double[3];
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        int joint = influences.joint(v, i);
        double w = influences.weight(v, i);
        skin.copyInverseBind(joint, bind, 0);
        Affine.transformPoint(bind, 0, rest, 3 * v, local, 0);
        rows.add(joint, w * local[0], w * local[1], w * local[2], w);
      }
      rows.endRow();
    }
    return rows.buildPoints();
  }

  private void checkPoints() {
    for (int r = 0; r < rowCount(); r++) {
      double weight = weight(r);
      if (!(Math.abs(weight - 1) <= SUM_TOLERANCE)) {
        throw new IllegalArgumentException("weight of point " + r + ": expected 1, got " + weight);
      }
    }
  }

  public int rowCount() {
    return rowStart.length - 1;
  }

  /** All entries of all rows. */
  public int maxCount() {
    int most = 0;
    for (int r = 0; r < rowCount(); r++) {
      most = Math.max(most, count(r));
    }
    return most;
  }

  public int totalCount() {
    return joints.length;
  }

  /** How many joints a row has. */
  public int count(int row) {
    return rowStart[row + 1] - rowStart[row];
  }

  /** Joint number i of a row: a place in the skin's joint list. */
  public int joint(int row, int i) {
    return joints[rowStart[row] + i];
  }

  /** A component, 0 to 3, of entry i of a row. */
  public double value(int row, int i, int component) {
    return values[SIZE * (rowStart[row] + i) + component];
  }

  /** The sum of a row's fourth components. */
  public double weight(int row) {
    double sum = 0;
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
      sum += values[SIZE * i + 3];
    }
    return sum;
  }

  /** One more than the largest joint in use. */
  public int jointsNeeded() {
    return Arrays.stream(joints).max().orElse(-1) + 1;
  }

  /** A copy of where rows begin, with the end of the last. */
  public int[] rowStarts() {
    return rowStart.clone();
  }

  /** A copy of all entries' joints. */
  public int[] joints() {
    return joints.clone();
  }

  /** A copy of all entries' numbers, four each. */
  public double[] values() {
    return values.clone();
  }

  /**
   * Projects a row into a pose in full precision: out = Σ_j G_j p_j.
   *
   * @param globals the transforms of the skin's joints, twelve numbers each
   * @param out receives x, y, z at offset o
   */
  public void project(int row, double[] globals, double[] out, int o) {
    double x = 0, y = 0, z = 0;
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
      int g = Affine.SIZE * joints[i];
      double a = values[SIZE * i];
      double b = values[SIZE * i + 1];
      double c = values[SIZE * i + 2];
      double d = values[SIZE * i + 3];
      x += globals[g] * a + globals[g + 1] * b + globals[g + 2] * c + globals[g + 3] * d;
      y += globals[g + 4] * a + globals[g + 5] * b + globals[g + 6] * c + globals[g + 7] * d;
      z += globals[g + 8] * a + globals[g + 9] * b + globals[g + 10] * c + globals[g + 11] * d;
    }
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
  }

  /**
   * New rows as linear combinations of these: row r is Σ_k coefficients[k] · row sources[k] over k
   * from starts[r] to starts[r + 1]. Points again when every row's coefficients sum to 1.
   */
  public AnimationCoords combine(int[] starts, int[] sources, double[] coefficients) {
    Checks.size("coefficients", coefficients.length, sources.length);
    Builder rows = builder();
    for (int r = 0; r + 1 < starts.length; r++) {
      for (int k = starts[r]; k < starts[r + 1]; k++) {
        Checks.index("sources", k, sources[k], rowCount());
        rows.add(this, sources[k], coefficients[k]);
      }
      rows.endRow();
    }
    return rows.buildVectors();
  }

  /** The rows of a list, repeats allowed: for instance one row per wedge. */
  public AnimationCoords rows(int[] list) {
    Builder rows = builder();
    for (int row : list) {
      Checks.index("rows", row, row, rowCount());
      rows.add(this, row, 1).endRow();
    }
    return rows.buildVectors();
  }

  /** The vectors other − this, each over the joints of both. */
  public AnimationCoords differenceTo(AnimationCoords other) {
    return other.plusScaled(-1, this);
  }

  /**
   * Writes one such difference, other's row less a row of this, with rising joints.
   *
   * @param outJoints receives the joints; room for the entries of both rows
   * @param out receives four numbers a joint; room likewise
   * @return how many joints there are
   */
  public int writeDifference(
      int row, AnimationCoords other, int otherRow, int[] outJoints, double[] out) {
    int i = rowStart[row];
    int iEnd = rowStart[row + 1];
    int j = other.rowStart[otherRow];
    int jEnd = other.rowStart[otherRow + 1];
    int count = 0;
    // Which joint comes next is hard to predict, so no branch depends on it: both entries are
    // read, and the one that does not count is multiplied by nothing.
    while (i < iEnd && j < jEnd) {
      int own = joints[i];
      int others = other.joints[j];
      int takeOwn = own <= others ? 1 : 0;
      int takeOther = others <= own ? 1 : 0;
      outJoints[count] = Math.min(own, others);
      writeSum(takeOther, other.values, j, -takeOwn, values, i, out, count++);
      i += takeOwn;
      j += takeOther;
    }
    for (; i < iEnd; i++) {
      outJoints[count] = joints[i];
      writeSum(0, values, i, -1, values, i, out, count++);
    }
    for (; j < jEnd; j++) {
      outJoints[count] = other.joints[j];
      writeSum(1, other.values, j, 0, other.values, j, out, count++);
    }
    return count;
  }

  /** f p + g q of entry j of p and entry i of q. */
  private static void writeSum(
      double f, double[] p, int j, double g, double[] q, int i, double[] out, int entry) {
    int o = SIZE * entry;
    out[o] = f * p[SIZE * j] + g * q[SIZE * i];
    out[o + 1] = f * p[SIZE * j + 1] + g * q[SIZE * i + 1];
    out[o + 2] = f * p[SIZE * j + 2] + g * q[SIZE * i + 2];
    out[o + 3] = f * p[SIZE * j + 3] + g * q[SIZE * i + 3];
  }

  /**
   * These rows plus a multiple of others, each over the joints of both: p + s q. With s = 0 the
   * same numbers over more joints.
   */
  public AnimationCoords plusScaled(double scale, AnimationCoords other) {
    Checks.size("rows", other.rowCount(), rowCount());
    Builder rows = builder();
    for (int r = 0; r < rowCount(); r++) {
      rows.add(this, r, 1).add(other, r, scale).endRow();
    }
    return rows.buildVectors();
  }

  /** Starts collecting rows in order. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects rows in order, entries of a row in any order. */
  public static final class Builder {
    private int[] rowStart = new int[16];
    private int[] joints = new int[64];
    private double[] values = new double[SIZE * 64];
    private int rows;
    private int size;

    private Builder() {}

    /** Adds an entry to the row being collected; entries of one joint add up. */
    public Builder add(int joint, double x, double y, double z, double weight) {
      int at = place(joint);
      values[SIZE * at] += x;
      values[SIZE * at + 1] += y;
      values[SIZE * at + 2] += z;
      values[SIZE * at + 3] += weight;
      return this;
    }

    /** Adds a multiple of another row. */
    public Builder add(AnimationCoords from, int row, double scale) {
      for (int i = from.rowStart[row]; i < from.rowStart[row + 1]; i++) {
        int v = SIZE * i;
        add(
            from.joints[i],
            scale * from.values[v],
            scale * from.values[v + 1],
            scale * from.values[v + 2],
            scale * from.values[v + 3]);
      }
      return this;
    }

    /** Where the row keeps a joint: found, or made with zeros so that joints keep rising. */
    private int place(int joint) {
      int at = size;
      while (at > rowStart[rows] && joints[at - 1] > joint) {
        at--;
      }
      if (at > rowStart[rows] && joints[at - 1] == joint) {
        return at - 1;
      }
      if (size == joints.length) {
        joints = Arrays.copyOf(joints, 2 * size);
        values = Arrays.copyOf(values, 2 * SIZE * size);
      }
      System.arraycopy(joints, at, joints, at + 1, size - at);
      System.arraycopy(values, SIZE * at, values, SIZE * (at + 1), SIZE * (size - at));
      joints[at] = joint;
      Arrays.fill(values, SIZE * at, SIZE * (at + 1), 0);
      size++;
      return at;
    }

    /** Ends the row. */
    public void endRow() {
      rows++;
      if (rows == rowStart.length) {
        rowStart = Arrays.copyOf(rowStart, 2 * rows);
      }
      rowStart[rows] = size;
    }

    /** The rows, checked to be points. */
    public AnimationCoords buildPoints() {
      AnimationCoords made = buildVectors();
      made.checkPoints();
      return made;
    }

    /** The rows, of any weight. */
    public AnimationCoords buildVectors() {
      return vectors(
          Arrays.copyOf(rowStart, rows + 1),
          Arrays.copyOf(joints, size),
          Arrays.copyOf(values, SIZE * size));
    }
  }
}
