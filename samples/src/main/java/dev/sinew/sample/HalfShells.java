package dev.sinew.sample;

import dev.sinew.math.Vec3;
import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes texture coordinates of a body. Every part is cut along two lines into a front and a back
 * shell. Each shell is unrolled about the part's axis to (ρ φ, z), where ρ is the distance from the
 * axis, φ the angle from the middle of the shell and z the position along the axis, so that round
 * tips close without a pole. The shells are packed in rows, larger where a part has more detail.
 * Vertices on the cuts get a wedge per shell.
 */
final class HalfShells {
  private static final double GAP = 0.02;

  /** Widths of rows that are tried. */
  private static final int ROW_WIDTHS = 32;

  /** The ends of a part that are closed by skin. */
  enum Closed {
    NEITHER,
    END,
    BOTH
  }

  /**
   * A part of the body.
   *
   * @param joints the joints whose flesh belongs to it
   * @param start the start of its axis
   * @param end the end of its axis
   * @param closed the closed ends
   * @param front the direction of the middle of its front shell; not along the axis
   * @param detail texels per length, relative to a part of detail 1
   */
  record Part(
      List<Integer> joints,
      Closed closed,
      List<Double> start,
      List<Double> end,
      List<Double> front,
      double detail) {}

  /** An orthonormal frame on a part's axis. */
  private static final class Frame {
    private final double[] start = new double[3];
    private final double[] axis = new double[3];
    private final double[] front = new double[3];
    private final double[] side = new double[3];
    private final double length;
    private final double detail;
    private final double min;
    private final double max;

    Frame(Part part) {
      for (int c = 0; c < 3; c++) {
        start[c] = part.start().get(c);
        axis[c] = part.end().get(c) - part.start().get(c);
        front[c] = part.front().get(c);
      }
      length = Vec3.length(axis);
      scale(axis, 1 / length);
      detail = part.detail();
      min = part.closed() == Closed.BOTH ? -1 : 0;
      max = part.closed() == Closed.NEITHER ? 0 : 1;
      double along = Vec3.dot(front, axis);
      for (int c = 0; c < 3; c++) {
        front[c] -= along * axis[c];
      }
      scale(front, 1 / Math.sqrt(Vec3.dot(front, front)));
      Vec3.cross(axis, front, side);
    }

    private double towards(double[] direction, double[] p, int at) {
      double sum = 0;
      for (int c = 0; c < 3; c++) {
        sum += direction[c] * (p[at + c] - start[c]);
      }
      return sum;
    }

    private static void scale(double[] a, double s) {
      for (int c = 0; c < 3; c++) {
        a[c] *= s;
      }
    }
  }

  /** One shell: its wedges, their extent before packing, and the shell's position in the atlas. */
  private static final class Shell {
    private final Map<Integer, Integer> wedgeOfVertex = new HashMap<>();
    private final int index;
    private double minU = Double.POSITIVE_INFINITY;
    private double minV = Double.POSITIVE_INFINITY;
    private double maxU = Double.NEGATIVE_INFINITY;
    private double maxV = Double.NEGATIVE_INFINITY;
    private double atU;
    private double atV;

    Shell(int index) {
      this.index = index;
    }

    void cover(double u, double v) {
      minU = Math.min(minU, u);
      minV = Math.min(minV, v);
      maxU = Math.max(maxU, u);
      maxV = Math.max(maxV, v);
    }

    double width() {
      return maxU - minU + GAP;
    }

    double height() {
      return maxV - minV + GAP;
    }
  }

  private HalfShells() {}

