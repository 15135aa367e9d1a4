package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.JointMapFile;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.input.MotionFile;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.retarget.RetargetResult;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a character and motions of other files, and writes the character with the motions. */
public final class RetargetStep implements Step<RetargetStep.Options, RetargetStep.Report> {
  /**
   * What to bring to which character.
   *
   * @param model a character
   * @param motions BVH captures, or other characters with clips
   * @param map a JSON file with the joints that follow joints of the motions, where names do not
   *     tell it
   * @param holdFeet true to keep feet where they stand
   * @param onlyMotions true to leave out the clips that the character has
   * @param output a .glb or .gltf file
   */
  public record Options(
      Path model,
      List<Path> motions,
      Optional<Path> map,
      boolean holdFeet,
      boolean onlyMotions,
      Path output) {
    /** Copies the list, which has a motion, and checks the name of the output. */
    public Options {
      motions = List.copyOf(motions);
      if (motions.isEmpty()) {
        throw new IllegalArgumentException("motions: expected at least 1, got 0");
      }
      ModelFile.requireGltfOutput(output);
    }
  }

  /**
   * The JSON report.
   *
   * @param clips the new clips
   * @param issues joints without a match, and what could not be kept
   */
  public record Report(List<NewClip> clips, List<Issue> issues) {}

  /**
   * A motion on the character.
   *
   * @param name the name of the clip
   * @param seconds its duration
   * @param matched joints that follow the motion
   * @param unmatched joints of the motion that no joint follows
   * @param moves true if the character follows the path of the motion
   * @param sameRig true if the motion was made for the same joints, so that all keys are kept
   */
  public record NewClip(
      String name,
      double seconds,
      List<String> matched,
      List<String> unmatched,
      boolean moves,
      boolean sameRig) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    ModelFile.outputFormat(options.output, Format.Kind.CHARACTER);
    GltfAsset asset = ModelFile.readToReplace(options.model, Optional.of(options.output), files);
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    RetargetOptions how = RetargetOptions.DEFAULTS.withHoldFeet(options.holdFeet);
    if (options.map.isPresent()) {
      files.reading(options.map.get());
      inputs.add(options.map.get());
      how = how.withNames(JointMapFile.read(options.map.get()));
    }
    SkinnedCharacter moved = asset.character();
    if (options.onlyMotions) {
      moved = moved.withClips(List.of());
    }
    List<NewClip> added = new ArrayList<>();
    List<Issue> issues = new ArrayList<>();
    for (Path file : options.motions) {
      inputs.add(file);
      MotionFile motions = MotionFile.read(file, asset.character(), how, files, context);
      for (RetargetResult motion : motions.motions()) {
        Clip clip = new Clip(moved.unusedClipName(motion.clip().name()), motion.clip().tracks());
        List<Clip> clips = new ArrayList<>(moved.clips());
        clips.add(clip);
        moved = moved.withClips(clips);
        added.add(
            new NewClip(
                clip.name(),
                clip.duration(),
                motion.matched(),
                motion.unmatched(),
                motion.moves(),
                motion.isSame()));
      }
      motions.notes().forEach(note -> issues.add(Issue.info(file.toString(), note)));
    }
    issues.addAll(ModelOutput.write(asset, moved, options.output, files, context));
    return new Outcome<>(new Report(added, issues), inputs, List.of(options.output));
  }
}
