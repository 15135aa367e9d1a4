package dev.sinew.posespace;

import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.List;

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
  private final double[] squares;
  private final double[] activations;

  /**
   * @param database its poses and joints
   * @param blocks the blocks whose joints are needed
   */
  PoseSelection(PoseDatabase database, List<Block> blocks, Skeleton skeleton) {
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
    for (Block block : blocks) {
      for (int joint : block.joints()) {
        used[joint] = true;
      }
    }
    coordinates = new double[coordinateCount];
    jointSquares = new double[used.length * poses];
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
   * Computes the coefficients of a block.
   *
   * @param out receives {@code rank} numbers
   */
  void coefficients(Block block, double[] out) {
    double[] first = block.jointWeights();
    for (int k = 0; k < poses; k++) {
      squares[k] = 0;
    }
    for (int i = 0; i < first.length; i++) {
      int row = block.joints()[i] * poses;
      double weight = first[i];
      for (int k = 0; k < poses; k++) {
        squares[k] += weight * jointSquares[row + k];
      }
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
