package dev.sinew.fit;

import dev.sinew.fit.FittedCharacter.Fallback;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.FoundRig;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Fitted bones. The skin of each model is solved on the first request.
 *
 * @param fit bones, their motions, and the skins solved so far, for the welded examples
 * @param examples the examples
 * @param bones where the bones came from
 * @param issues issues of the examples
 * @param context solves further skins; close it after the last call
 */
public record FitResult(
    CharacterFit fit, Examples examples, BoneSource bones, List<Issue> issues, RunContext context) {
  /** Copies the list. */
  public FitResult {
    issues = List.copyOf(issues);
  }

  /** Returns the skin of a model. */
  public FittedSkin skin(FitModel model) {
    return fit.skin(model).expand(examples.weld());
  }

  /** Returns the skin of a model with bones that move freely. */
  public FittedSkin freeSkin(FitModel model) {
    return fit.freeSkin(model).expand(examples.weld());
  }

  /**
   * Returns a character with a skeleton, a skin of a model, and clips of the examples.
   *
   * @param name the name of the mesh
   */
  public SkinnedCharacter character(String name, FitModel model) {
    return character(name, model, Influences.VIEWER_LIMIT);
  }

  /**
   * Returns a character with a skeleton, a skin of a model, and clips of the examples.
   *
   * @param name the name of the mesh
   * @param fallbackInfluences the maximum number of influences per vertex of the linear blend skin
   *     beside another model
   */
  public SkinnedCharacter character(String name, FitModel model, int fallbackInfluences) {
    int[][] allowed = bones instanceof GivenRig rig ? rig.bones().influences() : null;
    return fitted(model).assemble(name, new Fallback(fallbackInfluences, allowed), context);
  }

  private FittedCharacter fitted(FitModel model) {
    FittedSkin skin = skin(model);
    return switch (bones) {
      case BoneSource.Found found -> FittedCharacter.of(skin);
      case GivenRig rig ->
          FittedCharacter.of(skin, tree(rig, skin), rig.names(), rig.joints().orElse(null));
    };
  }

  /**
   * Returns the poses of shapes that the fit did not see as a clip of the character of a model, one
   * key each. They are the poses in which {@link #holdout} measures the model.
   *
   * @param name the name of the clip
   * @param times the time of each shape, in seconds
   */
  public Clip holdoutClip(String name, FitModel model, MeshSequence shapes, double[] times) {
    ShapeSet others = ShapeSet.of(shapes, examples.box());
    return fitted(model).clip(name, skin(model).solve(others, context), times);
  }

  /**
   * Returns the errors of a finished character in a clip.
   *
   * @param character one mesh with the vertices of the examples
   * @param times the time of each shape, in seconds
   * @param examples give the units
   */
  public static FitErrors ofClip(
      SkinnedCharacter character,
      Clip clip,
      double[] times,
      Examples examples,
      ShapeSet shapes,
      RunContext context) {
    return FitErrors.measure(
        examples, shapes, FitErrors.ofClip(examples, character, clip, times, context), context);
  }

  private static BoneTree tree(GivenRig rig, FittedSkin skin) {
    return skin.freedom() == BoneFreedom.AFFINE
        ? skin.hierarchy()
        : rig.tree().orElseGet(skin::hierarchy);
  }

  /** Returns the issues of the examples and of the skin of a model. */
  public List<Issue> issues(FitModel model) {
    List<Issue> all = new ArrayList<>(issues);
    int idle = skin(model).idleBoneCount();
    if (idle > 0) {
      all.add(
          Issue.warning(
              "bones", idle + " of them move no vertex: the other bones reproduce the shapes"));
    }
    int pieces = skin(model).hierarchy().rootCount();
    if (pieces > 1 && skin(model).freedom() != BoneFreedom.AFFINE) {
      all.add(
          Issue.info("skeleton", pieces + " pieces of the body share no skin: each has a root"));
    }
    return all;
  }

  /** Returns the errors of a model on the examples. */
  public FitErrors training(FitModel model) {
    return training(skin(model));
  }

  /**
   * Returns the character of a model with its pose in every example.
   *
   * @param name the name of the mesh
   */
  public FoundRig rig(String name, FitModel model) {
    ShapeSet shapes = examples().shapes();
    return FoundRig.ofExamples(
        character(name, model),
        IntStream.range(0, shapes.frameCount()).mapToObj(shapes::name).toList(),
        issues(model));
  }

  /** Returns the errors of a skin of this fit on the examples. */
  public FitErrors training(FittedSkin skin) {
    return errors(skin, examples.shapes(), skin.motions());
  }

  /**
   * Returns the errors of a model on shapes that the fit did not see, its bones solved for them.
   */
  public FitErrors holdout(FitModel model, MeshSequence shapes) {
    return holdout(skin(model), shapes);
  }

  /** Returns the errors of a skin of this fit on shapes that the fit did not see. */
  public FitErrors holdout(FittedSkin skin, MeshSequence shapes) {
    ShapeSet others = ShapeSet.of(shapes, examples.box());
    return errors(skin, others, skin.solve(others, context));
  }

  private FitErrors errors(FittedSkin skin, ShapeSet shapes, BoneMotions poses) {
    return FitErrors.measure(examples, shapes, skin.predict(poses, context), context);
  }

  /**
   * Returns the rms error of a model on shapes that the fit did not see, its bones solved for some
   * of their vertices (the thesis "Character animation from examples", section 7.3.3).
   *
   * @param vertices the vertices to solve for
   */
  public double holdoutRms(FitModel model, MeshSequence shapes, int[] vertices) {
    FittedSkin skin = skin(model);
    ShapeSet others = ShapeSet.of(shapes, examples().box());
    BoneMotions some = skin.solve(others, vertices, context);
    return skin.error(others, some, context).rms();
  }
}
