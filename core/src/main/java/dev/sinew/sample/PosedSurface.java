package dev.sinew.sample;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.Topology;
import java.util.List;

/**
 * The shape of the skin in a pose: linearly blended vertices, drawn onto the posed {@link Flesh} by
 * damped Newton steps along its gradient. So joints neither collapse nor wring, and muscles swell.
 *
 * <p>Every vertex sees only the cones that were near it at rest, and keeps the value the field of
 * those had there: a vertex of a hand that passes the hip is not caught by it, and the rest pose
 * stays exactly as it is. Between the steps the way each vertex has gone from its blended place is
 * averaged with its neighbours', along the surface only, which keeps triangles in shape.
 */
final class PosedSurface {
  private static final int ROUNDS = 10;
  private static final int LAST_STEPS = 6;
  private static final double RELAXATION = 0.4;

  private final List<RoundCone> cones;
  private final double blend;
  private final Skin skin;
  private final double[] rest;
  private final Influences influences;
  private final Topology topology;
  private final double stepBound;
  private final int[] seenStart;
  private final int[] seen;
  private final double[] share;
  private final double[] level;

  /**
   * @param cones the flesh
   * @param blend its blending width
   * @param sight how far from a vertex the cones it sees may be at rest; they fade out towards that
   * @param stepBound how far one step may move a vertex
   * @param skin takes rest space into joint space
   * @param rest x, y, z a vertex; kept
   */
  PosedSurface(
      List<RoundCone> cones,
      double blend,
      double sight,
      double stepBound,
      Skin skin,
      Pose restPose,
      double[] rest,
      Influences influences,
      Topology topology) {
    this.cones = cones;
    this.blend = blend;
    this.stepBound = stepBound;
    this.skin = skin;
    this.rest = rest;
    this.influences = influences;
    this.topology = topology;
    int n = rest.length / 3;
    Flesh flesh = new Flesh(cones, blend, skin, restPose);
    seenStart = new int[n + 1];
    int[] seenSoFar = new int[n * cones.size()];
    double[] shareSoFar = new double[n * cones.size()];
    int size = 0;
    for (int v = 0; v < n; v++) {
      for (int i = 0; i < cones.size(); i++) {
        double d = flesh.distance(i, rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
        if (d < sight) {
          double near = Math.clamp(1 - d / sight, 0, 1);
          seenSoFar[size] = i;
          shareSoFar[size++] = near * near * (3 - 2 * near);
        }
      }
      seenStart[v + 1] = size;
    }
    seen = java.util.Arrays.copyOf(seenSoFar, size);
    share = java.util.Arrays.copyOf(shareSoFar, size);
    level = new double[n];
    for (int v = 0; v < n; v++) {
      level[v] = value(flesh, rest, v, null);
    }
  }

  private double value(
      Flesh flesh, double[] x, int v, double @org.jspecify.annotations.Nullable [] gradient) {
    return flesh.evaluate(
        x[3 * v],
        x[3 * v + 1],
        x[3 * v + 2],
        seen,
        share,
        seenStart[v],
        seenStart[v + 1],
        gradient);
  }

  /** x, y, z of every vertex in a pose whose global transforms are up to date. */
  double[] in(Pose pose) {
    Flesh flesh = new Flesh(cones, blend, skin, pose);
    double[] blended = blended(pose);
    double[] x = blended.clone();
    double[] normals = new double[x.length];
    for (int round = 0; round < ROUNDS; round++) {
      step(flesh, x, normals);
      relax(x, blended, normals);
    }
    for (int last = 0; last < LAST_STEPS; last++) {
      step(flesh, x, normals);
    }
    return x;
  }

  /** One Newton step for every vertex towards its own level; leaves the gradients it used. */
  private void step(Flesh flesh, double[] x, double[] gradients) {
    double[] g = new double[3];
    for (int v = 0; v < level.length; v++) {
      double off = value(flesh, x, v, g) - level[v];
      double g2 = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
      double t = Math.clamp(off, -stepBound, stepBound) / Math.max(g2, 0.25);
      for (int c = 0; c < 3; c++) {
        x[3 * v + c] -= t * g[c];
        gradients[3 * v + c] = g[c];
      }
    }
  }

  private void relax(double[] x, double[] blended, double[] gradients) {
    double[] gone = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      gone[i] = x[i] - blended[i];
    }
    double[] wish = new double[3];
    for (int v = 0; v < level.length; v++) {
      int n = topology.neighbourCount(v);
      for (int c = 0; c < 3; c++) {
        wish[c] = -gone[3 * v + c];
        for (int i = 0; i < n; i++) {
          wish[c] += gone[3 * topology.neighbour(v, i) + c] / n;
        }
      }
      double dot = 0;
      double g2 = 0;
      for (int c = 0; c < 3; c++) {
        double g = gradients[3 * v + c];
        dot += wish[c] * g;
        g2 += g * g;
      }
      for (int c = 0; c < 3; c++) {
        double along = g2 > 0 ? dot / g2 * gradients[3 * v + c] : 0;
        x[3 * v + c] += RELAXATION * (wish[c] - along);
      }
    }
  }

  /** The rest shape under plain linear blending. */
  private double[] blended(Pose pose) {
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    skin.skinningMatrices(pose, matrices);
    double[] out = new double[rest.length];
    double[] moved = new double[3];
    for (int v = 0; v < level.length; v++) {
      for (int i = 0; i < influences.count(v); i++) {
        Affine.transformPoint(
            matrices, Affine.SIZE * influences.joint(v, i), rest, 3 * v, moved, 0);
        for (int c = 0; c < 3; c++) {
          out[3 * v + c] += influences.weight(v, i) * moved[c];
        }
      }
    }
    return out;
  }
}
