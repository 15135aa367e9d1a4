package dev.sinew.examples;

import dev.sinew.draw.DrawOptions;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedSkin;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.png.PngWriter;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.pipeline.picture.FitPicture;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Draws linear blending and animation space fitted to the same shapes, coloured by error: the
 * training shape and the hold-out shape on which linear blending is worst. Made the picture of
 * docs/fit.md.
 */
public final class DrawFit {
  private static final double LARGEST_ERROR = 0.015;

  private DrawFit() {}

  /**
   * Takes the mesh at rest, a pattern of OBJ files, a point cache of shapes to hold out, how many
   * bones to find, and the .png file to write.
   */
  public static void main(String[] args) throws IOException {
    Path reference = Path.of(args[0]);
    try (RunContext context = RunContext.create();
        PointCache cache = PointCache.open(Path.of(args[2]))) {
      ObjSequence files = ObjSequence.read(reference, ObjFiles.expand(args[1]), context);
      Examples examples = Examples.of(files.meshes());
      ShapeSet holdout = ShapeSet.of(cache.toSequence(examples.reference()), examples.box());
      FitResult fit =
          Fit.run(
              examples,
              new BoneSource.Found(Integer.parseInt(args[3])),
              FitOptions.DEFAULTS
                  .withArticulated(false)
                  .withModels(FitModel.LINEAR_BLEND, FitModel.ANIMATION_SPACE),
              context);
      FittedSkin linear = fit.of(FitModel.LINEAR_BLEND).skin();
      FittedSkin space = fit.of(FitModel.ANIMATION_SPACE).skin();
      FitPicture picture = new FitPicture(LARGEST_ERROR);
      addRow(
          picture,
          "fitted to: ",
          examples.shapes(),
          linear,
          linear.predict(linear.motions(), context),
          space,
          space.predict(space.motions(), context));
      addRow(
          picture,
          "not seen: ",
          holdout,
          linear,
          linear.predict(linear.solve(holdout, context), context),
          space,
          space.predict(space.solve(holdout, context), context));
      PngWriter.write(
          Path.of(args[4]),
          picture.paint(
              DrawOptions.DEFAULTS.withSize(1200, 780).withColumns(3).withView(65, 10), context));
    }
  }

  private static void addRow(
      FitPicture picture,
      String what,
      ShapeSet shapes,
      FittedSkin linear,
      float[][] linearShapes,
      FittedSkin space,
      float[][] spaceShapes) {
    int frame = FitPicture.worstFrame(shapes, linearShapes);
    picture
        .addShape(what + shapes.name(frame), linear, shapes, frame)
        .addSkin("linear blend", linear, shapes, linearShapes, frame)
        .addSkin("animation space", space, shapes, spaceShapes, frame);
  }
}
