package dev.sinew.posespace;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Makes a database of correctives from example shapes: picks poses, inverts the skin at each,
 * divides the vertices into blocks, solves and measures.
 */
public final class PoseSpaceTraining {
  /** Shapes of one pose that differ by more, in units of the longest box side, contradict. */
  private static final double DIFFERENT = 1e-4;

  /** Squared coordinates that differ by less are one pose. */
  private static final double SAME_POSE = 1e-10;

  private final SkinnedCharacter character;
  private final TrainOptions options;
  private final SkinningMethod skinning;
  private final PoseSpace space;
  private final PoseReader reader;
  private final RestSurface surface;
  private final RunContext context;
  private final List<String> notes = new ArrayList<>();

  private PoseSpaceTraining(SkinnedCharacter character, TrainOptions options, RunContext context) {
    this.character = character;
    this.options = options;
    this.context = context;
    skinning = options.skinning().orElseGet(() -> SkinningMethod.of(character));
    space = PoseSpace.of(character, options.space());
    reader = new PoseReader(space, character.skeleton());
    surface = RestSurface.of(character);
  }

  /**
   * Makes a database.
   *
   * @param examples poses of the character's skeleton with the shape of its surface in each
   * @throws RequestException if an example has another number of vertices, or two have the same
   *     pose and different shapes
   */
  public static TrainResult run(
      SkinnedCharacter character, PoseExamples examples, TrainOptions options, RunContext context) {
    return new PoseSpaceTraining(character, options, context).train(examples);
  }

  private TrainResult train(PoseExamples all) {
    all.requireVertices(surface.vertexCount());
    PoseExamples different = withoutRepeats(all);
    List<Integer> picked = pick(different);
    PoseExamples chosen = different.select(picked);
    ExampleOffsets offsets =
        ExampleOffsets.of(
            character,
            skinning,
            space,
            chosen,
            options.form() == TrainOptions.Form.FORWARD,
            context);
    float[] coordinates = coordinates(chosen);
    boolean restGiven = offsetsAtRest(chosen, offsets);
    List<BlockSolver.Solved> solved = solve(offsets, coordinates);
    List<String> names = new ArrayList<>(List.of("rest"));
    names.addAll(chosen.names());
    PoseDatabase database =
        new PoseDatabase(
            options.method(),
            skinning,
            space,
            names,
            coordinates,
            surface,
            solved.stream().map(BlockSolver.Solved::block).toList());
    if (restGiven) {
      notes.add("an example at rest replaces the rest pose");
    }
    return measure(database, solved, different, picked);
  }

  /** Leaves out examples that repeat an earlier one; refuses those that contradict it. */
  private PoseExamples withoutRepeats(PoseExamples examples) {
    double[][] points = new double[examples.count()][reader.size()];
    for (int k = 0; k < points.length; k++) {
      reader.read(examples.poses().get(k), points[k]);
    }
    List<Integer> kept = new ArrayList<>();
    for (int k = 0; k < points.length; k++) {
      int same = -1;
      for (int earlier : kept) {
        same = squaredDistance(points[k], points[earlier]) <= SAME_POSE ? earlier : same;
      }
      if (same < 0) {
        kept.add(k);
      } else {
        requireSameShape(examples, same, k);
        notes.add(examples.names().get(k) + " repeats " + examples.names().get(same));
      }
    }
    return kept.size() == examples.count() ? examples : examples.select(kept);
  }

