package dev.sinew.simplify.weight;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshParts;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Weights of small parts that stand out from what is around them, such as eyes, brows, lips and
 * buttons. The outline of such a part is seen as an edge between colours, and is judged by the size
 * of the part: an eye that is off by a millimetre has lost its shape, a coat has not. So its errors
 * count more by the size of the whole over its own, in proportion to the contrast of colours; a
 * screw in a plate of the same colour counts like the plate.
 */
final class PartContrast {
  /**
   * The largest ratio of sizes that counts. With 50, eyes are better and whole views worse:
   * docs/decisions/importance.md.
   */
  private static final double MAX_RATIO = 20;

  /** Parts within this distance are around a part, in box sides. */
  private static final double AROUND = 0.02;

  /** The most triangles of a part from which others are looked for. */
  private static final int SAMPLES = 24;

  /** The contrast of a part with nothing around it. */
  private static final double ALONE = 0.5;

  private final TriMesh mesh;
  private final int[] parts;
  private final int count;
  private final double size;

  private final SurfaceColors colors;

  private PartContrast(JoinedCharacter character, SurfaceColors colors) {
    mesh = character.restMesh();
    this.colors = colors;
    MeshParts found = MeshParts.of(character.mesh());
    parts = found.toArray();
    count = found.count();
    size = mesh.bounds().longestSide();
  }

  /** Returns a weight per point, 1 or more. */
  static double[] weights(JoinedCharacter character, SurfaceColors colors, RunContext context) {
    return new PartContrast(character, colors).weights(context);
  }

  private double[] weights(RunContext context) {
    double[] ofParts = new double[count];
    Arrays.fill(ofParts, 1);
    double[] sizes = sizes();
    int[][] some = someTriangles();
    TriangleTree tree = null;
    for (int part = 0; part < count; part++) {
      context.checkCancelled();
      double ratio = sizes[part] > 0 ? Math.min(MAX_RATIO, size / sizes[part]) : 1;
      if (ratio > 1 && count > 1) {
        if (tree == null) {
          tree = new TriangleTree(mesh.floatPositions(), mesh.triangles(), context);
        }
        ofParts[part] = 1 + contrast(part, some[part], tree) * (ratio - 1);
      }
    }
    double[] out = new double[mesh.vertexCount()];
    Arrays.fill(out, 1);
    for (int c = 0; c < 3 * parts.length; c++) {
      int p = mesh.vertex(c / 3, c % 3);
      out[p] = Math.max(out[p], ofParts[parts[c / 3]]);
    }
    return out;
  }

  /** Returns the longest side of every part's box. */
  private double[] sizes() {
    double[] low = new double[3 * count];
    double[] high = new double[3 * count];
    Arrays.fill(low, Double.POSITIVE_INFINITY);
    Arrays.fill(high, Double.NEGATIVE_INFINITY);
    for (int c = 0; c < 3 * parts.length; c++) {
      for (int k = 0; k < 3; k++) {
        int i = 3 * parts[c / 3] + k;
        double x = mesh.position(mesh.vertex(c / 3, c % 3), k);
        low[i] = Math.min(low[i], x);
        high[i] = Math.max(high[i], x);
      }
    }
    double[] out = new double[count];
    for (int i = 0; i < low.length; i++) {
      out[i / 3] = Math.max(out[i / 3], high[i] - low[i]);
    }
    return out;
  }

  /** Returns triangles of each part, spread over it. */
  private int[][] someTriangles() {
    int[] counts = new int[count];
    for (int part : parts) {
      counts[part]++;
    }
    int[][] out = new int[count][];
    for (int part = 0; part < count; part++) {
      out[part] = new int[Math.min(SAMPLES, counts[part])];
    }
    int[] seen = new int[count];
    for (int t = 0; t < parts.length; t++) {
      int part = parts[t];
      long slot = (long) seen[part]++ * out[part].length / counts[part];
      out[part][(int) slot] = t;
    }
    return out;
  }

  /** Returns the mean difference of colours between a part and what is around it, 0 to 1. */
  private double contrast(int part, int[] triangles, TriangleTree tree) {
    TriangleTree.Hit hit = new TriangleTree.Hit();
    hit.exceptPart(parts, part);
    int[] scratch = TriangleTree.newScratch();
    double sum = 0;
    int found = 0;
    for (int t : triangles) {
      double[] x = new double[3];
      for (int i = 0; i < 9; i++) {
        x[i % 3] += mesh.position(mesh.vertex(t, i / 3), i % 3) / 3;
      }
      tree.closestWithin(x[0], x[1], x[2], AROUND * size, hit, scratch);
      if (hit.distance() < AROUND * size) {
        found++;
        sum += colors.difference(t, hit.triangle());
      }
    }
    return found == 0 ? ALONE : sum / found;
  }
}
