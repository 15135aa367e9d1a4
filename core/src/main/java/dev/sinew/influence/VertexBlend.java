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
 * What a linear blend of some joints makes of one vertex: the error for any weights, as the matrix
 * a_ij = ⟨u_i − p, u_j − p⟩ with u_i = B_i v̂, and the rest position v̂ that is best for given
 * weights. Set anew for every vertex; one thread at a time.
 */
final class VertexBlend {
  private final List<MetricSkin> skins;
  private final List<AnimationCoords> aims;
  private final AnimationVector[] alone;
  private final AnimationVector aim = new AnimationVector();
  private final AnimationVector origin = new AnimationVector();
  private final AnimationVector[] axes = {
    new AnimationVector(), new AnimationVector(), new AnimationVector()
  };
  private final double[] toAim;
  private final double[] bind = new double[Affine.SIZE];
  private final double[] local = new double[3];
  private final double[] normal = new double[Affine.SIZE];
  private final double[] right = new double[3];
  private int vertex;
  private int[] joints = {};
  private int n;

  /**
   * @param skins what moves the mesh
   * @param aims for each, where the vertices should be
   * @param capacity the most joints of a blend
   */
  VertexBlend(List<MetricSkin> skins, List<AnimationCoords> aims, int capacity) {
    this.skins = skins;
    this.aims = aims;
    alone = new AnimationVector[capacity];
    Arrays.setAll(alone, i -> new AnimationVector());
    toAim = new double[capacity];
  }

  /**
   * Chooses a vertex and joints.
   *
   * @param joints n of them, rising; kept, and read until the next call
   */
  void set(int vertex, int[] joints, int n) {
    this.vertex = vertex;
    this.joints = joints;
    this.n = n;
  }

  /**
   * Fills the matrix of errors.
   *
   * @param position v̂; not modified
   * @param gram receives n × n numbers
   */
  void errors(double[] position, double[] gram) {
    Arrays.fill(gram, 0, n * n, 0);
    for (int place = 0; place < skins.size(); place++) {
      PoseMetric metric = skins.get(place).metric();
      for (int i = 0; i < n; i++) {
        skins.get(place).skin().copyInverseBind(joints[i], bind, 0);
        Affine.transformPoint(bind, 0, position, 0, local, 0);
        alone[i].clear().append(joints[i], local[0], local[1], local[2], 1);
      }
      aim.set(aims.get(place), vertex);
      double own = metric.squaredNorm(aim);
      for (int i = 0; i < n; i++) {
        toAim[i] = metric.inner(alone[i], aim);
      }
      for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++) {
          double entry = metric.inner(alone[i], alone[j]) - toAim[i] - toAim[j] + own;
          gram[n * i + j] += entry;
          gram[n * j + i] = gram[n * i + j];
        }
      }
    }
  }

  /**
   * Finds the position that is best for weights: Σ w_i B_i v̂ is linear in v̂, so three unknowns.
   *
   * @param weights n numbers that sum to 1
   * @param position receives v̂, where there is a single best; otherwise it is left alone
   */
  void bestPosition(double[] weights, double[] position) {
    Arrays.fill(normal, 0);
    Arrays.fill(right, 0);
    for (int place = 0; place < skins.size(); place++) {
      PoseMetric metric = skins.get(place).metric();
      blendFrames(skins.get(place).skin(), weights);
      aim.set(aims.get(place), vertex);
      for (int a = 0; a < 3; a++) {
        right[a] += metric.inner(axes[a], aim) - metric.inner(axes[a], origin);
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

  /** The blended images of the origin and the axes, in animation space. */
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
