package dev.sinew.pipeline.posespace;

import dev.sinew.io.FileSession;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.CorrectivesFile;
import dev.sinew.pipeline.DeformStep;
import dev.sinew.pipeline.Deformation;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.posespace.Correctives;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.posespace.PoseSpaceMethod;
import dev.sinew.run.RunContext;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Plays a clip of a character with correctives into a point cache or a folder of OBJ files. */
public final class PoseSpaceApplyStep
    implements Step<PoseSpaceApplyStep.Options, PoseSpaceApplyStep.Report> {

  /**
   * What to play.
   *
   * @param model a character
   * @param level its level of detail (MSFT_lod); empty for the scene as it is
   * @param database its correctives
   * @param clip the name or index of a clip; empty for the motion
   * @param motion a BVH file whose motion becomes a clip of the character
   * @param framesPerSecond frames per second, more than 0
   * @param skinning the skinning model under the correctives; empty for the one of the database
   * @param output a .pc2 or .mdd file; any other name is a folder of OBJ files
   */
  public record Options(
      Path model,
      Optional<Integer> level,
      Path database,
      Optional<String> clip,
      Optional<Path> motion,
      double framesPerSecond,
      Optional<SkinningMethod> skinning,
      Path output) {
    /** Checks the output and the rate. */
    public Options {
      new DeformStep.Options(model, clip, motion, framesPerSecond, skinning, output);
    }

    private Deformation deformation() {
      return new Deformation(skinning, NormalMode.DEFAULT, Optional.of(database));
    }

    private DeformStep.Options deform() {
      return new DeformStep.Options(
          model, level, clip, motion, framesPerSecond, deformation(), output);
    }
  }

  /**
   * The JSON report.
   *
   * @param poses database poses
   * @param method the interpolator
   * @param bytes the size of the database
   * @param microsecondsPerVertex what the correctives cost per vertex and frame, on one thread,
   *     beyond the skin
   * @param played what was played
   */
  public record Report(
      int poses,
      PoseSpaceMethod method,
      long bytes,
      double microsecondsPerVertex,
      DeformStep.DeformReport played) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    SkinnedCharacter character =
        LevelChoice.asset(options.model, ModelFile.read(options.model, files), options.level)
            .character();
    CorrectivesFile deformation = CorrectivesFile.of(character, options.deformation(), files);
    PoseDatabase database = ((Correctives) deformation.choice()).database();
    Outcome<DeformStep.DeformReport> played =
        DeformStep.play(character, deformation, options.deform(), files, context);
    return new Outcome<>(
        new Report(
            database.poses().size(),
            database.method(),
            Files.size(options.database),
            CorrectiveCost.microsecondsPerVertex(character, database, deformation.skinning()),
            played.report()),
        played.inputs(),
        List.of(options.output));
  }
}
