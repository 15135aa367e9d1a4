package dev.sinew.simplify;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.DisjointSets;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Weights of thin features, such as fingers, ears and the frames of glasses, whether they are
 * separate parts or not. The same error is seen more on a finger than on a thigh, but errors count
 * by area, so thin features would be the first to lose their shape.
 *
 * <p>The thickness at a point is the diameter of the ball that touches the surface there from
 * inside and the opposite side of the same part. One bounded search per point finds it: from the
 * centre of the largest ball of interest, for the closest triangle that faces the other way.
 */
final class ThinFeatures {
  /** The largest weight; with the square root below, that of 4 ninths of the usual thickness. */
  private static final double MAX_WEIGHT = 1.5;

  /** Points that are searched from, in large meshes; the others get the mean around them. */
  private static final int MAX_SEARCHES = 20_000;

  private static final double UNKNOWN = 0;

  private final TriMesh mesh;
  private final DisjointSets parts;

  /** Diameters of balls, in lengths of the mesh, below which each part is thin. */
  private final double[] usual;

  private final RunContext context;
  private final double[] normals;

  /**
   * @param parts the connected parts by point
   * @param usual the thickness below which the surface is thin, at the first point of every part
   */
  ThinFeatures(TriMesh mesh, DisjointSets parts, double[] usual, RunContext context) {
    this.mesh = mesh;
    this.parts = parts;
    this.usual = usual;
    this.context = context;
    normals = normals();
  }

  /** Returns a weight of 1 to 1.5 per point: the root of the usual thickness over its own. */
  double[] weights() {
    double[] out = new double[mesh.vertexCount()];
    if (mesh.triangleCount() == 0) {
      Arrays.fill(out, 1);
      return out;
    }
    search(out);
    spread(out);
    return out;
  }

  private double[] normals() {
    double[] out = new double[3 * mesh.vertexCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] n = mesh.areaNormal(t);
      for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) {
          out[3 * mesh.vertex(t, c) + k] += n[k];
        }
      }
    }
    return out;
  }

  private void search(double[] out) {
    TriangleTree tree = new TriangleTree(mesh.floatPositions(), mesh.triangles(), context);
    int step = (out.length + MAX_SEARCHES - 1) / MAX_SEARCHES;
    context.runRanges(
        (out.length + step - 1) / step,
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int i = from; i < to; i++) {
            context.checkCancelled();
            out[step * i] = weight(step * i, tree, hit, scratch);
          }
        });
  }

  private double weight(int point, TriangleTree tree, TriangleTree.Hit hit, int[] scratch) {
    double x = normals[3 * point], y = normals[3 * point + 1], z = normals[3 * point + 2];
    double length = Math.sqrt(x * x + y * y + z * z);
    double radius = usual[parts.of(point)] / 2;
    if (!(length > 0) || !(radius > 0)) {
      return 1;
    }
    double depth = radius / length;
    hit.onlyFacing(-x, -y, -z);
    tree.closestWithin(
        mesh.position(point, 0) - depth * x,
        mesh.position(point, 1) - depth * y,
        mesh.position(point, 2) - depth * z,
        radius,
        hit,
        scratch);
    boolean isOpposite =
        hit.squaredDistance() < radius * radius
            && parts.of(mesh.vertex(hit.triangle(), 0)) == parts.of(point);
    return isOpposite ? weight(point, hit, length) : 1;
  }

  /** Returns the weight for the ball that touches a point and the point of a hit. */
  private double weight(int point, TriangleTree.Hit hit, double length) {
    double squared = 0;
    double depth = 0;
    for (int k = 0; k < 3; k++) {
      double d = mesh.position(point, k);
      for (int c = 0; c < 3; c++) {
        d -= hit.weight(c) * mesh.position(mesh.vertex(hit.triangle(), c), k);
      }
      squared += d * d;
      depth += d * normals[3 * point + k] / length;
    }
    double thickness = depth > 0 ? squared / depth : 0;
    return thickness > 0
        ? Math.clamp(Math.sqrt(usual[parts.of(point)] / thickness), 1, MAX_WEIGHT)
        : 1;
  }

  /** Gives points that were not searched from the mean of their neighbours, ring by ring. */
  private void spread(double[] out) {
    double[] sums = new double[out.length];
    int[] counts = new int[out.length];
    boolean changed = true;
    while (changed) {
      changed = false;
      context.checkCancelled();
      for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
        int p = mesh.vertex(c / 3, c % 3);
        int q = mesh.vertex(c / 3, (c + 1) % 3);
        add(p, q, out, sums, counts);
        add(q, p, out, sums, counts);
      }
      for (int p = 0; p < out.length; p++) {
        if (counts[p] > 0) {
          out[p] = sums[p] / counts[p];
          sums[p] = 0;
          counts[p] = 0;
          changed = true;
        }
      }
    }
    for (int p = 0; p < out.length; p++) {
      out[p] = out[p] == UNKNOWN ? 1 : out[p];
    }
  }

  private static void add(int from, int to, double[] known, double[] sums, int[] counts) {
    if (known[to] == UNKNOWN && known[from] != UNKNOWN) {
      sums[to] += known[from];
      counts[to]++;
    }
  }
}
