package dev.sinew.pipeline;

import dev.sinew.fit.FitOptions;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.run.RunContext;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The poses of held-out shapes as a clip of a fitted character. */
final class HoldoutClip {
  private static final String NAME = "holdout";

  private HoldoutClip() {}

  /** Returns a name for the clip that no clip of a character has. */
  static String name(SkinnedCharacter character) {
    return character.unusedClipName(NAME);
  }

  /** Returns the times of the shapes. */
  static double[] times(int frames) {
    double rate = SolveOptions.DEFAULTS.framesPerSecond();
    return IntStream.range(0, frames).mapToDouble(k -> k / rate).toArray();
  }

  /** Solves the poses of a finished character, its joints as free as in the fit. */
  static Clip solve(
      SkinnedCharacter character, MeshSequence shapes, FitOptions fit, RunContext context) {
    return Solve.run(
            character,
            shapes,
            SolveOptions.DEFAULTS
                .withFreeJoints(!fit.articulated() || fit.freedom() != BoneFreedom.RIGID)
                .withScales(fit.freedom() == BoneFreedom.SCALED)
                .withTolerance(0)
                .withClip(name(character)),
            context)
        .clip();
  }

  /** Adds a clip to a character. */
  static SkinnedCharacter with(SkinnedCharacter character, Clip clip) {
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.add(clip);
    return character.withClips(clips);
  }
}
