package dev.sinew.pipeline;

import dev.sinew.fit.FittedModel;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.BoneMotions;
import dev.sinew.solve.SolveOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The poses of held-out shapes as a clip of a fitted character. */
final class HoldoutClip {
  private static final String NAME = "holdout";

  private HoldoutClip() {}

  /**
   * Returns the poses of a model as a clip.
   *
   * @param character the clip gets a name that none of its clips has
   */
  static Clip of(FittedModel model, BoneMotions poses, SkinnedCharacter character) {
    double rate = SolveOptions.DEFAULTS.framesPerSecond();
    double[] times = IntStream.range(0, poses.frameCount()).mapToDouble(k -> k / rate).toArray();
    return model.clip(character.unusedClipName(NAME), poses, times);
  }

  /** Adds a clip to a character. */
  static SkinnedCharacter with(SkinnedCharacter character, Clip clip) {
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.add(clip);
    return character.withClips(clips);
  }
}
