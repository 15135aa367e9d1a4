package dev.sinew.posespace.bake;

import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.posespace.OffsetBasis;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The targets of one mesh: a basis of its offsets in all frames, largest component first, as many
 * as a stated error needs. A component that frames need in both directions becomes two targets, so
 * that all weights are between 0 and 1: importers cut others off, as Blender's does. Between two
 * frames of different direction both targets change linearly, and their difference is that of one
 * target with a weight of either sign.
 */
final class MeshTargets {
  /** A direction of a component is not needed below this share of the tolerance. */
  private static final double NO_SIDE = 0.01;

  /** The most frames whose basis is computed; the others are expressed in it. */
  private static final int MAX_BASIS_FRAMES = 400;

  private final TriMesh mesh;
  private final List<double[]> offsets;
  private final int[] moved;
  private final float[] rows;

  final int count;

  /** Per frame, a weight per target. */
  final double[][] weights;

  /**
   * @param geometry the mesh
   * @param offsets x, y, z per vertex and frame
   * @param tolerance the largest error of an offset, in the space of the mesh
   */
  MeshTargets(Geometry geometry, List<double[]> offsets, double tolerance, int maxTargets) {
    mesh = geometry.mesh();
    this.offsets = offsets;
    moved =
        IntStream.range(0, mesh.vertexCount())
            .filter(
                v -> offsets.stream().anyMatch(f -> squaredLength(f, v) > tolerance * tolerance))
            .toArray();
    weights = new double[offsets.size()][];
    if (moved.length == 0) {
      count = 0;
      rows = new float[0];
      Arrays.setAll(weights, f -> new double[0]);
      return;
    }
    int basisFrames = Math.min(MAX_BASIS_FRAMES, offsets.size());
    double[][] chosen = new double[basisFrames][];
    Arrays.setAll(chosen, i -> gather((int) ((long) i * offsets.size() / basisFrames)));
    OffsetBasis basis = OffsetBasis.of(chosen, tolerance, maxTargets);
    double[][] signed = new double[offsets.size()][];
    Arrays.setAll(signed, f -> project(basis, gather(f)));
    List<Side> sides = sides(basis, signed, NO_SIDE * tolerance);
    sides = sides.subList(0, Math.min(maxTargets, sides.size()));
    count = sides.size();
    rows = new float[Math.multiplyExact(count, 3 * moved.length)];
    Arrays.setAll(weights, f -> new double[count]);
    for (int t = 0; t < count; t++) {
      add(sides.get(t), t, basis, signed);
    }
  }

  /**
   * A direction of a component.
   *
   * @param size the largest weight in this direction, above 0
   */
  private record Side(int component, int sign, double size) {}

  /**
   * Returns the directions that frames need, of each component the larger one first.
   *
   * @param least directions that move no vertex by more are left out: they are due to rounding
   */
  private List<Side> sides(OffsetBasis basis, double[][] signed, double least) {
    List<Side> out = new ArrayList<>();
    for (int r = 0; r < basis.rank(); r++) {
      double longest = longest(basis.rows(), 3 * moved.length * r);
      double low = 0;
      double high = 0;
      for (double[] frame : signed) {
        low = Math.min(low, frame[r]);
        high = Math.max(high, frame[r]);
      }
      Side up = new Side(r, 1, high);
      Side down = new Side(r, -1, -low);
      for (Side side : high >= -low ? List.of(up, down) : List.of(down, up)) {
        if (side.size * longest > least) {
          out.add(side);
        }
      }
    }
    return out;
  }

  /** Returns the length of the longest vector of a row of vectors. */
  private double longest(float[] rows, int first) {
    double most = 0;
    for (int i = first; i < first + 3 * moved.length; i += 3) {
      double x = rows[i], y = rows[i + 1], z = rows[i + 2];
      most = Math.max(most, x * x + y * y + z * z);
    }
    return Math.sqrt(most);
  }

  private void add(Side side, int target, OffsetBasis basis, double[][] signed) {
    int length = 3 * moved.length;
    for (int i = 0; i < length; i++) {
      rows[target * length + i] =
          (float) (side.sign * side.size * basis.rows()[side.component * length + i]);
    }
    for (int f = 0; f < signed.length; f++) {
      weights[f][target] = Math.max(0, side.sign * signed[f][side.component]) / side.size;
    }
  }

  private static double squaredLength(double[] values, int vertex) {
    double x = values[3 * vertex], y = values[3 * vertex + 1], z = values[3 * vertex + 2];
    return x * x + y * y + z * z;
  }

  /** Returns the offsets of the moved vertices in a frame. */
  private double[] gather(int frame) {
    double[] out = new double[3 * moved.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = offsets.get(frame)[3 * moved[i / 3] + i % 3];
    }
    return out;
  }

  /** Returns the components of a frame; the rows are perpendicular to each other. */
  private static double[] project(OffsetBasis basis, double[] left) {
    float[] rows = basis.rows();
    double[] out = new double[basis.rank()];
    for (int r = 0; r < out.length; r++) {
      int o = r * left.length;
      double dot = 0;
      double square = 0;
      for (int i = 0; i < left.length; i++) {
        dot += rows[o + i] * left[i];
        square += rows[o + i] * rows[o + i];
      }
      out[r] = square > 0 ? dot / square : 0;
      for (int i = 0; i < left.length; i++) {
        left[i] -= out[r] * rows[o + i];
      }
    }
    return out;
  }

  /** Returns what the weighted targets leave of the offsets of a frame. */
  double[] residual(int frame) {
    double[] left = offsets.get(frame).clone();
    for (int r = 0; r < count; r++) {
      for (int i = 0; i < 3 * moved.length; i++) {
        left[3 * moved[i / 3] + i % 3] -= weights[frame][r] * rows[r * 3 * moved.length + i];
      }
    }
    return left;
  }

  /**
   * Returns the targets of a mesh with these after its own; rest weights of 0.
   *
   * @param turned the normal offsets of every target; empty for none
   */
  MorphTargets after(MorphTargets own, List<float[]> turned) {
    List<float[]> positions = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    int[] rowOfVertex = new int[mesh.vertexCount()];
    Arrays.fill(rowOfVertex, -1);
    for (int i = 0; i < moved.length; i++) {
      rowOfVertex[moved[i]] = i;
    }
    for (int r = 0; r < count; r++) {
      float[] target = new float[3 * mesh.wedgeCount()];
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        int row = rowOfVertex[mesh.vertexOfWedge(w)];
        if (row >= 0) {
          System.arraycopy(rows, 3 * (r * moved.length + row), target, 3 * w, 3);
        }
      }
      positions.add(target);
      normals.add(turned.isEmpty() ? null : turned.get(r));
    }
    return own.plus(positions, normals);
  }
}
