package dev.sinew.extract;

import dev.sinew.math.Affine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where limbs join the body: shoulders and hips. Iso-curves of a limb exist only outside the body,
 * so its axis is extended inwards, by the length for which the end moves most rigidly with the body
 * over the poses: that is the centre about which the limb swings. Mirror images are extended alike.
 * Where even that point moves against the body, as a shoulder on its blade, the root slides.
 */
final class LimbRoots {
  /** Samples of a part of the body next to the branching, and the step between them. */
  private static final int BODY_SAMPLES = 16;

  private static final int BODY_STEP = 4;

  /** Extensions that are tried, in radii: from the smallest, in steps, to the largest. */
  private static final double SMALLEST = 0.25;

  private static final double STEP = 0.125;
  private static final double LARGEST = 4;

  /** Rounds over the limbs, since each takes part in the motion of the body. */
  private static final int ROUNDS = 3;

  /** The motion that one radius away from the usual extension must save, in radii. */
  private static final double CAUTION = 0.05;

  /**
   * Roots of a pair that move by more than this against the body slide, in radii. Those of three
   * characters that do not slide move by up to 0.43: bench/results/docs/skeleton.md.
   */
  private static final double SLIDE = 0.5;

  private final LimbLine[] lines;
  private final int[][] joints;
  private final int poses;

  /** The limbs that leave the body, mirror images together. */
  private final List<int[]> groups = new ArrayList<>();

  private final List<double[][]> body = new ArrayList<>();

  /** The points of the body that the branching moves: not those of the part that leads to it. */
  private final List<double[][]> beyond = new ArrayList<>();

  private final double[] extensions;
  private boolean sliding;

  private LimbRoots(LimbLine[] lines, int[][] joints) {
    this.lines = lines;
    this.joints = joints;
    poses = lines[0].poseCount();
    extensions = new double[lines.length];
    setUsualExtensions();
  }

  private void setUsualExtensions() {
    Arrays.setAll(extensions, l -> lines[l].usualExtension());
  }

  /**
   * Finds the roots of the limbs at a branching.
   *
   * @param incident the limbs and parts of the trunk that meet
   * @param from the one whose line ends here; the others start here
   * @param separate the limbs that leave the body
   * @param image the mirror image of each limb
   * @param branching x, y, z of the branching in every pose
   */
  static LimbRoots of(
      LimbLine[] lines,
      int[][] joints,
      List<Integer> incident,
      int from,
      boolean[] separate,
      int[] image,
      double[][] branching) {
    LimbRoots roots = new LimbRoots(lines, joints);
    for (int l : incident) {
      if (!separate[l]) {
        roots.addBody(l, l == from);
      } else if (image[l] >= l || !incident.contains(image[l])) {
        boolean pair = image[l] != l && incident.contains(image[l]) && separate[image[l]];
        roots.groups.add(pair ? new int[] {l, image[l]} : new int[] {l});
      }
    }
    if (roots.poses > 1 && !roots.body.isEmpty()) {
      roots.solve();
    }
    roots.sliding = roots.slide(branching);
    if (roots.sliding) {
      // No point of the axis moves with the body.
      roots.setUsualExtensions();
    }
    return roots;
  }

  private void addBody(int limb, boolean backwards) {
    int[] inner = joints[limb];
    int end = LimbLine.SAMPLES - 1;
    int count = BODY_SAMPLES;
    if (inner.length > 0) {
      count = Math.min(count, backwards ? end - inner[inner.length - 1] : inner[0]);
    }
    for (int i = 0; i <= count; i += BODY_STEP) {
      int s = backwards ? end - i : i;
      double[][] at = new double[poses][];
      Arrays.setAll(at, k -> lines[limb].centre(k, s));
      body.add(at);
      if (!backwards) {
        beyond.add(at);
      }
    }
  }

  private void solve() {
    for (int round = 0; round < ROUNDS; round++) {
      for (int[] group : groups) {
        double radius = lines[group[0]].radius(0, 0);
        double usual = lines[group[0]].usualExtension();
        double best = usual;
        double least = Double.POSITIVE_INFINITY;
        for (double s = SMALLEST; s <= LARGEST; s += STEP) {
          setExtension(group, s * radius);
          double off = CAUTION * (s * radius - usual);
          double cost = motion() + (poses - 1) * group.length * off * off;
          if (cost < least) {
            least = cost;
            best = s * radius;
          }
        }
        setExtension(group, best);
      }
    }
  }

  private void setExtension(int[] group, double length) {
    for (int l : group) {
      extensions[l] = length;
    }
  }

  /** Returns the sum of the squared motions of body and roots from rigid motions of them all. */
  private double motion() {
    List<double[][]> points = new ArrayList<>(body);
    for (int[] group : groups) {
      for (int l : group) {
        double[][] at = new double[poses][];
        Arrays.setAll(at, k -> root(l, k));
        points.add(at);
      }
    }
    double sum = 0;
    for (int k = 1; k < poses; k++) {
      RigidFit fit = new RigidFit();
      for (double[][] point : points) {
        fit.add(point[0], point[k], 1);
      }
      sum += fit.squaredDistances(fit.motion());
    }
    return sum;
  }

  /** Returns true if the roots of a pair of limbs move against the body, as shoulder blades do. */
  boolean sliding() {
    return sliding;
  }

  private boolean slide(double[][] branching) {
    for (int[] group : groups) {
      double sum = 0;
      for (int k = 1; k < poses; k++) {
        double[] turn = turn(branching, k);
        for (int l : group) {
          double[] moved = new double[3];
          Affine.transformVector(turn, 0, Points.difference(root(l, 0), branching[0]), 0, moved, 0);
          double d = Points.distance(moved, Points.difference(root(l, k), branching[k]));
          sum += d * d;
        }
      }
      double allowed = SLIDE * lines[group[0]].radius(0, 0);
      if (group.length > 1 && sum > group.length * (poses - 1) * allowed * allowed) {
        return true;
      }
    }
    return false;
  }

  /** Returns the rotation of the branching that fits all roots and the body in a pose. */
  private double[] turn(double[][] branching, int pose) {
    RigidFit fit = new RigidFit();
    for (double[][] point : beyond) {
      fit.addAbout(branching[0], branching[pose], point[0], point[pose]);
    }
    for (int[] group : groups) {
      for (int l : group) {
        fit.addAbout(branching[0], branching[pose], root(l, 0), root(l, pose));
      }
    }
    return fit.motion();
  }

  /** Returns points of the body next to the branching, in every pose. */
  List<double[][]> body() {
    return List.copyOf(body);
  }

  /** Returns the root of a limb in a pose. */
  double[] root(int limb, int pose) {
    return lines[limb].extendedStart(pose, joints[limb], extensions[limb]);
  }
}
