package dev.sinew.pipeline.input;

import dev.sinew.io.FileSession;
import dev.sinew.io.bvh.BvhReader;
import dev.sinew.io.bvh.MotionMapping;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies the motion of a BVH file to a character, as {@link MotionMapping} does.
 *
 * @param clip the motion on the character's skeleton
 * @param matched joints of the character that the motion drives
 * @param unmatched joints of the motion that the character does not have
 * @param moves true if the character follows the path of the motion
 */
public record MotionFile(Clip clip, List<String> matched, List<String> unmatched, boolean moves) {

  /**
   * Reads a motion.
   *
   * @throws RequestException if no joint of the motion is one of the character
   */
  public static MotionFile read(Path file, SkinnedCharacter character, FileSession files)
      throws IOException {
    files.reading(file);
    MotionMapping mapping = MotionMapping.of(BvhReader.read(file), character.skeleton());
    if (mapping.matched().isEmpty()) {
      throw new RequestException(
          file.toString(),
          "no joint of the motion has the name of a joint of the model; the motion has "
              + shortened(mapping.unmatched())
              + ", the model "
              + shortened(names(character)));
    }
    return new MotionFile(mapping.clip(), mapping.matched(), mapping.unmatched(), mapping.moves());
  }

  /** Returns a character with the motion as its last clip. */
  public SkinnedCharacter onto(SkinnedCharacter character) {
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.add(clip);
    return character.withClips(clips);
  }

  /** Returns a sentence on the match for the report. */
  public String note() {
    return "motion "
        + clip.name()
        + ": "
        + matched.size()
        + " of "
        + (matched.size() + unmatched.size())
        + " joints matched by name"
        + (unmatched.isEmpty() ? "" : "; not in the model: " + shortened(unmatched))
        + (moves ? "" : "; its path is not used");
  }

  private static List<String> names(SkinnedCharacter character) {
    List<String> names = new ArrayList<>();
    for (int j = 0; j < character.skeleton().jointCount(); j++) {
      names.add(character.skeleton().name(j));
    }
    return names;
  }

  private static String shortened(List<String> names) {
    int shown = Math.min(8, names.size());
    return String.join(", ", names.subList(0, shown)) + (names.size() > shown ? ", ..." : "");
  }
}
