package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * A part as skinning models see it: points at rest, the joints that move them, a row of influences
 * a point. A part without a skin follows one joint, its node, with no inverse bind.
 */
record SkinnedPoints(RestPoints rest, Skin skin, Influences influences) {
  static SkinnedPoints of(SkinnedCharacter character, Part part) {
    RestPoints rest = RestPoints.of(character, part);
    Influences influences = character.geometry(part).influences();
    if (part.skin() == SkinnedCharacter.NO_SKIN || influences == null) {
      return rigid(rest, part.node());
    }
    int[] vertices = character.geometry(part).mesh().wedgeVertices();
    return new SkinnedPoints(rest, character.skins().get(part.skin()), influences.rows(vertices));
  }

  private static SkinnedPoints rigid(RestPoints rest, int node) {
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    Influences.Builder rows = Influences.builder();
    for (int i = 0; i < rest.count(); i++) {
      rows.add(0, 1).endRow();
    }
    return new SkinnedPoints(rest, new Skin("node", new int[] {node}, identity), rows.build());
  }

  /** Where each point's influences begin, and the end of the last. */
  int[] rowStarts() {
    int[] start = new int[influences.vertexCount() + 1];
    for (int v = 0; v < influences.vertexCount(); v++) {
      start[v + 1] = start[v] + influences.count(v);
    }
    return start;
  }

  int[] joints() {
    int[] joints = new int[influences.totalCount()];
    for (int v = 0, at = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        joints[at++] = influences.joint(v, i);
      }
    }
    return joints;
  }

  double[] weights() {
    double[] weights = new double[influences.totalCount()];
    for (int v = 0, at = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        weights[at++] = influences.weight(v, i);
      }
    }
    return weights;
  }
}
