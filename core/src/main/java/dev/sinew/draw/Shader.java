package dev.sinew.draw;

import dev.sinew.math.Vec3;

/**
 * Computes the colour of a sample. Unless the picture or the material is unlit, there is a soft key
 * light from the upper left, a weak cool fill light from the right, a sky lighter than the ground,
 * and a faint highlight (Blinn 1977). Lights are fixed to the camera. The edges of a wireframe are
 * part of the surface, so hidden ones are not visible.
 */
final class Shader {
  private static final double[] KEY = unit(-0.48, 0.62, 0.62);
  private static final double[] FILL = unit(0.85, 0.10, 0.52);
  private static final double[] KEY_COLOR = {0.80, 0.775, 0.74};
  private static final double[] FILL_COLOR = {0.15, 0.165, 0.19};
  private static final double[] SKY = {0.27, 0.28, 0.30};
  private static final double[] GROUND = {0.13, 0.12, 0.115};

  /** Sine of the angle by which light reaches beyond the lit half. */
  private static final double WRAP = 0.4;

  private static final double HIGHLIGHT = 0.07;
  private static final double[] LINE = {0.012, 0.016, 0.028};
  private static final double LINE_STRENGTH = 0.82;

  /** Half the width of a wireframe line, in pixels, for a picture 1000 pixels across. */
  private static final double HALF_LINE = 0.62;

  private final ViewMesh mesh;
  private final double halfLine;
  private final EdgePlanes planes = new EdgePlanes();
  private final double[] part = new double[3];
  private final double[] normal = new double[3];
  private final double[] tangent = new double[3];
  private final double[] bitangent = new double[3];
  private final double[] bent = new double[3];
  private final double[] mapped = new double[4];
  private final double[] toEye = new double[3];
  private final double[] base = new double[4];
  private final int[] corners = new int[3];
  private int current = VisibilityBand.NOTHING;
  private int textureLevel;
  private int normalLevel;

  /**
   * @param mesh the mesh to shade
   * @param lineScale factor on the width of wireframe lines
   */
  Shader(ViewMesh mesh, double lineScale) {
    this.mesh = mesh;
    this.halfLine = HALF_LINE * lineScale;
  }

  /** Adds the linear colour of a triangle at a pixel coordinate to {@code sum}. */
  void add(int triangle, double x, double y, double[] sum) {
    if (triangle != current) {
      planes.set(mesh, triangle);
      current = triangle;
      textureLevel = mesh.textureLevel(triangle, planes, corners);
      normalLevel = mesh.normalLevel(triangle, planes, corners);
    }
    findParts(x, y);
    findEye(x, y);
    findNormal(triangle);
    if (mesh.item.normalColors) {
      for (int k = 0; k < 3; k++) {
        sum[k] += 0.5 + 0.5 * normal[k];
      }
      return;
    }
    findBase(triangle);
    if (mesh.unlit || (mesh.item.materials != null && mesh.item.materials.isUnlit(triangle))) {
      for (int k = 0; k < 3; k++) {
        sum[k] += base[k];
      }
      return;
    }
    double key = lit(KEY);
    double fill = lit(FILL);
    double sky = 0.5 + 0.5 * (normal[1] * mesh.camera.upY + normal[2] * mesh.camera.upZ);
    double shine = HIGHLIGHT * highlight();
    double line = mesh.item.wireframe ? LINE_STRENGTH * line(triangle, x, y) : 0;
    for (int k = 0; k < 3; k++) {
      double light =
          key * KEY_COLOR[k] + fill * FILL_COLOR[k] + GROUND[k] + sky * (SKY[k] - GROUND[k]);
      double color = base[k] * light + shine * KEY_COLOR[k];
      sum[k] += Math.min(1, color + line * (LINE[k] - color));
    }
  }

  /** Writes the unit normal of the last colour, in view space. */
  void copyNormal(float[] out, int o) {
    for (int k = 0; k < 3; k++) {
      out[o + k] = (float) normal[k];
    }
  }

  /** Computes perspective-correct barycentric coordinates. */
  private void findParts(double x, double y) {
    double total = 0;
    for (int i = 0; i < 3; i++) {
      part[i] = Math.max(0, planes.at(i, x, y));
      total += part[i];
    }
    for (int i = 0; i < 3; i++) {
      part[i] = total > 0 ? part[i] / total : 1.0 / 3;
    }
  }

  private void findEye(double x, double y) {
    Camera camera = mesh.camera;
    if (camera.perspective) {
      toEye[0] = -(x - camera.middleX) / camera.focal;
      toEye[1] = (y - camera.middleY) / camera.focal;
    }
    toEye[2] = 1;
    normalize(toEye);
  }

