package dev.sinew.fit;

import dev.sinew.fit.system.RankedBones;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.math.Affine;
import dev.sinew.model.Topology;
import dev.sinew.rig.BoneMotions;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where the weights of its neighbours would take a vertex in imagined poses, and the bones that
 * move them. A vertex that moves like them there leaves no edge torn.
 *
 * <p>Not thread-safe.
 */
final class Neighbours {
  /** The maximum number of bones per vertex. */
  static final int MAX = FitOptions.MAX_INFLUENCES;

  private final Examples examples;
  private final Topology topology;
  private final double[] lengths;
  private final Smoothness smoothness;
  private final BoneMotions imagined;
  private final SkinRows rows;
  private final double[] target;
  private final double[] share;
  private final RankedBones list = new RankedBones(MAX);
  private double scale;

  /** The result of {@link #find}. */
  final int[] bones = list.bones;

  /**
   * What neighbours should agree on.
   *
   * @param imagined the motions of the bones in imagined poses
   * @param rows the weights so far
   * @param given the bones that may move each vertex, or null for all
   * @param unit the error that weighs as much as an edge torn apart by its own length
   */
  record Smoothness(BoneMotions imagined, SkinRows rows, int @Nullable [][] given, double unit) {}

  /**
   * @param lengths of the edges, not 0
   */
  Neighbours(Examples examples, double[] lengths, Smoothness smoothness) {
    this.examples = examples;
    this.lengths = lengths;
    this.smoothness = smoothness;
    imagined = smoothness.imagined;
    rows = smoothness.rows;
    topology = examples.topology;
    target = new double[3 * imagined.frameCount()];
    share = new double[imagined.boneCount()];
  }

  /** Returns the number of residuals of a bone. */
  int length() {
    return target.length;
  }

  /** Finds the bones of a vertex and its neighbours; returns their number. */
  int find(int vertex) {
    int count = topology.neighbourCount(vertex);
    double sum = 0;
    Arrays.fill(share, 0);
    for (int i = 0; i < count; i++) {
      int other = topology.neighbour(vertex, i);
      double length = lengths[topology.findEdge(vertex, other)];
      double part = 1 / (length * length);
      sum += part;
      for (int n = 0; n < rows.count[other]; n++) {
        int at = rows.at(other, n);
        share[rows.bone[at]] += part * rows.c[4 * at + 3];
      }
    }
    scale =
        count == 0
            ? 0
            : smoothness.unit
                * Math.sqrt(sum / count * examples.frameCount() / (double) imagined.frameCount());
    Arrays.fill(target, 0);
    list.clear();
    for (int i = 0; i < rows.count[vertex]; i++) {
      list.fix(rows.bone[rows.at(vertex, i)]);
    }
    for (int b = 0; b < share.length; b++) {
      if (share[b] > 0) {
        share[b] /= sum;
        add(vertex, b, share[b], target, 0);
        if (!rows.has(vertex, b) && mayMove(vertex, b)) {
          list.insert(b, share[b]);
        }
      }
    }
    return list.count();
  }

  private boolean mayMove(int vertex, int bone) {
    int[][] given = smoothness.given;
    return given == null || Arrays.stream(given[vertex]).anyMatch(b -> b == bone);
  }

  /** Writes how far a bone alone would take a vertex away from its neighbours. */
  void residual(int vertex, int bone, double[] out, int o) {
    for (int i = 0; i < target.length; i++) {
      out[o + i] = -scale * target[i];
    }
    add(vertex, bone, scale, out, o);
  }

  private void add(int vertex, int bone, double part, double[] out, int o) {
    double x = examples.rest[3 * vertex];
    double y = examples.rest[3 * vertex + 1];
    double z = examples.rest[3 * vertex + 2];
    for (int i = 0, g = imagined.at(bone, 0); i < target.length; i++, g += Affine.SIZE / 3) {
      out[o + i] += part * imagined.moved(g, x, y, z);
    }
  }
}
