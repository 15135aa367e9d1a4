package dev.sinew.simplify;

import dev.sinew.model.DisjointSets;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Weights of separate parts, such as glasses, eyes and props. Errors are weighted by area, so small
 * and thin parts would be the first to lose their shape, although it is their shape that is seen. A
 * part is a connected component of the surface. Its weight grows with the square root of the mean
 * area of the parts over its own. Where it is thin, {@link ThinFeatures} raise it further.
 */
final class SmallParts {
  /** With 4, levels of RobotExpressive are up to 6 % farther from the original in the mean. */
  private static final double MAX_WEIGHT = 2;

  /**
   * The thickness below which the surface is thin, relative to volume over area of the whole. That
   * ratio is half the radius of a long cylinder; the limit is 1.4 times the radius.
   */
  private static final double THIN = 2.8;

  private final TriMesh mesh;
  private final DisjointSets parts;

  /** Area and volume by part. */
  private final double[] area;

  private final double[] volume;

  /**
   * @param mesh at the size that the rest pose shows
   */
  private SmallParts(TriMesh mesh) {
    this.mesh = mesh;
    parts = new DisjointSets(mesh.vertexCount());
    for (int t = 0; t < mesh.triangleCount(); t++) {
      parts.join(mesh.vertex(t, 0), mesh.vertex(t, 1));
      parts.join(mesh.vertex(t, 0), mesh.vertex(t, 2));
    }
    area = new double[mesh.vertexCount()];
    volume = new double[mesh.vertexCount()];
    measure();
  }

  /** Returns a weight of 1 to 2 per point. */
  static double[] weights(JoinedCharacter character, RunContext context) {
    return new SmallParts(character.restMesh()).weights(context);
  }

  private void measure() {
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int p = mesh.vertex(t, 0);
      int part = parts.of(p);
      double[] n = mesh.areaNormal(t);
      double height = 0; // Times 3, from a point of the part.
      for (int k = 0; k < 3; k++) {
        height += n[k] * (mesh.position(p, k) - mesh.position(part, k));
      }
      area[part] += Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / 2;
      volume[part] += height / 6;
    }
  }

  private double[] weights(RunContext context) {
    double wholeArea = 0;
    double wholeVolume = 0;
    int count = 0;
    for (int part = 0; part < area.length; part++) {
      wholeArea += area[part];
      wholeVolume += Math.abs(volume[part]);
      count += area[part] > 0 ? 1 : 0;
    }
    double[] usual = new double[area.length];
    for (int part = 0; part < area.length; part++) {
      usual[part] = area[part] > 0 ? THIN * wholeVolume / wholeArea : 0;
    }
    double[] thin = new ThinFeatures(mesh, parts, usual, context).weights();
    double[] out = new double[area.length];
    Arrays.fill(out, 1);
    for (int p = 0; p < out.length; p++) {
      int part = parts.of(p);
      if (area[part] > 0) {
        double small = Math.max(1, Math.sqrt(wholeArea / (count * area[part])));
        out[p] = Math.min(MAX_WEIGHT, small * thin[p]);
      }
    }
    return out;
  }
}
