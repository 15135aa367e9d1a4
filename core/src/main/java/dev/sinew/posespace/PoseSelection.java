package dev.sinew.posespace;

import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes the coefficients of blocks in a pose. The squared distances of all joints from all
 * database poses are computed once per pose; a block adds up those of its joints.
 */
final class PoseSelection {
  private final PoseReader reader;
  private final int poses;
  private final double[] table;
  private final int coordinateCount;
  private final boolean[] used;
  private final double[] coordinates;
  private final double[] jointSquares;
  private final double[] allSquares;
  private final double[] squares;
  private final double[] activations;

  /**
   * @param database its poses and joints
   * @param blocks the blocks whose joints are needed
   */
  PoseSelection(PoseDatabase database, List<BlockSum.Played> blocks, Skeleton skeleton) {
    reader = new PoseReader(database.space(), skeleton);
    poses = database.poses().size();
    coordinateCount = database.coordinateCount();
    if (reader.size() != coordinateCount) {
      throw new IllegalArgumentException(
          "coordinates per pose: expected "
              + reader.size()
              + " for the skeleton, got "
              + coordinateCount);
    }
    table = new double[database.coordinates().length];
    for (int i = 0; i < table.length; i++) {
      table[i] = database.coordinates()[i];
    }
    used = new boolean[database.space().jointCount()];
    for (BlockSum.Played played : blocks) {
      for (int joint : played.block().joints()) {
        used[joint] = true;
      }
    }
    coordinates = new double[coordinateCount];
    jointSquares = new double[used.length * poses];
    allSquares = new double[poses];
    squares = new double[poses];
    activations = new double[poses];
  }

  /** Reads a pose whose global transforms are up to date. */
  void set(Pose pose) {
    reader.read(pose, coordinates);
    for (int j = 0; j < used.length; j++) {
      if (used[j]) {
        setJoint(j, reader.start(j), reader.start(j + 1));
      }
    }
    Arrays.fill(allSquares, 0);
    for (int j = 0; j < used.length; j++) {
      addRow(j, 1, allSquares);
    }
  }

  private void addRow(int joint, double weight, double[] sums) {
    int row = joint * poses;
    for (int k = 0; k < poses; k++) {
      sums[k] += weight * jointSquares[row + k];
    }
  }

  private void setJoint(int joint, int from, int to) {
    for (int k = 0; k < poses; k++) {
      double sum = 0;
      int row = k * coordinateCount;
      for (int i = from; i < to; i++) {
        double d = coordinates[i] - table[row + i];
        sum += d * d;
      }
      jointSquares[joint * poses + k] = sum;
    }
  }

  /**
   * The joint weights of a block: one weight of all joints, and what some joints have beyond it. A
   * block of many joints mostly has few different ones.
   *
   * @param all the weight of all joints
   * @param joints indices of joints
   * @param more the weight of each of these joints minus that of all
   */
  record JointTerms(double all, int[] joints, double[] more) {
    /** Splits the weights of a block. */
    static JointTerms of(Block block, int jointCount) {
      double[] weights = block.jointWeights();
      double all = weights.length < jointCount ? 0 : Arrays.stream(weights).min().orElse(0);
      int[] some = IntStream.range(0, weights.length).filter(i -> weights[i] > all).toArray();
      return new JointTerms(
          all,
          Arrays.stream(some).map(i -> block.joints()[i]).toArray(),
          Arrays.stream(some).mapToDouble(i -> weights[i] - all).toArray());
    }
  }

  /**
   * Computes the coefficients of a block.
   *
   * @param terms its joint weights
   * @param out receives {@code rank} numbers
   */
  void coefficients(Block block, JointTerms terms, double[] out) {
    for (int k = 0; k < poses; k++) {
      squares[k] = terms.all * allSquares[k];
    }
    for (int i = 0; i < terms.joints.length; i++) {
      addRow(terms.joints[i], terms.more[i], squares);
    }
    block.interpolator().activate(squares, activations, poses);
    int rank = block.rank();
    for (int r = 0; r < rank; r++) {
      out[r] = 0;
    }
    double[] weights = block.weights();
    for (int k = 0; k < poses; k++) {
      double phi = activations[k];
      if (phi != 0) {
        int row = k * rank;
        for (int r = 0; r < rank; r++) {
          out[r] += phi * weights[row + r];
        }
      }
    }
    block.limit(out);
  }

  /** Writes the motion of the anchor since rest. */
  void copyAnchorMotion(double[] out) {
    reader.copyAnchorMotion(out);
  }
}
