package dev.sinew.posespace;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.TrainResult.HeldOut;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
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

  /** Examples are met to this, in units of the longest box side, unless the basis loses more. */
  private static final double EXACT = 1e-6;

  /**
   * The largest number of examples of which each is left out in turn, with a database of its own.
   * Cross-validation alone is too optimistic: the choice of parameters, of regions and of principal
   * offsets has seen all examples.
   */
  private static final int RETRAINED = 20;

  /** Squared coordinates that differ by less are one pose. */
  private static final double SAME_POSE = 1e-10;

  private final SkinnedCharacter character;
  private final TrainOptions options;
  private final SkinningMethod skinning;
  private final DeformerChoice skin;
  private final PoseSpace space;
  private final PoseReader reader;
  private final RestSurface surface;
  private final DatabaseSolver solver;
  private final RunContext context;
  private final List<String> notes = new ArrayList<>();

  private PoseSpaceTraining(
      SkinnedCharacter character,
      SkinningMethod skinning,
      DeformerChoice skin,
      TrainOptions options,
      RunContext context) {
    this.character = character;
    this.skinning = skinning;
    this.skin = skin;
    this.options = options;
    this.context = context;
    space = PoseSpace.of(character, options.space());
    reader = new PoseReader(space, character.skeleton());
    surface = RestSurface.of(character);
    solver = new DatabaseSolver(character, space, surface, options, context);
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
    SkinningMethod skinning = options.skinning().orElseGet(() -> SkinningMethod.of(character));
    return new PoseSpaceTraining(character, skinning, skinning, options, context).train(examples);
  }

  /**
   * Makes a database over any deformer, which corrects it as {@code new Correctives(database,
   * skin)}. One that is no {@link dev.sinew.model.RestDeformer} gets all offsets after skinning.
   *
   * @param skin the deformer of each part; a file of the database names the skinning model of the
   *     options, or the character's own, instead
   */
  public static TrainResult run(
      SkinnedCharacter character,
      PoseExamples examples,
      DeformerChoice skin,
      TrainOptions options,
      RunContext context) {
    SkinningMethod named = options.skinning().orElseGet(() -> SkinningMethod.of(character));
    return new PoseSpaceTraining(character, named, skin, options, context).train(examples);
  }

  private TrainResult train(PoseExamples all) {
    all.requireVertices(surface.vertexCount());
    PoseExamples different = withoutRepeats(all);
    List<Integer> picked = pick(different);
    PoseExamples chosen = different.select(picked);
    ExampleOffsets offsets =
        ExampleOffsets.of(
            character, skin, space, chosen, options.form() == TrainOptions.Form.FORWARD, context);
    noteAfterSkinning(offsets);
    Examples examples = new Examples(chosen, coordinates(chosen), offsets, indexAtRest(chosen));
    noteRest(examples);
    List<BlockSolver.Solved> solved =
        solver.solve(examples.offsets(), examples.databaseCoordinates());
    return measure(examples, solved, different, picked);
  }

  /**
   * The examples of a database.
   *
   * @param shapes poses and shapes
   * @param coordinates those of the rest pose and of each example
   * @param own the offsets at each example; those of the rest pose are 0
   * @param atRest the example at rest, which takes the place of the rest pose in the database; −1
   *     if there is none
   */
  private record Examples(
      PoseExamples shapes, float[] coordinates, ExampleOffsets own, int atRest) {
    /** Returns the offsets of the database's poses. */
    ExampleOffsets offsets() {
      return atRest < 0 ? own : own.withRestOf(atRest).without(atRest);
    }

    float[] databaseCoordinates() {
      return atRest < 0 ? coordinates : coordinatesWithout(atRest);
    }

    List<String> databaseNames() {
      List<String> names = new ArrayList<>(List.of("rest"));
      for (int k = 0; k < shapes.count(); k++) {
        if (k != atRest) {
          names.add(shapes.names().get(k));
        }
      }
      return names;
    }

    /** Returns the pose of the database that an example is; it must not be at rest. */
    int databasePose(int k) {
      return atRest >= 0 && k > atRest ? k : k + 1;
    }

    private float[] coordinatesWithout(int k) {
      int size = coordinates.length / (shapes.count() + 1);
      float[] left = Arrays.copyOf(coordinates, coordinates.length - size);
      System.arraycopy(
          coordinates, size * (k + 2), left, size * (k + 1), coordinates.length - size * (k + 2));
      return left;
    }

    Examples without(int k) {
      List<Integer> others =
          IntStream.range(0, shapes.count()).filter(i -> i != k).boxed().toList();
      return new Examples(
          shapes.select(others),
          coordinatesWithout(k),
          own.without(k),
          atRest == k ? -1 : others.indexOf(atRest));
    }
  }

  private PoseDatabase database(Examples examples, List<BlockSolver.Solved> solved) {
    return new PoseDatabase(
        options.method(),
        skinning,
        space,
        examples.databaseNames(),
        examples.databaseCoordinates(),
        surface,
        solved.stream().map(BlockSolver.Solved::block).toList());
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
    double side = CharacterSurface.restBox(character).longestSide();
    double largest = 0;
    for (int i = 0; i < first.length; i++) {
      largest = Math.max(largest, Math.abs(first[i] - second[i]) / (side > 0 ? side : 1));
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

  /** Returns the example at rest; −1 if there is none. */
  private int indexAtRest(PoseExamples chosen) {
    double[] rest = new double[reader.size()];
    double[] own = new double[reader.size()];
    reader.read(character.restPose(), rest);
    for (int k = 0; k < chosen.count(); k++) {
      reader.read(chosen.poses().get(k), own);
      if (squaredDistance(rest, own) <= SAME_POSE) {
        return k;
      }
    }
    return -1;
  }

  private void noteRest(Examples examples) {
    if (Arrays.stream(examples.offsets().rest()[0])
        .anyMatch(x -> Math.abs(x) > 1e-6 * surface.unit())) {
      notes.add("an example at rest replaces the rest pose");
    }
  }

  private void noteAfterSkinning(ExampleOffsets offsets) {
    int behind = DatabaseSolver.moved(offsets.posed(), 0).length;
    if (behind > 0 && options.form() == TrainOptions.Form.INVERSE) {
      notes.add(
          behind
              + " vertices have an offset after skinning, where no offset at rest reaches an"
              + " example: the skin is singular there");
    }
  }

  private TrainResult measure(
      Examples own, List<BlockSolver.Solved> solved, PoseExamples all, List<Integer> picked) {
    PoseDatabase database = database(own, solved);
    PoseSpaceErrors errors = new PoseSpaceErrors(character, surface, context);
    List<Integer> others =
        IntStream.range(0, all.count()).filter(k -> !picked.contains(k)).boxed().toList();
    ErrorSummary training = errors.of(new Correctives(database, skin), own.shapes);
    noteInexact(training);
    boolean retrained = isFew(own.shapes.count());
    HeldOut heldOut =
        !others.isEmpty()
            ? HeldOut.OTHERS
            : retrained ? HeldOut.LEAVE_ONE_OUT : HeldOut.LEAVE_ONE_OUT_ESTIMATE;
    ErrorSummary holdout =
        heldOut == HeldOut.OTHERS
            ? errors.of(new Correctives(database, skin), all.select(others))
            : errors.leftOut(
                k -> retrained ? without(own, k) : estimated(database, own, solved, k),
                skin,
                own.shapes);
    return new TrainResult(database, errors.of(skin, all), training, holdout, heldOut, notes);
  }

  /** Returns true if there are so few examples that training without each one is quick. */
  private static boolean isFew(int examples) {
    return examples > 1 && examples <= RETRAINED;
  }

  /** Returns the estimate without an example; without the one at rest, rest has no offsets. */
  private PoseDatabase estimated(
      PoseDatabase database, Examples own, List<BlockSolver.Solved> solved, int k) {
    if (k != own.atRest) {
      return FixedPose.of(database, solved, own.databasePose(k));
    }
    return own.shapes.count() > 1 ? without(own, k) : database(own, List.of());
  }

  private PoseDatabase without(Examples examples, int k) {
    Examples others = examples.without(k);
    return database(others, solver.solve(others.offsets(), others.databaseCoordinates()));
  }

  /** Notes examples that are not met: a few offsets per region, or poses too dense for floats. */
  private void noteInexact(ErrorSummary training) {
    if (training.max() > Math.max(EXACT, 2 * options.basisError())) {
      notes.add(
          String.format(
              Locale.ROOT,
              "the examples are met to %.2g of the character's size, not exactly; the worst is %s",
              training.max(),
              training.worst().pose()));
    }
  }
}
