package dev.sinew.extract;

import dev.sinew.math.Vec3;
import dev.sinew.model.human.BoneNames;
import dev.sinew.model.human.HumanBone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Places the joints of an upright body where animators expect them. The limbs tell where a heel
 * turns, a wrist and a neck are thin and legs part; what a surface cannot show, such as a hip
 * inside the body or a straight elbow, is placed by the proportions that human and most drawn
 * bodies share. Both sides have the same proportions.
 */
final class HumanPlacement {
  // The proportions are those of adults in anthropometric tables, which drawn bodies, measured in
  // bench/results/skeleton.md, follow closely where they are relative to the limb itself.

  /** The hip's part of the way from the sole to the shoulder. */
  private static final double HIP = 0.63;

  /** A hip is about this many radii of the leg above the place where legs part. */
  private static final double HIP_RADII = 0.84;

  /** The elbow's part of the way from the shoulder to the wrist. */
  private static final double ELBOW = 0.54;

  private static final double KNEE = 0.5;

  /** The wrist's part of the way from the shoulder to the finger tips, and its limits. */
  private static final double WRIST = 0.71;

  private static final double HIGHEST_WRIST = 0.62;
  private static final double LOWEST_WRIST = 0.82;

  /** Longer arms, relative to the way from the sole to the shoulder, hold something. */
  private static final double LONG_ARM = 0.68;

  /** The usual length of an arm and the largest distance of a shoulder from the spine. */
  private static final double ARM = 0.55;

  private static final double WIDE = 0.24;

  /** A hand is wider than its wrist by this factor. */
  private static final double HAND = 1.12;

  /** The ankle's part of a leg without a foot. */
  private static final double ANKLE = 0.88;

  /** A foot turns at least this much, and an elbow or a knee that shows, in radians. */
  private static final double FOOT_TURN = Math.toRadians(35);

  private static final double BEND = Math.toRadians(20);

  /** A neck is thinner than the head by this factor. */
  private static final double NECK = 0.8;

  /** The parts of the way from the hips to the neck. */
  private static final double SPINE = 0.22;

  private static final double CHEST = 0.55;

  /** The shoulder blade's part of the way from the spine to the arm. */
  private static final double BLADE = 0.25;

  private final PoseLimbs limbs;
  private final BipedBody body;
  private final List<LimbLine> lines;
  private final JointPlan plan;
  private final BoneNames names;

  /** From the top of the head to where the legs part. */
  private final LimbPath axis;

  /** Arms and legs, left before right, from the body to their tips. */
  private final LimbPath[] arms;

  private final LimbPath[] legs;

  private HumanPlacement(PoseLimbs limbs, BipedBody body, BoneNames names) {
    this.limbs = limbs;
    this.names = names;
    lines = IntStream.range(0, limbs.tree().count()).mapToObj(limbs::line).toList();
    plan = new JointPlan(limbs.poseCount());
    List<Integer> down = common(body.legs()[0], body.legs()[1]);
    axis = new LimbPath(lines, down);
    this.body = facing(body, down);
    arms = paths(this.body.arms(), down);
    legs = paths(this.body.legs(), down);
  }

  /** Places the joints of a body whose head is the source of the field. */
  static JointPlan of(PoseLimbs limbs, BipedBody body, SkeletonOptions options) {
    HumanPlacement placement = new HumanPlacement(limbs, body, options.names());
    placement.place();
    placement.placeOthers(options.jointGain());
    return placement.plan;
  }

  // ---- limbs -----------------------------------------------------------------------------------

  /** Returns the limbs from the source to a tip. */
  private List<Integer> chain(int tip) {
    List<Integer> out = new ArrayList<>();
    for (int l = limbs.tree().limbOfTip(tip - 1); l >= 0; l = limbs.tree().parents()[l]) {
      out.addFirst(l);
    }
    return out;
  }

  private List<Integer> common(int tip, int other) {
    List<Integer> out = chain(tip);
    out.retainAll(chain(other));
    return out;
  }

  private LimbPath[] paths(int[] tips, List<Integer> without) {
    LimbPath[] out = new LimbPath[2];
    for (int side = 0; side < 2; side++) {
      List<Integer> own = chain(tips[side]);
      own.removeAll(without);
      out[side] = new LimbPath(lines, own);
    }
    return out;
  }

