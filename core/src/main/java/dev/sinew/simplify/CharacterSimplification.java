package dev.sinew.simplify;

import dev.sinew.metric.ExpectationMatrix;
import dev.sinew.metric.ReachBounds;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
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
   * @param weights what counts how much in a quadric
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Options(
      boolean permissive, BitSet locked, double @Nullable [] importance, QuadricWeights weights) {
    /** Seams kept, nothing locked, everything alike. */
    public static final Options DEFAULTS =
        new Options(false, new BitSet(), null, QuadricWeights.DEFAULTS);
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
   * Collapses edges by the quadrics of poses until so many triangles are left.
   *
   * @param poses the rest pose alone gives the classic static algorithm
   * @param goal as many triangles as may be left; 0 for all that can go
   */
  public OperationStream quadrics(WeightedPoses poses, int goal, RunContext context) {
    return quadrics(poses, null, goal, context);
  }

  /**
   * The same, with points losing influences in between.
   *
   * @param removals how they do; null for not at all. Needs animation coordinates
   */
  public OperationStream quadrics(
      WeightedPoses poses, @Nullable Removals removals, int goal, RunContext context) {
    CollapseMesh mesh = collapseMesh();
    Motion motion = motion(poses);
    InfluencePrice price =
        new PoseQuadrics(
            mesh, motion, poses.weightArray(), options.importance, options.weights, context);
    return Simplifier.run(mesh, price, removalPrice(removals, motion, price), goal, context);
  }

  /**
   * Collapses half-edges by how far the surface moves under its texture, until so many triangles
   * are left. Needs texture coordinates whose seams are kept.
   *
   * @param poses the rest pose alone gives the Euclidean form
   */
  public OperationStream appearance(WeightedPoses poses, int goal, RunContext context) {
    return appearance(poses, null, goal, context);
  }

  /**
   * The same in its standard form: triangles remember how far they may be from the original, and
   * costs are lengths from there, not from the triangles of the step before.
   */
  public OperationStream standardAppearance(WeightedPoses poses, int goal, RunContext context) {
    CollapseMesh mesh = collapseMesh();
    Motion motion = motion(poses);
    PosedPoints posed = PosedPoints.of(mesh.pointCount(), motion);
    DeviationNorm norm = new PosedNorm(posed, poses.weightArray());
    Price price = appearancePrice(mesh, motion, posed, norm, true);
    return Simplifier.run(mesh, price, goal, context);
  }

  /**
   * The same, with points losing influences in between.
   *
   * @param removals how they do; null for not at all. Needs animation coordinates
   */
  public OperationStream appearance(
      WeightedPoses poses, @Nullable Removals removals, int goal, RunContext context) {
    CollapseMesh mesh = collapseMesh();
    Motion motion = motion(poses);
    PosedPoints posed = PosedPoints.of(mesh.pointCount(), motion);
    DeviationNorm norm = new PosedNorm(posed, poses.weightArray());
    InfluencePrice price = appearancePrice(mesh, motion, posed, norm, false);
    return Simplifier.run(mesh, price, removalPrice(removals, motion, price), goal, context);
  }

  /**
   * The same with costs that bound: after a collapse no point of the surface is, in any pose that
   * freedoms allow, further from its counterpart on the original than the largest cost so far.
   * Morph targets do not count.
   *
   * @param bounds what the freedoms of the joints come to
   * @param poses those in which no triangle may turn round
   */
  public OperationStream bounded(
      ReachBounds bounds, WeightedPoses poses, int goal, RunContext context) {
    CollapseMesh mesh = collapseMesh();
    Motion motion = motion(poses);
    PosedPoints posed = PosedPoints.of(mesh.pointCount(), motion);
    Price price = appearancePrice(mesh, motion, posed, new ReachNorm(joined, bounds), true);
    return Simplifier.run(mesh, price, goal, context);
  }

  private InfluencePrice appearancePrice(
      CollapseMesh mesh, Motion motion, PosedPoints posed, DeviationNorm norm, boolean standard) {
    if (options.permissive) {
      throw new IllegalArgumentException("permissive: seams hold the texture that this needs");
    }
    MeshAttribute texture =
        joined
            .mesh()
            .attribute(MeshAttribute.UV)
            .orElseThrow(
                () -> new IllegalArgumentException("mesh: expected texture coordinates, got none"));
    return new AppearancePrice(mesh, motion, posed, norm, standard, texture);
  }

  private @Nullable RemovalPrice removalPrice(
      @Nullable Removals removals, Motion motion, InfluencePrice price) {
    if (removals == null) {
      return null;
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
    return new RemovalPrice(
        space.rows(),
        fixed,
        removals.expectation.boundBy(joined.boneSkin()),
        price,
        removals.ranking);
  }

  private Motion motion(WeightedPoses poses) {
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
