package dev.sinew.metric;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.pose.PoseDistribution;

/** The Euclidean inner product of one pose. With it unwrapping is the static algorithm. */
public final class RestMetric implements PoseMetric {
  private final int joints;
  private final double[] globals;

  private RestMetric(double[] globals) {
    joints = globals.length / Affine.SIZE;
    this.globals = globals;
  }

  /**
   * Returns the metric of the bind pose: distances as in the mesh.
   *
   * @throws IllegalArgumentException if an inverse bind matrix is singular
   */
  public static RestMetric ofBinding(Skin skin) {
    double[] globals = new double[Affine.SIZE * skin.jointCount()];
    for (int i = 0; i < skin.jointCount(); i++) {
      skin.copyInverseBind(i, globals, Affine.SIZE * i);
      if (!Affine.invert(globals, Affine.SIZE * i, globals, Affine.SIZE * i)) {
        throw new IllegalArgumentException(
            "inverse bind matrix " + i + ": expected an invertible matrix");
      }
    }
    return new RestMetric(globals);
  }

  /**
   * Returns the metric of a pose.
   *
   * @param pose global transforms up to date; copied
   */
  public static RestMetric of(Pose pose, Skin skin) {
    PoseDistribution.checkSkin(pose.skeleton(), skin);
    double[] globals = new double[Affine.SIZE * skin.jointCount()];
    PoseDistribution.copyGlobals(pose, skin, globals);
    return new RestMetric(globals);
  }

  @Override
  public int jointCount() {
    return joints;
  }

  @Override
  public double inner(AnimationVector s, AnimationVector t) {
    s.checkJoints(joints);
    t.checkJoints(joints);
    return SampledMetric.dot(globals, 0, s, t);
  }
}
