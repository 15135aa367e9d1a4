package dev.sinew.pipeline;

import dev.sinew.compose.ShapeBones;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.GivenRig;
import dev.sinew.io.FileSession;
import dev.sinew.model.Issue;
import dev.sinew.pipeline.FitStep.Bones;
import dev.sinew.pipeline.input.CoresFile;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.util.List;

/** The source of the bones of a fit: motion, a rig, core vertices, or the shape. */
final class FitBones {
  private FitBones() {}

  static BoneSource source(
      Bones bones, Examples examples, FileSession files, List<Issue> issues, RunContext context)
      throws IOException {
    return switch (bones) {
      case Bones.Found found -> new BoneSource.Found(found.count());
      case Bones.Rig rig ->
          GivenRig.ofCharacter(
              ModelFile.read(rig.file(), files).character(),
              examples.reference(),
              rig.keepInfluences());
      case Bones.Cores cores -> CoresFile.read(cores.file(), examples.vertexCount());
      case Bones.Shape shape -> {
        ShapeBones found = ShapeBones.of(examples, shape.skeleton(), context);
        issues.addAll(found.issues());
        yield found.rig();
      }
    };
  }
}
