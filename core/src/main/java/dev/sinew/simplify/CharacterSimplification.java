package dev.sinew.simplify;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.Regularisation;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.InfluencePrice;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.PointMotion;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.PriceFactory;
import dev.sinew.simplify.collapse.PriceInput;
import dev.sinew.simplify.collapse.RemovalPrice;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.collapse.Simplifier;
import dev.sinew.simplify.collapse.Surcharge;
import dev.sinew.simplify.collapse.TriangleBudget;
import dev.sinew.simplify.layer.LayerSearch;
import dev.sinew.simplify.layer.LayerSurcharge;
import dev.sinew.simplify.layer.Layers;
import dev.sinew.simplify.price.AnimationSpaceMotion;
import dev.sinew.simplify.price.InfluenceRemovalPrice;
import dev.sinew.simplify.price.JointRows;
import dev.sinew.simplify.price.LinearBlendMotion;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Simplifies characters: joins their meshes, prices collapses over poses, and replays the operation
 * stream up to any level.
 */
public final class CharacterSimplification {
  private final JoinedCharacter joined;
  private final Options options;

  /**
   * The constraints of a simplification.
   *
   * @param seams the attributes whose seams are kept
   * @param locked points of the joined mesh that are neither moved nor removed; not modified
   * @param importance the weight of the surface around each point of the joined mesh, or null for 1
   *     everywhere; not modified
   * @param appearance the same for errors of appearance
   * @param look the share of appearance in the price, 0 to 1
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Options(
      SeamRule seams,
      BitSet locked,
      double @Nullable [] importance,
      double @Nullable [] appearance,
      double look) {
    /** All seams are kept, no point is locked, all weights are 1; geometry alone counts. */
    public static final Options DEFAULTS =
        new Options(SeamRule.PAINTED, new BitSet(), null, null, 0);
  }

  /**
   * How influences are removed.
   *
   * @param expectation E[GᵀG] over {@link JoinedCharacter#boneSkin}
   * @param ranking the order of collapses and removals
   */
  public record Removals(ExpectationMatrix expectation, InfluenceRanking ranking) {}

  /** Makes a simplification of a character. */
  public CharacterSimplification(JoinedCharacter joined, Options options) {
    int points = joined.mesh().vertexCount();
    if (options.importance != null && options.importance.length != points) {
      throw new IllegalArgumentException(
          "importance: expected " + points + " values, got " + options.importance.length);
    }
    this.joined = joined;
    this.options = options;
  }

  /**
   * Collapses edges, the cheapest first.
   *
   * @param factory makes the price
   * @param poses the sample poses of the price; with the rest pose alone the built-in prices are
   *     the classic static algorithms
   * @param goal the number of triangles to stop at; 0 to collapse as many edges as possible
   */
  public OperationStream simplify(
      PriceFactory factory, WeightedPoses poses, int goal, RunContext context) {
    return simplify(factory, poses, null, goal, context);
  }

  /** Collapses edges and removes influences, until a number of triangles is left. */
  public OperationStream simplify(
      PriceFactory factory,
      WeightedPoses poses,
      @Nullable Removals removals,
      int goal,
      RunContext context) {
    return simplify(factory, poses, removals, TriangleBudget.of(goal), context);
  }

  /**
   * Collapses edges and removes influences, the cheapest first.
   *
   * @param removals how influences are removed; null to keep them. Needs animation coordinates and
   *     an {@link InfluencePrice}
   * @param budget the triangles to stop at; used up
   */
  public OperationStream simplify(
      PriceFactory factory,
      WeightedPoses poses,
      @Nullable Removals removals,
      TriangleBudget budget,
      RunContext context) {
    CollapseMesh mesh = collapseMesh(context);
    PointMotion motion = motion(poses, context);
    Price price =
        factory.create(
            new PriceInput(
                mesh,
                joined,
                new PriceInput.Movement(poses, () -> sampleMean(poses), motion),
                new PriceInput.Weighting(options.importance, options.appearance, options.look),
                options.seams,
                posed -> surcharge(posed, context),
                context));
    RemovalPrice removalPrice = removals == null ? null : removalPrice(removals, motion, price);
    return Simplifier.run(mesh, price, removalPrice, budget, context);
  }

  /** Returns what collapses cost that bring a layer through another one. */
  private Surcharge surcharge(PosedPoints posed, RunContext context) {
    Layers layers =
        LayerSearch.run(
            joined.restMesh(), posed.poseCount(), posed::shape, options.importance, 0, context);
    return layers.isEmpty()
        ? Surcharge.NONE
        : new LayerSurcharge(layers, posed, joined.mesh().triangleCount());
  }

  private ExpectationMatrix sampleMean(WeightedPoses poses) {
    Skin bones = joined.boneSkin();
    return PoseDistribution.sampleMean(poses.samples(), bones)
        .regularised(Regularisation.DEFAULTS)
        .boundBy(bones);
  }

  private RemovalPrice removalPrice(Removals removals, PointMotion motion, Price price) {
    if (!(price instanceof InfluencePrice influencePrice)) {
      throw new IllegalArgumentException("price: expected one that allows influence removal");
    }
    if (!(motion instanceof AnimationSpaceMotion space)) {
      throw new IllegalArgumentException(
          "influences: expected animation coordinates to remove them from, got linear blending");
    }
    BitSet fixed = (BitSet) options.locked.clone();
    for (int p = 0; p < joined.mesh().vertexCount(); p++) {
      if (!joined.hasCoords(p)) {
        fixed.set(p);
      }
    }
    return new InfluenceRemovalPrice(
        space.rows(),
        fixed,
        removals.expectation.boundBy(joined.boneSkin()),
        influencePrice,
        removals.ranking);
  }

  private PointMotion motion(WeightedPoses poses, RunContext context) {
    int count = poses.poses().size();
    double[][] matrices = new double[count][];
    double[][] offsets = new double[count][];
    for (int k = 0; k < count; k++) {
      context.checkCancelled();
      matrices[k] = joined.matrices(poses.poses().get(k));
      offsets[k] = joined.morphOffsets(poses.poses().get(k));
    }
    return joined.hasCoords()
        ? new AnimationSpaceMotion(
            matrices, JointRows.of(joined.coords(), maxInfluences()), offsets)
        : new LinearBlendMotion(
            matrices, joined.influences(), joined.mesh().positions(), offsets, maxInfluences());
  }

  private CollapseMesh collapseMesh(RunContext context) {
    return new CollapseMesh(joined.mesh(), options.seams, options.locked, context);
  }

  /** Returns the limit of joints per merged point: that of the input, at least 4. */
  private int maxInfluences() {
    int max = Math.max(4, joined.influences().maxCount());
    for (Geometry geometry : joined.character().meshes()) {
      max = Math.max(max, geometry.skinning().coords().map(AnimationCoords::maxCount).orElse(0));
    }
    return max;
  }

  /** Returns a replay of a stream of this character, before its first operation. */
  public CharacterReplay replay(OperationStream stream, RunContext context) {
    return new CharacterReplay(joined, stream, options.seams, maxInfluences(), context);
  }

  /**
   * Returns the least number of operations that leaves at most this number of influences; all of
   * them if none does.
   */
  public int lengthForInfluences(OperationStream stream, long influences, RunContext context) {
    CharacterReplay replay = replay(stream, context);
    while (replay.influenceCount() > influences && replay.length() < stream.length()) {
      replay.advanceTo(replay.length() + 1);
    }
    return replay.length();
  }

  /** Returns the character that is simplified. */
  public SkinnedCharacter character() {
    return joined.character();
  }

  /** Returns the character with other meshes. */
  public SkinnedCharacter withMeshes(List<Geometry> meshes) {
    return joined.character().withMeshes(meshes);
  }

  /** Returns the joined mesh. */
  public TriMesh mesh() {
    return joined.mesh();
  }
}
