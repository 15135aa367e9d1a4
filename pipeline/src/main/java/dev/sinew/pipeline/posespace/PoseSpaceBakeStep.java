package dev.sinew.pipeline.posespace;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.CorrectivesFile;
import dev.sinew.pipeline.Deformation;
import dev.sinew.pipeline.ModelOutput;
import dev.sinew.pipeline.Step;
import dev.sinew.pipeline.input.LevelChoice;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.posespace.bake.MorphBake;
import dev.sinew.posespace.bake.MorphBakeOptions;
import dev.sinew.posespace.bake.MorphBakeResult;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.NormalMode;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Writes the correctives of clips into a model as morph targets with weight tracks. */
public final class PoseSpaceBakeStep
    implements Step<PoseSpaceBakeStep.Options, PoseSpaceBakeStep.Report> {

  /**
   * What to bake.
   *
   * @param model a character
   * @param level its level of detail (MSFT_lod) that gets the targets; empty for the scene as it is
   * @param database its correctives
   * @param clips the names or indices of clips; empty for all
   * @param skinning the skinning model under the correctives; empty for the one of the database
   * @param bake the options
   * @param output a .glb or .gltf
   */
  public record Options(
      Path model,
      Optional<Integer> level,
      Path database,
      List<String> clips,
      Optional<SkinningMethod> skinning,
      MorphBakeOptions bake,
      Path output) {
    /** Checks the name of the output. */
    public Options {
      clips = List.copyOf(clips);
      ModelFile.requireGltfOutput(output);
    }
  }

  /**
   * The JSON report. Distances are of vertices before skinning, in units of the model's longest box
   * side at rest.
   *
   * @param clips the names of the clips
   * @param frames the number of frames of all of them
   * @param targets the number of targets added to each mesh
   * @param error the distance from the corrected shapes, of the linear blend skin with the targets
   * @param skin the distance without the targets
   * @param animationSpace the distance of the animation-space skin, which ignores the targets and
   *     which readers of that extension show; null without one
   * @param reached true if no vertex is farther than the error asked for
   */
  public record Report(
      List<String> clips,
      int frames,
      List<Integer> targets,
      Distance error,
      Distance skin,
      @Nullable Distance animationSpace,
      boolean reached) {}

  /**
   * Distances over all frames and vertices.
   *
   * @param rms the root mean square
   * @param max the largest
   */
  public record Distance(double rms, double max) {
    private static Distance of(MorphBakeResult.Distance distance) {
      return new Distance(distance.rms(), distance.largest());
    }
  }

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset asset =
        LevelChoice.asset(
            options.model,
            ModelFile.readToReplace(options.model, Optional.of(options.output), files),
            options.level);
    SkinnedCharacter character = asset.character();
    CorrectivesFile correctives =
        CorrectivesFile.of(
            character,
            new Deformation(options.skinning, NormalMode.DEFAULT, Optional.of(options.database)),
            files);
    MorphBakeResult result;
    List<Integer> clips;
    try {
      clips = clips(character, options.clips);
      result =
          MorphBake.run(
              character, seconds -> correctives.moving(1 / seconds), clips, options.bake, context);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
    ModelOutput.write(asset, result.character(), options.output, files, context);
    return new Outcome<>(
        new Report(
            clips.stream().map(c -> character.clips().get(c).name()).toList(),
            result.frames(),
            result.targets(),
            Distance.of(result.error()),
            Distance.of(result.skin()),
            result.animationSpace().map(Distance::of).orElse(null),
            result.error().largest() <= options.bake.error()),
        List.of(options.model, options.database),
        List.of(options.output));
  }

  private static List<Integer> clips(SkinnedCharacter character, List<String> names) {
    if (character.clips().isEmpty()) {
      throw new RequestException("the model has no clips to bake");
    }
    return names.isEmpty()
        ? IntStream.range(0, character.clips().size()).boxed().toList()
        : names.stream().map(name -> index(character, character.clip(name))).distinct().toList();
  }

  private static int index(SkinnedCharacter character, Clip clip) {
    return IntStream.range(0, character.clips().size())
        .filter(c -> character.clips().get(c) == clip)
        .findFirst()
        .orElseThrow();
  }
}
