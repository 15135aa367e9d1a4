package dev.sinew.fit;

import dev.sinew.distance.ErrorCollector;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.PoseError;
import dev.sinew.distance.SurfaceComparison;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.Flat;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import java.util.List;

/**
 * Errors over all vertices and shapes.
 *
 * @param distance distances in units of the reference's longest box side
 * @param normals angles between normals
 * @param eRms 1000 · |A − A′| / √(3 · vertices · shapes) · 2 / box diagonal, as in the literature
 * @param maxStretch the largest length of an edge relative to its length in the shape
 * @param worst the location of the largest distance
 * @param perPose the error of every shape
 */
public record FitErrors(
    @Flat Distance distance,
    @Flat Normals normals,
    double eRms,
    double maxStretch,
    ErrorSummary.Worst worst,
    List<PoseError> perPose) {
  /** Edges shorter than this part of the mean edge say little by their stretch. */
  private static final double SHORT = 0.05;

  /**
   * Distances.
   *
   * @param mean mean distance
   * @param rms root mean square distance
   * @param max largest distance
   */
  public record Distance(double mean, double rms, double max) {}

  /**
   * Angles between normals, in degrees.
   *
   * @param meanNormalDegrees mean angle
   * @param maxNormalDegrees largest angle
   */
  public record Normals(double meanNormalDegrees, double maxNormalDegrees) {}

  /** Copies the list. */
  public FitErrors {
    perPose = List.copyOf(perPose);
  }

  /** Converts collected errors. */
  static FitErrors of(ErrorCollector errors, double maxStretch, Examples examples) {
    ErrorSummary error = errors.summary();
    double diagonal = examples.reference().bounds().diagonal() / examples.box().side();
    return new FitErrors(
        new Distance(error.mean(), error.rms(), error.max()),
        new Normals(error.meanNormalDegrees(), error.maxNormalDegrees()),
        diagonal > 0 ? 1000 * error.rms() / Math.sqrt(3) * 2 / diagonal : 0,
        maxStretch,
        error.worst(),
        errors.perPose());
  }

  /** Returns the mean distance. */
  public double mean() {
    return distance.mean;
  }

  /** Returns the root mean square distance. */
  public double rms() {
    return distance.rms;
  }

  /** Returns the largest distance. */
  public double max() {
    return distance.max;
  }

  /** Returns true if all figures are finite. */
  public boolean isFinite() {
    return Double.isFinite(distance.rms + normals.meanNormalDegrees);
  }

  /** Returns all errors. */
  static FitErrors measure(
      Examples examples, ShapeSet shapes, float[][] predicted, RunContext context) {
    return FitErrors.of(
        errors(examples, shapes, predicted, context),
        maxStretch(examples, shapes, predicted, context),
        examples);
  }

  /** Returns the error of every frame. */
  static ErrorCollector errors(
      Examples examples, ShapeSet shapes, float[][] predicted, RunContext context) {
    int frames = shapes.frameCount();
    int[] triangles = examples.reference().triangles();
    SurfaceComparison comparison =
        new SurfaceComparison(
            examples.vertexCount(), triangles, examples.vertexCount(), triangles, context);
    ErrorCollector collector = new ErrorCollector(1);
    float[] expected = new float[3 * examples.vertexCount()];
    double[] distances = new double[examples.vertexCount()];
    double[] angles = new double[examples.vertexCount()];
    for (int k = 0; k < frames; k++) {
      for (int v = 0; v < examples.vertexCount(); v++) {
        for (int axis = 0; axis < 3; axis++) {
          expected[3 * v + axis] = (float) shapes.position(k, v, axis);
        }
      }
      comparison.compare(expected, predicted[k], distances, angles);
      collector.addAll(shapes.name(k), distances, angles);
      context.report("measuring", k + 1, frames);
    }
    return collector;
  }

  /**
   * Returns the largest length of an edge, relative to its length in the shape: where a skin tears,
   * it is far above 1.
   */
  private static double maxStretch(
      Examples examples, ShapeSet shapes, float[][] predicted, RunContext context) {
    double[] lengths = examples.edgeLengths();
    double shortest = SHORT * Arrays.stream(lengths).average().orElse(0) + Double.MIN_NORMAL;
    double[] worst = new double[predicted.length];
    context.run(
        worst.length,
        k -> {
          for (int e = 0; e < lengths.length; e++) {
            int a = examples.topology.edgeVertex(e, 0);
            int b = examples.topology.edgeVertex(e, 1);
            double before = 0;
            double after = 0;
            for (int axis = 0; axis < 3; axis++) {
              double x = shapes.position(k, a, axis) - shapes.position(k, b, axis);
              double y = predicted[k][3 * a + axis] - predicted[k][3 * b + axis];
              before += x * x;
              after += y * y;
            }
            worst[k] = Math.max(worst[k], Math.sqrt(after) / Math.max(Math.sqrt(before), shortest));
          }
        });
    return Arrays.stream(worst).max().orElse(0);
  }

  /**
   * Returns the shapes of a finished character at some times of a clip.
   *
   * @param character one mesh with the vertices of the examples
   */
  static float[][] ofClip(
      Examples examples,
      SkinnedCharacter character,
      Clip clip,
      double[] times,
      RunContext context) {
    CharacterSurface.Posed surface = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    float[][] out = new float[times.length][3 * examples.vertexCount()];
    for (int k = 0; k < times.length; k++) {
      clip.sample(times[k], pose);
      surface.set(pose, context);
      surface.copyVertexPositions(out[k]);
      for (int i = 0; i < out[k].length; i++) {
        out[k][i] = (float) examples.box().toUnit(out[k][i], i % 3);
      }
    }
    return out;
  }
}
