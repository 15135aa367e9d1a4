package dev.sinew.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Places the joints of a skeleton on the limbs (section 3.4.1 of the thesis "Character animation
 * from examples"): one at every branching, one where a limb leaves the body and another one if that
 * place slides, and inside the limbs where {@link LinePieces} finds them. Long straight pieces of a
 * limb that never bends, as in a single shape, are divided by their proportions.
 */
final class JointPlacement {
  /** A limb whose first curve is this many radii off the branching starts with its own joint. */
  private static final double SEPARATE = 0.6;

  /** At a branching, parts with at most this fraction of the largest radius are not the body. */
  private static final double THIN = 0.7;

  /**
   * Within this many radii of a branching there is no other joint, seen in motion or not. One that
   * is seen in motion takes its place. One that is only guessed from the shape does not: whether it
   * is found at all may depend on the triangles, and the branching must not.
   */
  private static final double AT_BRANCHING = 0.5;

  private static final double AT_BRANCHING_STATIC = 1;

  /** The joint of a limb whose root slides: its place from the branching to the root. */
  private static final double GIRDLE = 0.25;

  /** Samples between the points of the trunk that show how a joint of it turns. */
  private static final int ANCHOR_STEP = 4;

  private final PoseLimbs limbs;
  private final double unit;
  private final double jointGain;
  private final LimbLine[] lines;

  /** The samples of each limb's inner joints, from the root outwards. */
  private final int[][] joints;

  /** The limbs whose lines are reversed: from the root to the source. */
  private final boolean[] reversed;

  /** The limbs that bend in some pose; the others get the joints of a single shape. */
  private final boolean[] moving;

  private final LimbNames names;
  private final JointPlan plan;

  private JointPlacement(PoseLimbs limbs, double jointGain) {
    this.limbs = limbs;
    this.jointGain = jointGain;
    unit = limbs.surface(0).bounds().longestSide();
    plan = new JointPlan(limbs.poseCount());
    lines = new LimbLine[limbs.tree().count()];
    joints = new int[lines.length][];
    reversed = new boolean[lines.length];
    moving = new boolean[lines.length];
    for (int l = 0; l < lines.length; l++) {
      lines[l] = limbs.line(l);
    }
    names = new LimbNames(limbs);
  }

  /**
   * Places the joints.
   *
   * @param jointGain the least part of the deviation that a joint must remove
   */
  static JointPlan of(PoseLimbs limbs, double jointGain) {
    JointPlacement placement = new JointPlacement(limbs, jointGain);
    int root = placement.middleBranching();
    placement.orientFrom(root);
    placement.splitLines();
    if (root < 0) {
      placement.addChain();
    } else {
      placement.addBranching(root, JointPlan.NO_PARENT, -1);
    }
    return placement.plan;
  }

  /**
   * Returns the limb that ends at the branching nearest to the middle of the body: that with the
   * least distance from its farthest tip; −1 without a branching.
   */
  private int middleBranching() {
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int l = 0; l < lines.length; l++) {
      if (isBranching(l)) {
        double farthest = Math.max(reachOut(l), reachBack(l));
        if (farthest < least) {
          least = farthest;
          best = l;
        }
      }
    }
    return best;
  }

  private boolean isBranching(int limb) {
    return limbs.tree().children(limb).length > 0;
  }

  /** Returns the length of the longest way from the end of a limb away from the source. */
  private double reachOut(int limb) {
    double most = 0;
    for (int l : limbs.tree().children(limb)) {
      most = Math.max(most, lines[l].length(0) + reachOut(l));
    }
    return most;
  }

  /** Returns the length of the longest way from the end of a limb that begins along it. */
  private double reachBack(int limb) {
    int parent = limbs.tree().parents()[limb];
    double beyond = 0;
    if (parent >= 0) {
      beyond = reachBack(parent);
      for (int l : limbs.tree().children(parent)) {
        if (l != limb) {
          beyond = Math.max(beyond, lines[l].length(0) + reachOut(l));
        }
      }
    }
    return lines[limb].length(0) + beyond;
  }

  /** Reverses the limbs between the root and the source. */
  private void orientFrom(int root) {
    for (int l = root; l >= 0; l = limbs.tree().parents()[l]) {
      lines[l] = lines[l].reversed();
      reversed[l] = true;
    }
  }

  /** Returns the mirror image of a limb if the lines of both lead away from the root. */
  private int imageFromRoot(int limb) {
    PoseLimbs.Image image = limbs.mirrored(limb);
    boolean opposite = reversed[limb] != reversed[image.limb()];
    return opposite == image.flipped() ? image.limb() : limb;
  }

  private void splitLines() {
    for (int l = 0; l < lines.length; l++) {
      int image = imageFromRoot(l);
      if (image < l) {
        joints[l] = joints[image];
        moving[l] = moving[image];
        continue;
      }
      List<LimbLine> pair = image == l ? List.of(lines[l]) : List.of(lines[l], lines[image]);
      LinePieces pieces = new LinePieces(pair, unit);
      moving[l] = pieces.isMoving();
      joints[l] = pieces.joints(jointGain);
      if (!moving[l]) {
        joints[l] = Proportions.divided(pair, joints[l], limbs.tree().tip(l) >= 0 || l == 0);
      }
    }
  }

  /** Adds the joints of a body without branchings, from the source on. */
  private void addChain() {
    double[][] start = perPose(k -> lines[0].centre(k, 0));
    int root = plan.add(names.of(0, 1), JointPlan.NO_PARENT, 0, false, start);
    addInner(0, root, joints[0], 1);
  }

  /**
   * Adds a branching and everything beyond it.
   *
   * @param limb the limb whose end, away from the source, the branching is
   * @param from the limb that leads to it; −1 for the root
   */
  private void addBranching(int limb, int parent, int from) {
    List<Integer> incident = new ArrayList<>();
    for (int l : limbs.tree().children(limb)) {
      incident.add(l);
    }
    incident.add(limb);
    double[][] at = branchingCentre(incident, from);
    boolean[] separate = new boolean[lines.length];
    for (int l : incident) {
      separate[l] = l != from && endsAtTip(l, l == limb) && isSeparate(l, at);
    }
    int near = nearJoint(incident, from, at, separate);
    int above = parent;
    if (near >= 0) {
      if (moving[near]) {
        int sample = endJoint(near, from);
        Arrays.setAll(at, k -> lines[near].centre(k, sample));
      }
      if (near == from) {
        // The joint added last is this branching.
        above = plan.parent(parent);
        plan.removeLast();
      }
    }
    int joint = plan.add(names.branching(), above, from >= 0 ? from : limb, false, at);
    int[] images = IntStream.range(0, lines.length).map(l -> limbs.mirrored(l).limb()).toArray();
    LimbRoots roots = LimbRoots.of(lines, joints, incident, from, separate, images, at);
    roots.body().forEach(point -> plan.addAnchor(joint, point));
    for (int l : incident) {
      if (l != from) {
        double @Nullable [][] start = separate[l] ? perPose(k -> roots.root(l, k)) : null;
        double @Nullable [][] girdle =
            start != null && roots.sliding()
                ? perPose(k -> Points.between(at[k], start[k], GIRDLE))
                : null;
        addLimb(l, joint, girdle, start, l == limb, l == near ? 1 : 0);
      }
    }
  }

  /**
   * Returns the limb with the inner joint nearest to a branching, if that is near enough to take
   * its place; −1 if none is.
   */
  private int nearJoint(List<Integer> incident, int from, double[][] at, boolean[] separate) {
    int near = -1;
    double least = 1;
    for (int l : incident) {
      if (joints[l].length > 0 && !separate[l]) {
        int s = endJoint(l, from);
        double reach = lines[l].radius(0, s) * (moving[l] ? AT_BRANCHING : AT_BRANCHING_STATIC);
        double ratio = Points.distance(lines[l].centre(0, s), at[0]) / reach;
        if (ratio < least) {
          least = ratio;
          near = l;
        }
      }
    }
    return near;
  }

  /** Returns the sample of a limb's inner joint next to a branching. */
  private int endJoint(int limb, int from) {
    return limb == from ? joints[limb][joints[limb].length - 1] : joints[limb][0];
  }

  private boolean isSeparate(int limb, double[][] branching) {
    return Points.distance(lines[limb].centre(0, 0), branching[0])
        > SEPARATE * lines[limb].radius(0, 0);
  }

  /**
   * Returns the place of a branching in every pose. Where thick parts meet, it is between them. A
   * thick part that splits into thin ones, such as a body into legs, ends in a gap between these;
   * there it is inside the thick one, as deep as the others are thick. Parts count as thick by
   * degrees, so that a slightly different shape has a slightly different branching.
   */
  private double[][] branchingCentre(List<Integer> incident, int from) {
    double[] radii = new double[lines.length];
    double thickest = 0;
    for (int l : incident) {
      radii[l] = lines[l].radius(0, sample(l, from, 0));
      thickest = Math.max(thickest, radii[l]);
    }
    double[] thick = new double[lines.length];
    double sum = 0;
    double depth = 0;
    for (int l : incident) {
      double ratio = thickest > 0 ? radii[l] / thickest : 1;
      thick[l] = Math.clamp((ratio - THIN) / (1 - THIN), 0, 1);
      sum += thick[l];
      depth += (1 - thick[l]) * radii[l] / (incident.size() - 1);
    }
    double total = sum;
    int[] inside = new int[lines.length];
    for (int l : incident) {
      inside[l] = samplesIn(l, from, depth * Math.max(0, 2 - total));
    }
    return perPose(
        k -> {
          double[] centre = new double[3];
          for (int l : incident) {
            for (int axis = 0; axis < 3; axis++) {
              double x = lines[l].centre(k, sample(l, from, inside[l]), axis);
              centre[axis] += thick[l] / total * x;
            }
          }
          return centre;
        });
  }

  /** Returns the sample of a limb some samples away from the branching that it meets. */
  private static int sample(int limb, int from, int away) {
    return limb == from ? LimbLine.SAMPLES - 1 - away : away;
  }

  /** Returns the number of samples within a distance from the branching that a limb meets. */
  private int samplesIn(int limb, int from, double distance) {
    double[] end = lines[limb].centre(0, sample(limb, from, 0));
    int n = 0;
    while (n < LimbLine.SAMPLES / 2
        && Points.distance(end, lines[limb].centre(0, sample(limb, from, n))) < distance) {
      n++;
    }
    return n;
  }

  private boolean endsAtTip(int limb, boolean backwards) {
    return backwards ? limbs.tree().parents()[limb] < 0 : !isBranching(limb);
  }

  /**
   * Adds the joints of a limb and what is beyond it.
   *
   * @param girdle the joint that carries its start; null if that moves with the branching
   * @param start where the limb leaves the body; null if it goes on from the branching itself
   */
  private void addLimb(
      int limb,
      int joint,
      double @Nullable [][] girdle,
      double @Nullable [][] start,
      boolean backwards,
      int skipped) {
    int parent = joint;
    int number = 1;
    if (girdle != null) {
      parent = plan.addGirdle(names.of(limb, number++), parent, limb, girdle);
    }
    if (start != null) {
      parent = plan.add(names.of(limb, number++), parent, limb, false, start);
    }
    int[] inner = Arrays.copyOfRange(joints[limb], skipped, joints[limb].length);
    int next = backwards ? limbs.tree().parents()[limb] : limb;
    if (backwards ? next >= 0 : isBranching(limb)) {
      for (int i = 0; i < inner.length; i++) {
        parent = plan.add(names.of(limb, number++), parent, limb, false, centres(limb, inner[i]));
        int end = i + 1 < inner.length ? inner[i + 1] : LimbLine.SAMPLES - 1;
        for (int s = inner[i]; s <= end; s += ANCHOR_STEP) {
          plan.addAnchor(parent, centres(limb, s));
        }
      }
      addBranching(next, parent, limb);
    } else {
      addInner(limb, parent, inner, number);
    }
  }

  /** Adds the inner joints of a limb and its tip. */
  private void addInner(int limb, int start, int[] samples, int firstNumber) {
    int parent = start;
    int number = firstNumber;
    for (int s : samples) {
      parent = plan.add(names.of(limb, number++), parent, limb, false, centres(limb, s));
    }
    int tip = limbs.tree().tip(limb);
    boolean toSource = tip < 0 || (limb == 0 && isBranching(0));
    double[][] end = perPose(k -> limbs.shape(k).tipPosition(toSource ? 0 : tip + 1));
    plan.add(names.tip(limb), parent, limb, true, end);
  }

  private double[][] centres(int limb, int sample) {
    return perPose(k -> lines[limb].centre(k, sample));
  }

  private double[][] perPose(IntFunction<double[]> point) {
    return IntStream.range(0, plan.poseCount()).mapToObj(point).toArray(double[][]::new);
  }
}
