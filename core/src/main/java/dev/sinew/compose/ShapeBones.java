package dev.sinew.compose;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.fit.Examples;
import dev.sinew.fit.GivenRig;
import dev.sinew.model.Issue;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;

/**
 * The bones of a fit from the shape of its examples: a skeleton found in some of them.
 *
 * @param rig the bones, for a fit to the same examples
 * @param issues what a user should know
 */
public record ShapeBones(GivenRig rig, List<Issue> issues) {
  /** The maximum number of shapes in which a skeleton is found. */
  private static final int MAX_SHAPES = 12;

  /** Copies the list. */
  public ShapeBones {
    issues = List.copyOf(issues);
  }

  /** Finds the skeleton of examples. */
  public static ShapeBones of(Examples examples, SkeletonOptions options, RunContext context) {
    int count = Math.min(MAX_SHAPES, examples.frameCount());
    List<Issue> issues = new ArrayList<>();
    if (count < examples.frameCount()) {
      issues.add(
          Issue.info(
              "skeleton", "found in " + count + " of " + examples.frameCount() + " examples"));
    }
    SkeletonResult found = SkeletonExtraction.run(shapes(examples, count), options, context);
    issues.addAll(found.issues());
    return new ShapeBones(
        GivenRig.ofCharacter(found.character(), examples.reference(), false), issues);
  }

  /** Returns the reference and some of the examples, evenly spaced, as shapes. */
  private static List<NamedShape> shapes(Examples examples, int count) {
    List<NamedShape> shapes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int k = count == 1 ? 0 : (int) ((long) i * (examples.frameCount() - 1) / (count - 1));
      double[] positions = new double[3 * examples.vertexCount()];
      for (int p = 0; p < positions.length; p++) {
        positions[p] = examples.box().fromUnit(examples.shapes().position(k, p / 3, p % 3), p % 3);
      }
      shapes.add(
          new NamedShape(
              examples.shapes().name(k),
              k == 0 ? examples.reference() : examples.reference().withPositions(positions)));
    }
    return shapes;
  }
}
