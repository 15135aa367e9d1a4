package dev.sinew.posespace;

import dev.sinew.distance.ErrorCollector;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.SurfaceComparison;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.function.IntFunction;

/** Measures a skin, with or without correctives, against example shapes. */
public final class PoseSpaceErrors {
  private final SkinnedCharacter character;
  private final RestSurface surface;
  private final RunContext context;
  private final double unit;
  private final SurfaceComparison comparison;
  private final double[] distances;
  private final double[] angles;

  /** Prepares for a character; errors are in units of its longest box side at rest. */
  public PoseSpaceErrors(SkinnedCharacter character, RunContext context) {
    this(character, RestSurface.of(character), context);
  }

  PoseSpaceErrors(SkinnedCharacter character, RestSurface surface, RunContext context) {
    this.character = character;
    this.surface = surface;
    this.context = context;
    double side = CharacterSurface.restBox(character).longestSide();
    unit = side > 0 ? side : 1;
    comparison =
        new SurfaceComparison(
            surface.vertexCount(),
            surface.triangles(),
            surface.vertexCount(),
            surface.triangles(),
            context);
    distances = new double[surface.vertexCount()];
    angles = new double[surface.vertexCount()];
  }

  /** Returns the error over all examples. */
  public ErrorSummary of(DeformerChoice choice, PoseExamples examples) {
    CharacterSurface.Posed posed = CharacterSurface.of(character, choice).newPosed();
    ErrorCollector collector = new ErrorCollector(unit);
    for (int k = 0; k < examples.count(); k++) {
      add(posed, examples, k, collector);
      context.report("measuring", k + 1, examples.count());
    }
    return collector.summary();
  }

  /**
   * Returns the error at each example as interpolated from the others.
   *
   * @param without the database without an example
   * @param skin the skinning model below
   */
  ErrorSummary leftOut(
      IntFunction<PoseDatabase> without, DeformerChoice skin, PoseExamples examples) {
    ErrorCollector collector = new ErrorCollector(unit);
    for (int k = 0; k < examples.count(); k++) {
      Correctives others = new Correctives(without.apply(k), skin);
      add(CharacterSurface.of(character, others).newPosed(), examples, k, collector);
      context.report("measuring without each example", k + 1, examples.count());
    }
    return collector.summary();
  }

  private void add(
      CharacterSurface.Posed posed, PoseExamples examples, int k, ErrorCollector collector) {
    posed.set(examples.poses().get(k), context);
    float[] shape = new float[3 * surface.vertexCount()];
    posed.copyVertexPositions(shape);
    comparison.compare(examples.shapes().get(k), shape, distances, angles);
    collector.addAll(examples.names().get(k), distances, angles);
  }
}
