package dev.sinew.demo;

import dev.sinew.distance.ErrorSummary;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Item;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Scene;
import dev.sinew.io.FileSession;
import dev.sinew.io.png.PngWriter;
import dev.sinew.io.posespace.PoseDatabaseFile;
import dev.sinew.model.TriMesh;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.posespace.PoseSpaceTraining;
import dev.sinew.posespace.TrainOptions;
import dev.sinew.posespace.TrainResult;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The correctives of the demo: trained on some shapes of the built-in arm, measured on the others.
 *
 * @param poses database poses
 * @param skin errors of linear blending on all shapes
 * @param holdout errors with correctives on the other shapes
 */
record DemoCorrectives(int poses, ErrorSummary skin, ErrorSummary holdout) {
  static final String DATABASE = "arm.psdb";
  static final String PICTURE = "correctives.png";

  private static final int POSES = 12;

  /** Trains correctives and writes them and a picture into a folder. */
  static DemoCorrectives run(Path folder, RunContext context) throws IOException {
    Sample arm = Samples.create("arm");
    TrainOptions options =
        TrainOptions.DEFAULTS
            .withSkinning(SkinningMethod.SSD)
            .withPicks(TrainOptions.Picks.REFINED, POSES);
    TrainResult result =
        PoseSpaceTraining.run(
            arm.character(), PoseExamples.of(arm.examples(), arm.poses()), options, context);
    FileSession.write(
        files -> PoseDatabaseFile.write(folder.resolve(DATABASE), result.database(), files));
    int shown = arm.examples().frameCount() - 2;
    List<Item> items =
        List.of(
            item(arm, SkinningMethod.SSD, shown).withLabel("linear blend"),
            item(arm, new Correctives(result.database()), shown).withLabel("with correctives"),
            example(arm.examples().mesh(shown)).withLabel("example"));
    PngWriter.write(
        folder.resolve(PICTURE),
        Painter.paint(
            Scene.of(items),
            DrawOptions.DEFAULTS.withSize(1280, 480).withColumns(3).withSharedScale(true),
            context));
    return new DemoCorrectives(result.database().poses().size(), result.skin(), result.holdout());
  }

  private static Item item(Sample arm, DeformerChoice choice, int frame) {
    CharacterSurface.Posed posed = CharacterSurface.of(arm.character(), choice).newPosed();
    posed.set(arm.poses().get(frame));
    return CharacterItem.of(posed).withWireframe(true);
  }

  private static Item example(TriMesh mesh) {
    return Item.of(mesh.wedgePositions(), mesh.cornerWedges()).withWireframe(true);
  }
}