  /**
   * Returns the mesh with normals and texture coordinates.
   *
   * @param positions x, y, z per vertex
   * @param normals unit length, per vertex
   * @param triangles three vertices each
   * @param influences determine the part of each triangle
   * @param parts the parts, which must have all joints in use
   */
  static TriMesh mesh(
      double[] positions,
      double[] normals,
      int[] triangles,
      Influences influences,
      List<Part> parts) {
    List<Frame> frames = parts.stream().map(Frame::new).toList();
    int[] shellOf = assign(positions, triangles, influences, parts, frames);
    List<Shell> shells = new ArrayList<>();
    for (int s = 0; s < 2 * parts.size(); s++) {
      shells.add(new Shell(s));
    }
    // Wedges in the order in which triangles use them; the packing sets their coordinates.
    List<double[]> flat = new ArrayList<>();
    List<int[]> vertexAndShell = new ArrayList<>();
    int[] corners = new int[triangles.length];
    for (int c = 0; c < triangles.length; c++) {
      Shell shell = shells.get(shellOf[c / 3]);
      int vertex = triangles[c];
      corners[c] =
          shell.wedgeOfVertex.computeIfAbsent(
              vertex,
              v -> {
                double[] uv = unroll(frames.get(shell.index / 2), shell.index % 2, positions, v);
                shell.cover(uv[0], uv[1]);
                flat.add(uv);
                vertexAndShell.add(new int[] {v, shell.index});
                return flat.size() - 1;
              });
    }
    double scale = 1 / pack(shells.stream().filter(s -> !s.wedgeOfVertex.isEmpty()).toList());
    WedgeCollector wedges = new WedgeCollector();
    for (int w = 0; w < flat.size(); w++) {
      int vertex = vertexAndShell.get(w)[0];
      Shell shell = shells.get(vertexAndShell.get(w)[1]);
      wedges.add(
          vertex,
          normals[3 * vertex],
          normals[3 * vertex + 1],
          normals[3 * vertex + 2],
          scale * (shell.atU + flat.get(w)[0] - shell.minU),
          scale * (shell.atV + flat.get(w)[1] - shell.minV));
    }
    for (int c = 0; c < corners.length; c += 3) {
      wedges.triangle(corners[c], corners[c + 1], corners[c + 2]);
    }
    return wedges.build(positions);
  }

  /** Returns the shell of each triangle: of the part with most weight, on the triangle's side. */
  private static int[] assign(
      double[] positions,
      int[] triangles,
      Influences influences,
      List<Part> parts,
      List<Frame> frames) {
    Map<Integer, Integer> partOfJoint = new HashMap<>();
    for (int p = 0; p < parts.size(); p++) {
      for (int j : parts.get(p).joints()) {
        partOfJoint.put(j, p);
      }
    }
    int[] out = new int[triangles.length / 3];
    for (int t = 0; t < out.length; t++) {
      double[] pull = new double[parts.size()];
      double[] middle = new double[3];
      for (int k = 0; k < 3; k++) {
        int v = triangles[3 * t + k];
        for (int i = 0; i < influences.count(v); i++) {
          Integer part = partOfJoint.get(influences.joint(v, i));
          if (part == null) {
            throw new IllegalArgumentException(
                "joint " + influences.joint(v, i) + " belongs to no part");
          }
          pull[part] += influences.weight(v, i);
        }
        for (int c = 0; c < 3; c++) {
          middle[c] += positions[3 * v + c] / 3;
        }
      }
      int best = 0;
      for (int p = 1; p < pull.length; p++) {
        best = pull[p] > pull[best] ? p : best;
      }
      Frame frame = frames.get(best);
      out[t] = 2 * best + (frame.towards(frame.front, middle, 0) >= 0 ? 0 : 1);
    }
    return out;
  }

  private static double[] unroll(Frame frame, int back, double[] positions, int vertex) {
    double sign = back == 0 ? 1 : -1;
    double ahead = sign * frame.towards(frame.front, positions, 3 * vertex);
    double aside = sign * frame.towards(frame.side, positions, 3 * vertex);
    double across = Math.hypot(aside, ahead);
    double along = frame.towards(frame.axis, positions, 3 * vertex);
    double t = Math.clamp(2 * along / frame.length - 1, frame.min, frame.max);
    return new double[] {
      frame.detail * across * Math.atan2(aside, ahead), frame.detail * (along - t * t * t * across)
    };
  }

  /** Packs shells in rows, tallest first; returns the side of the smallest square they fill. */
  private static double pack(List<Shell> shells) {
    double area = 0;
    double widest = 0;
    for (Shell s : shells) {
      area += s.width() * s.height();
      widest = Math.max(widest, s.width());
    }
    List<Shell> byHeight = new ArrayList<>(shells);
    byHeight.sort(Comparator.comparingDouble(Shell::height).reversed());
    double best = Math.max(widest, Math.sqrt(area));
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < ROW_WIDTHS; i++) {
      double rowWidth = Math.max(widest, Math.sqrt(area) * (1 + 0.5 * i / ROW_WIDTHS));
      double side = pack(byHeight, rowWidth);
      if (side < least) {
        least = side;
        best = rowWidth;
      }
    }
    return pack(byHeight, best);
  }

  /** Packs shells in rows of a width; returns the side of the square they fill. */
  private static double pack(List<Shell> byHeight, double rowWidth) {
    double u = 0;
    double v = 0;
    double rowHeight = 0;
    for (Shell s : byHeight) {
      if (u + s.width() > rowWidth) {
        u = 0;
        v += rowHeight;
        rowHeight = 0;
      }
      s.atU = u + GAP / 2;
      s.atV = v + GAP / 2;
      u += s.width();
      rowHeight = Math.max(rowHeight, s.height());
    }
    return Math.max(rowWidth, v + rowHeight);
  }
}
