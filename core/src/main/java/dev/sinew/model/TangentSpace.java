package dev.sinew.model;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Tangents for normal maps, the same as those of MikkTSpace (Mikkelsen, "Simulation of Wrinkled
 * Surfaces Revisited", 2008), which glTF asks for: the directions of u in the triangles around a
 * corner, projected to the plane of its normal and weighted by angle. Triangles count together if
 * they share an edge with equal positions, normals and texture coordinates, and are both mirrored
 * or both not.
 */
public final class TangentSpace {
  private final TriMesh mesh;
  private final MeshAttribute normals;
  private final MeshAttribute texture;

  /** The first wedge with the same vertex, normal and texture coordinates, per wedge. */
  private final int[] same;

  /** Sets of corners that count together. */
  private final DisjointSets sets;

  private final boolean[] mirrored;
  private final boolean[] degenerate;

  /** The direction of u per triangle, a unit vector. */
  private final double[] along;

  private TangentSpace(TriMesh mesh, MeshAttribute normals, MeshAttribute texture) {
    this.mesh = mesh;
    this.normals = normals;
    this.texture = texture;
    int triangles = mesh.triangleCount();
    same = new int[mesh.wedgeCount()];
    sets = new DisjointSets(3 * triangles);
    mirrored = new boolean[triangles];
    degenerate = new boolean[triangles];
    along = new double[3 * triangles];
  }

  /**
   * Returns a tangent per wedge: x, y, z and the sign of the bitangent in glTF. If the triangles of
   * a wedge are mirrored in part, those that are not decide. A wedge without tangents gets some
   * unit vector perpendicular to its normal.
   *
   * @param normals one per wedge
   * @param texture texture coordinates per wedge
   */
  public static MeshAttribute of(TriMesh mesh, MeshAttribute normals, MeshAttribute texture) {
    TangentSpace work = new TangentSpace(mesh, normals, texture);
    work.weld();
    work.findDirections();
    work.joinCorners();
    return new MeshAttribute(MeshAttribute.TANGENT, 4, work.tangents());
  }

  private record Key(int vertex, int nx, int ny, int nz, int u, int v) {}

  private void weld() {
    Map<Key, Integer> first = new HashMap<>();
    for (int w = 0; w < same.length; w++) {
      Key key =
          new Key(
              mesh.vertexOfWedge(w),
              bits(normals.value(w, 0)),
              bits(normals.value(w, 1)),
              bits(normals.value(w, 2)),
              bits(texture.value(w, 0)),
              bits(texture.value(w, 1)));
      Integer known = first.putIfAbsent(key, w);
      same[w] = known == null ? w : known;
    }
  }

  private static int bits(float value) {
    return Float.floatToIntBits(value == 0 ? 0f : value);
  }

  private void findDirections() {
    for (int t = 0; t < degenerate.length; t++) {
      int a = mesh.wedge(t, 0), b = mesh.wedge(t, 1), c = mesh.wedge(t, 2);
      double ux = (double) texture.value(b, 0) - texture.value(a, 0);
      double uy = (double) texture.value(b, 1) - texture.value(a, 1);
      double vx = (double) texture.value(c, 0) - texture.value(a, 0);
      double vy = (double) texture.value(c, 1) - texture.value(a, 1);
      double area = ux * vy - uy * vx;
      mirrored[t] = !(area > 0);
      double length = 0;
      for (int k = 0; k < 3; k++) {
        double d1 = position(b, k) - position(a, k);
        double d2 = position(c, k) - position(a, k);
        along[3 * t + k] = (vy * d1 - uy * d2) * (area > 0 ? 1 : -1);
        length += along[3 * t + k] * along[3 * t + k];
      }
      degenerate[t] = !(Math.abs(area) > Float.MIN_NORMAL) || !(length > 0);
      for (int k = 0; k < 3 && !degenerate[t]; k++) {
        along[3 * t + k] /= Math.sqrt(length);
      }
    }
  }

  private double position(int wedge, int axis) {
    return mesh.position(mesh.vertexOfWedge(wedge), axis);
  }

  private record Side(int from, int to) {}

  private void joinCorners() {
    Map<Side, Integer> sides = new HashMap<>();
    for (int c = 0; c < along.length; c++) {
      int next = c % 3 == 2 ? c - 2 : c + 1;
      int from = same[mesh.wedge(c / 3, c % 3)];
      int to = same[mesh.wedge(next / 3, next % 3)];
      Integer other = sides.get(new Side(to, from));
      if (other == null) {
        sides.putIfAbsent(new Side(from, to), c);
        continue;
      }
      int otherNext = other % 3 == 2 ? other - 2 : other + 1;
      if (!degenerate[c / 3] && !degenerate[other / 3] && mirrored[c / 3] == mirrored[other / 3]) {
        sets.join(c, otherNext);
        sets.join(next, other);
      }
    }
  }

  private float[] tangents() {
    double[] sums = new double[3 * along.length];
    double[] direction = new double[3];
    for (int c = 0; c < along.length; c++) {
      if (!degenerate[c / 3]) {
        int wedge = mesh.wedge(c / 3, c % 3);
        System.arraycopy(along, c - c % 3, direction, 0, 3);
        if (project(direction, wedge)) {
          double angle = angle(c, wedge);
          for (int k = 0; k < 3; k++) {
            sums[3 * sets.of(c) + k] += angle * direction[k];
          }
        }
      }
    }
    int[] corner = new int[mesh.wedgeCount()];
    Arrays.fill(corner, -1);
    for (int c = 0; c < along.length; c++) {
      int wedge = mesh.wedge(c / 3, c % 3);
      boolean better =
          corner[wedge] < 0
              || degenerate[corner[wedge] / 3]
              || (mirrored[corner[wedge] / 3] && !mirrored[c / 3]);
      if (better && !degenerate[c / 3]) {
        corner[wedge] = c;
      }
    }
    float[] out = new float[4 * mesh.wedgeCount()];
    for (int w = 0; w < corner.length; w++) {
      boolean found = false;
      if (corner[w] >= 0) {
        System.arraycopy(sums, 3 * sets.of(corner[w]), direction, 0, 3);
        found = project(direction, w);
      }
      if (!found) {
        anyPerpendicular(w, direction);
      }
      for (int k = 0; k < 3; k++) {
        out[4 * w + k] = (float) direction[k];
      }
      // The second axis of normal maps in glTF points upwards, v downwards.
      out[4 * w + 3] = corner[w] >= 0 && !mirrored[corner[w] / 3] ? -1 : 1;
    }
    return out;
  }

  /** Projects a vector to the plane of a wedge's normal and normalises it; false if it vanishes. */
  private boolean project(double[] v, int wedge) {
    double along = 0;
    for (int k = 0; k < 3; k++) {
      along += v[k] * normals.value(wedge, k);
    }
    double length = 0;
    for (int k = 0; k < 3; k++) {
      v[k] -= along * normals.value(wedge, k);
      length += v[k] * v[k];
    }
    for (int k = 0; k < 3 && length > 1e-30; k++) {
      v[k] /= Math.sqrt(length);
    }
    return length > 1e-30;
  }

  /** Returns the angle of a triangle at a corner, seen along the normal. */
  private double angle(int c, int wedge) {
    int t = c / 3;
    double[] u = new double[3];
    double[] v = new double[3];
    for (int k = 0; k < 3; k++) {
      double here = position(wedge, k);
      u[k] = position(mesh.wedge(t, (c % 3 + 1) % 3), k) - here;
      v[k] = position(mesh.wedge(t, (c % 3 + 2) % 3), k) - here;
    }
    if (!project(u, wedge) || !project(v, wedge)) {
      return 0;
    }
    double cosine = Math.clamp(u[0] * v[0] + u[1] * v[1] + u[2] * v[2], -1.0, 1.0);
    return StrictMath.acos(cosine);
  }

  private void anyPerpendicular(int wedge, double[] out) {
    int least = 0;
    for (int k = 1; k < 3; k++) {
      if (Math.abs(normals.value(wedge, k)) < Math.abs(normals.value(wedge, least))) {
        least = k;
      }
    }
    out[0] = out[1] = out[2] = 0;
    out[least] = 1;
    if (!project(out, wedge)) {
      out[least] = 1;
    }
  }
}
