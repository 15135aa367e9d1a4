package dev.sinew.fit;

import dev.sinew.fit.system.RankedBones;
import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.math.Affine;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import org.jspecify.annotations.Nullable;

/**
 * The bones that may have a weight at a vertex in linear blending: those of its row, then those
 * towards which a shift of weight would remove most of the remaining error, of all bones. With y
 * the blended vertex and e its error over the frames, a shift towards bone b changes y along g =
 * M_b x − y and removes at most (e · g)² / |g|².
 *
 * <p>Not thread-safe.
 */
final class BlendCandidates {
  /** The maximum number of candidates per vertex. */
  static final int MAX = FitOptions.MAX_INFLUENCES;

  private final Examples examples;
  private final BoneMotions motions;
  private final int @Nullable [][] given;
  private final double[] blended;
  private final RankedBones list = new RankedBones(MAX);

  /** The result of {@link #find}. */
  final int[] bones = list.bones;

  /**
   * @param given the bones that may move each vertex, or null for all
   */
  BlendCandidates(Examples examples, BoneMotions motions, int @Nullable [][] given) {
    this.examples = examples;
    this.motions = motions;
    this.given = given;
    blended = new double[3 * examples.frameCount()];
  }

  /** Finds the candidates of a vertex and returns their number. */
  int find(int vertex, SkinRows rows) {
    list.clear();
    for (int i = 0; i < rows.count[vertex]; i++) {
      list.fix(rows.bone[rows.at(vertex, i)]);
    }
    SkinError.predict(rows, examples.rest, motions, vertex, blended);
    if (given != null) {
      for (int b : given[vertex]) {
        consider(b, vertex, rows);
      }
    } else {
      for (int b = 0; b < motions.boneCount(); b++) {
        consider(b, vertex, rows);
      }
    }
    return list.count();
  }

  private void consider(int bone, int vertex, SkinRows rows) {
    double gain = rows.has(vertex, bone) ? 0 : gain(bone, vertex);
    if (gain > 0) {
      list.insert(bone, gain);
    }
  }

  private double gain(int bone, int vertex) {
    double x = examples.rest[3 * vertex];
    double y = examples.rest[3 * vertex + 1];
    double z = examples.rest[3 * vertex + 2];
    ShapeSet shapes = examples.shapes();
    int p = blended.length * vertex;
    double along = 0;
    double length = 0;
    for (int i = 0, g = motions.at(bone, 0); i < blended.length; i++, g += Affine.SIZE / 3) {
      double way = motions.moved(g, x, y, z) - blended[i];
      along += way * (shapes.value(p + i) - blended[i]);
      length += way * way;
    }
    return along > 0 && length > 0 ? along * along / length : 0;
  }
}
