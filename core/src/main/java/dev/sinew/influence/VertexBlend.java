package dev.sinew.influence;

import dev.sinew.influence.InfluenceLimit.MetricSkin;
import dev.sinew.math.Affine;
import dev.sinew.metric.AnimationVector;
import dev.sinew.metric.PoseMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Skin;
import java.util.Arrays;
import java.util.List;

/**
 * The errors of linear blends of one vertex: the matrix a_ij = ⟨u_i − p, u_j − p⟩ with u_i = B_i v̂
 * for any weights, and the rest position v̂ that is best for given weights. Reused for all
 * vertices; not thread-safe.
 */
final class VertexBlend {
  private final List<MetricSkin> skins;
  private final List<AnimationCoords> targets;
  private final AnimationVector[] alone;
  private final AnimationVector target = new AnimationVector();
  private final AnimationVector origin = new AnimationVector();
  private final AnimationVector[] axes = {
    new AnimationVector(), new AnimationVector(), new AnimationVector()
  };
  private final double[] toTarget;
  private final double[] bind = new double[Affine.SIZE];
  private final double[] local = new double[3];
  private final double[] normal = new double[Affine.SIZE];
  private final double[] right = new double[3];
  private int vertex;
  private int[] joints = {};
  private int n;

  /**
   * @param skins the skins of the mesh
   * @param targets the target points, per skin
   * @param capacity the maximum number of joints of a blend
   */
  VertexBlend(List<MetricSkin> skins, List<AnimationCoords> targets, int capacity) {
    this.skins = skins;
    this.targets = targets;
    alone = new AnimationVector[capacity];
    Arrays.setAll(alone, i -> new AnimationVector());
    toTarget = new double[capacity];
  }

  /**
   * Sets the vertex and the joints.
   *
   * @param joints n joints in ascending order; not copied, read until the next call
   */
  void set(int vertex, int[] joints, int n) {
    this.vertex = vertex;
    this.joints = joints;
    this.n = n;
  }

  /**
   * Computes the matrix of errors.
   *
   * @param position v̂; not modified
   * @param gram receives n × n values
   */
  void errors(double[] position, double[] gram) {
    Arrays.fill(gram, 0, n * n, 0);
    for (int index = 0; index < skins.size(); index++) {
      PoseMetric metric = skins.get(index).metric();
      for (int i = 0; i < n; i++) {
        skins.get(index).skin().copyInverseBind(joints[i], bind, 0);
        Affine.transformPoint(bind, 0, position, 0, local, 0);
        alone[i].clear().append(joints[i], local[0], local[1], local[2], 1);
      }
      target.set(targets.get(index), vertex);
      double own = metric.squaredNorm(target);
      for (int i = 0; i < n; i++) {
        toTarget[i] = metric.inner(alone[i], target);
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          double entry = metric.inner(alone[i], alone[j]) - toTarget[i] - toTarget[j] + own;
          gram[n * i + j] += entry;
          gram[n * j + i] = gram[n * i + j];
        }
      }
    }
  }

  /**
   * Computes the best position for given weights: Σ w_i B_i v̂ is linear in v̂, so there are 3
   * unknowns.
   *
   * @param weights n values with the sum 1
   * @param position receives v̂; unchanged if the best position is not unique
   */
  void bestPosition(double[] weights, double[] position) {
    Arrays.fill(normal, 0);
    Arrays.fill(right, 0);
    for (int index = 0; index < skins.size(); index++) {
      PoseMetric metric = skins.get(index).metric();
      blendFrames(skins.get(index).skin(), weights);
      target.set(targets.get(index), vertex);
      for (int a = 0; a < 3; a++) {
        right[a] += metric.inner(axes[a], target) - metric.inner(axes[a], origin);
        for (int b = 0; b < 3; b++) {
          normal[4 * a + b] += metric.inner(axes[a], axes[b]);
        }
      }
    }
    if (Affine.invert(normal, 0, normal, 0)) {
      Affine.transformVector(normal, 0, right, 0, local, 0);
      if (Double.isFinite(local[0] + local[1] + local[2])) {
        System.arraycopy(local, 0, position, 0, 3);
      }
    }
  }

  /** Computes the blended images of the origin and the axes in animation space. */
  private void blendFrames(Skin skin, double[] weights) {
    origin.clear();
    for (AnimationVector axis : axes) {
      axis.clear();
    }
    for (int i = 0; i < n; i++) {
      skin.copyInverseBind(joints[i], bind, 0);
      double w = weights[i];
      for (int a = 0; a < 3; a++) {
        axes[a].append(joints[i], w * bind[a], w * bind[4 + a], w * bind[8 + a], 0);
      }
      origin.append(joints[i], w * bind[3], w * bind[7], w * bind[11], w);
    }
  }
}
