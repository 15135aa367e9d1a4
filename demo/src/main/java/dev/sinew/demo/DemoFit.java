package dev.sinew.demo;

import dev.sinew.draw.DrawOptions;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitErrors;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedModel;
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
        Fit.run(
            everyOther(shapes, 0),
            new BoneSource.Found(BONES),
            FitOptions.DEFAULTS.withModels(FitModel.values()),
            context);
    CharacterWriter.toDocument(SAMPLE, fit.of(FitModel.ANIMATION_SPACE).character(SAMPLE, context))
        .write(folder.resolve(MODEL));
    draw(folder.resolve(PICTURE), fit, others, context);
    return new DemoFit(
        BONES,
        fit.examples().frameCount(),
        others.frameCount(),
        measure(fit.of(FitModel.LINEAR_BLEND), others, context),
        measure(fit.of(FitModel.ANIMATION_SPACE), others, context),
        measure(fit.of(FitModel.MULTI_WEIGHT), others, context));
  }

  private static Result measure(FittedModel model, MeshSequence others, RunContext context) {
    return new Result(model.training(), model.solve(others, context).errors());
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
    FittedSkin linear = fit.of(FitModel.LINEAR_BLEND).skin();
    FittedSkin space = fit.of(FitModel.ANIMATION_SPACE).skin();
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
