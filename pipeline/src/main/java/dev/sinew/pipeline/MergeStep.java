package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.merge.Merge;
import dev.sinew.merge.MergeOptions;
import dev.sinew.merge.MergeResult;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a character, makes one mesh of it with {@link Merge} and writes it. */
public final class MergeStep implements Step<MergeStep.Options, MergeStep.Report> {
  /**
   * What to merge.
   *
   * @param model a character
   * @param merge how to merge
   * @param output a .glb or .gltf
   */
  public record Options(Path model, MergeOptions merge, Path output) {
    /** Checks the name of the output. */
    public Options {
      ModelFile.requireGltfOutput(output);
    }
  }

  /**
   * The JSON report: {@link MergeResult} without the character.
   *
   * @param before what was drawn
   * @param after what is drawn
   * @param atlases the atlases that were made
   * @param notes remarks on the result
   */
  public record Report(
      MergeResult.Size before,
      MergeResult.Size after,
      List<MergeResult.Atlas> atlases,
      List<String> notes) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset file = ModelFile.readToReplace(options.model, Optional.of(options.output), files);
    GltfAsset asset = file.withoutLevels().requireSound();
    List<String> notes = new ArrayList<>();
    MergeResult result;
    try {
      result = Merge.run(asset.character(), options.merge, context);
      ModelOutput.write(asset, result.character(), options.output, files, context).stream()
          .map(Issue::text)
          .forEach(notes::add);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
    notes.addAll(result.notes());
    if (file.levelCount() > 1) {
      notes.add("the coarser levels of detail that the file has are dropped: they are not merged");
    }
    return new Outcome<>(
        new Report(result.before(), result.after(), result.atlases(), notes),
        List.of(options.model),
        List.of(options.output));
  }
}
