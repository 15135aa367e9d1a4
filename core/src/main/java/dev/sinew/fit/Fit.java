package dev.sinew.fit;

import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
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
   * @param context kept by the result, which fits further models on request
   * @throws RequestException if there is nothing to fit, or more bones than vertices are requested
   */
  public static FitResult run(
      MeshSequence examples, BoneSource bones, FitOptions options, RunContext context) {
    return run(examplesOf(examples), bones, options, context);
  }

  /** Fits bones and skins to prepared examples. */
  public static FitResult run(
      Examples examples, BoneSource bones, FitOptions options, RunContext context) {
    List<Issue> issues = new ArrayList<>(issues(examples, bones));
    Weld weld = examples.weld();
    CharacterFit fit =
        switch (bones) {
          case BoneSource.Found found -> {
            if (found.count() > weld.unique().vertexCount()) {
              throw new RequestException(
                  "bones: expected 1 to "
                      + weld.unique().vertexCount()
                      + ", one per vertex, got "
                      + found.count());
            }
            yield CharacterFit.withBones(weld.unique(), found.count(), options, context);
          }
          case GivenRig rig -> {
            issues.addAll(rig.issues());
            yield CharacterFit.withBones(
                weld.unique(), rig.withBones(weld.reduce(rig.bones())), options, context);
          }
        };
    return new FitResult(fit, examples, bones, issues, context);
  }

  /** Prepares examples; a shape that equals the reference counts once. */
  public static Examples examplesOf(MeshSequence sequence) {
    try {
      return Examples.of(sequence);
    } catch (IllegalArgumentException e) {
      throw new RequestException(String.valueOf(e.getMessage()));
    }
  }

  private static List<Issue> issues(Examples examples, BoneSource bones) {
    List<Issue> issues = new ArrayList<>();
    if (examples.isStill()) {
      issues.add(
          Issue.warning(
              "examples",
              "all shapes are equal: bones are split by position, without information on their"
                  + " motion"));
    }
    int components = examples.weld().unique().componentCount();
    if (bones instanceof BoneSource.Found found && components > found.count()) {
      issues.add(
          Issue.info(
              "examples",
              "the mesh has " + components + " separate components: some share a bone"));
    }
    if (examples.reference().triangleCount() == 0) {
      issues.add(Issue.warning("examples", "no triangles: neighbouring vertices are unknown"));
    }
    return issues;
  }
}
