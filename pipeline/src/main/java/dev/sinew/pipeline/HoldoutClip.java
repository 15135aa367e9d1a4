package dev.sinew.pipeline;

import dev.sinew.fit.FitOptions;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.run.RunContext;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The poses of held-out shapes as a clip of a fitted character. */
final class HoldoutClip {
  private HoldoutClip() {}

  /** Adds the poses of the hold-out as a clip; bones move freely, as they do in its errors. */
  static SkinnedCharacter onto(
      SkinnedCharacter character,
      MeshSequence holdout,
      FitOptions fit,
      List<Issue> issues,
      RunContext context) {
    SolveResult poses =
        Solve.run(
            character,
            holdout,
            SolveOptions.DEFAULTS
                .withFreeJoints(true)
                .withScales(fit.freedom() == BoneFreedom.SCALED)
                .withClip(SolveStep.unusedName("holdout", character)),
            context);
    issues.add(
        Issue.info(
            "holdout",
            String.format(
                Locale.ROOT,
                "clip '%s': %d poses with rms %.6f",
                poses.clip().name(),
                poses.frames().size(),
                poses.rms())));
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.add(poses.clip());
    return character.withClips(clips);
  }
}
