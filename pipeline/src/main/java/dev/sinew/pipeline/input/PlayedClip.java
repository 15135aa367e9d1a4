package dev.sinew.pipeline.input;

import dev.sinew.io.FileSession;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.retarget.RetargetOptions;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The clip that a command plays: one of the character, or a motion of another file. */
public final class PlayedClip {
  private PlayedClip() {}

  /**
   * Finds the clip.
   *
   * @param model the file of the character, for messages
   * @param clip a name or index; with a motion, among the clips and the motion
   * @param motion a file with motions
   * @param notes receives how the motion matched
   * @return empty if neither is given
   */
  public static Optional<Clip> of(
      Path model,
      SkinnedCharacter character,
      Optional<String> clip,
      Optional<Path> motion,
      List<String> notes,
      FileSession files,
      RunContext context)
      throws IOException {
    try {
      if (motion.isEmpty()) {
        return clip.map(character::clip);
      }
      MotionFile file =
          MotionFile.read(motion.get(), character, RetargetOptions.DEFAULTS, files, context);
      notes.addAll(file.notes());
      SkinnedCharacter moved = file.onto(character);
      int first = character.clips().size();
      return Optional.of(
          clip.isPresent()
              ? moved.clip(clip.get())
              : moved.withClips(moved.clips().subList(first, moved.clips().size())).onlyClip());
    } catch (RequestException e) {
      throw e.naming("", model);
    }
  }

  /**
   * Finds the clip; without a name and a motion the only clip of the character.
   *
   * @throws RequestException if it has none, or a choice
   */
  public static Clip require(
      Path model,
      SkinnedCharacter character,
      Optional<String> clip,
      Optional<Path> motion,
      List<String> notes,
      FileSession files,
      RunContext context)
      throws IOException {
    Optional<Clip> given = of(model, character, clip, motion, notes, files, context);
    try {
      return given.isPresent() ? given.get() : character.onlyClip();
    } catch (RequestException e) {
      throw e.naming("", model);
    }
  }
}
