package dev.sinew.simplify.polish;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The points of a level as functions of unknowns: of their rest positions x and, where a point is
 * skinned linearly, of its weights w. In pose k a point is at Σ_j w_j M_jk (x + o_k) + c_k, with
 * the morph offset o_k and the correction c_k of animation coordinates, both constant.
 *
 * <p>A point has {@value LevelPoints#UNKNOWNS} unknowns: three coordinates, as lengths of the scene
 * so that the units of a mesh do not count, and the weights of its second to fourth joint, each
 * taken from the first. Unknowns that a point does not have are 0.
 */
final class LevelSkin implements LevelPoints {
  private static final int MAX_FREE_WEIGHTS = UNKNOWNS - 3;

  private final double[][] matrices;
  private final double[][] offsets;

  /** Per pose, x, y, z of every point; empty without animation coordinates. */
  private final double[][] corrections;

  private final double[] rest;

  /** The length of a unit of the rest positions in the scene, per point. */
  private final double[] units;

  private final int[][] joints;
  private final double[][] weights;
  private final boolean[] moves;
  private final boolean[] weightsMove;
  private double[] savedRest = new double[0];
  private double[][] savedWeights = new double[0][];

  /** Makes points that may all move. */
  LevelSkin(JoinedCharacter level, List<Pose> poses) {
    this(level, poses, new BitSet());
  }

  /**
   * @param level the level
   * @param poses the poses
   * @param fixed points that keep their position and weights
   */
  LevelSkin(JoinedCharacter level, List<Pose> poses, BitSet fixed) {
    int points = level.mesh().vertexCount();
    rest = level.mesh().positions();
    units = units(level);
    joints = new int[points][];
    weights = new double[points][];
    moves = new boolean[points];
    weightsMove = new boolean[points];
    matrices = new double[poses.size()][];
    offsets = new double[poses.size()][];
    corrections = new double[poses.size()][];
    for (int k = 0; k < poses.size(); k++) {
      matrices[k] = level.matrices(poses.get(k));
      offsets[k] = level.morphOffsets(poses.get(k));
      corrections[k] = new double[0];
    }
    copyWeights(level.influences());
    for (int p = 0; p < points; p++) {
      moves[p] = !fixed.get(p);
      weightsMove[p] = moves[p] && joints[p].length > 1 && joints[p].length <= 1 + MAX_FREE_WEIGHTS;
    }
    if (level.hasCoords()) {
      copyCoords(level);
    }
  }

  private static double[] units(JoinedCharacter level) {
    double[] ofMesh = level.meshUnits(level.restMesh());
    double[] out = new double[level.mesh().vertexCount()];
    Arrays.setAll(out, p -> ofMesh[level.meshOf(p)]);
    return out;
  }

  private void copyWeights(Influences rows) {
    for (int p = 0; p < joints.length; p++) {
      joints[p] = new int[rows.count(p)];
      weights[p] = new double[rows.count(p)];
      for (int i = 0; i < joints[p].length; i++) {
        joints[p][i] = rows.joint(p, i);
        weights[p][i] = rows.weight(p, i);
      }
    }
  }

  /** Uses the weights of animation coordinates, and what they add to linear blending. */
  private void copyCoords(JoinedCharacter level) {
    AnimationCoords coords = level.coords();
    for (int k = 0; k < matrices.length; k++) {
      corrections[k] = new double[rest.length];
    }
    double[] linear = new double[3];
    for (int p = 0; p < joints.length; p++) {
      if (!level.hasCoords(p)) {
        continue;
      }
      weightsMove[p] = false;
      int count = coords.count(p);
      joints[p] = new int[count];
      weights[p] = new double[count];
      for (int i = 0; i < count; i++) {
        joints[p][i] = coords.joint(p, i);
        weights[p][i] = coords.value(p, i, 3);
      }
      // The rest position of the coordinates; that of the mesh belongs to the linear fallback.
      for (int axis = 0; axis < 3; axis++) {
        rest[3 * p + axis] = 0;
        for (int i = 0; i < count; i++) {
          rest[3 * p + axis] += coords.value(p, i, axis);
        }
      }
      for (int k = 0; k < matrices.length; k++) {
        copyPoint(k, p, linear);
        for (int r = 0; r < 3; r++) {
          double exact = 0;
          for (int i = 0; i < count; i++) {
            int m = Affine.SIZE * joints[p][i] + 4 * r;
            for (int c = 0; c < 4; c++) {
              exact += matrices[k][m + c] * coords.value(p, i, c);
            }
          }
          corrections[k][3 * p + r] = exact - (linear[r] - morphed(k, p, r));
        }
      }
    }
  }

  /** Returns what the morph offset adds to a coordinate. */
  private double morphed(int k, int p, int row) {
    if (offsets[k].length == 0) {
      return 0;
    }
    double sum = 0;
    for (int i = 0; i < joints[p].length; i++) {
      int m = Affine.SIZE * joints[p][i] + 4 * row;
      for (int c = 0; c < 3; c++) {
        sum += weights[p][i] * matrices[k][m + c] * offsets[k][3 * p + c];
      }
    }
    return sum;
  }

  @Override
  public int pointCount() {
    return joints.length;
  }

  int poseCount() {
    return matrices.length;
  }

  /** Returns x, y, z of every point at rest; not a copy. */
  double[] rest() {
    return rest;
  }

  int[] joints(int point) {
    return joints[point];
  }

  double[] weights(int point) {
    return weights[point];
  }

  /** Writes a point at rest, with the morph offset of a pose. */
  void copyRest(int k, int p, double[] out) {
    for (int axis = 0; axis < 3; axis++) {
      out[axis] = rest[3 * p + axis] + (offsets[k].length > 0 ? offsets[k][3 * p + axis] : 0);
    }
  }

  /** Writes a point in a pose. */
  void copyPoint(int k, int p, double[] out) {
    copyRest(k, p, out);
    double x = out[0], y = out[1], z = out[2];
    Arrays.fill(out, 0);
    double[] m = matrices[k];
    for (int i = 0; i < joints[p].length; i++) {
      int at = Affine.SIZE * joints[p][i];
      double w = weights[p][i];
      for (int r = 0; r < 3; r++, at += 4) {
        out[r] += w * (m[at] * x + m[at + 1] * y + m[at + 2] * z + m[at + 3]);
      }
    }
    for (int r = 0; corrections[k].length > 0 && r < 3; r++) {
      out[r] += corrections[k][3 * p + r];
    }
  }

  /** Writes the affine map that takes a point from rest to a pose. */
  void copyBlend(int k, int p, double[] out) {
    Arrays.fill(out, 0);
    for (int i = 0; i < joints[p].length; i++) {
      for (int e = 0; e < Affine.SIZE; e++) {
        out[e] += weights[p][i] * matrices[k][Affine.SIZE * joints[p][i] + e];
      }
    }
  }

  /** Returns all points in all poses. */
  float[][] shapes(RunContext context) {
    float[][] out = new float[poseCount()][3 * pointCount()];
    context.run(out.length, k -> pose(k, out[k]));
    return out;
  }

  @Override
  public void pose(int k, float[] out) {
    double[] v = new double[3];
    for (int p = 0; p < joints.length; p++) {
      copyPoint(k, p, v);
      for (int r = 0; r < 3; r++) {
        out[3 * p + r] = (float) v[r];
      }
    }
  }

  /** Writes the linear part of a point's matrix in a pose, column by column. */
  void copyLinear(int k, int p, double[] out) {
    Arrays.fill(out, 0, 9, 0);
    double[] m = matrices[k];
    for (int i = 0; i < joints[p].length; i++) {
      int at = Affine.SIZE * joints[p][i];
      double w = weights[p][i];
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
          out[3 * c + r] += w * m[at + 4 * r + c];
        }
      }
    }
  }

  @Override
  public void derivatives(int k, int p, double[] out) {
    Arrays.fill(out, 0);
    if (!moves[p]) {
      return;
    }
    copyLinear(k, p, out);
    for (int i = 0; i < 9; i++) {
      out[i] /= units[p];
    }
    if (!weightsMove[p]) {
      return;
    }
    double[] m = matrices[k];
    double x = rest[3 * p], y = rest[3 * p + 1], z = rest[3 * p + 2];
    if (offsets[k].length > 0) {
      x += offsets[k][3 * p];
      y += offsets[k][3 * p + 1];
      z += offsets[k][3 * p + 2];
    }
    int first = Affine.SIZE * joints[p][0];
    for (int i = 1; i < joints[p].length; i++) {
      int at = Affine.SIZE * joints[p][i];
      for (int r = 0; r < 3; r++) {
        int a = at + 4 * r;
        int b = first + 4 * r;
        out[3 * (2 + i) + r] =
            (m[a] - m[b]) * x
                + (m[a + 1] - m[b + 1]) * y
                + (m[a + 2] - m[b + 2]) * z
                + (m[a + 3] - m[b + 3]);
      }
    }
  }

  /** Weights stay within 0 and 1. */
  @Override
  public void add(int p, double[] step, double share) {
    for (int axis = 0; axis < 3; axis++) {
      rest[3 * p + axis] += share * step[UNKNOWNS * p + axis] / units[p];
    }
    if (!weightsMove[p]) {
      return;
    }
    double[] w = weights[p];
    double sum = 0;
    for (int i = 1; i < w.length; i++) {
      w[0] -= share * step[UNKNOWNS * p + 2 + i];
      w[i] += share * step[UNKNOWNS * p + 2 + i];
    }
    for (int i = 0; i < w.length; i++) {
      w[i] = Math.max(0, w[i]);
      sum += w[i];
    }
    for (int i = 0; i < w.length; i++) {
      w[i] /= sum;
    }
  }

  @Override
  public void save() {
    savedRest = rest.clone();
    savedWeights = weights.clone();
    Arrays.setAll(savedWeights, p -> weights[p].clone());
  }

  @Override
  public void restore(int p) {
    System.arraycopy(savedRest, 3 * p, rest, 3 * p, 3);
    System.arraycopy(savedWeights[p], 0, weights[p], 0, weights[p].length);
  }
}
