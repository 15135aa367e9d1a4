package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * The influences of a part's points in flat arrays, a row per wedge: entries {@code rowStart[p]} to
 * {@code rowStart[p + 1]} belong to point p, largest weight first.
 *
 * <p>A part without a skin has one joint, its node, with an identity inverse bind matrix.
 */
final class PointInfluences {
  final Skin skin;
  final int[] rowStart;
  final int[] joints;
  final float[] weights;

  private PointInfluences(Skin skin, Influences rows) {
    this.skin = skin;
    rowStart = new int[rows.vertexCount() + 1];
    joints = new int[rows.totalCount()];
    weights = new float[rows.totalCount()];
    int at = 0;
    for (int p = 0; p < rows.vertexCount(); p++) {
      for (int i = 0; i < rows.count(p); i++) {
        joints[at] = rows.joint(p, i);
        weights[at++] = (float) rows.weight(p, i);
      }
      rowStart[p + 1] = at;
    }
  }

  static PointInfluences of(SkinnedCharacter character, Part part) {
    int[] vertices = character.geometry(part).mesh().wedgeVertices();
    return new PointInfluences(
        skinOf(character, part), vertexInfluences(character, part).rows(vertices));
  }

  /** Returns the skin of a part, or a skin of its node alone. */
  static Skin skinOf(SkinnedCharacter character, Part part) {
    if (part.skin() != SkinnedCharacter.NO_SKIN) {
      return character.skins().get(part.skin());
    }
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    return new Skin("node", new int[] {part.node()}, identity);
  }

  /** Returns the influences of a part's vertices; their joints are those of {@link #skinOf}. */
  static Influences vertexInfluences(SkinnedCharacter character, Part part) {
    return character
        .skinning(part)
        .influences()
        .orElseGet(() -> rigid(character.geometry(part).mesh().vertexCount()));
  }

  private static Influences rigid(int vertices) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < vertices; v++) {
      rows.add(0, 1).endRow();
    }
    return rows.build();
  }

  int pointCount() {
    return rowStart.length - 1;
  }
}
