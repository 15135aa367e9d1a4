package dev.sinew.posespace;

import dev.sinew.posespace.interpolate.Shepard;
import java.util.List;

/** Databases of one pose, which give its offsets in every pose. */
final class FixedPose {
  private FixedPose() {}

  /** Returns the offsets at a pose as interpolated from the other poses. */
  static PoseDatabase of(PoseDatabase database, List<BlockSolver.Solved> solved, int pose) {
    return new PoseDatabase(
        database.method(),
        database.skinning(),
        database.space(),
        List.of(database.poses().get(pose)),
        new float[database.coordinateCount()],
        database.surface(),
        solved.stream().map(one -> block(one, pose)).toList());
  }

  private static Block block(BlockSolver.Solved solved, int pose) {
    Block block = solved.block();
    int rank = block.rank();
    double[] row = new double[rank];
    System.arraycopy(solved.leftOut(), rank * pose, row, 0, rank);
    return new Block(
        block.posed(),
        new Shepard(1), // The weight of one pose is 1.
        block.joints(),
        block.jointWeights(),
        block.vertices(),
        row,
        block.limits(),
        block.basis());
  }
}
