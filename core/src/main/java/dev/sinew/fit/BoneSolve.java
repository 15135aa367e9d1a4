package dev.sinew.fit;

import dev.sinew.math.Affine;
import dev.sinew.math.Procrustes;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * The bones' motions that best reproduce shapes, for a given skin: minimises Σ_v |Σ_j M_j p_j − v|²
 * in every frame, each bone in turn by a weighted {@link Procrustes} fit to what the others leave.
 *
 * <p>All that a fit needs of the vertices are sums, C_jl = Σ_v p_j p_lᵀ for bones that share
 * vertices and D_j = Σ_v v p_jᵀ for every frame, so after one pass over the skin a sweep over the
 * bones costs nothing that grows with the mesh. No sweep raises the error.
 */
final class BoneSolve {
  /** The motions have settled when a sweep moves no number of theirs by more than this. */
  private static final double SETTLED = 1e-7;

  private final SkinRows rows;
  private final double[] rest;
  private final int bones;
  private final RunContext context;
  private final boolean scaled;

  /** The vertices of bone j, as places in the rows, from starts[j] to starts[j + 1]. */
  private final int[] starts;

  private final int[] places;

  /** C of bones j and l at 16 (j · bones + l). */
  private final double[] c;

  private final int[][] partners;

  /**
   * Sums up the skin.
   *
   * @param scaled whether bones may grow and shrink
   */
  BoneSolve(SkinRows rows, double[] rest, int bones, boolean scaled, RunContext context) {
    this.rows = rows;
    this.rest = rest;
    this.bones = bones;
    this.context = context;
    this.scaled = scaled;
    starts = new int[bones + 1];
    places = listByBone();
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
      int v = places[n] / rows.stride;
      rows.coordinates(v, places[n] % rows.stride, rest, p, 0);
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
   * @param shapes what to reproduce: a row a vertex of the skin
   * @param motions where to start; overwritten
   * @param sweeps at most so many over all bones
   * @return how many sweeps the frame that took longest made
   */
  int improve(ShapeSet shapes, BoneMotions motions, int sweeps) {
    double[] targets = sumTargets(shapes);
    int frames = shapes.frameCount();
    int[] made = new int[frames];
    context.run(frames, k -> made[k] = improveFrame(targets, motions, k, sweeps));
    return Arrays.stream(made).max().orElse(0);
  }

  /** D_j of every bone and frame, twelve numbers each, ordered as motions are. */
  private double[] sumTargets(ShapeSet shapes) {
    int frames = shapes.frameCount();
    double[] d = new double[Affine.SIZE * bones * frames];
    context.run(
        bones,
        j -> {
          double[] p = new double[4];
          for (int n = starts[j]; n < starts[j + 1]; n++) {
            int v = places[n] / rows.stride;
            rows.coordinates(v, places[n] % rows.stride, rest, p, 0);
            int o = Affine.SIZE * j * frames;
            int at = 3 * frames * v;
            for (int k = 0; k < frames; k++) {
              for (int r = 0; r < 3; r++, o += 4, at++) {
                double y = shapes.at[at];
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
    Procrustes procrustes = new Procrustes(scaled);
    double[] left = new double[Affine.SIZE];
    double[] before = new double[Affine.SIZE];
    for (int sweep = 0; sweep < sweeps; sweep++) {
      double moved = 0;
      for (int n = 0; n < bones; n++) {
        // There and back, so that what one end of a chain learns reaches the other.
        int j = sweep % 2 == 0 ? n : bones - 1 - n;
        int at = motions.at(j, frame);
        System.arraycopy(motions.m, at, before, 0, Affine.SIZE);
        leftToBone(targets, motions, frame, j, left);
        if (procrustes.solve(left, c, 16 * (j * bones + j), motions.m, at)) {
          for (int i = 0; i < Affine.SIZE; i++) {
            moved = Math.max(moved, Math.abs(motions.m[at + i] - before[i]));
          }
        }
      }
      if (moved < SETTLED) {
        return sweep + 1;
      }
    }
    return sweeps;
  }

  /** D_j less what the other bones already put there: Σ_l M_l C_lj. */
  private void leftToBone(double[] targets, BoneMotions motions, int frame, int j, double[] left) {
    System.arraycopy(targets, motions.at(j, frame), left, 0, Affine.SIZE);
    double[] m = motions.m;
    for (int l : partners[j]) {
      int g = motions.at(l, frame);
      int o = 16 * (l * bones + j);
      for (int r = 0; r < Affine.SIZE; r += 4) {
        for (int s = 0; s < 4; s++) {
          left[r + s] -=
              m[g + r] * c[o + s]
                  + m[g + r + 1] * c[o + 4 + s]
                  + m[g + r + 2] * c[o + 8 + s]
                  + m[g + r + 3] * c[o + 12 + s];
        }
      }
    }
  }
}
