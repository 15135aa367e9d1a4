package dev.sinew.simplify;

import dev.sinew.bounds.ReachBounds;
import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.ExpressionPoses;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.PriceFactory;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.price.AppearancePrice;
import dev.sinew.simplify.weight.Importance;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a character is collapsed, as options ask for it: the character itself, what is known of its
 * poses, what is kept, and how collapses and removals of influences are priced (Merry, Marais and
 * Gain, "Simplifying Character Skins with Analytic Error Metrics", 2009).
 */
final class CollapseSetup {
  private final SimplifyOptions options;
  private final RunContext context;
  private final JoinedCharacter joined;
  private final PoseKnowledge knowledge;
  private final List<String> notes;

  /** Sample poses of the joints, by their number: several phases of a run use the same. */
  private final Map<Integer, WeightedPoses> jointPoses = new HashMap<>();

  /**
   * Prepares a character.
   *
   * @param notes gets remarks on the character
   * @throws RequestException if the character has no triangles
   */
  CollapseSetup(
      SkinnedCharacter character, SimplifyOptions options, RunContext context, List<String> notes) {
    this.options = options;
    this.context = context;
    this.notes = notes;
    joined = new JoinedCharacter(removesInfluences() ? inAnimationSpace(character) : character);
    context.checkCancelled();
    if (joined.mesh().triangleCount() == 0) {
      throw new RequestException("the model shows no triangles to simplify");
    }
    knowledge = knowledge(character).withCharacter(joined.character());
  }

  /** Returns the character, in animation space if influences are removed. */
  JoinedCharacter joined() {
    return joined;
  }

  /** Returns what is known of its poses. */
  PoseKnowledge knowledge() {
    return knowledge;
  }

  /** Returns sample poses of the joints. */
  WeightedPoses jointPoses(int count) {
    return jointPoses.computeIfAbsent(count, n -> knowledge.samplePoses(joined, n));
  }

  /** Returns sample poses with the character's expressions. */
  WeightedPoses samplePoses(int count) {
    WeightedPoses poses = jointPoses(count);
    return knowledge.source() != PoseSource.REST ? ExpressionPoses.with(poses, joined) : poses;
  }

  private boolean removesInfluences() {
    return options.goals().stream()
        .map(OperationStream::hasRemovals)
        .orElse(options.skin().removal().isPresent());
  }

  private SkinnedCharacter inAnimationSpace(SkinnedCharacter character) {
    SkinnedCharacter made = AnimationSpaceConversion.of(character);
    for (int m = 0; m < made.meshes().size(); m++) {
      Geometry mesh = made.meshes().get(m);
      if (mesh.skinning().coords().isEmpty() && !made.skinsOf(m).isEmpty()) {
        notes.add(
            mesh.name()
                + " keeps its influences: animation space does not support its morph targets or"
                + " several skins");
      }
    }
    return made;
  }

  private PoseKnowledge knowledge(SkinnedCharacter character) {
    PoseSource asked = options.posing().metric().orElse(PoseSource.CLIPS);
    PoseKnowledge known = PoseKnowledge.orSkeleton(asked, character, context.seed());
    notes.addAll(known.notes());
    return known.withClipWeights(options.posing().clipWeights());
  }

  /** Returns what the collapses keep. */
  CharacterSimplification.Options constraints() {
    BitSet locked =
        options.emphasis().lockBones().map(p -> points(p, "lock")).orElseGet(BitSet::new);
    BitSet preferred =
        options.emphasis().preferBones().map(p -> points(p, "prefer")).orElseGet(BitSet::new);
    double[] importance =
        Importance.of(
            joined,
            options.emphasis().weight() == SurfaceWeight.DETAIL,
            preferred,
            options.emphasis().priorityColor(),
            samplePoses(LevelLook.POSES).poses(),
            context);
    return new CharacterSimplification.Options(
        seams(joined), locked, importance, importance, options.emphasis().look());
  }

  /**
   * Returns the attributes whose seams are kept, of the character or a level. Methods that price by
   * texture keep the seams of the texture, whether it is shown or not.
   */
  SeamRule seams(JoinedCharacter of) {
    if (options.seams().permissive()) {
      return SeamRule.NONE;
    }
    return options.seams().keepUnused() || options.method().needsTexture()
        ? SeamRule.PAINTED
        : new MaterialSeams(of);
  }

  private BitSet points(Pattern pattern, String purpose) {
    return new BonePattern(pattern).pointsOrRefuse(joined, purpose);
  }

  /** Returns what a collapse costs. */
  PriceFactory price() {
    return isBounded()
        ? AppearancePrice.bounded(
            ReachBounds.of(joined.character().skeleton(), knowledge.jointRanges()))
        : input -> options.method().price().create(input.withExpectation(this::expectation));
  }

  /** Returns E[GᵀG] for points in mesh space, the one that removals use where there are some. */
  private ExpectationMatrix expectation() {
    Skin bones = joined.boneSkin();
    return (options.skin().removal().isEmpty()
            ? knowledge.expectation(bones)
            : knowledge.generalisingExpectation(bones))
        .boundBy(bones);
  }

  /** Returns how influences are removed; null to keep them. */
  CharacterSimplification.@Nullable Removals removals() {
    return options.skin().removal().isEmpty() || !joined.hasCoords()
        ? null
        : new CharacterSimplification.Removals(
            knowledge.generalisingExpectation(joined.boneSkin()), options.skin().removal().get());
  }

  /** Returns true if costs are bounds for every pose within the joint ranges. */
  boolean isBounded() {
    return options.method().canBound()
        && knowledge.source() == PoseSource.RANGE
        && options.goals().stream().isEmpty();
  }
}
