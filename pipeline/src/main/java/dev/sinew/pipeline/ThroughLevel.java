package dev.sinew.pipeline;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SequenceSimplification;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits through decimated examples (section 7.3 of the thesis "Character animation from examples"):
 * all examples are decimated together, bones and linear blend weights are fitted to the level, and
 * the weights are taken up to the whole mesh.
 *
 * @param character the whole mesh with the bones and clips of the level
 * @param fit the fit to the level
 * @param vertices the vertices of the level
 * @param seconds the time that it took
 */
record ThroughLevel(SkinnedCharacter character, FitResult fit, int vertices, double seconds) {

  /**
   * Fits.
   *
   * @param name the name of the mesh
   * @param ratio the share of triangles of the level
   */
  static ThroughLevel fit(
      String name,
      MeshSequence examples,
      double ratio,
      BoneSource bones,
      FitOptions options,
      RunContext context) {
    long start = System.nanoTime();
    int triangles = examples.reference().triangleCount();
    if (triangles == 0) {
      throw new RequestException("through: expected triangles to decimate, got none");
    }
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = 0; k < examples.frameCount(); k++) {
      names.add(examples.name(k));
      shapes.add(examples.positions(k));
    }
    SequenceSimplification decimation = new SequenceSimplification(examples.reference(), true);
    int goal = (int) (ratio * triangles);
    OperationStream stream = decimation.simplify(shapes, true, goal, context);
    SequenceSimplification.Level level =
        decimation.level(stream, stream.lengthFor(goal), shapes, context);
    FitResult fit =
        Fit.run(new MeshSequence(level.mesh(), names, level.shapes()), bones, options, context);
    SkinnedCharacter rigged = fit.character(name, FitModel.LINEAR_BLEND);
    SkinnedCharacter whole = decimation.takeUp(rigged, stream, level, context);
    return new ThroughLevel(
        whole, fit, level.mesh().vertexCount(), (System.nanoTime() - start) / 1e9);
  }
}