  /** Computes the unit normal on the visible side. */
  private void findNormal(int triangle) {
    double[] v = mesh.view;
    int p = 3 * mesh.item.triangles[3 * triangle];
    int q = 3 * mesh.item.triangles[3 * triangle + 1];
    int r = 3 * mesh.item.triangles[3 * triangle + 2];
    double ux = v[q] - v[p];
    double uy = v[q + 1] - v[p + 1];
    double uz = v[q + 2] - v[p + 2];
    double wx = v[r] - v[p];
    double wy = v[r + 1] - v[p + 1];
    double wz = v[r + 2] - v[p + 2];
    double gx = uy * wz - uz * wy;
    double gy = uz * wx - ux * wz;
    double gz = ux * wy - uy * wx;
    double side = planes.front ? 1 : -1;
    float[] n = mesh.normals;
    if (n != null) {
      double alike = 0;
      for (int k = 0; k < 3; k++) {
        normal[k] = part[0] * n[p + k] + part[1] * n[q + k] + part[2] * n[r + k];
        alike += (n[p + k] + n[q + k] + n[r + k]) * (k == 0 ? gx : k == 1 ? gy : gz);
      }
      // Given normals may be opposite to the triangle's orientation.
      if (normalize(normal)) {
        mapNormal(triangle);
        scale(normal, alike < 0 ? -side : side);
        return;
      }
    }
    normal[0] = gx;
    normal[1] = gy;
    normal[2] = gz;
    if (normalize(normal)) {
      scale(normal, side);
    } else {
      System.arraycopy(toEye, 0, normal, 0, 3);
    }
  }

  /** Replaces the normal by that of the triangle's normal map, if it has one. */
  private void mapNormal(int triangle) {
    float[] t = mesh.tangents;
    ItemMaterials materials = mesh.item.materials;
    if (t == null
        || materials == null
        || !materials.normal(triangle, corners, part, normalLevel, mapped)) {
      return;
    }
    double sign = 0;
    for (int k = 0; k < 3; k++) {
      tangent[k] = 0;
      for (int i = 0; i < 3; i++) {
        tangent[k] += part[i] * t[4 * corners[i] + k];
      }
      sign += t[4 * corners[k] + 3];
    }
    Vec3.cross(normal, tangent, bitangent);
    if (normalize(tangent) && normalize(bitangent)) {
      for (int k = 0; k < 3; k++) {
        bent[k] =
            mapped[0] * tangent[k]
                + (sign < 0 ? -1 : 1) * mapped[1] * bitangent[k]
                + mapped[2] * normal[k];
      }
      if (normalize(bent)) {
        System.arraycopy(bent, 0, normal, 0, 3);
      }
    }
  }

  /** Returns the light from one direction, which falls smoothly to 0. */
  private double lit(double[] light) {
    double t = Math.max(0, (Vec3.dot(normal, light) + WRAP) / (1 + WRAP));
    return t * Math.sqrt(t);
  }

  /** Returns the 32nd power of the cosine between normal and half-way vector. */
  private double highlight() {
    double x = KEY[0] + toEye[0];
    double y = KEY[1] + toEye[1];
    double z = KEY[2] + toEye[2];
    double cosine =
        Math.max(
            0, (normal[0] * x + normal[1] * y + normal[2] * z) / Math.sqrt(x * x + y * y + z * z));
    double two = cosine * cosine;
    double four = two * two;
    double eight = four * four;
    double sixteen = eight * eight;
    return sixteen * sixteen;
  }

  private void findBase(int triangle) {
    float[] colors = mesh.item.colors;
    ItemMaterials materials = mesh.item.materials;
    if (materials != null) {
      materials.color(triangle, corners, part, textureLevel, base);
    }
    for (int k = 0; k < 3; k++) {
      if (materials == null) {
        base[k] = colors == null ? clamp(mesh.item.color[k]) : 1;
      }
      if (colors != null) {
        double sum = 0;
        for (int i = 0; i < 3; i++) {
          sum += part[i] * clamp(colors[3 * mesh.item.triangles[3 * triangle + i] + k]);
        }
        base[k] *= sum;
      }
    }
  }

  /** Returns the coverage of a point by wireframe lines, 0 to 1. */
  private double line(int triangle, double x, double y) {
    double distance = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 3; i++) {
      double slope = Math.sqrt(planes.a[i] * planes.a[i] + planes.b[i] * planes.b[i]);
      distance = Math.min(distance, planes.at(i, x, y) / slope);
    }
    double cover = Math.max(0, Math.min(1, 0.5 + (halfLine - distance) * 2));
    // If triangles are hardly larger than lines, lines fade so that the surface stays visible.
    int[] corners = mesh.item.triangles;
    double depths = 1;
    for (int c = 0; c < 3; c++) {
      depths *= mesh.screen[3 * corners[3 * triangle + c] + 2];
    }
    double size = depths > 0 ? Math.sqrt(planes.det / (2 * depths)) / (12 * halfLine) : 1;
    return cover * Math.max(0.12, Math.min(1, size));
  }

  private static double clamp(double v) {
    return v > 0 ? Math.min(v, 1) : 0;
  }

  private static boolean normalize(double[] v) {
    double length = Vec3.length(v);
    if (!(length > 0 && length < Double.POSITIVE_INFINITY)) {
      return false;
    }
    scale(v, 1 / length);
    return true;
  }

  private static void scale(double[] v, double by) {
    for (int k = 0; k < 3; k++) {
      v[k] *= by;
    }
  }

  private static double[] unit(double x, double y, double z) {
    double[] v = {x, y, z};
    normalize(v);
    return v;
  }
}
