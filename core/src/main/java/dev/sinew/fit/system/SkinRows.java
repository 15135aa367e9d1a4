package dev.sinew.fit.system;

import dev.sinew.model.AnimationCoords;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A skin during the fit: per vertex its bones, each with a weight w_j and a correction d_j. The
 * animation coordinates are p_j = (d_j + w_j x, w_j) with x the vertex in the reference. So linear
 * blending is the skin without corrections, and corrections do not depend on the position of the
 * vertex. The weights of a row sum to 1.
 *
 * <p>The first bone of a row is its base, the bone that the vertex follows most.
 */
public final class SkinRows {
  /** The capacity of a row in bones. */
  public final int stride;

  /** The number of bones of each vertex. */
  public final int[] count;

  /** Bone i of vertex v, at index v · stride + i. */
  public final int[] bone;

  /** Correction and weight of bone i of vertex v, 4 values from index 4 (v · stride + i). */
  public final double[] c;

  /**
   * Weight of bone i of vertex v in linear blending with the same bones: what regularisation pulls
   * weights towards.
   */
  public final double[] linear;

  public SkinRows(int vertices, int stride) {
    this(
        stride,
        new int[vertices],
        new int[vertices * stride],
        new double[Math.multiplyExact(4 * stride, vertices)],
        new double[vertices * stride]);
  }

  private SkinRows(int stride, int[] count, int[] bone, double[] c, double[] linear) {
    this.stride = stride;
    this.count = count;
    this.bone = bone;
    this.c = c;
    this.linear = linear;
  }

  /** Returns a skin with each vertex rigid on one bone. */
  public static SkinRows rigid(int[] boneOfVertex, int stride) {
    SkinRows rows = new SkinRows(boneOfVertex.length, stride);
    Arrays.fill(rows.count, 1);
    for (int v = 0; v < boneOfVertex.length; v++) {
      rows.bone[v * stride] = boneOfVertex[v];
      rows.c[4 * v * stride + 3] = 1;
      rows.linear[v * stride] = 1;
    }
    return rows;
  }

  /**
   * Leaves no bone without a vertex that had some in another skin with the same vertices: the
   * vertex that followed it most moves again as it did there.
   */
  public void keepBones(SkinRows before, int bones) {
    for (int lost : idleBones(bones)) {
      int best = -1;
      double most = 0;
      for (int v = 0; v < count.length; v++) {
        for (int i = 0; i < Math.min(before.count[v], stride); i++) {
          int at = before.at(v, i);
          if (before.bone[at] == lost && before.c[4 * at + 3] > most) {
            most = before.c[4 * at + 3];
            best = v;
          }
        }
      }
      if (best >= 0 && before.count[best] <= stride) {
        count[best] = before.count[best];
        for (int i = 0; i < count[best]; i++) {
          bone[at(best, i)] = before.bone[before.at(best, i)];
          System.arraycopy(before.c, 4 * before.at(best, i), c, 4 * at(best, i), 4);
        }
      }
    }
  }

  public SkinRows copy() {
    return new SkinRows(stride, count.clone(), bone.clone(), c.clone(), linear.clone());
  }

  /** Returns the rows of a list of vertices, in its order. */
  public SkinRows subset(int[] list) {
    SkinRows some = new SkinRows(list.length, stride);
    for (int i = 0; i < list.length; i++) {
      some.count[i] = count[list[i]];
      System.arraycopy(bone, stride * list[i], some.bone, stride * i, stride);
      System.arraycopy(linear, stride * list[i], some.linear, stride * i, stride);
      System.arraycopy(c, 4 * stride * list[i], some.c, 4 * stride * i, 4 * stride);
    }
    return some;
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return count.length;
  }

  /** Returns the total number of influences. */
  public long total() {
    long sum = 0;
    for (int n : count) {
      sum += n;
    }
    return sum;
  }

  /** Returns the mean number of influences of a vertex. */
  public double meanCount() {
    return total() / (double) vertexCount();
  }

  /** Returns the number of bones that move no vertex. */
  public int idleCount(int bones) {
    return idleBones(bones).length;
  }

  /** Returns the bones that move no vertex. */
  public int[] idleBones(int bones) {
    boolean[] used = new boolean[bones];
    for (int v = 0; v < count.length; v++) {
      for (int i = 0; i < count[v]; i++) {
        used[bone[at(v, i)]] = true;
      }
    }
    return IntStream.range(0, bones).filter(b -> !used[b]).toArray();
  }

  /** Returns true if a bone moves a vertex. */
  public boolean has(int vertex, int moving) {
    for (int i = 0; i < count[vertex]; i++) {
      if (bone[at(vertex, i)] == moving) {
        return true;
      }
    }
    return false;
  }

  /** Returns the index in {@link #bone} of bone i of a vertex. */
  public int at(int vertex, int i) {
    return vertex * stride + i;
  }

  /** Writes p of bone i of a vertex, 4 values. */
  public void coordinates(int vertex, int i, double[] rest, double[] out, int o) {
    int at = 4 * at(vertex, i);
    double w = c[at + 3];
    out[o] = c[at] + w * rest[3 * vertex];
    out[o + 1] = c[at + 1] + w * rest[3 * vertex + 1];
    out[o + 2] = c[at + 2] + w * rest[3 * vertex + 2];
    out[o + 3] = w;
  }

  /** Sets bone i of a vertex from its animation coordinates. */
  public void setCoordinates(int vertex, int i, double[] rest, double[] p, int o) {
    int at = 4 * at(vertex, i);
    for (int axis = 0; axis < 3; axis++) {
      c[at + axis] = p[o + axis] - p[o + 3] * rest[3 * vertex + axis];
    }
    c[at + 3] = p[o + 3];
  }

  /** Returns the animation coordinates, in the space of the reference and units of its box. */
  public AnimationCoords coordinates(double[] rest) {
    AnimationCoords.Builder rows = AnimationCoords.builder();
    double[] p = new double[4];
    for (int v = 0; v < count.length; v++) {
      for (int i = 0; i < count[v]; i++) {
        coordinates(v, i, rest, p, 0);
        rows.add(bone[at(v, i)], p[0], p[1], p[2], p[3]);
      }
      rows.endRow();
    }
    return rows.buildPoints();
  }
}
