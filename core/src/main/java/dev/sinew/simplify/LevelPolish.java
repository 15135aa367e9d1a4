package dev.sinew.simplify;

import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshParts;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.LevelExchange.State;
import dev.sinew.simplify.SimplifyResult.Size;
import dev.sinew.simplify.layer.Layers;
import dev.sinew.simplify.polish.AttributeFit;
import dev.sinew.simplify.polish.EdgeFlips;
import dev.sinew.simplify.polish.FacetedNormals;
import dev.sinew.simplify.polish.FacingRepair;
import dev.sinew.simplify.polish.LayerRepair;
import dev.sinew.simplify.polish.LevelOrigin;
import dev.sinew.simplify.polish.LevelTangents;
import dev.sinew.simplify.polish.Polish;
import dev.sinew.skin.approximation.LinearApproximation;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fits finished levels to the original over sample poses: vertices are moved, perhaps exchanged,
 * edges flipped, triangles turned that face the wrong way, and at last the attributes are fitted.
 * The vertices of locked bones stay as they are. Where collapses are priced by the texture, only
 * attributes that are no texture coordinates are fitted: each texel keeps its place on the surface.
 */
final class LevelPolish {
  /** The maximum number of poses over which levels are fitted to the original. */
  private static final int POLISHED_POSES = 14;

  private static final int ITERATIONS_BEFORE_FLIPS = 3;

  private static final int ITERATIONS_AFTER_FLIPS = 4;

  /** Levels of more triangles get one iteration less: they are close already. */
  private static final int LARGE_LEVEL = 8000;

  /**
   * Levels of fewer triangles get two iterations more after the flips, which take little time
   * there: CesiumMan at 10 % is 1 % closer then.
   */
  private static final int SMALL_LEVEL = 2000;

  /**
   * Levels of more triangles stay as the collapses leave them. Polish takes time and memory in
   * proportion to the triangles, several times that of the collapses; the triangles of such a level
   * are about as small as pixels, and its distance from the original is much smaller.
   */
  static final int MAX_TRIANGLES = 100_000;

  private final JoinedCharacter joined;
  private final int[] parts;
  private final double[] importance;
  private final WeightedPoses polishPoses;
  private final Layers layers;
  private final Layers repairedLayers;
  private final WeightedPoses lookPoses;
  private final LevelExchange exchange;
  private final List<Pose> fitted;
  private final SimplifyOptions options;
  private final RunContext context;

  /**
   * Chooses the poses.
   *
   * @param setup the original and what is known of its poses
   * @param importance the weight of the surface around each of its points, or null for 1
   * @param fitted the poses to which the linear blend of animation coordinates is fitted
   */
  LevelPolish(
      CollapseSetup setup,
      double @Nullable [] importance,
      List<Pose> fitted,
      SimplifyOptions options,
      RunContext context) {
    joined = setup.joined();
    parts = MeshParts.of(joined.mesh()).toArray();
    this.importance = ofTriangles(importance);
    this.fitted = fitted;
    this.options = options;
    this.context = context;
    polishPoses = setup.samplePoses(POLISHED_POSES);
    layers = Polish.layers(joined, polishPoses, importance, 0, context);
    repairedLayers = Polish.layers(joined, polishPoses, null, LayerRepair.LEAST_LINES, context);
    exchange =
        new LevelExchange(
            polishPoses, options.emphasis().look(), setup::seams, this::fixed, context);
    lookPoses = setup.jointPoses(LevelLook.POSES);
  }

  private double[] ofTriangles(double @Nullable [] ofPoints) {
    double[] out = new double[joined.mesh().triangleCount()];
    for (int t = 0; t < out.length; t++) {
      for (int c = 0; c < 3; c++) {
        out[t] += ofPoints == null ? 1.0 / 3 : ofPoints[joined.mesh().vertex(t, c)] / 3;
      }
    }
    return out;
  }

  /**
   * Fits a level: nearer to the original, with better edges, then nearer again.
   *
   * @param triangles the triangles of the joined original that the level's come from
   */
  SkinnedCharacter run(SkinnedCharacter level, int[] triangles) {
    int[] levelParts = Arrays.stream(triangles).map(t -> parts[t]).toArray();
    return run(level, new LevelOrigin(joined, parts, levelParts, importance, layers));
  }

  private SkinnedCharacter run(SkinnedCharacter level, LevelOrigin origin) {
    State start = new State(level, origin);
    State shaped = options.method().needsTexture() ? start : moved(start);
    BitSet fixed = fixed(shaped.level());
    SkinnedCharacter fitted = FacetedNormals.of(joined, withFittedAttributes(shaped), fixed);
    return LevelTangents.of(new JoinedCharacter(fitted), fixed);
  }

  private BitSet fixed(SkinnedCharacter level) {
    return fixed(new JoinedCharacter(level));
  }

  private BitSet fixed(JoinedCharacter level) {
    return options
        .emphasis()
        .lockBones()
        .map(pattern -> new BonePattern(pattern).points(level))
        .orElseGet(BitSet::new);
  }

  /** Moves vertices, exchanges some and flips edges. */
  private State moved(State level) {
    long triangles = Size.of(level.level().meshes(), joined).triangles();
    int fewer = triangles > LARGE_LEVEL ? 1 : 0;
    int more = triangles < SMALL_LEVEL ? 2 : 0;
    State near = polished(level, ITERATIONS_BEFORE_FLIPS - fewer);
    State flipped = options.fitting().flips() ? flipped(near) : near;
    State moved = polished(flipped, ITERATIONS_AFTER_FLIPS - fewer + more);
    State facing = facing(layered(moved));
    return new State(
        joined.hasCoords()
            ? LinearApproximation.refit(facing.level(), fitted, Influences.VIEWER_LIMIT, context)
            : facing.level(),
        facing.origin());
  }

  private State layered(State one) {
    BitSet fixed = fixed(one.level());
    return new State(
        LayerRepair.run(one.origin(), repairedLayers, one.level(), polishPoses, fixed, context),
        one.origin());
  }

  private State facing(State one) {
    BitSet fixed = fixed(one.level());
    return new State(
        FacingRepair.run(one.origin(), one.level(), polishPoses, fixed, context), one.origin());
  }

  private State polished(State one, int iterations) {
    BitSet fixed = fixed(one.level());
    return new State(
        Polish.run(one.origin(), one.level(), polishPoses, fixed, iterations, context),
        one.origin());
  }

  private State flipped(State near) {
    State dressed = new State(withFittedAttributes(near), near.origin());
    // The fit after the flips keeps triangles from turning away, but does not turn them back.
    State better = mayExchange() ? facing(exchange.run(dressed)) : dressed;
    SkinnedCharacter flipped =
        EdgeFlips.run(
            better.origin(),
            better.level(),
            polishPoses,
            fixed(better.level()),
            options.emphasis().look(),
            context);
    return new State(flipped, better.origin());
  }

  /**
   * Returns true if vertices may be exchanged. A stream that is saved or was given describes the
   * vertices of the levels, and ratios by name say how many each mesh has.
   */
  private boolean mayExchange() {
    return options.fitting().insert()
        && !options.goals().fullStream()
        && options.goals().stream().isEmpty()
        && options.goals().namedRatios().isEmpty()
        && !joined.hasCoords();
  }

  /** Fits normals, colours and perhaps texture coordinates. */
  private SkinnedCharacter withFittedAttributes(State one) {
    boolean moveTexture = !options.method().needsTexture();
    BitSet fixed = fixed(one.level());
    return AttributeFit.run(one.origin(), one.level(), lookPoses, fixed, moveTexture, context);
  }
}
