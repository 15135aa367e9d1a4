package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.Optional;

/** How the vertices of a mesh follow the joints of a skin: a row per vertex, unless it is rigid. */
public sealed interface Skinning {
  /** No joints: the node of a part moves the mesh. */
  record Rigid() implements Skinning {}

  /** Linear blend skinning. */
  record Linear(Influences weights) implements Skinning {}

  /**
   * Animation space.
   *
   * @param points the coordinates of the vertices
   * @param fallback their best approximation by linear blending, for programs without animation
   *     space
   */
  record AnimationSpace(AnimationCoords points, Influences fallback) implements Skinning {
    /** Checks that both have the same vertices. */
    public AnimationSpace {
      ArrayChecks.size("animation coordinates", points.rowCount(), fallback.vertexCount());
    }
  }

  /**
   * Multi-weight enveloping. Operations that change vertices or coordinates leave only the base.
   *
   * @param base the skin that the weights correct
   */
  record MultiWeight(AnimationSpace base, MultiWeights weights) implements Skinning {
    /** Checks that both have the same vertices. */
    public MultiWeight {
      ArrayChecks.size("multi-weights", weights.rowCount(), base.points.rowCount());
    }
  }

  /** Returns the skin of a mesh that its node moves. */
  static Skinning rigid() {
    return new Rigid();
  }

  /** Returns true if no joints move the mesh. */
  default boolean isRigid() {
    return this instanceof Rigid;
  }

  /** Returns the weights that any viewer can use: the skin itself, or what approximates it. */
  default Optional<Influences> influences() {
    return switch (this) {
      case Rigid _ -> Optional.empty();
      case Linear linear -> Optional.of(linear.weights);
      case AnimationSpace space -> Optional.of(space.fallback);
      case MultiWeight multi -> Optional.of(multi.base.fallback);
    };
  }

  /** Returns the animation coordinates: of the skin, or of the one that multi-weights correct. */
  default Optional<AnimationCoords> coords() {
    return switch (this) {
      case AnimationSpace space -> Optional.of(space.points);
      case MultiWeight multi -> Optional.of(multi.base.points);
      case Rigid _ -> Optional.empty();
      case Linear _ -> Optional.empty();
    };
  }

  /** Returns the multi-weights, if it has any. */
  default Optional<MultiWeights> multiWeights() {
    return this instanceof MultiWeight multi ? Optional.of(multi.weights) : Optional.empty();
  }

  /** Returns the skin that any viewer shows: rigid, or linear blending. */
  default Skinning asLinear() {
    return influences().<Skinning>map(Linear::new).orElseGet(Skinning::rigid);
  }

  /** Returns the skin that the multi-weights correct, or this if it has none. */
  default Skinning withoutMultiWeights() {
    return this instanceof MultiWeight multi ? multi.base : this;
  }

  /** Returns the same skin with other weights for viewers without animation space. */
  default Skinning withFallback(Influences changed) {
    return switch (this) {
      case Rigid rigid -> rigid;
      case Linear linear -> linear;
      case AnimationSpace space -> new AnimationSpace(space.points, changed);
      case MultiWeight multi ->
          new MultiWeight(new AnimationSpace(multi.base.points, changed), multi.weights);
    };
  }

  /** Returns the rows of a list of vertices; repeats are allowed. */
  default Skinning rows(int[] vertices) {
    return switch (this) {
      case Rigid rigid -> rigid;
      case Linear linear -> new Linear(linear.weights.rows(vertices));
      case AnimationSpace space -> rows(space, vertices);
      case MultiWeight multi ->
          new MultiWeight(rows(multi.base, vertices), multi.weights.rows(vertices));
    };
  }

  private static AnimationSpace rows(AnimationSpace space, int[] vertices) {
    return new AnimationSpace(space.points.rows(vertices), space.fallback.rows(vertices));
  }

  /** Returns the largest number of influences of a vertex: of the coordinates, if it has any. */
  default int maxInfluences() {
    return switch (this) {
      case Rigid _ -> 0;
      case Linear linear -> linear.weights.maxCount();
      case AnimationSpace space -> space.points.maxCount();
      case MultiWeight multi -> multi.base.points.maxCount();
    };
  }

  /** Returns the number of influences of all vertices: of the coordinates, if it has any. */
  default long influenceCount() {
    return switch (this) {
      case Rigid _ -> 0;
      case Linear linear -> linear.weights.totalCount();
      case AnimationSpace space -> space.points.totalCount();
      case MultiWeight multi -> multi.base.points.totalCount();
    };
  }

  /** Returns the number of joints a skin must have: the largest joint in use plus 1. */
  default int jointsNeeded() {
    return switch (this) {
      case Rigid _ -> 0;
      case Linear linear -> linear.weights.jointsNeeded();
      case AnimationSpace space ->
          Math.max(space.points.jointsNeeded(), space.fallback.jointsNeeded());
      case MultiWeight multi -> Math.max(multi.base.jointsNeeded(), multi.weights.jointsNeeded());
    };
  }
}
