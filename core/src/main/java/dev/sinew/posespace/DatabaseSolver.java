package dev.sinew.posespace;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Divides the vertices into blocks, as the interpolator needs them, and solves these. */
final class DatabaseSolver {
  private final TrainOptions options;
  private final PoseReader reader;
  private final RestSurface surface;
  private final BlockPlanner planner;
  private final RunContext context;

  DatabaseSolver(
      SkinnedCharacter character,
      PoseSpace space,
      RestSurface surface,
      TrainOptions options,
      RunContext context) {
    this.options = options;
    this.surface = surface;
    this.context = context;
    reader = new PoseReader(space, character.skeleton());
    planner = new BlockPlanner(character, space);
  }

  /**
   * Returns the solved blocks of offsets at some poses.
   *
   * @param coordinates those of the poses, one after the other
   */
  List<BlockSolver.Solved> solve(ExampleOffsets offsets, float[] coordinates) {
    BlockSolver solver =
        new BlockSolver(
            options.method().family(),
            reader,
            coordinates,
            options.basisError() * surface.unit(),
            options.rank());
    List<BlockSolver.Solved> out = new ArrayList<>();
    solveChannel(solver, offsets.rest(), false, out);
    solveChannel(solver, offsets.posed(), true, out);
    return out;
  }

  private void solveChannel(
      BlockSolver solver, double[][] offsets, boolean posed, List<BlockSolver.Solved> out) {
    int[] moved = moved(offsets, options.basisError() * surface.unit());
    if (moved.length == 0) {
      return;
    }
    List<BlockSolver.Solved> solved =
        solver.solve(planner.plan(options.method(), moved), offsets, posed, context);
    out.addAll(solved);
    if (options.method() == PoseSpaceMethod.LOCAL) {
      out.addAll(solveRemainder(solver, offsets, posed, solved));
    }
  }

  /**
   * Interpolates over the whole pose what joint regions cannot: poses may be alike around a joint
   * and have different offsets there.
   */
  private List<BlockSolver.Solved> solveRemainder(
      BlockSolver solver, double[][] offsets, boolean posed, List<BlockSolver.Solved> solved) {
    double[][] left = Arrays.stream(offsets).map(double[]::clone).toArray(double[][]::new);
    for (BlockSolver.Solved one : solved) {
      solver.subtract(one.block(), left);
    }
    int[] moved = moved(left, options.basisError() * surface.unit());
    return moved.length == 0
        ? List.of()
        : solver.solve(planner.plan(PoseSpaceMethod.RBF, moved), left, posed, context);
  }

  /** Returns the vertices with an offset longer than a length in some pose. */
  static int[] moved(double[][] offsets, double length) {
    return IntStream.range(0, offsets[0].length / 3)
        .filter(v -> isMoved(offsets, v, length))
        .toArray();
  }

  private static boolean isMoved(double[][] offsets, int v, double length) {
    for (double[] pose : offsets) {
      double x = pose[3 * v], y = pose[3 * v + 1], z = pose[3 * v + 2];
      if (x * x + y * y + z * z > length * length) {
        return true;
      }
    }
    return false;
  }
}
