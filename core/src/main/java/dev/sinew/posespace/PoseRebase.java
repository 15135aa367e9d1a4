package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.math.Vec3;
import java.util.List;

/**
 * Carries the coordinates of poses from one skeleton to another with the same joints and other
 * bones, so that a pose of the new one with the same rotations has them. Coordinates are in units
 * of each skeleton's own bones. With R the transform of a joint relative to its parent, R' = R'₀
 * R₀⁻¹ R for the rest poses R₀ and R'₀; directions and positions turn as those at rest.
 */
final class PoseRebase {
  /** Rest poses that differ by less are the same. */
  private static final double SAME = 1e-5;

  /** Shorter vectors have no direction. */
  private static final double SHORT = 1e-6;

  private final JointSpace space;
  private final PoseReader reader;
  private final double[] oldRest;
  private final double[] newRest;
  private final double[] work = new double[3 * Affine.SIZE];

  /**
   * @param reader reads poses of the new skeleton
   * @param coordinates those of poses of the old skeleton, the rest pose first
   * @param newRest the rest pose of the new skeleton
   */
  PoseRebase(JointSpace space, PoseReader reader, float[] coordinates, double[] newRest) {
    this.space = space;
    this.reader = reader;
    this.newRest = newRest;
    oldRest = new double[newRest.length];
    for (int i = 0; i < oldRest.length; i++) {
      oldRest[i] = coordinates[i];
    }
  }

  private boolean isNone() {
    for (int i = 0; i < oldRest.length; i++) {
      if (Math.abs(oldRest[i] - newRest[i]) > SAME) {
        return false;
      }
    }
    return true;
  }

  /** Returns the coordinates of all poses for the new skeleton. */
  float[] apply(float[] coordinates) {
    if (isNone()) {
      return coordinates;
    }
    float[] out = coordinates.clone();
    for (int row = 0; row < coordinates.length; row += newRest.length) {
      for (int j = 0; j < reader.hierarchy().joints().size(); j++) {
        int at = reader.start(j);
        if (at < reader.start(j + 1)) {
          switch (space) {
            case TRANSFORM -> moveTransform(at, row, out);
            case TWIST -> {
              turn(at, row, out);
              shift(at + 3 + PoseReader.TWIST_SIZE, row, out);
            }
            case NEIGHBOURS -> turnAll(j, row, out);
          }
        }
      }
    }
    return out;
  }

  private void moveTransform(int at, int row, float[] out) {
    for (int i = 0; i < Affine.SIZE; i++) {
      double linear = i % 4 == 3 ? 1 : 1 / PoseReader.CHORD;
      work[i] = linear * oldRest[at + i];
      work[Affine.SIZE + i] = linear * out[row + at + i];
      work[2 * Affine.SIZE + i] = linear * newRest[at + i];
    }
    if (!Affine.invert(work, 0, work, 0)) {
      return;
    }
    double[] moved = new double[Affine.SIZE];
    Affine.multiply(work, 0, work, Affine.SIZE, moved, 0);
    Affine.multiply(work, 2 * Affine.SIZE, moved, 0, work, 0);
    for (int i = 0; i < Affine.SIZE; i++) {
      out[row + at + i] = (float) (work[i] * (i % 4 == 3 ? 1 : PoseReader.CHORD));
    }
  }

  private void shift(int at, int row, float[] out) {
    for (int i = at; i < at + 3; i++) {
      out[row + i] += (float) (newRest[i] - oldRest[i]);
    }
  }

  /** Turns the positions of a joint's neighbours; its twist stays. */
  private void turnAll(int joint, int row, float[] out) {
    List<Integer> children = reader.hierarchy().children().get(joint);
    int neighbours = children.size() + (joint == 0 ? 0 : 1);
    for (int n = 0; n < neighbours; n++) {
      turn(reader.start(joint) + 3 * n, row, out);
    }
  }

  /**
   * Turns and scales a vector by the shortest way from the old one at rest, a, to the new one, b:
   * with w = a × b of unit vectors, v + w × v + w × (w × v) / (1 + a · b).
   */
  private void turn(int at, int row, float[] out) {
    double oldLength = Vec3.length(oldRest, at);
    double newLength = Vec3.length(newRest, at);
    double cosine = 0;
    for (int i = at; i < at + 3; i++) {
      cosine += oldRest[i] * newRest[i] / (oldLength * newLength);
    }
    if (!(oldLength > SHORT && newLength > SHORT) || cosine < SHORT - 1) {
      shift(at, row, out);
      return;
    }
    double[] w = Vec3.cross(oldRest, at, newRest, at);
    double[] v = {out[row + at], out[row + at + 1], out[row + at + 2]};
    for (int i = 0; i < 3; i++) {
      w[i] /= oldLength * newLength;
    }
    double[] once = Vec3.cross(w, v);
    double[] twice = Vec3.cross(w, once);
    for (int i = 0; i < 3; i++) {
      double turned = v[i] + once[i] + twice[i] / (1 + cosine);
      out[row + at + i] = (float) (newLength / oldLength * turned);
    }
  }
}
