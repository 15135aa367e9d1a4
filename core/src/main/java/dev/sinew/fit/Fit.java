package dev.sinew.fit;

import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits a skinned character to example meshes in correspondence: bones, their motions, a skin and a
 * skeleton (Merry, Marais and Gain, "Animation Space: A Truly Linear Framework for Character
 * Animation", 2006, section 4; Merry's thesis, 2007, chapter 4).
 */
public final class Fit {
  private Fit() {}

  /**
   * Fits bones and skins.
   *
   * @param examples meshes in correspondence, the reference's shape at rest
   * @param bones the number of bones to find, or given bones
   * @throws RequestException if there is nothing to fit, or more bones than vertices are requested
   */
  public static FitResult run(
      MeshSequence examples, BoneSource bones, FitOptions options, RunContext context) {
    return run(examplesOf(examples), bones, options, context);
  }

  /** Fits bones and skins to prepared examples. */
  public static FitResult run(
      Examples examples, BoneSource bones, FitOptions options, RunContext context) {
    Weld weld = Weld.of(examples);
    CharacterFit fit = solver(weld, bones, options, context);
    List<FittedModel> models = new ArrayList<>();
    List<FittedModel> free = new ArrayList<>();
    for (FitModel model : options.skins().models()) {
      models.add(FittedModel.of(fit.skin(model).expand(weld), bones, context));
      if (options.skins().freeBones() && options.bones().isJointed()) {
        free.add(FittedModel.of(fit.freeSkin(model).expand(weld), bones, context));
      }
    }
    List<Issue> issues = issues(weld, bones);
    issues.addAll(issues(models.getFirst().skin()));
    return new FitResult(examples, models, free, fit.rounds(), issues);
  }

  private static CharacterFit solver(
      Weld weld, BoneSource bones, FitOptions options, RunContext context) {
    Examples unique = weld.unique();
    return switch (bones) {
      case BoneSource.Found found -> {
        if (found.count() > unique.vertexCount()) {
          throw new RequestException(
              "bones: expected 1 to "
                  + unique.vertexCount()
                  + ", one per vertex, got "
                  + found.count());
        }
        yield CharacterFit.withBones(unique, found.count(), options, context);
      }
      case GivenRig rig ->
          CharacterFit.withBones(unique, rig.withBones(weld.reduce(rig.bones())), options, context);
    };
  }

  /**
   * Fits only the weights of a linear blend skin, for known motions and over all bones.
   *
   * @param motions one frame per shape of the examples
   */
  public static FittedSkin weights(
      Examples examples, BoneMotions motions, int maxInfluences, RunContext context) {
    return CharacterFit.weightsOnly(examples, motions, maxInfluences, context);
  }

  /** Prepares examples; a shape that equals the reference counts once. */
  public static Examples examplesOf(MeshSequence sequence) {
    try {
      return Examples.of(sequence);
    } catch (IllegalArgumentException e) {
      throw new RequestException(String.valueOf(e.getMessage()));
    }
  }

  private static List<Issue> issues(Weld weld, BoneSource bones) {
    List<Issue> issues = new ArrayList<>();
    if (weld.whole().isStill()) {
      issues.add(
          Issue.warning(
              "examples",
              "all shapes are equal: bones are split by position, without information on their"
                  + " motion"));
    }
    int components = weld.unique().componentCount();
    if (bones instanceof BoneSource.Found found && components > found.count()) {
      issues.add(
          Issue.info(
              "examples",
              "the mesh has " + components + " separate components: some share a bone"));
    }
    if (weld.whole().reference().triangleCount() == 0) {
      issues.add(Issue.warning("examples", "no triangles: neighbouring vertices are unknown"));
    }
    if (bones instanceof GivenRig rig) {
      issues.addAll(rig.issues());
    }
    return issues;
  }

  private static List<Issue> issues(FittedSkin skin) {
    List<Issue> issues = new ArrayList<>();
    int idle = skin.idleBoneCount();
    if (idle > 0) {
      issues.add(
          Issue.warning(
              "bones", idle + " of them move no vertex: the other bones reproduce the shapes"));
    }
    int pieces = skin.hierarchy().rootCount();
    if (pieces > 1 && skin.freedom() != BoneFreedom.AFFINE) {
      issues.add(
          Issue.info("skeleton", pieces + " pieces of the body share no skin: each has a root"));
    }
    return issues;
  }
}