  /**
   * Returns the body with its left limbs first. It faces where the feet point; without feet, as a
   * model in a glTF file does, along +z.
   */
  private BipedBody facing(BipedBody given, List<Integer> down) {
    double[] front = new double[3];
    for (LimbPath leg : paths(given.legs(), down)) {
      double ankle = ankle(leg);
      double[] foot = Points.difference(leg.at(0, leg.length()), leg.at(0, ankle));
      for (int axis = 0; axis < 3; axis++) {
        front[axis] += foot[axis];
      }
    }
    double[] up = Points.difference(axis.at(0, 0), axis.at(0, axis.length()));
    double[] left = Vec3.cross(up, front);
    double flat = Vec3.length(left) / Math.max(1e-300, Vec3.length(up));
    if (!(flat > 0.02 * axis.length())) {
      left = Vec3.cross(up, new double[] {0, 0, 1});
    }
    return new BipedBody(
        given.head(), leftFirst(given.arms(), left), leftFirst(given.legs(), left));
  }

  private int[] leftFirst(int[] tips, double[] left) {
    double[] across =
        Points.difference(limbs.shape(0).tipPosition(tips[0]), limbs.shape(0).tipPosition(tips[1]));
    return Vec3.dot(across, left) >= 0 ? tips : new int[] {tips[1], tips[0]};
  }

  // ---- places ----------------------------------------------------------------------------------

  /** Returns the ankle of a leg: as far before the turn to the foot as the foot is thick. */
  private static double ankle(LimbPath leg) {
    double turn = leg.sharpest(0.55 * leg.length(), 0.97 * leg.length());
    return leg.turn(turn) > FOOT_TURN
        ? Math.max(turn - 0.9 * leg.radius(turn), 0.5 * leg.length())
        : ANKLE * leg.length();
  }

  /**
   * Returns the wrist of an arm: between its thinnest place and the widest of the hand.
   *
   * @param inside the length of the arm inside the body
   * @param whole the length to the finger tips
   */
  private static double wrist(LimbPath arm, double inside, double whole) {
    double thin = arm.thinnest(0.5 * whole - inside, 0.85 * whole - inside);
    double wide = arm.thickest(thin, 0.95 * whole - inside);
    boolean hasHand = arm.radius(wide) > HAND * arm.radius(thin);
    double part = hasHand ? ((thin + wide) / 2 + inside) / whole : WRIST;
    return Math.clamp(part, HIGHEST_WRIST, LOWEST_WRIST) * whole - inside;
  }

  /** Returns the place of an elbow or knee: where the limb bends, or by its usual part. */
  private static double middle(LimbPath limb, double from, double to, double usual) {
    double bend =
        limb.sharpest(from + (usual - 0.12) * (to - from), from + (usual + 0.12) * (to - from));
    return limb.turn(bend) > BEND ? bend : from + usual * (to - from);
  }

  /** Returns the length by which hips are above the places where the legs start. */
  private double aboveLegs() {
    double sum = 0;
    double torso = torso();
    for (LimbPath leg : legs) {
      double radius = leg.radius(0.04 * leg.length());
      double byProportion = HIP * (down(leg) + torso) - down(leg);
      double length = (HIP_RADII * radius + byProportion) / 2;
      sum += Math.clamp(length, 0.2 * radius, Math.max(0.2 * radius, 0.6 * torso)) / 2;
    }
    return sum;
  }

  /** Returns the length of a leg without its foot, and the height of that. */
  private static double down(LimbPath leg) {
    double ankle = ankle(leg);
    return ankle + leg.radius(ankle);
  }

  /** Returns the way from the shoulders to where the legs start. */
  private double torso() {
    return axis.length() - axis.nearest(middleOf(arms, 0)) + gapBelowAxis();
  }

  /** Returns the way from the soles to the shoulders. */
  private double shoulderHeight() {
    return torso() + (down(legs[0]) + down(legs[1])) / 2;
  }

  private double gapBelowAxis() {
    return Points.distance(axis.at(0, axis.length()), middleOf(legs, 0));
  }

  /** Returns the middle between the starts of two limbs in a pose. */
  private static double[] middleOf(LimbPath[] pair, int pose) {
    return Points.between(pair[0].at(pose, 0), pair[1].at(pose, 0), 0.5);
  }

