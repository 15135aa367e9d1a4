package dev.sinew.demo;

import dev.sinew.io.FileSession;
import dev.sinew.io.posespace.PoseDatabaseFile;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.report.SvgPlot;
import dev.sinew.pipeline.report.SvgPlot.Axis;
import dev.sinew.pipeline.report.SvgPlot.Point;
import dev.sinew.pipeline.report.SvgPlot.Series;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.MotionExamples;
import dev.sinew.posespace.MotionTraining;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.dynamic.DynamicMethod;
import dev.sinew.posespace.dynamic.DynamicOptions;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The dynamic correctives of the demo: models of a soft belly, fitted to the first halves of two
 * recorded motions and run on the second halves.
 *
 * @param results per model what it explains
 * @param plot the way of a vertex of the belly, recorded and by the springs
 */
record DemoDynamics(Map<DynamicMethod, MotionTraining.Result> results, SvgPlot plot) {
  static final String DATABASE = "belly.psdb";

  private static final double RATE = 30;
  private static final double SECONDS = 3;
  private static final double HOLDOUT = 0.5;

  /** Fits the models and writes the springs into a folder. */
  static DemoDynamics run(Path folder, RunContext context) throws IOException {
    SkinnedCharacter figure = Samples.create("biped").character();
    SoftBelly belly = new SoftBelly(figure.meshes().getFirst().mesh());
    List<MotionExamples> motions =
        List.of(recorded(figure, "walk", belly), recorded(figure, "squat", belly));
    PoseDatabase none = withoutCorrectives(figure, context);
    Map<DynamicMethod, MotionTraining.Result> results = new EnumMap<>(DynamicMethod.class);
    for (DynamicMethod method : DynamicMethod.values()) {
      DynamicOptions options = DynamicOptions.DEFAULTS.withMethod(method).withHoldout(HOLDOUT);
      results.put(method, MotionTraining.run(figure, none, motions, options, context));
    }
    PoseDatabase springs = Objects.requireNonNull(results.get(DynamicMethod.SPRING)).database();
    FileSession.write(files -> PoseDatabaseFile.write(folder.resolve(DATABASE), springs, files));
    return new DemoDynamics(results, plot(figure, motions.getLast(), springs));
  }

  private static MotionExamples recorded(SkinnedCharacter figure, String name, SoftBelly belly) {
    Clip clip = figure.clip(name);
    List<String> names = new ArrayList<>();
    List<Pose> poses = new ArrayList<>();
    for (int f = 0; f < SECONDS * RATE; f++) {
      Pose pose = figure.restPose();
      clip.sample(f / RATE % clip.duration(), pose);
      poses.add(pose);
      names.add(name + " " + f);
    }
    List<float[]> shapes = belly.record(shapes(figure, SkinningMethod.SSD, poses), RATE);
    return new MotionExamples(name, RATE, new PoseExamples(names, poses, shapes));
  }

  private static List<float[]> shapes(
      SkinnedCharacter figure, DeformerChoice choice, List<Pose> poses) {
    CharacterSurface.Posed posed = CharacterSurface.of(figure, choice).newPosed();
    List<float[]> shapes = new ArrayList<>();
    for (Pose pose : poses) {
      posed.set(pose);
      float[] shape = new float[3 * figure.meshes().getFirst().mesh().vertexCount()];
      posed.copyVertexPositions(shape);
      shapes.add(shape);
    }
    return shapes;
  }

  private static PoseDatabase withoutCorrectives(SkinnedCharacter figure, RunContext context) {
    List<Pose> rest = List.of(figure.restPose());
    PoseExamples examples =
        new PoseExamples(List.of("at rest"), rest, shapes(figure, SkinningMethod.SSD, rest));
    return PoseSpaceTraining.run(figure, examples, TrainOptions.DEFAULTS, context).database();
  }

  /** Plots how far the vertex that moves most is from the skin. */
  private static SvgPlot plot(
      SkinnedCharacter figure, MotionExamples motion, PoseDatabase springs) {
    List<Pose> poses = motion.frames().poses();
    List<float[]> skinned = shapes(figure, SkinningMethod.SSD, poses);
    List<float[]> moved = shapes(figure, new Correctives(springs).moving(1 / RATE), poses);
    int vertex = mostMoving(motion.frames().shapes(), skinned);
    return new SvgPlot(
        "A vertex of the belly in the squat: its height above the skin",
        new Axis("seconds", false),
        new Axis("height", false),
        List.of(
            heights("recorded", motion.frames().shapes(), skinned, vertex),
            heights("springs", moved, skinned, vertex)));
  }

  private static int mostMoving(List<float[]> shapes, List<float[]> skinned) {
    int best = 0;
    double most = 0;
    for (int f = 0; f < shapes.size(); f++) {
      for (int v = 0; v < shapes.get(f).length / 3; v++) {
        double up = Math.abs(shapes.get(f)[3 * v + 1] - skinned.get(f)[3 * v + 1]);
        if (up > most) {
          most = up;
          best = v;
        }
      }
    }
    return best;
  }

  private static Series heights(
      String name, List<float[]> shapes, List<float[]> skinned, int vertex) {
    List<Point> points = new ArrayList<>();
    for (int f = 0; f < shapes.size(); f++) {
      double up = shapes.get(f)[3 * vertex + 1] - skinned.get(f)[3 * vertex + 1];
      points.add(new Point(f / RATE, up, "frame " + f));
    }
    return new Series(name, points);
  }

  /** Returns the section of the page. */
  String html() {
    StringBuilder rows = new StringBuilder();
    results.forEach(
        (method, result) ->
            rows.append(
                String.format(
                    Locale.ROOT,
                    "  <tr><td>%s</td><td>%d</td><td>%.1f %%</td><td>%.1f %%</td></tr>\n",
                    method,
                    result.moving(),
                    100 * result.training(),
                    100 * result.holdout().orElse(Double.NaN))));
    return String.format(
        Locale.ROOT,
        """
        <h2>Flesh that moves</h2>
        <p><a href="%1$s">%1$s</a>: dynamic correctives. The belly was recorded as soft flesh in a walk and a squat, with
        springs between its vertices that no model knows; models are fitted to the recordings. What they explain of the
        energy of its motion, and of the second halves when fitted to the first:</p>
        <table>
          <tr><th>model</th><th>vertices</th><th>recordings</th><th>second halves</th></tr>
        %2$s</table>
        %3$s\
        """,
        DATABASE,
        rows,
        plot.html());
  }
}
