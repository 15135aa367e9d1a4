package dev.sinew.simplify.weight;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Weights of the places that morph targets move: lids, lips and brows, which people look at. A
 * target counts by how local it is, since one that moves the whole body, such as its size, tells
 * nothing about its places.
 */
final class Expressions {
  /**
   * The weight of a point that a very local target moves most: more keeps lids and lips and costs
   * the shape of hair, on three avatars: docs/decisions/importance.md.
   */
  private static final double MAX = 3;

  private Expressions() {}

  /**
   * Returns a weight per point, 1 or more.
   *
   * @param rest the joined mesh at rest, in the scene
   */
  static double[] weights(JoinedCharacter joined, TriMesh rest, RunContext context) {
    double[] out = new double[rest.vertexCount()];
    Arrays.fill(out, 1);
    double[] areas = pointAreas(rest);
    double total = Arrays.stream(areas).sum();
    for (int m = 0; m < joined.character().meshes().size() && total > 0; m++) {
      MorphTargets morphs = joined.character().meshes().get(m).morphs();
      for (int t = 0; joined.isShown(m) && t < morphs.count(); t++) {
        context.checkCancelled();
        raise(out, joined, m, relativeMotion(morphs.positionOffsets(t)), areas, total);
      }
    }
    return out;
  }

  private static void raise(
      double[] out, JoinedCharacter joined, int m, float[] motion, double[] areas, double total) {
    TriMesh mesh = joined.character().meshes().get(m).mesh();
    double[] moved = new double[mesh.vertexCount()];
    for (int w = 0; w < motion.length; w++) {
      int v = mesh.vertexOfWedge(w);
      moved[v] = Math.max(moved[v], motion[w]);
    }
    int first = joined.firstPoint(m);
    double share = 0;
    for (int v = 0; v < moved.length; v++) {
      share += moved[v] * areas[first + v] / total;
    }
    for (int v = 0; v < moved.length; v++) {
      double weight = 1 + (MAX - 1) * moved[v] * Math.max(0, 1 - share);
      out[first + v] = Math.max(out[first + v], weight);
    }
  }

  /** Returns how far each wedge goes, relative to the one that goes farthest. */
  private static float[] relativeMotion(float[] offsets) {
    float[] out = new float[offsets.length / 3];
    float most = 0;
    for (int w = 0; w < out.length; w++) {
      double x = offsets[3 * w], y = offsets[3 * w + 1], z = offsets[3 * w + 2];
      out[w] = (float) Math.sqrt(x * x + y * y + z * z);
      most = Math.max(most, out[w]);
    }
    for (int w = 0; w < out.length && most > 0; w++) {
      out[w] /= most;
    }
    return out;
  }

  private static double[] pointAreas(TriMesh mesh) {
    double[] out = new double[mesh.vertexCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] n = mesh.areaNormal(t);
      double third = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 6;
      for (int c = 0; c < 3; c++) {
        out[mesh.vertex(t, c)] += third;
      }
    }
    return out;
  }
}