  /**
   * Returns the places of the neck and the head on the axis: on both sides of the thinnest place
   * between the head and the shoulders, or by proportion.
   */
  private double[] neckAndHead() {
    double shoulders = axis.nearest(middleOf(arms, 0));
    double thin = axis.thinnest(0.2 * shoulders, shoulders);
    double head = axis.radius(axis.thickest(0, thin));
    double radius = axis.radius(thin);
    if (radius < NECK * head && thin < 0.98 * shoulders) {
      return new double[] {Math.min(thin + 0.5 * radius, shoulders), thin - 0.8 * radius};
    }
    return new double[] {0.88 * shoulders, 0.76 * shoulders};
  }

  // ---- joints ----------------------------------------------------------------------------------

  private void place() {
    double inLegs = aboveLegs();
    double[][] hips = perPose(k -> hips(k, inLegs));
    double low = Math.min(axis.nearest(hips[0]), axis.length());
    double[] neck = neckAndHead();
    int root = add(HumanBone.HIPS, JointPlan.NO_PARENT, axis.limb(axis.length()), hips);
    int spine = onAxis(HumanBone.SPINE, root, low + SPINE * (neck[0] - low));
    int chest = onAxis(HumanBone.CHEST, spine, low + CHEST * (neck[0] - low));
    int top = onAxis(HumanBone.HEAD, onAxis(HumanBone.NECK, chest, neck[0]), neck[1]);
    addTip(HumanBone.HEAD, top, axis.limb(0), body.head());
    double[] inside = {insideArm(arms[0]), insideArm(arms[1])};
    double whole = Math.min(wholeArm(arms[0], inside[0]), wholeArm(arms[1], inside[1]));
    for (int side = 0; side < 2; side++) {
      placeArm(side, chest, inside, whole);
      placeLeg(side, root, inLegs);
    }
  }

  /** Returns the length of an arm inside the body. */
  private double insideArm(LimbPath arm) {
    double usual = 0.9 * arm.radius(0.06 * arm.length());
    double[] root = arm.at(0, -usual);
    double wide = Points.distance(root, axis.at(0, axis.nearest(root))) - WIDE * shoulderHeight();
    return usual + Math.max(0, wide);
  }

  /** Returns the length of an arm to its finger tips, without what they hold. */
  private double wholeArm(LimbPath arm, double inside) {
    double whole = inside + arm.length();
    return whole > LONG_ARM * shoulderHeight() ? ARM * shoulderHeight() : whole;
  }

  private void placeArm(int side, int chest, double[] inside, double whole) {
    LimbPath arm = arms[side];
    double wrist = 0;
    double elbow = 0;
    for (int s = 0; s < 2; s++) {
      double end = wrist(arms[s], inside[s], whole);
      // From the shoulder.
      wrist += (end + inside[s]) / 2;
      elbow += (middle(arms[s], -inside[s], end, ELBOW) + inside[s]) / 2;
    }
    double in = inside[side];
    double[][] root = perPose(k -> arm.at(k, -in));
    double centre =
        axis.nearest(Points.between(arms[0].at(0, -inside[0]), arms[1].at(0, -inside[1]), 0.5));
    double[][] blade = perPose(k -> Points.between(axis.at(k, centre), root[k], BLADE));
    int shoulder = addBlade(sided(HumanBone.LEFT_SHOULDER, side), chest, arm.limb(0), blade);
    int upper = add(sided(HumanBone.LEFT_UPPER_ARM, side), shoulder, arm.limb(0), root);
    int lower = onLimb(sided(HumanBone.LEFT_LOWER_ARM, side), upper, arm, elbow - in);
    int hand = onLimb(sided(HumanBone.LEFT_HAND, side), lower, arm, wrist - in);
    addTip(sided(HumanBone.LEFT_HAND, side), hand, arm.limb(arm.length()), body.arms()[side]);
  }

  private void placeLeg(int side, int root, double inside) {
    LimbPath leg = legs[side];
    double ankle = (ankle(legs[0]) + ankle(legs[1])) / 2;
    double knee =
        (middle(legs[0], -inside, ankle, KNEE) + middle(legs[1], -inside, ankle, KNEE)) / 2;
    int upper =
        add(
            sided(HumanBone.LEFT_UPPER_LEG, side),
            root,
            leg.limb(0),
            perPose(k -> hip(k, side, inside)));
    int lower = onLimb(sided(HumanBone.LEFT_LOWER_LEG, side), upper, leg, knee);
    int foot = onLimb(sided(HumanBone.LEFT_FOOT, side), lower, leg, ankle);
    double toes = (ankle + 2 * leg.length()) / 3;
    boolean hasFoot = leg.length() - ankle > 1.5 * leg.radius(ankle);
    int last = hasFoot ? onLimb(sided(HumanBone.LEFT_TOES, side), foot, leg, toes) : foot;
    addTip(
        sided(hasFoot ? HumanBone.LEFT_TOES : HumanBone.LEFT_FOOT, side),
        last,
        leg.limb(leg.length()),
        body.legs()[side]);
  }

