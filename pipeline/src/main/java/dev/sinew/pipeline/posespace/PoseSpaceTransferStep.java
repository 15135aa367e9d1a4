package dev.sinew.pipeline.posespace;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.posespace.PoseDatabaseFile;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.CorrectivesFile;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.posespace.DatabaseTransfer;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Transfers correctives to another character with the same joints. */
public final class PoseSpaceTransferStep
    implements Step<PoseSpaceTransferStep.Options, PoseSpaceTransferStep.Report> {

  /**
   * What to transfer.
   *
   * @param model the other character
   * @param level its level of detail (MSFT_lod); empty for the scene as it is
   * @param database the correctives
   * @param output a .psdb file
   */
  public record Options(Path model, Optional<Integer> level, Path database, Path output) {}

  /**
   * The JSON report.
   *
   * @param poses database poses
   * @param vertices vertices of the other character
   * @param meanDistance the mean distance of its vertices from the old surface at rest, in units of
   *     the old surface's longest box side
   * @param maxDistance the largest
   * @param bytes the size of the new database
   * @param notes what a user should know
   */
  public record Report(
      int poses,
      int vertices,
      double meanDistance,
      double maxDistance,
      long bytes,
      List<String> notes) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    ModelFile.outputFormat(options.output, Format.Kind.CORRECTIVES);
    PoseDatabase database = CorrectivesFile.read(options.database, files);
    SkinnedCharacter character =
        LevelChoice.asset(options.model, ModelFile.read(options.model, files), options.level)
            .character();
    DatabaseTransfer.Result result;
    try {
      result = DatabaseTransfer.run(database, character, context);
    } catch (RequestException e) {
      throw e.naming("", options.database);
    }
    PoseDatabaseFile.write(options.output, result.database(), files);
    return new Outcome<>(
        new Report(
            database.poses().size(),
            result.database().surface().vertexCount(),
            result.meanDistance(),
            result.maxDistance(),
            PoseDatabaseFile.size(result.database()),
            result.notes()),
        List.of(options.model, options.database),
        List.of(options.output));
  }
}
