package dev.sinew.examples;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.Sphere;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Similarity;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.runtime.HalvingLevels;
import dev.sinew.runtime.LevelMorph;
import dev.sinew.runtime.PerspectiveView;
import dev.sinew.runtime.PixelLevels;
import dev.sinew.runtime.VertexMap;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.LevelGoal;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.skin.Geomorph;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Chooses levels of detail while a camera moves away: skips a character out of view, allows an
 * error of one pixel, and moves the vertices smoothly from one level to the next.
 */
public final class DrawLevels {
  private static final double PIXELS = 1;
  private static final int COARSER_LEVELS = 3;

  private DrawLevels() {}

  /** Takes the .glb or .gltf file to read. */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter original = GltfReader.read(Path.of(args[0])).requireSound().character();
    try (RunContext context = RunContext.create()) {
      SimplifyResult result = halvingLevels(original, context);
      Sphere sphere = Bounds.run(original, context).whole().any().sphere();
      Levels levels = new Levels(original, result);
      for (double distance = 2; distance <= 512; distance *= 4) {
        double[] camera =
            Similarity.translation(sphere.x(), sphere.y(), sphere.z() + distance).rigid();
        levels.draw(new PerspectiveView(camera, 1, 1920, 1080, 0.1, 200), sphere, distance);
      }
    }
  }

  /**
   * Prices all collapses, chooses levels with half of the influences each, and makes these. All
   * share one sequence of collapses, without flips, so that they blend into each other.
   */
  private static SimplifyResult halvingLevels(SkinnedCharacter original, RunContext context) {
    SimplifyOptions options = SimplifyOptions.DEFAULTS.withKeepUnusedSeams(true).withFlips(false);
    OperationStream stream =
        Simplify.run(
            original,
            options.withRatios(1).withFullStream(true).withMeasuring(Measuring.NONE),
            context)
            .stream();
    List<Double> triangles =
        HalvingLevels.choose(
                new CharacterSimplification(
                    new JoinedCharacter(original), CharacterSimplification.Options.DEFAULTS),
                stream,
                COARSER_LEVELS + 1,
                context)
            .stream()
            .skip(1) // The original.
            .map(level -> (double) level.triangles())
            .toList();
    List<LevelGoal> goals = LevelGoal.all(LevelGoal.Kind.TRIANGLES, triangles);
    return Simplify.run(original, options.withStream(stream).withLevels(goals), context);
  }

  /** The levels of a character, with the surfaces between each and the next. */
  private static final class Levels {
    private final SkinnedCharacter original;
    private final PixelLevels choice;
    private final List<Geomorph> morphs = new ArrayList<>();

    Levels(SkinnedCharacter original, SimplifyResult result) {
      this.original = original;
      JoinedCharacter joined = new JoinedCharacter(original);
      double unit = CharacterSurface.restBox(original).longestSide();
      List<Double> errors = new ArrayList<>();
      List<Double> travels = new ArrayList<>();
      SkinnedCharacter fine = original;
      int length = 0;
      for (SimplifyResult.Level level : result.levels()) {
        errors.add(unit * level.measured().error().orElseThrow().max());
        int next = result.stream().lengthFor((int) level.size().triangles());
        VertexMap map = VertexMap.of(joined, result.stream(), length, next);
        morphs.add(LevelMorph.of(fine, level.character(), 0, map));
        travels.add(LevelMorph.travel(fine, level.character(), map, List.of(original.restPose())));
        fine = level.character();
        length = next;
      }
      // Nothing follows the last level: it stays as it is.
      VertexMap same = VertexMap.of(joined, result.stream(), length, length);
      morphs.add(LevelMorph.of(fine, fine, 0, same));
      choice = new PixelLevels(errors, travels);
    }

    void draw(PerspectiveView view, Sphere sphere, double distance) {
      if (!view.frustum().mayShow(sphere)) {
        System.out.printf(Locale.ROOT, "%5.0f m: not in view%n", distance);
        return;
      }
      PixelLevels.Choice chosen = choice.within(view.allowedError(sphere, PIXELS));
      Geomorph morph = morphs.get(chosen.fine());
      Geomorph.Morphed posed = morph.newPosed();
      posed.setLevel(chosen.share());
      posed.set(original.restPose());
      posed.fill(0, morph.pointCount(), PointBuffer.allocate(morph.pointCount(), false));
      System.out.printf(
          Locale.ROOT,
          "%5.0f m: level %.2f with %d vertices%n",
          distance,
          chosen.level(),
          morph.pointCount());
    }
  }
}
