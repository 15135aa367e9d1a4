package dev.sinew.retarget;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Vec3;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How the rest poses of a motion's skeleton and of another one differ.
 *
 * <p>The axes of the scenes differ by one of the 24 rotations of a cube: the one that brings the
 * matched joints nearest. Limbs differ further, an arm that hangs from one that is stretched out:
 * their two longest bones get the rotation that brings the bone of the motion to that of the
 * target. All else, such as spine, shoulders and feet, is the same part of a body at rest whatever
 * places its joints have, and is not corrected. A hand or foot at the end of a limb turns with the
 * limb if that brings it nearer to that of the target.
 */
final class RestPoses {
  /** The least length of a limb, relative to the longest box side of the matched joints. */
  private static final double LIMB = 0.2;

  private final JointMatch match;

  /** From the axes of the motion to those of the target. */
  private final double[] axes = {0, 0, 0, 1};

  /** For every pair a quaternion from its part of the motion's rest pose to the target's. */
  private final double[][] corrections;

  private final boolean[] isKnown;

  RestPoses(JointMatch match) {
    this.match = match;
    corrections = new double[match.count()][];
    isKnown = new boolean[match.count()];
    findAxes();
    findLimbs();
    for (int i = 0; i < match.count(); i++) {
      if (!isKnown[i]) {
        int above = match.parents[i];
        corrections[i] = above < 0 ? new double[] {0, 0, 0, 1} : corrections[above];
      }
    }
  }

  /** Returns the rotation from the axes of the motion to those of the target. */
  double[] axes() {
    return axes.clone();
  }

  /** Returns the rotation of a pair, for vectors in the axes of the target. */
  double[] correction(int pair) {
    return corrections[pair].clone();
  }

  private void findAxes() {
    double[] from = mean(true);
    double[] to = mean(false);
    double best = nearness(axes, from, to);
    double[] turn = new double[Quaternion.SIZE];
    double half = Math.sqrt(0.5);
    // A rotation of the cube: one of six directions for x, then a quarter turn about it.
    double[][] faces = {
      {0, 0, 0, 1},
      {0, half, 0, half},
      {0, 1, 0, 0},
      {0, -half, 0, half},
      {0, 0, half, half},
      {0, 0, -half, half}
    };
    for (double[] face : faces) {
      for (int quarter = 0; quarter < 4; quarter++) {
        Quaternion.fromAxisAngle(1, 0, 0, quarter * Math.PI / 2, turn, 0);
        Quaternion.multiply(face, 0, turn, 0, turn, 0);
        double near = nearness(turn, from, to);
        // Equal ones, such as turns about a straight arm, are no reason to turn.
        if (near > best + 1e-6 * Math.abs(best)) {
          best = near;
          System.arraycopy(turn, 0, axes, 0, axes.length);
        }
      }
    }
  }

  private double[] mean(boolean ofSource) {
    double[] out = new double[3];
    for (int i = 0; i < match.count(); i++) {
      double[] at = ofSource ? match.sourceAt(i) : match.targetAt(i);
      for (int k = 0; k < 3; k++) {
        out[k] += at[k] / match.count();
      }
    }
    return out;
  }

  private double nearness(double[] turn, double[] from, double[] to) {
    double sum = 0;
    for (int i = 0; i < match.count(); i++) {
      double[] turned = rotated(turn, minus(match.sourceAt(i), from));
      sum += Vec3.dot(turned, minus(match.targetAt(i), to));
    }
    return sum;
  }

  private void findLimbs() {
    for (int i = 0; i < match.count(); i++) {
      boolean starts = match.parents[i] < 0 || longChildren(match.parents[i]).size() > 1;
      if (starts && (match.parents[i] < 0 || longChildren(match.parents[i]).contains(i))) {
        limb(i);
      }
    }
  }

  /** Returns the children of a pair that continue it: the only one, or all long branches. */
  private List<Integer> longChildren(int pair) {
    List<Integer> children = match.children(pair);
    return children.size() < 2
        ? children
        : children.stream().filter(c -> bone(c) + reach(c) >= LIMB * size()).toList();
  }

