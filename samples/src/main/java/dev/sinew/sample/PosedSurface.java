package dev.sinew.sample;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.Topology;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The shape of the skin in a pose: linear blend skinning, then projection of the vertices onto the
 * posed {@link Flesh} by damped Newton steps along its gradient. So joints do not collapse, and
 * muscles swell.
 *
 * <p>For each vertex only the cones of joints that move it count, in proportion to its weight
 * cubed, and the vertex keeps their field's value at rest: a hand near the hip is not attracted by
 * it, and the rest pose does not change. Between the steps vertices slide along the surface to
 * their rest position relative to their neighbours, which keeps the shape of triangles.
 */
final class PosedSurface {
  private static final int ROUNDS = 10;
  private static final int LAST_STEPS = 6;
  private static final double RELAXATION = 0.4;

  /**
   * Squared length of the gradient, a weighted mean of the cones' unit gradients, below which the
   * vertex is in a fold of the skin and does not move.
   */
  private static final double FOLDED = 0.4;

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
  private final double[] restAmongNeighbours;

  /**
   * @param cones the flesh
   * @param blend the blending width
   * @param stepBound the maximum distance of one step
   * @param skin the skin
   * @param rest x, y, z per vertex; kept
   */
  PosedSurface(
      List<RoundCone> cones,
      double blend,
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
    seen = new int[n * cones.size()];
    share = new double[n * cones.size()];
    int size = 0;
    for (int v = 0; v < n; v++) {
      for (int k = 0; k < influences.count(v); k++) {
        for (int i = 0; i < cones.size(); i++) {
          if (cones.get(i).joint() == influences.joint(v, k)) {
            seen[size] = i;
            share[size++] = Math.pow(influences.weight(v, k), 3);
          }
        }
      }
      seenStart[v + 1] = size;
    }
    restAmongNeighbours = amongNeighbours(rest);
    level = new double[n];
    for (int v = 0; v < n; v++) {
      level[v] = value(flesh, rest, v, null);
    }
  }

  private double value(Flesh flesh, double[] x, int v, double @Nullable [] gradient) {
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

  /** Returns x, y, z of every vertex in a pose whose global transforms are up to date. */
  double[] in(Pose pose) {
    Flesh flesh = new Flesh(cones, blend, skin, pose);
    double[] x = blended(pose, rest, false);
    double[] target = blended(pose, restAmongNeighbours, true);
    double[] normals = new double[x.length];
    for (int round = 0; round < ROUNDS; round++) {
      step(flesh, x, normals);
      relax(x, target, normals);
    }
    for (int last = 0; last < LAST_STEPS; last++) {
      step(flesh, x, normals);
    }
    return x;
  }

  /** Does one Newton step of every vertex towards its own level; writes the gradients used. */
  private void step(Flesh flesh, double[] x, double[] gradients) {
    double[] g = new double[3];
    for (int v = 0; v < level.length; v++) {
      double off = value(flesh, x, v, g) - level[v];
      double g2 = g[0] * g[0] + g[1] * g[1] + g[2] * g[2];
      double agreed = Math.clamp((g2 - FOLDED) / (1 - FOLDED), 0, 1);
      double t = agreed * Math.clamp(off, -stepBound, stepBound);
      for (int c = 0; c < 3; c++) {
        x[3 * v + c] -= t * g[c];
        gradients[3 * v + c] = g[c];
      }
    }
  }

  /** Moves every vertex along the surface towards its target offset from its neighbours. */
  private void relax(double[] x, double[] target, double[] gradients) {
    double[] middle = amongNeighbours(x);
    for (int v = 0; v < level.length; v++) {
      double dot = 0;
      double g2 = 0;
      for (int c = 3 * v; c < 3 * v + 3; c++) {
        dot += (middle[c] - target[c]) * gradients[c];
        g2 += gradients[c] * gradients[c];
      }
      for (int c = 3 * v; c < 3 * v + 3; c++) {
        double along = g2 > 0 ? dot / g2 * gradients[c] : 0;
        x[c] += RELAXATION * (middle[c] - target[c] - along);
      }
    }
  }

  /** Returns the vector from every vertex to the mean of its neighbours. */
  private double[] amongNeighbours(double[] x) {
    double[] out = new double[x.length];
    for (int v = 0; v < x.length / 3; v++) {
      int n = topology.neighbourCount(v);
      for (int c = 0; c < 3; c++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
          sum += x[3 * topology.neighbour(v, i) + c];
        }
        out[3 * v + c] = sum / n - x[3 * v + c];
      }
    }
    return out;
  }

  /** Returns points or directions of all vertices under linear blend skinning. */
  private double[] blended(Pose pose, double[] values, boolean directions) {
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    skin.skinningMatrices(pose, matrices);
    double[] out = new double[values.length];
    double[] moved = new double[3];
    for (int v = 0; v < level.length; v++) {
      for (int i = 0; i < influences.count(v); i++) {
        int m = Affine.SIZE * influences.joint(v, i);
        if (directions) {
          Affine.transformVector(matrices, m, values, 3 * v, moved, 0);
        } else {
          Affine.transformPoint(matrices, m, values, 3 * v, moved, 0);
        }
        for (int c = 0; c < 3; c++) {
          out[3 * v + c] += influences.weight(v, i) * moved[c];
        }
      }
    }
    return out;
  }
}