  private void requireSameShape(PoseExamples examples, int a, int b) {
    double[] first = inAnchor(examples, a);
    double[] second = inAnchor(examples, b);
    double largest = 0;
    for (int i = 0; i < first.length; i++) {
      largest = Math.max(largest, Math.abs(first[i] - second[i]) / surface.unit());
    }
    if (largest > DIFFERENT) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "examples %s and %s have the same pose but shapes that differ by %.3g of the"
                  + " character's size: leave one out, or add the joint that tells them apart to"
                  + " the skin",
              examples.names().get(a),
              examples.names().get(b),
              largest));
    }
  }

  /** Returns a shape relative to the anchor, so that the character's place does not count. */
  private double[] inAnchor(PoseExamples examples, int k) {
    double[] motion = new double[Affine.SIZE];
    reader.read(examples.poses().get(k), new double[reader.size()]);
    reader.copyAnchorMotion(motion);
    double[] out = new double[3 * surface.vertexCount()];
    for (int i = 0; i < out.length; i++) {
      out[i] = examples.shapes().get(k)[i];
    }
    if (Affine.invert(motion, 0, motion, 0)) {
      for (int i = 0; i < out.length; i += 3) {
        Affine.transformPoint(motion, 0, out, i, out, i);
      }
    }
    return out;
  }

  private static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sum;
  }

  private List<Integer> pick(PoseExamples examples) {
    if (options.poses() == 0 || options.poses() >= examples.count()) {
      return IntStream.range(0, examples.count()).boxed().toList();
    }
    return new PosePicks(space, examples.poses())
        .choose(options.picks(), nearestToRest(examples), options.poses(), context);
  }

  private int nearestToRest(PoseExamples examples) {
    double[] rest = new double[reader.size()];
    double[] own = new double[reader.size()];
    reader.read(character.restPose(), rest);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < examples.count(); k++) {
      reader.read(examples.poses().get(k), own);
      double square = squaredDistance(rest, own);
      if (square < least) {
        least = square;
        best = k;
      }
    }
    return best;
  }

  /** Returns the coordinates of the rest pose and the examples. */
  private float[] coordinates(PoseExamples chosen) {
    float[] out = new float[(chosen.count() + 1) * reader.size()];
    List<Pose> poses = new ArrayList<>(List.of(character.restPose()));
    poses.addAll(chosen.poses());
    double[] row = new double[reader.size()];
    for (int k = 0; k < poses.size(); k++) {
      reader.read(poses.get(k), row);
      for (int i = 0; i < row.length; i++) {
        out[k * row.length + i] = (float) row[i];
      }
    }
    return out;
  }

  /** Copies the offsets of an example at rest to the rest pose; returns true if there is one. */
  private boolean offsetsAtRest(PoseExamples chosen, ExampleOffsets offsets) {
    double[] rest = new double[reader.size()];
    double[] own = new double[reader.size()];
    reader.read(character.restPose(), rest);
    for (int k = 0; k < chosen.count(); k++) {
      reader.read(chosen.poses().get(k), own);
      if (squaredDistance(rest, own) <= SAME_POSE) {
        offsets.rest()[0] = offsets.rest()[k + 1].clone();
        offsets.posed()[0] = offsets.posed()[k + 1].clone();
        return Arrays.stream(offsets.rest()[0]).anyMatch(x -> Math.abs(x) > 1e-6 * surface.unit());
      }
    }
    return false;
  }

  private List<BlockSolver.Solved> solve(ExampleOffsets offsets, float[] coordinates) {
    BlockPlanner planner = new BlockPlanner(character, space);
    BlockSolver solver =
        new BlockSolver(
            options.method().family(),
            reader,
            coordinates,
            options.basisError() * surface.unit(),
            options.rank());
    List<BlockSolver.Solved> out = new ArrayList<>();
    solveChannel(planner, solver, offsets.rest(), false, out);
    solveChannel(planner, solver, offsets.posed(), true, out);
    return out;
  }

  private void solveChannel(
      BlockPlanner planner,
      BlockSolver solver,
      double[][] offsets,
      boolean posed,
      List<BlockSolver.Solved> out) {
    int[] moved =
        IntStream.range(0, surface.vertexCount()).filter(v -> isMoved(offsets, v, 0)).toArray();
    if (moved.length == 0) {
      return;
    }
    if (posed && options.form() == TrainOptions.Form.INVERSE) {
      notes.add(
          moved.length
              + " vertices have an offset after skinning, where the skin is singular at an"
              + " example");
    }
    List<BlockSolver.Solved> solved =
        solver.solve(planner.plan(options.method(), moved), offsets, posed, context);
    out.addAll(solved);
    if (options.method() == PoseSpaceMethod.LOCAL) {
      out.addAll(solveRemainder(planner, solver, offsets, posed, solved));
    }
  }

  /**
   * Interpolates over the whole pose what joint regions cannot: poses may be alike around a joint
   * and have different offsets there.
   */
  private List<BlockSolver.Solved> solveRemainder(
      BlockPlanner planner,
      BlockSolver solver,
      double[][] offsets,
      boolean posed,
      List<BlockSolver.Solved> solved) {
    double[][] left = Arrays.stream(offsets).map(double[]::clone).toArray(double[][]::new);
    for (BlockSolver.Solved one : solved) {
      solver.subtract(one.block(), left);
    }
    double least = options.basisError() * surface.unit();
    int[] moved =
        IntStream.range(0, surface.vertexCount()).filter(v -> isMoved(left, v, least)).toArray();
    return moved.length == 0
        ? List.of()
        : solver.solve(planner.plan(PoseSpaceMethod.RBF, moved), left, posed, context);
  }

  private static boolean isMoved(double[][] offsets, int v, double least) {
    for (double[] pose : offsets) {
      double x = pose[3 * v], y = pose[3 * v + 1], z = pose[3 * v + 2];
      if (x * x + y * y + z * z > least * least) {
        return true;
      }
    }
    return false;
  }

  private TrainResult measure(
      PoseDatabase database,
      List<BlockSolver.Solved> solved,
      PoseExamples examples,
      List<Integer> picked) {
    PoseSpaceErrors errors = new PoseSpaceErrors(character, surface, context);
    List<Integer> others =
        IntStream.range(0, examples.count()).filter(k -> !picked.contains(k)).boxed().toList();
    PoseExamples chosen = examples.select(picked);
    Correctives correctives = new Correctives(database);
    return new TrainResult(
        database,
        errors.of(skinning, examples),
        errors.of(correctives, chosen),
        others.isEmpty()
            ? errors.leftOut(database, solved, chosen)
            : errors.of(correctives, examples.select(others)),
        !others.isEmpty(),
        notes);
  }
}