  /** Corrects the two longest bones of the limb that starts at a joint, if it is a limb. */
  private void limb(int start) {
    List<Integer> chain = new ArrayList<>(List.of(start));
    List<Integer> next = longChildren(start);
    while (next.size() == 1) {
      chain.add(next.getFirst());
      next = longChildren(next.getFirst());
    }
    if (!next.isEmpty()) {
      return; // It branches: a spine.
    }
    // Of every joint but the last, the bone to the next.
    List<Integer> bones =
        chain.stream()
            .skip(1)
            .sorted(Comparator.comparingDouble((Integer end) -> -bone(end)))
            .limit(2)
            .sorted()
            .toList();
    if (bones.isEmpty() || bones.stream().mapToDouble(this::bone).sum() < LIMB * size()) {
      return;
    }
    double[] correction = {0, 0, 0, 1};
    for (int end : bones) {
      int joint = match.parents[end];
      double[] wanted = minus(match.targetAt(end), match.targetAt(joint));
      double[] turned =
          rotated(correction, rotated(axes, minus(match.sourceAt(end), match.sourceAt(joint))));
      Quaternion.multiply(shortest(turned, wanted), 0, correction, 0, correction, 0);
      corrections[joint] = correction.clone();
      isKnown[joint] = true;
    }
    end(bones.getLast(), correction);
  }

  /** Decides whether what is at the end of a limb turns with it. */
  private void end(int pair, double[] correction) {
    double[] from = match.children(pair).isEmpty() ? all(pair, true) : matched(pair, true);
    double[] to = match.children(pair).isEmpty() ? all(pair, false) : matched(pair, false);
    double[] given = rotated(axes, from);
    boolean stays = cosine(given, to) >= cosine(rotated(correction, given), to);
    boolean isUnknown = Vec3.length(from) == 0 || Vec3.length(to) == 0;
    corrections[pair] = stays && !isUnknown ? new double[] {0, 0, 0, 1} : correction.clone();
    isKnown[pair] = true;
  }

  private double[] all(int pair, boolean ofSource) {
    return ofSource
        ? JointMatch.toChildren(match.sourceRest, match.sources[pair])
        : JointMatch.toChildren(match.targetRest, match.targets[pair]);
  }

  private double[] matched(int pair, boolean ofSource) {
    double[] out = new double[3];
    for (int child : match.children(pair)) {
      double[] to = ofSource ? match.sourceAt(child) : match.targetAt(child);
      double[] from = ofSource ? match.sourceAt(pair) : match.targetAt(pair);
      for (int k = 0; k < 3; k++) {
        out[k] += to[k] - from[k];
      }
    }
    return out;
  }

  /** Returns the length of the bone that ends at a pair, in the target. */
  private double bone(int pair) {
    int above = match.parents[pair];
    return above < 0 ? 0 : Vec3.length(minus(match.targetAt(pair), match.targetAt(above)));
  }

  private double reach(int pair) {
    double max = 0;
    for (int child : match.children(pair)) {
      max = Math.max(max, bone(child) + reach(child));
    }
    return max;
  }

  private double size() {
    double longest = 0;
    for (int k = 0; k < 3; k++) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      for (int i = 0; i < match.count(); i++) {
        min = Math.min(min, match.targetAt(i)[k]);
        max = Math.max(max, match.targetAt(i)[k]);
      }
      longest = Math.max(longest, max - min);
    }
    return longest;
  }

  /** Returns the shortest rotation between two directions; none if one is 0. */
  static double[] shortest(double[] a, double[] b) {
    double product = Vec3.length(a) * Vec3.length(b);
    double[] q = {0, 0, 0, 1};
    if (product > 0) {
      Vec3.cross(a, b, q);
      q[3] = product + Vec3.dot(a, b);
      if (q[3] < 1e-9 * product) { // Opposite: half a turn about any axis across.
        boolean alongX = Math.abs(a[0]) > Math.abs(a[1]);
        q[0] = alongX ? -a[2] : 0;
        q[1] = alongX ? 0 : a[2];
        q[2] = alongX ? a[0] : -a[1];
        q[3] = 0;
      }
      Quaternion.normalize(q, 0);
    }
    return q;
  }

  /** Returns a vector turned by a quaternion. */
  static double[] rotated(double[] q, double[] v) {
    double[] matrix = new double[Affine.SIZE];
    double[] out = new double[3];
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, matrix, 0);
    Affine.transformVector(matrix, 0, v, 0, out, 0);
    return out;
  }

  static double[] minus(double[] a, double[] b) {
    return new double[] {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }

  private static double cosine(double[] a, double[] b) {
    return Vec3.dot(a, b) / Math.max(Vec3.length(a) * Vec3.length(b), Double.MIN_NORMAL);
  }
}
