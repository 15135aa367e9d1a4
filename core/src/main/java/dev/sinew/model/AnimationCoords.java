package dev.sinew.model;

import dev.sinew.math.Affine;
import dev.sinew.run.ArrayChecks;

/**
 * Animation-space coordinates: one sparse row per point, with a 4-vector p_j for every joint j that
 * moves the point. In any pose v = Σ_j G_j p_j, where G_j is the joint's global transform (Merry,
 * Marais and Gain, "Animation Space: A Truly Linear Framework for Character Animation", 2006,
 * equations 8 and 9). Every p_j is in its joint's own space.
 *
 * <p>The weight of a row is the sum of its fourth components. Points have the weight 1, so that
 * they follow a motion of the whole character. Differences of points, such as tangents, have the
 * weight 0; {@link #vectors} makes them and does not check the weight. Joints rise within a row and
 * none is repeated. A point has at least one joint, a vector may have none.
 *
 * <p>Because v is linear in p, an affine combination of points moves as the same combination of the
 * moving points.
 */
public final class AnimationCoords extends EntryRows {
  /** Values per entry. */
  public static final int SIZE = 4;

  private static final double SUM_TOLERANCE = 1e-6;

  private AnimationCoords(int[] rowStart, int[] joints, double[] values) {
    super(rowStart, joints, values);
  }

  /**
   * Returns points: every row has the weight 1 within 1e-6.
   *
   * @param rowStart the index of each row's first entry, and the end of the last; copied
   * @param joints indices into the skin's joint list, rising within a row; copied
   * @param values x, y, z and weight of every entry; copied
   */
  public static AnimationCoords points(int[] rowStart, int[] joints, double[] values) {
    AnimationCoords made = vectors(rowStart, joints, values);
    made.checkPoints();
    return made;
  }

  /** Returns vectors, whose rows may have any weight; arguments as for {@link #points}. */
  public static AnimationCoords vectors(int[] rowStart, int[] joints, double[] values) {
    AnimationCoords made = new AnimationCoords(rowStart.clone(), joints.clone(), values.clone());
    made.check();
    return made;
  }

  /** Returns the rows of a builder with {@link #SIZE} components, of any weight. */
  public static AnimationCoords vectors(SparseRowBuilder rows) {
    AnimationCoords made = new AnimationCoords(rows.rowStarts(), rows.columns(), rows.values());
    made.check();
    return made;
  }

  /**
   * Returns the coordinates of a linear blend skin: p_j = w_j B_j v̂ with B_j the joint's inverse
   * bind matrix.
   *
   * @param influences a row per point
   * @param rest x, y, z of every point at rest
   */
  public static AnimationCoords ofLinearBlend(Skin skin, Influences influences, double[] rest) {
    ArrayChecks.size("rest points", rest.length, Math.multiplyExact(3, influences.vertexCount()));
    ArrayChecks.index("joints needed", 0, influences.jointsNeeded(), skin.jointCount() + 1);
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

  private void check() {
    ArrayChecks.size("values", values.length, Math.multiplyExact(SIZE, joints.length));
    ArrayChecks.finite("values", values);
    if (rowStart.length == 0 || rowStart[0] != 0) {
      throw new IllegalArgumentException("rowStart: expected to begin with 0");
    }
    ArrayChecks.size("rowStart's end", rowStart[rowStart.length - 1], joints.length);
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
  }

  /** Throws {@link IllegalArgumentException} unless every row has the weight 1 within 1e-6. */
  public void checkPoints() {
    for (int r = 0; r < rowCount(); r++) {
      double weight = weight(r);
      if (!(Math.abs(weight - 1) <= SUM_TOLERANCE)) {
        throw new IllegalArgumentException("weight of point " + r + ": expected 1, got " + weight);
      }
    }
  }

  /** Returns a component, 0 to 3, of entry i of a row. */
  public double value(int row, int i, int component) {
    return values[SIZE * (rowStart[row] + i) + component];
  }

  /** Returns the sum of a row's fourth components. */
  public double weight(int row) {
    double sum = 0;
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
      sum += values[SIZE * i + 3];
    }
    return sum;
  }

