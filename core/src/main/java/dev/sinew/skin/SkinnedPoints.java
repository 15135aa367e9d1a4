package dev.sinew.skin;

import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;

/**
 * The input of a skinning model: the points of a part at rest, the joints that move them, and a row
 * of influences per point. A part without a skin has one joint, its node, with an identity inverse
 * bind matrix.
 */
record SkinnedPoints(RestPoints rest, Skin skin, Influences influences) {
  static SkinnedPoints of(SkinnedCharacter character, Part part) {
    int[] vertices = character.geometry(part).mesh().wedgeVertices();
    return new SkinnedPoints(
        RestPoints.of(character, part),
        PointInfluences.skinOf(character, part),
        PointInfluences.vertexInfluences(character, part).rows(vertices));
  }

  /** Returns the first influence of each point, and the end of the last. */
  int[] rowStarts() {
    int[] start = new int[influences.vertexCount() + 1];
    for (int v = 0; v < influences.vertexCount(); v++) {
      start[v + 1] = start[v] + influences.count(v);
    }
    return start;
  }

  /** Returns the joints of all influences. */
  int[] joints() {
    int[] joints = new int[influences.totalCount()];
    for (int v = 0, at = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        joints[at++] = influences.joint(v, i);
      }
    }
    return joints;
  }

  /** Returns the weights of all influences. */
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
