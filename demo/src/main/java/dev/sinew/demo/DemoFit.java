package dev.sinew.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedSkin;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.MeshSequence;
import dev.sinew.pipeline.picture.FitPicture;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The fit of the demo: bones and skins of the built-in arm from every second example shape,
 * measured on the other shapes.
 *
 * @param bones the number of bones
 * @param examples shapes it was fitted to
 * @param others shapes it was measured on
 * @param linear errors of linear blend skinning
 * @param animationSpace errors of animation space
 * @param multiWeight errors of multi-weight enveloping
 */
record DemoFit(
    int bones, int examples, int others, Result linear, Result animationSpace, Result multiWeight) {
  static final String MODEL = "fitted.glb";
  static final String PICTURE = "fitted.png";

  private static final String SAMPLE = "arm";
  private static final int BONES = 3;
  private static final double LARGEST = 0.02;

  /**
   * The errors of one model.
   *
   * @param training on the shapes it was fitted to
   * @param holdout on the others
   */
  record Result(FitErrors training, FitErrors holdout) {}

  /** Fits the arm and writes the character and a picture into a folder. */
  static DemoFit run(Path folder, RunContext context) throws IOException {
    MeshSequence shapes = Samples.create(SAMPLE).examples();
    MeshSequence others = everyOther(shapes, 1);
    FitResult fit =
        Fit.run(everyOther(shapes, 0), new BoneSource.Found(BONES), FitOptions.DEFAULTS, context);
    CharacterWriter.toDocument(SAMPLE, fit.character(SAMPLE, FitModel.ANIMATION_SPACE))
        .write(folder.resolve(MODEL));
    draw(folder.resolve(PICTURE), fit, others, context);
    return new DemoFit(
        BONES,
        fit.examples().frameCount(),
        others.frameCount(),
        measure(fit, FitModel.LINEAR_BLEND, others),
        measure(fit, FitModel.ANIMATION_SPACE, others),
        measure(fit, FitModel.MULTI_WEIGHT, others));
  }

  private static Result measure(FitResult fit, FitModel model, MeshSequence others) {
    return new Result(fit.training(model), fit.holdout(model, others));
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

  /** Draws the shape on which linear blending is worst, and both skins in it. */
  private static void draw(Path target, FitResult fit, MeshSequence unseen, RunContext context)
      throws IOException {
    ShapeSet others = ShapeSet.of(unseen, fit.examples().box());
    FittedSkin linear = fit.skin(FitModel.LINEAR_BLEND);
    FittedSkin space = fit.skin(FitModel.ANIMATION_SPACE);
    float[][] linearShapes = linear.predict(linear.solve(others, context), context);
    float[][] spaceShapes = space.predict(space.solve(others, context), context);
    int frame = FitPicture.worstFrame(others, linearShapes);
    DrawOptions options = DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(3);
    PngWriter.write(
        target,
        new FitPicture(LARGEST)
            .addShape("reference", linear, others, frame)
            .addSkin("linear blend", linear, others, linearShapes, frame)
            .addSkin("animation space", space, others, spaceShapes, frame)
            .paint(options, context));
  }
}
