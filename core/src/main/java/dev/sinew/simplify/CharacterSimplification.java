package dev.sinew.simplify;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.InfluencePrice;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.PointMotion;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.PriceFactory;
import dev.sinew.simplify.collapse.PriceInput;
import dev.sinew.simplify.collapse.RemovalPrice;
import dev.sinew.simplify.collapse.Simplifier;
import dev.sinew.simplify.price.AnimationSpaceMotion;
import dev.sinew.simplify.price.CoordRows;
import dev.sinew.simplify.price.InfluenceRemovalPrice;
import dev.sinew.simplify.price.LinearBlendMotion;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Simplifies characters: joins their meshes, prices collapses over poses, and leads to any level.
 */
public final class CharacterSimplification {
  private final JoinedCharacter joined;
  private final Options options;

  /**
   * What is wanted apart from how far it goes.
   *
   * @param permissive whether seams of textures and colours may move like any other edge
   * @param locked points of the joined mesh that neither move nor disappear; not modified
   * @param importance how much the surface counts around every point of the joined mesh, or null
   *     when it counts alike everywhere; not modified
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Options(boolean permissive, BitSet locked, double @Nullable [] importance) {
    /** Seams kept, nothing locked, everything alike. */
    public static final Options DEFAULTS = new Options(false, new BitSet(), null);
  }

  /**
   * How points lose influences.
   *
   * @param expectation what counts over the poses: E[GᵀG] over {@link JoinedCharacter#boneSkin}
   * @param ranking in which order
   */
  public record Removals(ExpectationMatrix expectation, InfluenceRanking ranking) {}

  /** Prepares a character. */
  public CharacterSimplification(JoinedCharacter joined, Options options) {
    int points = joined.mesh().vertexCount();
    if (options.importance != null && options.importance.length != points) {
      throw new IllegalArgumentException(
          "importance: expected " + points + ", got " + options.importance.length);
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
   * @param goal the number of triangles to stop at; 0 to collapse all that can be
   */
  public OperationStream simplify(
      PriceFactory factory, WeightedPoses poses, int goal, RunContext context) {
    return simplify(factory, poses, null, goal, context);
  }

  /**
   * Collapses edges and removes influences, the cheapest first.
   *
   * @param removals how influences are removed; null to keep them. Needs animation coordinates and
   *     an {@link InfluencePrice}
   */
  public OperationStream simplify(
      PriceFactory factory,
      WeightedPoses poses,
      @Nullable Removals removals,
      int goal,
      RunContext context) {
    CollapseMesh mesh = collapseMesh();
    PointMotion motion = motion(poses);
    Price price =
        factory.create(
            new PriceInput(
                mesh, joined, poses, motion, options.importance, options.permissive, context));
    RemovalPrice removalPrice = removals == null ? null : removalPrice(removals, motion, price);
    return Simplifier.run(mesh, price, removalPrice, goal, context);
  }

  private RemovalPrice removalPrice(Removals removals, PointMotion motion, Price price) {
    if (!(price instanceof InfluencePrice influencePrice)) {
      throw new IllegalArgumentException("price: expected one that allows influence removal");
    }
    if (!(motion instanceof AnimationSpaceMotion space)) {
      throw new IllegalArgumentException(
          "influences: expected animation coordinates to take them from, got linear blending");
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

  private PointMotion motion(WeightedPoses poses) {
    int count = poses.poses().size();
    double[][] matrices = new double[count][];
    double[][] offsets = new double[count][];
    for (int k = 0; k < count; k++) {
      matrices[k] = joined.matrices(poses.poses().get(k));
      offsets[k] = joined.morphOffsets(poses.poses().get(k));
    }
    return joined.hasCoords()
        ? new AnimationSpaceMotion(
            matrices, new CoordRows(joined.coords(), mostInfluences()), offsets)
        : new LinearBlendMotion(
            matrices, joined.influences(), joined.mesh().positions(), offsets, mostInfluences());
  }

  private CollapseMesh collapseMesh() {
    return new CollapseMesh(joined.mesh(), options.permissive, options.locked);
  }

  /** New points have no more joints than old ones, or as many as every viewer shows. */
  private int mostInfluences() {
    int most = Math.max(4, joined.influences().maxCount());
    for (Geometry geometry : joined.character().meshes()) {
      AnimationCoords coords = geometry.coords();
      for (int v = 0; coords != null && v < coords.rowCount(); v++) {
        most = Math.max(most, coords.count(v));
      }
    }
    return most;
  }

  /** Begins to follow a stream that this character gave. */
  public CharacterReplay replay(OperationStream stream) {
    return new CharacterReplay(joined, stream, options.permissive, mostInfluences());
  }

  /** How many operations of a stream leave at most so many influences; all when they leave more. */
  public int lengthForInfluences(OperationStream stream, long influences) {
    CharacterReplay replay = replay(stream);
    while (replay.influenceCount() > influences && replay.length() < stream.length()) {
      replay.advanceTo(replay.length() + 1);
    }
    return replay.length();
  }

  /** The character with other meshes. */
  public SkinnedCharacter withMeshes(List<Geometry> meshes) {
    SkinnedCharacter whole = joined.character();
    return new SkinnedCharacter(
        whole.skeleton(), whole.skins(), meshes, whole.parts(), whole.clips());
  }

  /** Triangles of the meshes that the scene shows, as they count before the first collapse. */
  public int triangleCount() {
    return collapseMesh().triangleCount();
  }

  /** The joined mesh. */
  public TriMesh mesh() {
    return joined.mesh();
  }
}
