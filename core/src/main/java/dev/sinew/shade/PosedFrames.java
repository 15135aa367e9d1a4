package dev.sinew.shade;

import dev.sinew.math.Vec3;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The normals and tangents of a surface in several poses. Without normals a surface is flat, as
 * glTF asks.
 */
final class PosedFrames {
  private final int[] corners;
  private final float[][] positions;
  private final float @Nullable [][] normals;
  private final float @Nullable [][] tangents;

  PosedFrames(CharacterSurface surface, List<Pose> poses, RunContext context) {
    CharacterSurface.Posed first = surface.newPosed();
    first.set(poses.getFirst(), context);
    TriMesh mesh = first.mesh();
    corners = mesh.cornerWedges();
    positions = new float[poses.size()][];
    normals = first.wedgeNormals() == null ? null : new float[poses.size()][];
    tangents = first.wedgeTangents() == null ? null : new float[poses.size()][];
    context.run(
        "posing",
        poses.size(),
        i -> {
          CharacterSurface.Posed posed = surface.newPosed();
          posed.set(poses.get(i), context.sequential());
          posed.requireFinite();
          positions[i] = posed.wedgePositions();
          if (normals != null) {
            normals[i] = posed.wedgeNormals();
          }
          if (tangents != null) {
            tangents[i] = posed.wedgeTangents();
          }
        });
  }

  /** Writes the position of a point in a pose. */
  void position(int pose, int triangle, double[] weights, double[] out) {
    interpolate(positions[pose], 3, triangle, weights, out);
  }

  /** Writes the unit normal of a point in a pose; returns false if it has none. */
  boolean normal(int pose, int triangle, double[] weights, double[] out) {
    if (normals == null) {
      return faceNormal(pose, triangle, out);
    }
    interpolate(normals[pose], 3, triangle, weights, out);
    return normalize(out) || faceNormal(pose, triangle, out);
  }

  private boolean faceNormal(int pose, int triangle, double[] out) {
    float[] p = positions[pose];
    int a = 3 * corners[3 * triangle];
    int b = 3 * corners[3 * triangle + 1];
    int c = 3 * corners[3 * triangle + 2];
    Vec3.areaNormal(p, a, b, c, out);
    return normalize(out);
  }

  /**
   * Writes tangent, bitangent and normal of a point in a pose, as a renderer uses them: each a unit
   * vector.
   *
   * @param out receives the three vectors
   * @return false if the surface has no tangents, or none there
   */
  boolean frame(int pose, int triangle, double[] weights, double[] out) {
    if (tangents == null) {
      return false;
    }
    double[] n = new double[3];
    double[] t = new double[4];
    if (!normal(pose, triangle, weights, n)) {
      return false;
    }
    interpolate(tangents[pose], 4, triangle, weights, t);
    double sign = t[3] < 0 ? -1 : 1;
    double[] b = {
      sign * (n[1] * t[2] - n[2] * t[1]),
      sign * (n[2] * t[0] - n[0] * t[2]),
      sign * (n[0] * t[1] - n[1] * t[0])
    };
    if (!normalize(t) || !normalize(b)) {
      return false;
    }
    System.arraycopy(t, 0, out, 0, 3);
    System.arraycopy(b, 0, out, 3, 3);
    System.arraycopy(n, 0, out, 6, 3);
    return true;
  }

  private void interpolate(
      float[] values, int width, int triangle, double[] weights, double[] out) {
    for (int k = 0; k < width; k++) {
      out[k] = 0;
      for (int c = 0; c < 3; c++) {
        out[k] += weights[c] * values[width * corners[3 * triangle + c] + k];
      }
    }
  }

  /** Scales the first three numbers to length 1; returns false if they vanish. */
  static boolean normalize(double[] v) {
    double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(length > 1e-30) || length == Double.POSITIVE_INFINITY) {
      return false;
    }
    for (int k = 0; k < 3; k++) {
      v[k] /= length;
    }
    return true;
  }
}
