package dev.sinew.solve;

import dev.sinew.math.Affine;
import dev.sinew.math.EulerAngles;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Box;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.FoundPose;
import dev.sinew.rig.FoundPose.JointPose;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.solve.SolveResult.Distance;
import dev.sinew.solve.SolveResult.FrameError;
import dev.sinew.solve.SolveResult.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Finds the poses of a finished rig that reproduce shapes best: for every frame it minimises Σ_v
 * |Σ_j G_j p_j − x_v|² over rotations about fixed joints and the motion of the roots (Merry, Marais
 * and Gain, "Animation Space", 2006, section 7.1, where bones are free; joints, Euler angles and
 * scales as in chapter 4 of the thesis "Character animation from examples").
 *
 * <p>Skins are linear: linear blend skinning or animation space. Frames are solved in runs of
 * {@value #RUN}, each frame from the one before and the first one from rest, so the result does not
 * depend on the number of threads.
 */
public final class Solve {
  /** Frames per parallel task. */
  private static final int RUN = 8;

  /** The largest distance of a target, in box sides; squares of larger ones lose precision. */
  private static final double MAX_COORDINATE = 1e6;

  private final SurfacePoints points;
  private final PointTargets targets;
  private final SolveOptions options;
  private final RunContext context;
  private final RigParameters rig;
  private final double unit;

  private Solve(
      SkinnedCharacter character, PointTargets targets, SolveOptions options, RunContext context) {
    this.targets = targets;
    this.options = options;
    this.context = context;
    points = new SurfacePoints(character);
    rig = new RigParameters(points, options);
    double side = Box.of(points.place(new Pose(character.skeleton()))).longestSide();
    unit = side > 0 ? side : 1;
    if (rig.jointCount() == 0) {
      throw new RequestException("the model has no joint that moves a vertex");
    }
  }

  /**
   * Solves the poses of shapes in correspondence with a character.
   *
   * @throws RequestException if the shapes do not correspond, as {@link PointTargets#ofShapes} says
   */
  public static SolveResult run(
      SkinnedCharacter character, MeshSequence shapes, SolveOptions options, RunContext context) {
    return run(character, PointTargets.ofShapes(character, shapes), options, context);
  }

  /** Solves the poses of points of a character, all of them or a few. */
  public static SolveResult run(
      SkinnedCharacter character, PointTargets targets, SolveOptions options, RunContext context) {
    return new Solve(character, targets, options, context).result();
  }

  private SolveResult result() {
    requireNear();
    PoseSolver.Solved[] solved = solveFrames();
    List<RigPose> poses = Arrays.stream(solved).map(PoseSolver.Solved::pose).toList();
    SolvedTracks.Thinned thinned =
        new SolvedTracks(
                rig, points, poses, options.clip(), options.framesPerSecond(), context.quiet())
            .thin(unit * options.tolerance());
    FrameError[] errors = new FrameError[solved.length];
    double[] squares = new double[solved.length];
    context.run(
        "measuring",
        solved.length,
        k -> {
          Pose pose = new Pose(rig.skeleton);
          thinned.clip().sample(k / options.framesPerSecond(), pose);
          errors[k] = measure(k, pose, solved[k].fromRest());
          squares[k] = errors[k].rms() * errors[k].rms() * errors[k].points();
        });
    long known = Arrays.stream(errors).mapToLong(FrameError::points).sum();
    return new SolveResult(
        thinned.clip(),
        Arrays.stream(rig.joints).boxed().toList(),
        rig.parameterCount(),
        List.of(errors),
        new Distance(
            Math.sqrt(Arrays.stream(squares).sum() / Math.max(1, known)),
            Arrays.stream(errors).mapToDouble(FrameError::max).max().orElse(0)),
        new Keys(thinned.solved(), thinned.kept(), thinned.moved() / unit),
        describe(poses),
        issues());
  }

  private void requireNear() {
    Box rest = Box.of(points.place(new Pose(rig.skeleton)));
    double[] centre = {
      (rest.minX() + rest.maxX()) / 2,
      (rest.minY() + rest.maxY()) / 2,
      (rest.minZ() + rest.maxZ()) / 2
    };
    for (int k = 0; k < targets.frameCount(); k++) {
      for (int i = 0; i < targets.pointCount(); i++) {
        for (int axis = 0; axis < 3; axis++) {
          double away = Math.abs(targets.position(k, i, axis) - centre[axis]) / unit;
          if (away > MAX_COORDINATE) {
            throw new RequestException(
                PointTargets.SUBJECT,
                String.format(
                    Locale.ROOT,
                    "vertex %d of %s: expected within %.0e box sides of the model, got %.3g",
                    targets.vertex(i),
                    targets.name(k),
                    MAX_COORDINATE,
                    away));
          }
        }
      }
    }
  }

  private PoseSolver.Solved[] solveFrames() {
    int frames = targets.frameCount();
    int[] everything = IntStream.range(0, targets.pointCount()).toArray();
    PointSums all = new PointSums(points, targets, everything);
    PoseSolver.Solved[] solved = new PoseSolver.Solved[frames];
    context.run(
        "solving poses",
        (frames + RUN - 1) / RUN,
        run -> {
          PoseEnergy energy = new PoseEnergy(rig, all, unit, options.stiffness());
          PoseSolver solver = new PoseSolver(rig, energy);
          for (int k = RUN * run; k < Math.min(frames, RUN * (run + 1)); k++) {
            context.checkCancelled();
            int[] present = targets.present(k);
            PoseSolver own = solver;
            if (present.length == everything.length) {
              energy.setFrame(all.frame(k, unit));
            } else {
              own = solverOf(k, present);
            }
            solved[k] = k == RUN * run ? own.solve() : own.solveAfter(solved[k - 1]);
          }
        });
    return solved;
  }

  /** Returns a solver of a frame in which some points are not known. */
  private PoseSolver solverOf(int frame, int[] present) {
    PointSums sums = new PointSums(points, targets, present);
    PoseEnergy energy = new PoseEnergy(rig, sums, unit, options.stiffness());
    energy.setFrame(sums.frame(frame, unit));
    return new PoseSolver(rig, energy);
  }

  private FrameError measure(int frame, Pose pose, boolean fromRest) {
    double[] globals = SurfacePoints.globals(pose);
    double[] at = new double[3];
    double sum = 0;
    double largest = 0;
    int[] present = targets.present(frame);
    int worst = present.length == 0 ? -1 : targets.vertex(present[0]);
    for (int i : present) {
      points.place(globals, targets.vertex(i), at, 0);
      double square = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = (at[axis] - targets.position(frame, i, axis)) / unit;
        square += d * d;
      }
      sum += square;
      if (square > largest) {
        largest = square;
        worst = targets.vertex(i);
      }
    }
    return new FrameError(
        targets.name(frame),
        present.length,
        Math.sqrt(sum / Math.max(1, present.length)),
        Math.sqrt(largest),
        worst,
        fromRest);
  }

  private List<Issue> issues() {
    List<Issue> issues = new ArrayList<>(rig.issues);
    long unseen =
        IntStream.range(0, targets.frameCount())
            .filter(k -> targets.present(k).length == 0)
            .count();
    if (unseen > 0) {
      issues.add(
          Issue.warning(
              PointTargets.SUBJECT, unseen + " frames have no known point: they are at rest"));
    }
    return issues;
  }

  /** Returns the poses as an animator would set them: angles from rest, about the joints' axes. */
  private List<FoundPose> describe(List<RigPose> poses) {
    List<FoundPose> out = new ArrayList<>();
    double[] rest = new double[Quaternion.SIZE];
    double[] q = new double[Quaternion.SIZE];
    double[] global = new double[Affine.SIZE];
    for (int k = 0; k < poses.size(); k++) {
      List<JointPose> joints = new ArrayList<>();
      for (int j = 0; j < rig.jointCount(); j++) {
        RigPose pose = poses.get(k);
        rig.skeleton.copyRestRotation(rig.joints[j], rest, 0);
        for (int i = 0; i < 3; i++) {
          rest[i] = -rest[i];
        }
        pose.copyRotation(j, q, 0);
        Quaternion.multiply(rest, 0, q, 0, q, 0);
        pose.pose().copyGlobal(rig.joints[j], global, 0);
        joints.add(
            new JointPose(
                rig.skeleton.name(rig.joints[j]),
                EulerAngles.of(q, 0),
                pose.factor(j),
                List.of(global[3], global[7], global[11])));
      }
      out.add(new FoundPose(targets.name(k), joints));
    }
    return out;
  }
}