  /** Returns a hip in a pose: above the start of its leg, along the body. */
  private double[] hip(int pose, int side, double inside) {
    double[] start = legs[side].at(pose, 0);
    double[] up = Points.difference(middleOf(arms, pose), middleOf(legs, pose));
    double length = Math.max(1e-300, Vec3.length(up));
    return new double[] {
      start[0] + inside * up[0] / length,
      start[1] + inside * up[1] / length,
      start[2] + inside * up[2] / length
    };
  }

  /** Returns the middle of the body a little above the hips. */
  private double[] hips(int pose, double inside) {
    double more = 0.35 * legs[0].radius(0);
    return Points.between(hip(pose, 0, inside + more), hip(pose, 1, inside + more), 0.5);
  }

  /** Adds the joints of limbs that no human body has, such as a tail: chains of their own. */
  private void placeOthers(double jointGain) {
    LimbNames limbNames = new LimbNames(limbs);
    Set<Integer> own = new HashSet<>(chain(body.arms()[0]));
    for (int tip : new int[] {body.arms()[1], body.legs()[0], body.legs()[1]}) {
      own.addAll(chain(tip));
    }
    for (int tip = 1; tip < limbs.shape(0).tips().count(); tip++) {
      int limb = limbs.tree().limbOfTip(tip - 1);
      if (own.contains(limb)) {
        continue;
      }
      int parent = nearestJoint(lines.get(limb).centre(0, 0));
      int number = 1;
      for (int s : IntStream.concat(IntStream.of(0), inner(limb, jointGain)).toArray()) {
        double[][] at = perPose(k -> lines.get(limb).centre(k, s));
        parent = plan.add(limbNames.of(limb, number++), parent, limb, false, at);
      }
      int end = tip;
      plan.add(
          limbNames.tip(limb), parent, limb, true, perPose(k -> limbs.shape(k).tipPosition(end)));
    }
  }

  private IntStream inner(int limb, double jointGain) {
    PoseLimbs.Image image = limbs.mirrored(limb);
    LimbLine line = lines.get(limb);
    boolean alone = image.limb() == limb || image.flipped();
    List<LimbLine> pair = alone ? List.of(line) : List.of(line, lines.get(image.limb()));
    LinePieces pieces = new LinePieces(pair, limbs.surface(0).bounds().longestSide());
    int[] joints = pieces.joints(jointGain);
    return Arrays.stream(pieces.isMoving() ? joints : Proportions.divided(pair, joints, true));
  }

  private int nearestJoint(double[] point) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < plan.count(); j++) {
      for (int child : plan.children(j)) {
        double d = Points.distanceToSegment(point, plan.at(j, 0), plan.at(child, 0));
        if (d < least) {
          least = d;
          best = j;
        }
      }
    }
    return best;
  }

  private static HumanBone sided(HumanBone left, int side) {
    return side == 0 ? left : left.mirrored();
  }

  private int onAxis(HumanBone bone, int parent, double at) {
    return onLimb(bone, parent, axis, at);
  }

  private int onLimb(HumanBone bone, int parent, LimbPath path, double at) {
    return add(bone, parent, path.limb(at), perPose(k -> path.at(k, at)));
  }

  private int add(HumanBone bone, int parent, int limb, double[][] at) {
    return plan.add(names.of(bone), parent, limb, false, at);
  }

  private int addBlade(HumanBone bone, int parent, int limb, double[][] at) {
    return plan.addGirdle(names.of(bone), parent, limb, at);
  }

  private void addTip(HumanBone bone, int joint, int limb, int tip) {
    plan.add(
        names.of(bone) + ".tip", joint, limb, true, perPose(k -> limbs.shape(k).tipPosition(tip)));
  }

  private double[][] perPose(IntFunction<double[]> point) {
    return IntStream.range(0, plan.poseCount()).mapToObj(point).toArray(double[][]::new);
  }
}
