package dev.sinew.fit;

import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;

/**
 * One model of a fit.
 *
 * @param skin the skin, with its bones and their motions
 * @param bones where the bones came from
 * @param training the errors on the examples
 */
public record FittedModel(FittedSkin skin, BoneSource bones, FitErrors training) {

  /** Measures a skin on its examples. */
  static FittedModel of(FittedSkin skin, BoneSource bones, RunContext context) {
    return new FittedModel(
        skin, bones, skin.measure(skin.examples().shapes(), skin.motions(), context));
  }

  /**
   * Poses of a skin in shapes that the fit did not see.
   *
   * @param poses the motions of the bones, one frame per shape
   * @param errors the errors in these poses
   */
  public record Holdout(BoneMotions poses, FitErrors errors) {}

  /** Returns the number of bones that were moved to other regions on the way to this skin. */
  public int movedBones() {
    return skin.bones().moved();
  }

  /** Solves the bones for shapes that the fit did not see, and measures the skin there. */
  public Holdout solve(MeshSequence shapes, RunContext context) {
    ShapeSet others = ShapeSet.of(shapes, skin.examples().box());
    BoneMotions poses = skin.solve(others, context);
    return new Holdout(poses, skin.measure(others, poses, context));
  }

  /**
   * Returns the character: a skeleton, the skin, and clips of the examples.
   *
   * @param name the name of the mesh
   */
  public SkinnedCharacter character(String name, RunContext context) {
    return character(name, Influences.VIEWER_LIMIT, context);
  }

  /**
   * Returns the character: a skeleton, the skin, and clips of the examples.
   *
   * @param name the name of the mesh
   * @param fallbackInfluences the maximum number of influences per vertex of the linear blend skin
   *     beside another model
   */
  public SkinnedCharacter character(String name, int fallbackInfluences, RunContext context) {
    int[][] allowed = bones instanceof GivenRig rig ? rig.bones().influences() : null;
    return fitted()
        .assemble(name, new FittedCharacter.Fallback(fallbackInfluences, allowed), context);
  }

  /**
   * Returns poses of the bones as a clip of the character, one key each.
   *
   * @param name the name of the clip
   * @param times the time of each pose, in seconds
   */
  public Clip clip(String name, BoneMotions poses, double[] times) {
    return fitted().clip(name, poses, times);
  }

  private FittedCharacter fitted() {
    return switch (bones) {
      case BoneSource.Found found -> FittedCharacter.of(skin);
      case GivenRig rig ->
          FittedCharacter.of(
              skin,
              skin.freedom() == BoneFreedom.AFFINE
                  ? skin.hierarchy()
                  : rig.tree().orElseGet(skin::hierarchy),
              rig.names(),
              rig.joints().orElse(null));
    };
  }
}
