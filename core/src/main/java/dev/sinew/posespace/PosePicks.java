package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Chooses poses for a database out of many, by the distance of equation 4.9 of the thesis on
 * crowds: the squared distances of the joints' positions, in the frame of the anchor and in units
 * of a bone, plus k times the squared differences of their twists, as chords.
 *
 * <ul>
 *   <li>uniform: every M-th pose;
 *   <li>farthest: starting at rest, always the pose that is farthest from all picked ones (Gonzalez
 *       1985). Each pose remembers its nearest pick, so a pick costs one pass;
 *   <li>refined: farthest picks, then exchanges of a pick with the most typical pose of its
 *       neighbourhood, as long as the mean squared distance to the nearest pick falls. Farthest
 *       picks alone crowd around outliers of a sequence; these move to where the poses are.
 * </ul>
 */
public final class PosePicks {
  /** k of equation 4.9: radians of twist against bone lengths. */
  private static final double TWIST = 0.25;

  private static final int MAX_ROUNDS = 30;

  /** Candidates per pick and round: the poses nearest to the mean of its neighbourhood. */
  private static final int CANDIDATES = 4;

  private final double[][] points;

  /**
   * @param space the joints that count
   * @param poses all of the same skeleton
   */
  public PosePicks(PoseSpace space, List<Pose> poses) {
    points = new double[poses.size()][];
    PoseReader twists =
        new PoseReader(space.withSpace(JointSpace.TWIST), poses.getFirst().skeleton());
    double[] coordinates = new double[twists.size()];
    List<Integer> joints = twists.hierarchy().joints();
    double scale = Math.sqrt(TWIST / JointSpace.TWIST_SHARE);
    for (int k = 0; k < points.length; k++) {
      double[] out = new double[5 * joints.size()];
      twists.read(poses.get(k), coordinates);
      putPositions(poses.get(k), joints, space.lengthUnit(), out);
      for (int j = 1; j < joints.size(); j++) {
        out[5 * j + 3] = scale * coordinates[twists.start(j) + 3];
        out[5 * j + 4] = scale * coordinates[twists.start(j) + 4];
      }
      points[k] = out;
    }
  }

  private static void putPositions(Pose pose, List<Integer> joints, double unit, double[] out) {
    double[] inverse = new double[Affine.SIZE];
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(joints.getFirst(), global, 0);
    if (!Affine.invert(global, 0, inverse, 0)) {
      Affine.identity(inverse, 0);
    }
    double[] at = new double[3];
    for (int j = 1; j < joints.size(); j++) {
      pose.copyGlobal(joints.get(j), global, 0);
      for (int axis = 0; axis < 3; axis++) {
        at[axis] = global[4 * axis + 3];
      }
      Affine.transformPoint(inverse, 0, at, 0, at, 0);
      for (int axis = 0; axis < 3; axis++) {
        out[5 * j + axis] = at[axis] / unit;
      }
    }
  }

  /** Returns the distance of equation 4.9 between two poses. */
  public double distance(int a, int b) {
    double sum = 0;
    for (int i = 0; i < points[a].length; i++) {
      double d = points[a][i] - points[b][i];
      sum += d * d;
    }
    return sum;
  }

  /**
   * Returns the picked poses in rising order.
   *
   * @param first the pose to begin with, such as the one at rest
   * @param count 1 to the number of poses
   */
  public List<Integer> choose(TrainOptions.Picks how, int first, int count, RunContext context) {
    NumberRange.require("poses", count, 1, points.length);
    int[] picked =
        switch (how) {
          case UNIFORM -> uniform(count);
          case FARTHEST -> farthest(first, count, context);
          case REFINED -> refined(farthest(first, count, context), context);
        };
    List<Integer> out = new ArrayList<>(Arrays.stream(picked).boxed().toList());
    Collections.sort(out);
    return out;
  }

  private int[] uniform(int count) {
    int[] out = new int[count];
    for (int i = 0; i < count; i++) {
      out[i] = (int) ((long) i * points.length / count);
    }
    return out;
  }

  private int[] farthest(int first, int count, RunContext context) {
    int[] out = new int[count];
    double[] nearest = new double[points.length];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    int next = first;
    for (int i = 0; i < count; i++) {
      out[i] = next;
      nearest[next] = -1;
      for (int k = 0; k < points.length; k++) {
        nearest[k] = nearest[k] < 0 ? -1 : Math.min(nearest[k], distance(k, out[i]));
        next = nearest[k] > nearest[next] ? k : next;
      }
      context.report("choosing poses", i + 1, count);
    }
    return out;
  }

  /** Exchanges picks as long as the mean squared distance to the nearest pick falls. */
  private int[] refined(int[] start, RunContext context) {
    int[] picks = start.clone();
    double before = Double.POSITIVE_INFINITY;
    for (int round = 0; round < MAX_ROUNDS; round++) {
      int[] owner = new int[points.length];
      double now = assign(picks, owner);
      if (!(now < before * (1 - 1e-9))) {
        break;
      }
      before = now;
      for (int i = 0; i < picks.length; i++) {
        context.checkCancelled();
        picks[i] = typical(picks[i], i, owner);
      }
    }
    return picks;
  }

  private double assign(int[] picks, int[] owner) {
    double sum = 0;
    for (int k = 0; k < points.length; k++) {
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < picks.length; i++) {
        double d = distance(k, picks[i]);
        if (d < least) {
          least = d;
          owner[k] = i;
        }
      }
      sum += least;
    }
    return sum;
  }

  /** Returns the pose with the least sum of distances to the others of a neighbourhood. */
  private int typical(int current, int which, int[] owner) {
    double[] mean = new double[points[0].length];
    List<Integer> members = new ArrayList<>();
    for (int k = 0; k < points.length; k++) {
      if (owner[k] == which) {
        members.add(k);
        for (int i = 0; i < mean.length; i++) {
          mean[i] += points[k][i];
        }
      }
    }
    int best = current;
    double least = members.isEmpty() ? 0 : sumTo(current, members);
    members.sort((a, b) -> Double.compare(toMean(a, mean, members), toMean(b, mean, members)));
    for (int c = 0; c < Math.min(CANDIDATES, members.size()); c++) {
      double sum = sumTo(members.get(c), members);
      if (sum < least) {
        least = sum;
        best = members.get(c);
      }
    }
    return best;
  }

  private double sumTo(int pose, List<Integer> members) {
    double sum = 0;
    for (int other : members) {
      sum += distance(pose, other);
    }
    return sum;
  }

  private double toMean(int pose, double[] sum, List<Integer> members) {
    double out = 0;
    for (int i = 0; i < sum.length; i++) {
      double d = points[pose][i] - sum[i] / members.size();
      out += d * d;
    }
    return out;
  }

  /**
   * How well picks cover all poses.
   *
   * @param largest the largest distance of a pose from its nearest pick
   * @param rms the root of the mean squared distance
   */
  public record Coverage(double largest, double rms) {}

  /** Measures picks, with the square root of equation 4.9 as distance. */
  public Coverage coverage(List<Integer> picks) {
    double largest = 0;
    double sum = 0;
    for (int k = 0; k < points.length; k++) {
      double least = Double.POSITIVE_INFINITY;
      for (int pick : picks) {
        least = Math.min(least, distance(k, pick));
      }
      largest = Math.max(largest, least);
      sum += least;
    }
    return new Coverage(Math.sqrt(largest), Math.sqrt(sum / points.length));
  }
}
