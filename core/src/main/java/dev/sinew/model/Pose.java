package dev.sinew.model;

import dev.sinew.math.Affine;
import java.util.HashMap;
import java.util.Map;

/**
 * A pose of a skeleton: every joint's local transform (relative to its parent), its global
 * transform, and the morph weights of joints that carry a mesh with morph targets.
 *
 * <p>Mutable, so that playing a clip reuses one object. One thread may write; several may read
 * after its last {@link #update}.
 */
public final class Pose {
  private final Skeleton skeleton;
  private final double[] locals;
  private final double[] globals;
  private final Map<Integer, double[]> restMorphWeights;
  private final Map<Integer, double[]> morphWeights = new HashMap<>();

  /** The rest pose of a skeleton without morph targets. */
  public Pose(Skeleton skeleton) {
    this(skeleton, Map.of());
  }

  /**
   * The rest pose.
   *
   * @param restMorphWeights the rest weights of every joint that carries a mesh with morph targets;
   *     copied
   */
  public Pose(Skeleton skeleton, Map<Integer, double[]> restMorphWeights) {
    this.skeleton = skeleton;
    this.restMorphWeights = new HashMap<>();
    locals = new double[Affine.SIZE * skeleton.jointCount()];
    globals = new double[locals.length];
    restMorphWeights.forEach(
        (joint, weights) -> {
          this.restMorphWeights.put(joint, weights.clone());
          morphWeights.put(joint, weights.clone());
        });
    setRest();
    update();
  }

  /** Returns the skeleton. */
  public Skeleton skeleton() {
    return skeleton;
  }

  /** Sets every joint and morph weight to rest. Call {@link #update} afterwards. */
  public void setRest() {
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestLocal(j, locals, Affine.SIZE * j);
    }
    for (Map.Entry<Integer, double[]> rest : restMorphWeights.entrySet()) {
      setMorphWeights(rest.getKey(), rest.getValue());
    }
  }

  /** Sets a joint's local transform. Call {@link #update} after the last change. */
  public void setLocal(int joint, double[] affine, int offset) {
    System.arraycopy(affine, offset, locals, Affine.SIZE * joint, Affine.SIZE);
  }

  /** Sets a joint's local transform from translation, unit quaternion and scale. */
  public void setLocal(int joint, double[] t, int to, double[] q, int qo, double[] s, int so) {
    Affine.fromTrs(t, to, q, qo, s, so, locals, Affine.SIZE * joint);
  }

  /** Recomputes all global transforms from the local ones. */
  public void update() {
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int parent = skeleton.parent(j);
      if (parent == Skeleton.NO_PARENT) {
        System.arraycopy(locals, Affine.SIZE * j, globals, Affine.SIZE * j, Affine.SIZE);
      } else {
        Affine.multiply(
            globals, Affine.SIZE * parent, locals, Affine.SIZE * j, globals, Affine.SIZE * j);
      }
    }
  }

  /** Copies a joint's local transform. */
  public void copyLocal(int joint, double[] out, int offset) {
    System.arraycopy(locals, Affine.SIZE * joint, out, offset, Affine.SIZE);
  }

  /** Copies a joint's global transform, as of the last {@link #update}. */
  public void copyGlobal(int joint, double[] out, int offset) {
    System.arraycopy(globals, Affine.SIZE * joint, out, offset, Affine.SIZE);
  }

  /** Computes {@code out = global(joint) · affine}, as of the last {@link #update}. */
  public void multiplyGlobal(
      int joint, double[] affine, int affineOffset, double[] out, int offset) {
    Affine.multiply(globals, Affine.SIZE * joint, affine, affineOffset, out, offset);
  }

  /** Returns an independent copy. */
  public Pose copy() {
    Pose copy = new Pose(skeleton, restMorphWeights);
    System.arraycopy(locals, 0, copy.locals, 0, locals.length);
    System.arraycopy(globals, 0, copy.globals, 0, globals.length);
    morphWeights.forEach(copy::setMorphWeights);
    return copy;
  }

  /**
   * Sets the morph weights of the mesh that a joint carries; copied. Does nothing for joints
   * without morph weights; weights beyond the mesh's targets are ignored.
   */
  public void setMorphWeights(int joint, double[] weights) {
    double[] own = morphWeights.get(joint);
    if (own != null) {
      System.arraycopy(weights, 0, own, 0, Math.min(own.length, weights.length));
    }
  }

  /** Returns morph weight i of the mesh that a joint carries, or 0. */
  public double morphWeight(int joint, int i) {
    double[] own = morphWeights.get(joint);
    return own == null || i >= own.length ? 0 : own[i];
  }
}
