package dev.sinew.posespace;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Divides the vertices into blocks, as the interpolator needs them, and solves these. */
final class DatabaseSolver {
  private final TrainOptions options;
  private final PoseReader reader;
  private final RestSurface surface;
  private final double sceneUnit;
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
    double side = CharacterSurface.restBox(character).longestSide();
    sceneUnit = side > 0 ? side : 1;
  }

  /**
   * Returns the solved blocks of offsets at some poses.
   *
   * @param coordinates those of the poses, one after the other
   */
  List<BlockSolver.Solved> solve(ExampleOffsets offsets, float[] coordinates) {
    List<BlockSolver.Solved> out = new ArrayList<>();
    solveChannel(coordinates, offsets.rest(), false, out);
    solveChannel(coordinates, offsets.posed(), true, out);
    return out;
  }

  private void solveChannel(
      float[] coordinates, double[][] offsets, boolean posed, List<BlockSolver.Solved> out) {
    // Offsets before skinning are in units of the meshes, those after it in units of the scene.
    double tolerance = options.basisError() * (posed ? sceneUnit : surface.unit());
    int[] moved = moved(offsets, tolerance);
    if (moved.length == 0) {
      return;
    }
    BlockSolver solver =
        new BlockSolver(options.method().family(), reader, coordinates, tolerance, options.rank());
    List<BlockSolver.Solved> solved =
        solver.solve(planner.plan(options.method(), moved), offsets, posed, context);
    out.addAll(solved);
    if (options.method() == PoseSpaceMethod.LOCAL) {
      out.addAll(solveRemainder(solver, offsets, posed, solved, tolerance));
    }
  }

  /**
   * Interpolates over the whole pose what joint regions cannot: poses may be alike around a joint
   * and have different offsets there.
   */
  private List<BlockSolver.Solved> solveRemainder(
      BlockSolver solver,
      double[][] offsets,
      boolean posed,
      List<BlockSolver.Solved> solved,
      double tolerance) {
    double[][] left = Arrays.stream(offsets).map(double[]::clone).toArray(double[][]::new);
    for (BlockSolver.Solved one : solved) {
      solver.subtract(one.block(), left);
    }
    int[] moved = moved(left, tolerance);
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