  /**
   * Computes a row's position in a pose: out = Σ_j G_j p_j.
   *
   * @param globals the global transforms of the skin's joints, 12 values each
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

  /** Returns the rows of a list, for example one row per wedge; repeats are allowed. */
  public AnimationCoords rows(int[] list) {
    Builder rows = builder();
    for (int row : list) {
      ArrayChecks.index("rows", row, row, rowCount());
      rows.add(this, row, 1).endRow();
    }
    return rows.buildVectors();
  }

  /**
   * Writes the difference of two rows, other's minus this one's, with rising joints.
   *
   * @param outJoints receives the joints; must have room for the entries of both rows
   * @param out receives 4 values per joint; must have room for the entries of both rows
   * @return the number of joints written
   */
  public int writeDifference(
      int row, AnimationCoords other, int otherRow, int[] outJoints, double[] out) {
    int i = rowStart[row];
    int iEnd = rowStart[row + 1];
    int j = other.rowStart[otherRow];
    int jEnd = other.rowStart[otherRow + 1];
    int count = 0;
    // The order of the joints is hard to predict, so no branch depends on it: both entries are
    // read, and the one that does not apply is multiplied by 0.
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

  /** Writes f p + g q of entry j of p and entry i of q. */
  private static void writeSum(
      double f, double[] p, int j, double g, double[] q, int i, double[] out, int entry) {
    int o = SIZE * entry;
    out[o] = f * p[SIZE * j] + g * q[SIZE * i];
    out[o + 1] = f * p[SIZE * j + 1] + g * q[SIZE * i + 1];
    out[o + 2] = f * p[SIZE * j + 2] + g * q[SIZE * i + 2];
    out[o + 3] = f * p[SIZE * j + 3] + g * q[SIZE * i + 3];
  }

  /**
   * Returns these rows plus a multiple of others, p + s q, each with the joints of both. With s = 0
   * the values stay the same, with zeros for the joints of q.
   */
  public AnimationCoords plusScaled(double scale, AnimationCoords other) {
    ArrayChecks.size("rows", other.rowCount(), rowCount());
    Builder rows = builder();
    for (int r = 0; r < rowCount(); r++) {
      rows.add(this, r, 1).add(other, r, scale).endRow();
    }
    return rows.buildVectors();
  }

  /** Adds {@code scale} times a row to the open row of a builder. */
  public void addTo(SparseRowBuilder out, int row, double scale) {
    for (int i = rowStart[row]; i < rowStart[row + 1]; i++) {
      out.add(joints[i], scale, values, SIZE * i);
    }
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects rows in order; entries of a row may arrive in any order. */
  public static final class Builder {
    private final SparseRowBuilder rows = new SparseRowBuilder(SIZE, 0);

    private Builder() {}

    /** Adds an entry to the open row; entries of one joint are summed. */
    public Builder add(int joint, double x, double y, double z, double weight) {
      int at = SIZE * rows.entry(joint);
      rows.values[at] += x;
      rows.values[at + 1] += y;
      rows.values[at + 2] += z;
      rows.values[at + 3] += weight;
      return this;
    }

    /** Adds {@code scale} times a row of other coordinates to the open row. */
    public Builder add(AnimationCoords from, int row, double scale) {
      from.addTo(rows, row, scale);
      return this;
    }

    /** Ends the row. Entries that are zero are kept. */
    public void endRow() {
      rows.sortRow();
      rows.closeRow();
    }

    /** Returns the rows as points; checks that each has the weight 1. */
    public AnimationCoords buildPoints() {
      AnimationCoords made = buildVectors();
      made.checkPoints();
      return made;
    }

    /** Returns the rows, of any weight. */
    public AnimationCoords buildVectors() {
      return vectors(rows);
    }
  }
}
