package dev.sinew.model;

import dev.sinew.math.Affine;
import java.util.HashMap;
import java.util.Map;

/**
 * A skeleton in some posture: every joint's transform relative to its parent, the global ones that
 * follow from them, and the morph weights of joints that carry a morphing mesh.
 *
 * <p>Mutable, so that playing a clip reuses one. One thread may write; several may read after the
 * writer's last {@link #update}.
 */
public final class Pose {
  private final Skeleton skeleton;
  private final double[] locals;
  private final double[] globals;
  private final Map<Integer, double[]> restMorphWeights;
  private final Map<Integer, double[]> morphWeights = new HashMap<>();

  /** The skeleton at rest, carrying no morphing mesh. */
  public Pose(Skeleton skeleton) {
    this(skeleton, Map.of());
  }

  /**
   * The skeleton at rest.
   *
   * @param restMorphWeights for every joint that carries a morphing mesh, its weights at rest;
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

  public Skeleton skeleton() {
    return skeleton;
  }

  /** Puts every joint and morph weight back to rest. Call {@link #update} after it. */
  public void setRest() {
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestLocal(j, locals, Affine.SIZE * j);
    }
    for (Map.Entry<Integer, double[]> rest : restMorphWeights.entrySet()) {
      setMorphWeights(rest.getKey(), rest.getValue());
    }
  }

  /** Sets a joint's transform relative to its parent. Call {@link #update} after the last one. */
  public void setLocal(int joint, double[] affine, int offset) {
    System.arraycopy(affine, offset, locals, Affine.SIZE * joint, Affine.SIZE);
  }

  /** Sets a joint's transform by translation, unit quaternion and scale. */
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

  public void copyLocal(int joint, double[] out, int offset) {
    System.arraycopy(locals, Affine.SIZE * joint, out, offset, Affine.SIZE);
  }

  /** Copies a joint's transform to the space the roots live in, as of the last {@link #update}. */
  public void copyGlobal(int joint, double[] out, int offset) {
    System.arraycopy(globals, Affine.SIZE * joint, out, offset, Affine.SIZE);
  }

  /** {@code out = global(joint) · affine}, as of the last {@link #update}. */
  public void multiplyGlobal(
      int joint, double[] affine, int affineOffset, double[] out, int offset) {
    Affine.multiply(globals, Affine.SIZE * joint, affine, affineOffset, out, offset);
  }

  /** Returns a pose of its own with the same transforms and morph weights. */
  public Pose copy() {
    Pose copy = new Pose(skeleton, restMorphWeights);
    System.arraycopy(locals, 0, copy.locals, 0, locals.length);
    System.arraycopy(globals, 0, copy.globals, 0, globals.length);
    morphWeights.forEach(copy::setMorphWeights);
    return copy;
  }

  /**
   * Sets the morph weights of the mesh a joint carries; copied. Joints that carry none are ignored,
   * and so are weights beyond the mesh's targets.
   */
  public void setMorphWeights(int joint, double[] weights) {
    double[] own = morphWeights.get(joint);
    if (own != null) {
      System.arraycopy(weights, 0, own, 0, Math.min(own.length, weights.length));
    }
  }

  /** Morph weight number i of the mesh a joint carries. */
  public double morphWeight(int joint, int i) {
    double[] own = morphWeights.get(joint);
    return own == null || i >= own.length ? 0 : own[i];
  }
}
