package dev.sinew.skin;

import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The gradients of the joint weights along the surface at rest, ∇w_j per vertex and joint.
 *
 * <p>Linear blending moves a point of the rest surface to v = Σ_j w_j M_j v̂. Where the weights
 * vary its derivative is N = Σ_j w_j M_j + (M_j v̂) ∇w_jᵀ (Merry, Marais and Gain 2006; equation
 * 4.10 of Merry's thesis "Animation Space"). N maps tangents of the rest surface to tangents of the
 * deformed one, so normals are transformed by the inverse transpose of its linear part.
 *
 * <p>The gradient at a vertex lies in the tangent plane and fits the differences of the weight
 * along the edges e of the vertex, once per adjacent triangle, by least squares with the weights
 * 1/|e|²: minimise Σ_e ((∇w·e − Δw_e) / |e|)². The fit is linear in w, so the gradients of all
 * joints sum to zero as those of weights that sum to one must. A row therefore contains every joint
 * of the vertex and of its neighbours, some with weight zero. Where the edges do not determine the
 * gradient (no triangle, or all edges on one line), it is the shortest solution.
 */
final class WeightGradients {
  /** Values per entry: w, then the gradient's x, y, z. */
  static final int SIZE = 4;

  /** Smaller eigenvalues of the fit's matrix, per edge, mean that all edges lie on one line. */
  private static final double MIN_EIGENVALUE = 1e-9;

  private final TriMesh mesh;
  private final Influences influences;
  private final Topology topology;
  private int[] start = new int[1];
  private int[] joints = new int[64];
  private double[] values = new double[SIZE * 64];

  private WeightGradients(TriMesh mesh, Influences influences) {
    this.mesh = mesh;
    this.influences = influences;
    topology = Topology.of(mesh);
  }

  /** Estimates the gradients at the vertices of a geometry with influences. */
  static WeightGradients of(Geometry geometry) {
    Influences influences =
        geometry
            .skinning()
            .influences()
            .orElseThrow(
                () -> new IllegalArgumentException("geometry: expected influences, got none"));
    WeightGradients made = new WeightGradients(geometry.mesh(), influences);
    made.estimateAll();
    return made;
  }

  /** Returns the index of entry i of a vertex. */
  int entry(int vertex, int i) {
    return start[vertex] + i;
  }

  /** Returns the number of entries of a vertex. */
  int count(int vertex) {
    return start[vertex + 1] - start[vertex];
  }

  int joint(int entry) {
    return joints[entry];
  }

  /** Returns a component of an entry: 0 is the weight, 1 to 3 the gradient. */
  double value(int entry, int component) {
    return values[SIZE * entry + component];
  }

  private void estimateAll() {
    start = new int[mesh.vertexCount() + 1];
    double[] normal = new double[3];
    double[] inverse = new double[9];
    for (int v = 0; v < mesh.vertexCount(); v++) {
      SortedSet<Integer> near = jointsAround(v);
      ensureCapacity(start[v] + near.size());
      vertexNormal(v, normal);
      invertEdgeMatrix(v, normal, inverse);
      int entry = start[v];
      for (int joint : near) {
        joints[entry] = joint;
        values[SIZE * entry] = weight(v, joint);
        fitGradient(v, joint, normal, inverse, SIZE * entry + 1);
        entry++;
      }
      start[v + 1] = entry;
    }
  }

  private SortedSet<Integer> jointsAround(int v) {
    SortedSet<Integer> found = new TreeSet<>();
    addJoints(v, found);
    for (int i = 0; i < topology.neighbourCount(v); i++) {
      addJoints(topology.neighbour(v, i), found);
    }
    return found;
  }

  private void addJoints(int v, SortedSet<Integer> found) {
    for (int i = 0; i < influences.count(v); i++) {
      found.add(influences.joint(v, i));
    }
  }

  private double weight(int v, int joint) {
    for (int i = 0; i < influences.count(v); i++) {
      if (influences.joint(v, i) == joint) {
        return influences.weight(v, i);
      }
    }
    return 0;
  }

  private void ensureCapacity(int entries) {
    if (entries > joints.length) {
      int size = Math.max(entries, 2 * joints.length);
      joints = Arrays.copyOf(joints, size);
      values = Arrays.copyOf(values, Math.multiplyExact(SIZE, size));
    }
  }

  /** Computes the area-weighted unit normal of a vertex; zero if it has no triangle with area. */
  private void vertexNormal(int v, double[] out) {
    Arrays.fill(out, 0);
    for (int i = 0; i < topology.vertexTriangleCount(v); i++) {
      int t = topology.vertexTriangle(v, i);
      int a = mesh.vertex(t, 0), b = mesh.vertex(t, 1), c = mesh.vertex(t, 2);
      double ux = edge(a, b, 0), uy = edge(a, b, 1), uz = edge(a, b, 2);
      double wx = edge(a, c, 0), wy = edge(a, c, 1), wz = edge(a, c, 2);
      out[0] += uy * wz - uz * wy;
      out[1] += uz * wx - ux * wz;
      out[2] += ux * wy - uy * wx;
    }
    double length = Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
    for (int k = 0; k < 3; k++) {
      out[k] = length > 0 ? out[k] / length : 0;
    }
  }

  private double edge(int from, int to, int axis) {
    return mesh.position(to, axis) - mesh.position(from, axis);
  }

  /** Receives the two edges of v in every adjacent triangle. */
  private interface EdgeVisitor {
    void visit(int neighbour, double x, double y, double z, double squaredLength);
  }

  private void forEdges(int v, double[] normal, EdgeVisitor visitor) {
    for (int i = 0; i < topology.vertexTriangleCount(v); i++) {
      int t = topology.vertexTriangle(v, i);
      for (int k = 0; k < 3; k++) {
        int other = mesh.vertex(t, k);
        if (other != v) {
          double x = edge(v, other, 0), y = edge(v, other, 1), z = edge(v, other, 2);
          double along = x * normal[0] + y * normal[1] + z * normal[2];
          double squared = x * x + y * y + z * z;
          if (squared > 0) {
            visitor.visit(
                other,
                x - along * normal[0],
                y - along * normal[1],
                z - along * normal[2],
                squared);
          }
        }
      }
    }
  }

  /**
   * Computes the pseudo-inverse of Σ e eᵀ / |e|², with the edges projected to the tangent plane: a
   * 2×2 matrix with two eigenvalues.
   */
  private void invertEdgeMatrix(int v, double[] n, double[] out) {
    double[] m = new double[4];
    double[] s = new double[3];
    double[] t = new double[3];
    TangentBasis.of(n[0], n[1], n[2], s, t);
    forEdges(
        v,
        n,
        (other, x, y, z, squared) -> {
          double p = x * s[0] + y * s[1] + z * s[2];
          double q = x * t[0] + y * t[1] + z * t[2];
          m[0] += p * p / squared;
          m[1] += p * q / squared;
          m[2] += q * q / squared;
          m[3]++;
        });
    Arrays.fill(out, 0);
    double mean = (m[0] + m[2]) / 2;
    double spread = Math.hypot((m[0] - m[2]) / 2, m[1]);
    double large = mean + spread;
    double small = mean - spread;
    if (!(large > MIN_EIGENVALUE * m[3])) {
      return;
    }
    double angle = Math.atan2(2 * m[1], m[0] - m[2]) / 2;
    double cos = Math.cos(angle);
    double sin = Math.sin(angle);
    addOuter(out, s, t, cos, sin, 1 / large);
    if (small > MIN_EIGENVALUE * m[3]) {
      addOuter(out, s, t, -sin, cos, 1 / small);
    }
  }

  private static void addOuter(
      double[] out, double[] s, double[] t, double p, double q, double scale) {
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        out[3 * r + c] += scale * (p * s[r] + q * t[r]) * (p * s[c] + q * t[c]);
      }
    }
  }

  private void fitGradient(int v, int joint, double[] normal, double[] inverse, int at) {
    double own = weight(v, joint);
    double[] right = new double[3];
    forEdges(
        v,
        normal,
        (other, x, y, z, squared) -> {
          double change = (weight(other, joint) - own) / squared;
          right[0] += change * x;
          right[1] += change * y;
          right[2] += change * z;
        });
    for (int r = 0; r < 3; r++) {
      values[at + r] =
          inverse[3 * r] * right[0] + inverse[3 * r + 1] * right[1] + inverse[3 * r + 2] * right[2];
    }
  }
}
