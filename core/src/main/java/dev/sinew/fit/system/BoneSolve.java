package dev.sinew.fit.system;

import dev.sinew.linalg.SmallCholesky;
import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.rig.BlendSums;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Finds the motions of the bones that best reproduce shapes, for a given skin: minimises Σ_v |Σ_j
 * M_j p_j − v|² per frame, each bone in turn by a weighted {@link Procrustes} fit to the residual
 * of the others.
 *
 * <p>A fit needs only the sums C_jl = Σ_v p_j p_lᵀ of bones that share vertices and D_j = Σ_v v
 * p_jᵀ per frame. So after one pass over the skin, the cost of a sweep over the bones does not
 * depend on the number of vertices. No sweep raises the error.
 */
public final class BoneSolve {
  /** The motions have converged if a sweep changes no value by more than this. */
  private static final double CONVERGED = 1e-7;

  /** Holds affine maps to their value before, relative to the moments. */
  private static final double HOLD = 1e-5;

  private final SkinRows rows;
  private final double[] rest;
  private final int bones;
  private final RunContext context;
  private final BoneFreedom freedom;

  /** The entries of bone j in the rows are listed from starts[j] to starts[j + 1]. */
  private final int[] starts;

  private final int[] entries;

  /** C of bones j and l, from index 16 (j · bones + l). */
  private final double[] c;

  private final int[][] partners;

  /**
   * Computes the sums over the skin.
   *
   * @param freedom the motions that bones may have
   */
  public BoneSolve(
      SkinRows rows, double[] rest, int bones, BoneFreedom freedom, RunContext context) {
    this.rows = rows;
    this.rest = rest;
    this.bones = bones;
    this.context = context;
    this.freedom = freedom;
    starts = new int[bones + 1];
    entries = listByBone();
    c = new double[16 * bones * bones];
    partners = new int[bones][];
    context.run(bones, this::sumMoments);
  }

