package dev.sinew.pipeline.input;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.bvh.BvhMotion;
import dev.sinew.io.bvh.BvhReader;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.retarget.Motion;
import dev.sinew.retarget.Retarget;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.retarget.RetargetResult;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The motions of a file on the skeleton of a character: a BVH capture, or the clips of another
 * character, of an avatar's animation (VRMA) for example.
 *
 * @param motions the clips, as {@link Retarget} brings them to the character
 */
public record MotionFile(List<RetargetResult> motions) {
  /** Copies the list. */
  public MotionFile {
    motions = List.copyOf(motions);
  }

  /**
   * Reads a file.
   *
   * @throws RequestException if it has no motion, or if none of its joints is one of the character
   */
  public static MotionFile read(
      Path file,
      SkinnedCharacter character,
      RetargetOptions options,
      FileSession files,
      RunContext context)
      throws IOException {
    List<Motion> motions = motions(file, files);
    if (motions.isEmpty()) {
      throw new RequestException(file.toString(), "the file has no clip");
    }
    try {
      List<RetargetResult> results = new ArrayList<>();
      for (Motion motion : motions) {
        results.add(Retarget.run(motion, character, options, context));
      }
      MotionFile read = new MotionFile(results);
      if (results.stream().allMatch(result -> result.matched().isEmpty())) {
        throw new RequestException(
            "no joint of the motion has the name of a joint of the model; the motion has "
                + shortened(names(motions.getFirst().skeleton()))
                + ", the model "
                + shortened(names(character.skeleton())));
      }
      return read;
    } catch (RequestException e) {
      throw e.naming("", file);
    }
  }

  private static List<Motion> motions(Path file, FileSession files) throws IOException {
    if (Format.of(file, Format.Kind.MOTION, Format.Kind.CHARACTER) == Format.BVH) {
      files.reading(file);
      BvhMotion motion = BvhReader.read(file);
      return List.of(new Motion(motion.skeleton(), motion.clip()));
    }
    SkinnedCharacter source = ModelFile.readAlone(file, files).character();
    return source.clips().stream().map(clip -> new Motion(source, clip)).toList();
  }

  /** Returns the clips of several files; each file adds a note. */
  public static List<Clip> clips(
      List<Path> motions,
      SkinnedCharacter character,
      List<String> notes,
      FileSession files,
      RunContext context)
      throws IOException {
    List<Clip> clips = new ArrayList<>();
    for (Path motion : motions) {
      MotionFile read = read(motion, character, RetargetOptions.DEFAULTS, files, context);
      notes.addAll(read.notes());
      read.motions.forEach(result -> clips.add(result.clip()));
    }
    return clips;
  }

  /** Returns a character with the motions as its last clips. */
  public SkinnedCharacter onto(SkinnedCharacter character) {
    List<Clip> clips = new ArrayList<>(character.clips());
    motions.forEach(motion -> clips.add(motion.clip()));
    return character.withClips(clips);
  }

  /** Returns a sentence on the match of every motion for the report. */
  public List<String> notes() {
    return motions.stream().map(MotionFile::note).toList();
  }

  private static String note(RetargetResult motion) {
    List<String> unmatched = motion.unmatched();
    return "motion "
        + motion.clip().name()
        + ": "
        + motion.matched().size()
        + " of "
        + (motion.matched().size() + unmatched.size())
        + " joints matched by name"
        + (motion.isSame() ? ", of the same rig" : "")
        + (unmatched.isEmpty() ? "" : "; not in the model: " + shortened(unmatched))
        + (motion.moves() ? "" : "; its path is not used");
  }

  private static List<String> names(Skeleton skeleton) {
    return IntStream.range(0, skeleton.jointCount()).mapToObj(skeleton::name).toList();
  }

  private static String shortened(List<String> names) {
    int shown = Math.min(8, names.size());
    return String.join(", ", names.subList(0, shown)) + (names.size() > shown ? ", ..." : "");
  }
}
