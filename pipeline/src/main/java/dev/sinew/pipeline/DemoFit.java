package dev.sinew.pipeline;

import dev.sinew.draw.DrawOptions;
import dev.sinew.fit.CharacterFit;
import dev.sinew.fit.Examples;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedCharacter;
import dev.sinew.fit.FittedSkin;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.MeshSequence;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.Shapes;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The demo's fit: bones and skins for the built-in arm from every other of its example shapes,
 * measured on the others.
 *
 * @param bones how many were found
 * @param examples shapes it was fitted to
 * @param others shapes it was measured on
 * @param linear errors of linear blend skinning
 * @param animationSpace errors of animation space
 */
record DemoFit(int bones, int examples, int others, Result linear, Result animationSpace) {
  static final String MODEL = "fitted.glb";
  static final String PICTURE = "fitted.png";

  private static final String SAMPLE = "arm";
  private static final int BONES = 3;
  private static final double LARGEST = 0.02;

  /**
   * One model's errors.
   *
   * @param training on the shapes it was fitted to
   * @param holdout on the others
   */
  record Result(FitStep.Errors training, FitStep.Errors holdout) {}

  /** Fits, and leaves the character and a picture of it in a folder. */
  static DemoFit run(Path folder, RunContext context) throws IOException {
    MeshSequence shapes = Samples.create(SAMPLE).examples();
    Examples examples = Examples.of(everyOther(shapes, 0));
    Shapes others = Shapes.of(everyOther(shapes, 1), examples.box());
    CharacterFit fit = CharacterFit.withBones(examples, BONES, FitOptions.DEFAULTS, context);
    Solved linear = Solved.of(fit.skin(FitModel.LINEAR_BLEND), others, context);
    Solved animationSpace = Solved.of(fit.skin(FitModel.ANIMATION_SPACE), others, context);
    CharacterWriter.toDocument(SAMPLE, FittedCharacter.of(SAMPLE, animationSpace.skin))
        .write(folder.resolve(MODEL));
    draw(folder.resolve(PICTURE), linear, animationSpace, others, context);
    return new DemoFit(
        BONES,
        examples.frameCount(),
        others.frameCount(),
        linear.measure(others, context),
        animationSpace.measure(others, context));
  }

  private static MeshSequence everyOther(MeshSequence shapes, int first) {
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    for (int k = first; k < shapes.frameCount(); k += 2) {
      names.add(shapes.name(k));
      frames.add(shapes.positions(k));
    }
    return new MeshSequence(shapes.reference(), names, frames);
  }

  /** A skin and its bones in the shapes it was not fitted to. */
  private record Solved(FittedSkin skin, BoneMotions poses) {
    static Solved of(FittedSkin skin, Shapes others, RunContext context) {
      return new Solved(skin, skin.solve(others, context));
    }

    Result measure(Shapes others, RunContext context) {
      Examples examples = skin.examples();
      return new Result(
          FitStep.Errors.of(skin.error(examples.shapes(), skin.motions(), context), examples),
          FitStep.Errors.of(skin.error(others, poses, context), examples));
    }
  }

  /** The shape on which linear blending is worst of those not seen, and both skins in it. */
  private static void draw(
      Path target, Solved linear, Solved animationSpace, Shapes others, RunContext context)
      throws IOException {
    float[][] linearShapes = linear.skin.predict(linear.poses, context);
    float[][] spaceShapes = animationSpace.skin.predict(animationSpace.poses, context);
    int frame = FitPicture.worstFrame(others, linearShapes);
    DrawOptions options = DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(3);
    PngWriter.write(
        target,
        new FitPicture(LARGEST)
            .addShape("as it should be", linear.skin, others, frame)
            .addSkin("linear blend", linear.skin, others, linearShapes, frame)
            .addSkin("animation space", animationSpace.skin, others, spaceShapes, frame)
            .paint(options, context));
  }
}
