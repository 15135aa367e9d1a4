package dev.sinew.simplify.collapse;

import dev.sinew.math.Affine;
import dev.sinew.run.RunContext;

/** The positions of all points in all sample poses of a price. */
public final class PosedPoints {
  /** Cosine of the largest rotation of a triangle in one collapse, about 78 degrees. */
  private static final double MIN_COSINE = 0.2;

  /** Squared sine of the smallest angle of a triangle that is not degenerate. */
  private static final double FLAT = 1e-12;

  /** The square of the relative change of a normal that cannot flip a triangle. */
  private static final double HARMLESS_CHANGE = 0.25;

  private final int poses;
  private final double[] positions;

  /** A candidate position in all poses. */
  private final double[] candidate;

  /** Its squared distance from the current position, per pose. */
  private final double[] squaredMove;

  /** Places all points at the origin. */
  public PosedPoints(int points, int poses) {
    this.poses = poses;
    candidate = new double[3 * poses];
    squaredMove = new double[poses];
    positions = new double[Math.multiplyExact(Math.multiplyExact(3, poses), points)];
  }

  /** Computes the positions of points that a motion moves. */
  public static PosedPoints of(int points, PointMotion motion, RunContext context) {
    PosedPoints made = new PosedPoints(points, motion.poseCount());
    double[] a = new double[Affine.SIZE * motion.poseCount()];
    double[] position = new double[3 * motion.poseCount()];
    for (int p = 0; p < points; p++) {
      context.checkCancelled();
      motion.copyMatrices(p, a, 0);
      pose(a, 0, motion.rest(p, 0), motion.rest(p, 1), motion.rest(p, 2), position);
      made.set(p, position);
    }
    return made;
  }

  /** Computes a point's positions in all poses from its matrices, which start at an offset. */
  public static void pose(double[] a, int offset, double x, double y, double z, double[] out) {
    for (int r = 0; r < out.length; r++) {
      int m = offset + 4 * r;
      out[r] = a[m] * x + a[m + 1] * y + a[m + 2] * z + a[m + 3];
    }
  }

  /** Returns the mean area of a triangle over the poses. */
  public double meanArea(CollapseView mesh, int triangle, double[] poseWeights) {
    int a = at(mesh.point(3 * triangle));
    int b = at(mesh.point(3 * triangle + 1));
    int c = at(mesh.point(3 * triangle + 2));
    double sum = 0;
    for (int k = 0; k < poses; k++, a += 3, b += 3, c += 3) {
      double ux = positions[b] - positions[a];
      double uy = positions[b + 1] - positions[a + 1];
      double uz = positions[b + 2] - positions[a + 2];
      double vx = positions[c] - positions[a];
      double vy = positions[c + 1] - positions[a + 1];
      double vz = positions[c + 2] - positions[a + 2];
      double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      sum += poseWeights[k] * Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
    }
    return sum;
  }

  /**
   * Recomputes the positions of a point whose motion has changed. Not thread-safe.
   *
   * @param a receives its matrices, 12 values per pose
   * @return false, with nothing changed, if a triangle would flip
   */
  public boolean update(CollapseView mesh, PointMotion motion, int point, double[] a) {
    motion.copyMatrices(point, a, 0);
    pose(a, 0, motion.rest(point, 0), motion.rest(point, 1), motion.rest(point, 2), candidate);
    if (!staysNear(mesh, point) && !flipsNoTriangleAt(mesh, point, point, candidate)) {
      return false;
    }
    set(point, candidate);
    return true;
  }

  /** Returns the number of poses. */
  public int poseCount() {
    return poses;
  }

  /** Returns a coordinate of a point in a pose. */
  public double get(int point, int pose, int axis) {
    return positions[3 * (poses * point + pose) + axis];
  }

  /** Returns x, y, z of all points in a pose. */
  public float[] shape(int pose) {
    float[] out = new float[positions.length / poses];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) get(i / 3, pose, i % 3);
    }
    return out;
  }

  /** Returns the positions themselves: x, y, z per pose, point after point. */
  public double[] array() {
    return positions;
  }

  /** Returns the index of a point's first value in {@link #array}. */
  public int at(int point) {
    return 3 * poses * point;
  }

  /** Sets a point in all poses: x, y, z per pose. */
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
   * Returns true if no triangle around an edge flips or degenerates in any pose when both ends move
   * to a new position.
   *
   * @param moved the new position in all poses
   */
  public boolean flipsNoTriangle(CollapseView mesh, int a, int b, double[] moved) {
    return flipsNoTriangleAt(mesh, a, b, moved) && flipsNoTriangleAt(mesh, b, a, moved);
  }

  private boolean flipsNoTriangleAt(CollapseView mesh, int p, int other, double[] moved) {
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      int q = mesh.point(CollapseView.after(c));
      int r = mesh.point(CollapseView.after(CollapseView.after(c)));
      if (q != other && r != other && !keepsOrientation(at(p), at(q), at(r), moved)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns true if the candidate is so near that no triangle can flip: a quick test that nearly
   * all points pass when they lose an influence. The normal of a triangle changes by e × d, where e
   * is the opposite side and d the displacement: at most by |e| |d|.
   */
  private boolean staysNear(CollapseView mesh, int point) {
    double[] s = positions;
    int p = at(point);
    for (int k = 0, i = 0; k < poses; k++, i += 3) {
      double x = s[p + i] - candidate[i];
      double y = s[p + i + 1] - candidate[i + 1];
      double z = s[p + i + 2] - candidate[i + 2];
      squaredMove[k] = x * x + y * y + z * z;
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
      double maxChange = (ex * ex + ey * ey + ez * ez) * squaredMove[k];
      if (!(maxChange <= HARMLESS_CHANGE * (ax * ax + ay * ay + az * az))) {
        return false;
      }
    }
    return true;
  }

  private boolean keepsOrientation(int p, int q, int r, double[] moved) {
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
      boolean flips =
          dot <= 0
              || dot * dot < MIN_COSINE * MIN_COSINE * before * after
              || after <= FLAT * edge * (nx * nx + ny * ny + nz * nz);
      // A triangle that was degenerate before has no orientation to keep.
      if (flips && before > FLAT * edge * (ox * ox + oy * oy + oz * oz)) {
        return false;
      }
    }
    return true;
  }
}
