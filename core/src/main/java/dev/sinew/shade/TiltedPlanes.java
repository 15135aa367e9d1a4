package dev.sinew.shade;

import dev.sinew.math.Affine;
import dev.sinew.math.Vec3;
import dev.sinew.metric.TangentPlaneFit;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import org.jspecify.annotations.Nullable;

/**
 * Tangent planes in animation space, tilted as the full model's own normal map asks. With t, b, n
 * the frame of a point at rest and m the vector of the normal map, the vectors m_z t − m_x n and
 * m_z b − m_y n span the plane whose normal is m_x t + m_y b + m_z n. In poses, t and b follow the
 * plane, and n follows the joints as a vertex normal does in linear blending.
 */
final class TiltedPlanes {
  /** The least third component of a normal map: without it there is no plane. */
  private static final double LEAST_Z = 0.02;

  private final DetailModel detail;
  private final TangentPlaneFit planes;
  private final int restPose;
  private final double[] rest;

  /** The normal of every point, as a vector that follows its joints. */
  private final AnimationCoords normals;

  /**
   * Prepares the planes.
   *
   * @param detail the full model with its normal map
   * @param restPose the index of the rest pose among the poses of the full model
   * @param planes the planes of the points of the joined model, without the normal map
   */
  TiltedPlanes(DetailModel detail, JoinedCharacter joined, int restPose, TangentPlaneFit planes) {
    this.detail = detail;
    this.planes = planes;
    this.restPose = restPose;
    Pose pose = joined.character().restPose();
    rest = joined.matrices(pose);
    normals = normals(joined.coords());
  }

  private AnimationCoords normals(AnimationCoords points) {
    double[] inverse = new double[rest.length];
    boolean[] invertible = new boolean[rest.length / Affine.SIZE];
    for (int j = 0; j < invertible.length; j++) {
      invertible[j] = Affine.invert(rest, Affine.SIZE * j, inverse, Affine.SIZE * j);
    }
    AnimationCoords.Builder out = AnimationCoords.builder();
    double[] a = new double[3];
    double[] b = new double[3];
    double[] own = new double[3];
    for (int p = 0; p < points.rowCount(); p++) {
      planes.first().project(p, rest, a, 0);
      planes.second().project(p, rest, b, 0);
      double[] n = Vec3.cross(a, b);
      if (PosedFrames.normalize(n)) {
        for (int i = 0; i < points.count(p); i++) {
          int joint = points.joint(p, i);
          double weight = points.value(p, i, 3);
          if (invertible[joint]) {
            Affine.transformVector(inverse, Affine.SIZE * joint, n, 0, own, 0);
            out.add(joint, weight * own[0], weight * own[1], weight * own[2], 0);
          }
        }
      }
      out.endRow();
    }
    return out.buildVectors();
  }

  /**
   * How the two vectors of a texel's plane become those of the tilted plane.
   *
   * @param factors of the first and the second vector in the new first one, then in the new second
   *     one
   * @param normals the normals of all points
   * @param normalFactors of the normal in the new first and in the new second vector
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Tilt(double[] factors, AnimationCoords normals, double[] normalFactors) {}

  /**
   * Returns the tilt of a point; null without a normal map there.
   *
   * @param triangle a triangle of the full model
   * @param at barycentric coordinates
   * @param density texels per area around the point
   * @param points the points of the corners
   * @param plane the factors of the points' planes in the two vectors of the mean plane: first and
   *     second vector of every point, for the first vector and then for the second
   */
  @Nullable Tilt tilt(int triangle, double[] at, double density, int[] points, double[][] plane) {
    double[] m = detail.normalMap(triangle, at, density);
    double[] frame = new double[9];
    if (m == null || !detail.frames().frame(restPose, triangle, at, frame)) {
      return null;
    }
    double[] first = atRest(points, plane[0]);
    double[] second = atRest(points, plane[1]);
    double[] n = Vec3.cross(first, second);
    double[] blended = new double[3];
    double[] one = new double[3];
    for (int c = 0; c < points.length; c++) {
      normals.project(points[c], rest, one, 0);
      for (int k = 0; k < 3; k++) {
        blended[k] += at[c] * one[k];
      }
    }
    double length = Math.sqrt(Vec3.dot(blended, blended));
    if (!PosedFrames.normalize(n) || !(length > 0)) {
      return null;
    }
    double[] t = {frame[0], frame[1], frame[2]};
    double[] b = {frame[3], frame[4], frame[5]};
    double[] inFirst = inPlane(t, n, first, second);
    double[] inSecond = inPlane(b, n, first, second);
    if (inFirst == null || inSecond == null) {
      return null;
    }
    double z = Math.max(m[2], LEAST_Z);
    double[] x = {inFirst[0] * z, inFirst[1] * z, -m[0] / length};
    double[] y = {inSecond[0] * z, inSecond[1] * z, -m[1] / length};
    // Mirrored texture coordinates have a left-handed frame.
    boolean mirrored = Vec3.dot(Vec3.cross(t, b), n) < 0;
    double[] u = mirrored ? y : x;
    double[] v = mirrored ? x : y;
    return new Tilt(new double[] {u[0], u[1], v[0], v[1]}, normals, new double[] {u[2], v[2]});
  }

  private double[] atRest(int[] points, double[] factors) {
    double[] out = new double[3];
    double[] a = new double[3];
    double[] b = new double[3];
    for (int c = 0; c < points.length; c++) {
      planes.first().project(points[c], rest, a, 0);
      planes.second().project(points[c], rest, b, 0);
      for (int k = 0; k < 3; k++) {
        out[k] += factors[2 * c] * a[k] + factors[2 * c + 1] * b[k];
      }
    }
    return out;
  }

  /** Returns the unit vector of a direction's part in a plane, in its two vectors. */
  private static double @Nullable [] inPlane(
      double[] direction, double[] n, double[] first, double[] second) {
    double[] d = direction.clone();
    double height = Vec3.dot(d, n);
    for (int k = 0; k < 3; k++) {
      d[k] -= height * n[k];
    }
    double a = Vec3.dot(first, first), b = Vec3.dot(first, second), c = Vec3.dot(second, second);
    double det = a * c - b * b;
    if (!PosedFrames.normalize(d) || !(det > 0)) {
      return null;
    }
    double r = Vec3.dot(d, first), s = Vec3.dot(d, second);
    return new double[] {(c * r - b * s) / det, (a * s - b * r) / det};
  }
}
