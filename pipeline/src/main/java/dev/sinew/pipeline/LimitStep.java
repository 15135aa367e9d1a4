package dev.sinew.pipeline;

import dev.sinew.compose.FallbackSkin;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.distance.FallbackError;
import dev.sinew.distance.PoseError;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a character, limits its influences with {@link Limit} and writes it. */
public final class LimitStep implements Step<LimitStep.Options, LimitStep.Report> {

  /**
   * What to limit.
   *
   * @param model a character
   * @param limit how to limit
   * @param fallbackInfluences the maximum number of influences per vertex of the linear blend
   *     approximation beside animation space
   * @param output a .glb or .gltf; empty to only measure
   */
  public record Options(
      Path model, LimitOptions limit, int fallbackInfluences, Optional<Path> output) {
    /** Creates options with the default linear blend approximation. */
    public Options(Path model, LimitOptions limit, Optional<Path> output) {
      this(model, limit, Fallback.DEFAULT_INFLUENCES, output);
    }

    /** Checks the name of the output. */
    public Options {
      Fallback.check(fallbackInfluences);
      output.ifPresent(ModelFile::requireGltfOutput);
    }
  }

  /**
   * The JSON report: {@link LimitResult} without the character.
   *
   * @param metric the source of the poses
   * @param change the skins before and after
   * @param distance the distance from the input
   * @param fallback the error of the linear blend skins beside animation space; null without it
   * @param notes remarks on the result
   */
  public record Report(
      String metric,
      @Flat Change change,
      @Flat Distance distance,
      @Nullable FallbackError fallback,
      List<String> notes) {}

  /**
   * What changed.
   *
   * @param before the skins before
   * @param after the skins after
   * @param helpers joints added
   */
  public record Change(LimitResult.Size before, LimitResult.Size after, int helpers) {}

  /**
   * The distance from the input.
   *
   * @param error that of the result
   * @param naive that with the smallest weights dropped and the others normalised
   * @param poses the number of poses of the errors
   * @param perPose the same per pose
   */
  public record Distance(
      ErrorSummary error, ErrorSummary naive, int poses, List<PoseErrors> perPose) {}

  /**
   * Root mean square distances in one pose.
   *
   * @param pose the name of the pose
   * @param rms distance from the input
   * @param naive distance with the smallest weights dropped and the others normalised
   */
  public record PoseErrors(String pose, double rms, double naive) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset asset = ModelFile.readToReplace(options.model, options.output, files);
    Remarks.onSkins(options.model, asset.character(), "there are no influences to limit", files);
    LimitResult result = limit(asset, options, context);
    SkinnedCharacter limited =
        FallbackSkin.limited(result.character(), options.fallbackInfluences, context);
    List<String> notes = new ArrayList<>(result.notes());
    if (options.output.isPresent()) {
      ModelOutput.write(asset, limited, options.output.get(), files, context)
          .forEach(issue -> notes.add(issue.text()));
    }
    Fallback.warnings(limited).forEach(issue -> notes.add(issue.text()));
    return new Outcome<>(
        new Report(
            result.metric().toString(),
            new Change(result.before(), result.after(), result.helpers()),
            new Distance(
                result.error().error(),
                result.naive().error(),
                result.error().poses(),
                perPose(result)),
            Fallback.error(limited, context),
            notes),
        List.of(options.model),
        options.output.map(List::of).orElse(List.of()));
  }

  private static List<PoseErrors> perPose(LimitResult result) {
    List<PoseErrors> all = new ArrayList<>();
    for (int i = 0; i < result.error().perPose().size(); i++) {
      PoseError own = result.error().perPose().get(i);
      all.add(new PoseErrors(own.pose(), own.rms(), result.naive().perPose().get(i).rms()));
    }
    return all;
  }

  private static LimitResult limit(GltfAsset asset, Options options, RunContext context) {
    try {
      return Limit.run(asset.character(), options.limit, context);
    } catch (RequestException e) {
      // The candidate of its measurements comes from the model.
      throw e.naming("candidate", options.model).naming("", options.model);
    }
  }
}
