package dev.sinew.fit;

import dev.sinew.fit.system.Reach;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.rig.BoneMotions;

/**
 * The bones that may move a vertex: first its own, then the others within {@link Reach} in
 * ascending order of their rigid error.
 *
 * <p>Not thread-safe.
 */
final class Candidates implements CandidateList {
  private final Examples examples;
  private final BoneMotions motions;
  private final Reach reach;
  private final double[] errors = new double[MAX];

  private final int[] bones = new int[MAX];

  Candidates(Examples examples, BoneMotions motions, Reach reach) {
    this.examples = examples;
    this.motions = motions;
    this.reach = reach;
  }

  @Override
  public int[] bones() {
    return bones;
  }

  @Override
  public int find(int vertex, int base, SkinRows before, double least) {
    bones[0] = base;
    int count = 1;
    for (int b = 0; b < motions.boneCount(); b++) {
      if (b != base && reach.allows(vertex, base, b)) {
        double limit = count < MAX ? Double.POSITIVE_INFINITY : errors[MAX - 1];
        double error = motions.error(b, examples.rest, vertex, examples.shapes(), limit);
        count = insert(b, error, count);
      }
    }
    return count;
  }

  private int insert(int bone, double error, int count) {
    int at = count;
    while (at > 1 && errors[at - 1] > error) {
      at--;
    }
    if (at == MAX) {
      return count;
    }
    int grown = Math.min(count + 1, MAX);
    for (int i = grown - 1; i > at; i--) {
      bones[i] = bones[i - 1];
      errors[i] = errors[i - 1];
    }
    bones[at] = bone;
    errors[at] = error;
    return grown;
  }
}