  private int[] listByBone() {
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        starts[rows.bone[rows.at(v, i)] + 1]++;
      }
    }
    for (int b = 0; b < bones; b++) {
      starts[b + 1] += starts[b];
    }
    int[] filled = starts.clone();
    int[] list = new int[starts[bones]];
    for (int v = 0; v < rows.vertexCount(); v++) {
      for (int i = 0; i < rows.count[v]; i++) {
        list[filled[rows.bone[rows.at(v, i)]]++] = rows.at(v, i);
      }
    }
    return list;
  }

  private void sumMoments(int j) {
    double[] p = new double[4];
    double[] q = new double[4];
    boolean[] meets = new boolean[bones];
    for (int n = starts[j]; n < starts[j + 1]; n++) {
      int v = entries[n] / rows.stride;
      rows.coordinates(v, entries[n] % rows.stride, rest, p, 0);
      for (int i = 0; i < rows.count[v]; i++) {
        int l = rows.bone[rows.at(v, i)];
        meets[l] = true;
        rows.coordinates(v, i, rest, q, 0);
        int o = 16 * (j * bones + l);
        for (int r = 0; r < 4; r++) {
          for (int s = 0; s < 4; s++) {
            c[o + 4 * r + s] += p[r] * q[s];
          }
        }
      }
    }
    int count = 0;
    int[] list = new int[bones];
    for (int l = 0; l < bones; l++) {
      if (meets[l] && l != j) {
        list[count++] = l;
      }
    }
    partners[j] = Arrays.copyOf(list, count);
  }

  /**
   * Improves the motions of all frames.
   *
   * @param shapes the shapes to reproduce, with the vertices of the skin
   * @param motions the start; overwritten with the result
   * @param sweeps the maximum number of sweeps over all bones
   * @return the maximum number of sweeps of a frame
   */
  public int improve(ShapeSet shapes, BoneMotions motions, int sweeps) {
    double[] targets = sumTargets(shapes);
    int frames = shapes.frameCount();
    int[] made = new int[frames];
    context.run(frames, k -> made[k] = improveFrame(targets, motions, k, sweeps));
    return Arrays.stream(made).max().orElse(0);
  }

  /** Returns the sums of the skin for shapes. */
  public BlendSums sums(ShapeSet shapes) {
    return new BlendSums(bones, c, sumTargets(shapes), shapes.squares());
  }

  /** Returns D_j of each bone and frame, 12 values each, in the order of motions. */
  private double[] sumTargets(ShapeSet shapes) {
    int frames = shapes.frameCount();
    double[] d = new double[Affine.SIZE * bones * frames];
    context.run(
        bones,
        j -> {
          double[] p = new double[4];
          for (int n = starts[j]; n < starts[j + 1]; n++) {
            int v = entries[n] / rows.stride;
            rows.coordinates(v, entries[n] % rows.stride, rest, p, 0);
            int o = Affine.SIZE * j * frames;
            int at = 3 * frames * v;
            for (int k = 0; k < frames; k++) {
              for (int r = 0; r < 3; r++, o += 4, at++) {
                double y = shapes.value(at);
                d[o] += y * p[0];
                d[o + 1] += y * p[1];
                d[o + 2] += y * p[2];
                d[o + 3] += y * p[3];
              }
            }
          }
        });
    return d;
  }

  private int improveFrame(double[] targets, BoneMotions motions, int frame, int sweeps) {
    Procrustes procrustes = new Procrustes(freedom == BoneFreedom.SCALED);
    double[] residual = new double[Affine.SIZE];
    double[] before = new double[Affine.SIZE];
    double[] after = new double[Affine.SIZE];
    double[] system = new double[20];
    for (int sweep = 0; sweep < sweeps; sweep++) {
      double moved = 0;
      for (int n = 0; n < bones; n++) {
        // Alternating directions, so that changes at one end of a chain reach the other.
        int j = sweep % 2 == 0 ? n : bones - 1 - n;
        motions.copy(j, frame, before, 0);
        motions.copy(j, frame, after, 0);
        residualOfBone(targets, motions, frame, j, residual);
        int moments = 16 * (j * bones + j);
        boolean solved =
            freedom == BoneFreedom.AFFINE
                ? solveAffine(residual, moments, after, system)
                : procrustes.solve(residual, c, moments, after, 0);
        if (solved) {
          motions.set(j, frame, after, 0);
          for (int i = 0; i < Affine.SIZE; i++) {
            moved = Math.max(moved, Math.abs(after[i] - before[i]));
          }
        }
      }
      if (moved < CONVERGED) {
        return sweep + 1;
      }
    }
    return sweeps;
  }

  /**
   * Solves M C = T for an affine map, held to its value before where C does not determine it.
   *
   * @param system 20 values, overwritten
   * @return whether the bone moves a vertex
   */
  private boolean solveAffine(double[] target, int moments, double[] m, double[] system) {
    double hold = 0;
    for (int i = 0; i < 16; i++) {
      system[i] = c[moments + i];
      hold += i % 5 == 0 ? HOLD * system[i] : 0;
    }
    if (!(hold > 0)) {
      return false;
    }
    for (int i = 0; i < 16; i += 5) {
      system[i] += hold;
    }
    SmallCholesky.factor(4, system, Double.MIN_NORMAL);
    for (int r = 0; r < Affine.SIZE; r += 4) {
      for (int s = 0; s < 4; s++) {
        system[16 + s] = target[r + s] + hold * m[r + s];
      }
      SmallCholesky.solve(4, system, system, 16, 1);
      System.arraycopy(system, 16, m, r, 4);
    }
    return true;
  }

  /** Computes D_j minus the part of the other bones: Σ_l M_l C_lj. */
  private void residualOfBone(
      double[] targets, BoneMotions motions, int frame, int j, double[] residual) {
    System.arraycopy(targets, motions.at(j, frame), residual, 0, Affine.SIZE);
    for (int l : partners[j]) {
      int g = motions.at(l, frame);
      int o = 16 * (l * bones + j);
      for (int r = 0; r < Affine.SIZE; r += 4) {
        for (int s = 0; s < 4; s++) {
          residual[r + s] -=
              motions.value(g + r) * c[o + s]
                  + motions.value(g + r + 1) * c[o + 4 + s]
                  + motions.value(g + r + 2) * c[o + 8 + s]
                  + motions.value(g + r + 3) * c[o + 12 + s];
        }
      }
    }
  }
}
