package dev.sinew.simplify.collapse;

import dev.sinew.math.Affine;

/** Where every point is in each of the poses that prices look at. */
public final class PosedPoints {
  /** A triangle may turn by some 78 degrees in one collapse. */
  private static final double LEAST_COSINE = 0.2;

  /** Squared sine of the smallest angle that still gives a triangle a side. */
  private static final double FLAT = 1e-12;

  /** The square of how much of a normal may change without a closer look: half of it. */
  private static final double NEAR = 0.25;

  private final int poses;
  private final double[] positions;

  /** A point on trial. */
  private final double[] trial;

  /** The squared length of its way there, in each pose. */
  private final double[] way;

  /** All at the origin. */
  public PosedPoints(int points, int poses) {
    this.poses = poses;
    trial = new double[3 * poses];
    way = new double[poses];
    positions = new double[Math.multiplyExact(Math.multiplyExact(3, poses), points)];
  }

  /** All points where a motion has them. */
  public static PosedPoints of(int points, PointMotion motion) {
    PosedPoints made = new PosedPoints(points, motion.poseCount());
    double[] a = new double[Affine.SIZE * motion.poseCount()];
    double[] place = new double[3 * motion.poseCount()];
    for (int p = 0; p < points; p++) {
      motion.copyMatrices(p, a, 0);
      pose(a, 0, motion.rest(p, 0), motion.rest(p, 1), motion.rest(p, 2), place);
      made.set(p, place);
    }
    return made;
  }

  /** Where matrices, the first at some place in an array, take a point, pose after pose. */
  public static void pose(double[] a, int at, double x, double y, double z, double[] out) {
    for (int r = 0; r < out.length; r++) {
      int m = at + 4 * r;
      out[r] = a[m] * x + a[m + 1] * y + a[m + 2] * z + a[m + 3];
    }
  }

  /**
   * Moves a point where a motion has it by now; one thread at a time.
   *
   * @param a receives its matrices, twelve numbers a pose
   * @return false, with nothing moved, when that would turn a triangle round
   */
  public boolean follow(CollapseView mesh, PointMotion motion, int point, double[] a) {
    motion.copyMatrices(point, a, 0);
    pose(a, 0, motion.rest(point, 0), motion.rest(point, 1), motion.rest(point, 2), trial);
    if (!staysNear(mesh, point) && !keepsSidesAt(mesh, point, point, trial)) {
      return false;
    }
    set(point, trial);
    return true;
  }

  public int poseCount() {
    return poses;
  }

  public double get(int point, int pose, int axis) {
    return positions[3 * (poses * point + pose) + axis];
  }

  /** x, y, z of a point in all poses, in a row. */
  public double[] array() {
    return positions;
  }

  /** The place of a point's first number in {@link #array}. */
  public int at(int point) {
    return 3 * poses * point;
  }

  /** Sets a point in all poses from x, y, z in a row. */
  public void set(int point, double[] values) {
    System.arraycopy(values, 0, positions, at(point), 3 * poses);
  }

  /** Sets a point in one pose. */
  public void set(int point, int pose, double x, double y, double z) {
    int at = at(point) + 3 * pose;
    positions[at] = x;
    positions[at + 1] = y;
    positions[at + 2] = z;
  }

  /**
   * Whether no triangle around an edge turns round, or becomes a line, when both ends move to a new
   * point.
   *
   * @param moved the new point in all poses
   */
  public boolean keepsSides(CollapseView mesh, int a, int b, double[] moved) {
    return keepsSidesAt(mesh, a, b, moved) && keepsSidesAt(mesh, b, a, moved);
  }

  private boolean keepsSidesAt(CollapseView mesh, int p, int other, double[] moved) {
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      int q = mesh.point(CollapseView.after(c));
      int r = mesh.point(CollapseView.after(CollapseView.after(c)));
      if (q != other && r != other && !keepsSide(at(p), at(q), at(r), moved)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the point on trial moves by so little that no triangle can turn round, as nearly all do
   * that lose an influence. A triangle's normal changes by e × d, with e the side across and d the
   * way: at most by |e| |d|.
   */
  private boolean staysNear(CollapseView mesh, int point) {
    double[] s = positions;
    int p = at(point);
    for (int k = 0, i = 0; k < poses; k++, i += 3) {
      double x = s[p + i] - trial[i];
      double y = s[p + i + 1] - trial[i + 1];
      double z = s[p + i + 2] - trial[i + 2];
      way[k] = x * x + y * y + z * z;
    }
    for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      int q = mesh.point(CollapseView.after(c));
      int r = mesh.point(CollapseView.after(CollapseView.after(c)));
      if (!staysNear(p, at(q), at(r))) {
        return false;
      }
    }
    return true;
  }

  private boolean staysNear(int p, int q, int r) {
    double[] s = positions;
    for (int k = 0, i = 0; k < poses; k++, i += 3) {
      double qx = s[q + i], qy = s[q + i + 1], qz = s[q + i + 2];
      double ex = s[r + i] - qx, ey = s[r + i + 1] - qy, ez = s[r + i + 2] - qz;
      double ox = s[p + i] - qx, oy = s[p + i + 1] - qy, oz = s[p + i + 2] - qz;
      double ax = ey * oz - ez * oy, ay = ez * ox - ex * oz, az = ex * oy - ey * ox;
      double most = (ex * ex + ey * ey + ez * ez) * way[k];
      if (!(most <= NEAR * (ax * ax + ay * ay + az * az))) {
        return false;
      }
    }
    return true;
  }

  private boolean keepsSide(int p, int q, int r, double[] moved) {
    double[] s = positions;
    for (int k = 0; k < 3 * poses; k += 3) {
      double qx = s[q + k], qy = s[q + k + 1], qz = s[q + k + 2];
      double ex = s[r + k] - qx, ey = s[r + k + 1] - qy, ez = s[r + k + 2] - qz;
      double ox = s[p + k] - qx, oy = s[p + k + 1] - qy, oz = s[p + k + 2] - qz;
      double nx = moved[k] - qx, ny = moved[k + 1] - qy, nz = moved[k + 2] - qz;
      double ax = ey * oz - ez * oy, ay = ez * ox - ex * oz, az = ex * oy - ey * ox;
      double bx = ey * nz - ez * ny, by = ez * nx - ex * nz, bz = ex * ny - ey * nx;
      double before = ax * ax + ay * ay + az * az;
      double after = bx * bx + by * by + bz * bz;
      double edge = ex * ex + ey * ey + ez * ez;
      double dot = ax * bx + ay * by + az * bz;
      boolean turns =
          dot <= 0
              || dot * dot < LEAST_COSINE * LEAST_COSINE * before * after
              || after <= FLAT * edge * (nx * nx + ny * ny + nz * nz);
      // What had no side before has none to keep.
      if (turns && before > FLAT * edge * (ox * ox + oy * oy + oz * oz)) {
        return false;
      }
    }
    return true;
  }
}
