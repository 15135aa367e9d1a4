package dev.sinew.pipeline;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.GivenRig;
import dev.sinew.io.FileSession;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.FitStep.Bones;
import dev.sinew.pipeline.input.CoresFile;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The source of the bones of a fit: motion, a rig, core vertices, or the shape. */
final class FitBones {
  /** The maximum number of shapes in which a skeleton is found. */
  private static final int MAX_SHAPES = 12;

  private FitBones() {}

  /** Reads or finds the bones of examples. */
  static BoneSource source(
      Bones bones, Examples examples, FileSession files, List<Issue> issues, RunContext context)
      throws IOException {
    return switch (bones) {
      case Bones.Found found -> new BoneSource.Found(found.count());
      case Bones.Rig rig ->
          GivenRig.ofCharacter(
              ModelFile.read(rig.file(), files).character(),
              examples.reference(),
              rig.keepInfluences());
      case Bones.Cores cores -> CoresFile.read(cores.file(), examples.vertexCount());
      case Bones.Shape shape -> {
        SkeletonResult found =
            SkeletonExtraction.run(shapesOf(examples, issues), shape.skeleton(), context);
        issues.addAll(found.issues());
        yield GivenRig.ofCharacter(found.character(), examples.reference(), false);
      }
    };
  }

  /** Returns the reference and some of the examples, evenly spaced, as shapes. */
  private static List<NamedShape> shapesOf(Examples examples, List<Issue> issues) {
    int count = Math.min(MAX_SHAPES, examples.frameCount());
    if (count < examples.frameCount()) {
      issues.add(
          Issue.info(
              "skeleton", "found in " + count + " of " + examples.frameCount() + " examples"));
    }
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
