package dev.sinew.simplify;

import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.ErrorSummary;
import dev.sinew.influence.FewerJoints;
import dev.sinew.model.Clip;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.NearNames;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.SimplifyOptions.Joints;
import dev.sinew.simplify.SimplifyResult.JointCount;
import dev.sinew.simplify.SimplifyResult.Level;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Levels with fewer joints: which go, and what that alone costs. */
final class LevelJoints {
  /** The approximate maximum number of frames in which the error is measured. */
  private static final double MAX_FRAMES = 400;

  private static final int NAMES_SHOWN = 5;

  private final @Nullable FewerJoints fewer;
  private final PoseKnowledge knowledge;
  private final SimplifyOptions options;
  private final RunContext context;
  private final Map<Integer, JointCount> counts = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

  private LevelJoints(
      @Nullable FewerJoints fewer,
      PoseKnowledge knowledge,
      SimplifyOptions options,
      RunContext context) {
    this.fewer = fewer;
    this.knowledge = knowledge;
    this.options = options;
    this.context = context;
  }

  /**
   * Chooses the joints of all levels.
   *
   * @param importance the weight of the surface around each point, or null for 1
   * @throws RequestException if the character has no joints that can go
   */
  static LevelJoints of(
      PoseKnowledge knowledge,
      JoinedCharacter joined,
      double @Nullable [] importance,
      SimplifyOptions options,
      RunContext context) {
    Joints joints = options.skin().joints();
    if (joints.max().isEmpty()) {
      return new LevelJoints(null, knowledge, options, context);
    }
    if (knowledge.character().parts().stream()
        .noneMatch(part -> part.skin() != SkinnedCharacter.NO_SKIN)) {
      throw new RequestException("max joints: the model has no skin, so no joint moves vertices");
    }
    FewerJoints fewer =
        new FewerJoints(
            knowledge,
            weights(joined, importance),
            kept(knowledge.character().skeleton(), joints),
            joints.max(),
            context);
    return new LevelJoints(fewer, knowledge, options, context);
  }

  /** Returns a third of the area of the triangles around each point, times its importance. */
  private static double[] weights(JoinedCharacter joined, double @Nullable [] importance) {
    TriMesh rest = joined.restMesh();
    double[] out = new double[rest.vertexCount()];
    for (int t = 0; t < rest.triangleCount(); t++) {
      double[] n = rest.areaNormal(t);
      double area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (int c = 0; c < 3; c++) {
        int p = rest.vertex(t, c);
        out[p] += area / 3 * (importance == null ? 1 : importance[p]);
      }
    }
    return out;
  }

  private static BitSet kept(Skeleton skeleton, Joints joints) {
    BitSet kept = new BitSet();
    joints.used().forEach(kept::set);
    skeleton.humanoid().joints().values().forEach(kept::set);
    joints.drop().forEach(pattern -> kept.andNot(named(skeleton, pattern, "drop")));
    joints.keep().forEach(pattern -> kept.or(named(skeleton, pattern, "keep")));
    return kept;
  }

  private static BitSet named(Skeleton skeleton, Pattern pattern, String purpose) {
    BonePattern names = new BonePattern(pattern);
    BitSet out = new BitSet();
    IntStream.range(0, skeleton.jointCount())
        .filter(j -> names.matches(skeleton.name(j)))
        .forEach(out::set);
    if (out.isEmpty()) {
      List<String> all =
          IntStream.range(0, skeleton.jointCount()).mapToObj(skeleton::name).toList();
      List<String> near = NearNames.of(pattern.pattern(), all, NAMES_SHOWN);
      throw new RequestException(
          "joints to %s: none is named %s; %s %s"
              .formatted(
                  purpose,
                  pattern,
                  near.isEmpty() ? "the joints include" : "near names are",
                  String.join(
                      ", ", near.isEmpty() ? all.stream().limit(NAMES_SHOWN).toList() : near)));
    }
    return out;
  }

  /** Returns a level with at most as many joints as its limits allow. */
  SkinnedCharacter apply(SkinnedCharacter level, SkinLimits limits) {
    return fewer == null ? level : fewer.apply(level, limits.joints(), limits.influences());
  }

  /** Returns a level with what its joints are. */
  Level described(Level level, SkinLimits limits) {
    return fewer == null
        ? level
        : level.withJoints(counts.computeIfAbsent(limits.joints(), n -> count(fewer, n)));
  }

  private JointCount count(FewerJoints from, int maxJoints) {
    Skeleton skeleton = knowledge.character().skeleton();
    List<String> removed = from.removed(maxJoints).stream().map(skeleton::name).toList();
    int left = from.left(maxJoints);
    if (left > maxJoints) {
      notes.add(
          "asked for "
              + maxJoints
              + " joints: "
              + left
              + " are left, since the others are kept or nothing can take their place");
    }
    Optional<ErrorSummary> error =
        options.effectiveMeasuring() == Measuring.NONE
            ? Optional.empty()
            : Optional.of(error(from.apply(knowledge.character(), maxJoints, Integer.MAX_VALUE)));
    return new JointCount(from.count(), left, removed, error);
  }

  private ErrorSummary error(SkinnedCharacter reduced) {
    double seconds = knowledge.clips().stream().mapToDouble(Clip::duration).sum();
    double rate = CompareOptions.DEFAULTS.framesPerSecond();
    CompareOptions how =
        CompareOptions.DEFAULTS.withFramesPerSecond(
            Math.min(rate, MAX_FRAMES / Math.max(seconds, 1e-9)));
    return CharacterComparison.run(knowledge.character(), reduced, how, context).error();
  }

  /** Returns remarks on the numbers. */
  List<String> notes() {
    return notes;
  }
}
