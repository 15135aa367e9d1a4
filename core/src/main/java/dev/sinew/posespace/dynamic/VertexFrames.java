package dev.sinew.posespace.dynamic;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Svd3;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import java.util.Arrays;

/**
 * The moving frames of vertices in one pose: the position that the linear skin gives a vertex, and
 * the rotation from rest space to scene space.
 *
 * <p>The rotation is the weighted mean of the joints' quaternions. Unlike the blended matrix it is
 * always a rotation, so that a displacement that is carried from frame to frame keeps its length.
 */
final class VertexFrames {
  /** Values per rotation, row by row. */
  static final int ROTATION = 9;

  /** A mean of quaternions shorter than this has no direction. */
  private static final double CANCELLED = 1e-6;

  private final Skin skin;
  private final AnimationCoords coords;
  private final double[] globals;
  private final double[] matrices;
  private final double[] joints;
  private final double[] work = new double[Svd3.WORK];
  private final double[] stretch = new double[9];
  private final double[] mean = new double[Quaternion.SIZE];

  /** x, y, z of every vertex in scene space. */
  final double[] positions;

  /** The rotation of every vertex from rest space to scene space. */
  final double[] rotations;

  /**
   * Allocates frames.
   *
   * @param vertices the rows of the skin
   */
  VertexFrames(LinearSkin linear, int[] vertices) {
    skin = linear.skin();
    coords = linear.coords().rows(vertices);
    globals = new double[Affine.SIZE * skin.jointCount()];
    matrices = new double[globals.length];
    joints = new double[Quaternion.SIZE * skin.jointCount()];
    positions = new double[3 * vertices.length];
    rotations = new double[ROTATION * vertices.length];
  }

  int count() {
    return coords.rowCount();
  }

  /** Computes the frames in a pose whose global transforms are up to date. */
  void set(Pose pose) {
    skin.skinningMatrices(pose, matrices);
    for (int j = 0; j < skin.jointCount(); j++) {
      pose.copyGlobal(skin.joint(j), globals, Affine.SIZE * j);
      Svd3.polar(matrices, Affine.SIZE * j, 4, work, joints, Quaternion.SIZE * j, stretch, 0);
    }
    for (int v = 0; v < count(); v++) {
      coords.project(v, globals, positions, 3 * v);
      blendRotation(v);
      toMatrix(mean, rotations, ROTATION * v);
    }
  }

  /** Blends the quaternions of a vertex, each in the hemisphere of the heaviest. */
  private void blendRotation(int v) {
    int heaviest = heaviest(v);
    Arrays.fill(mean, 0);
    for (int i = 0; i < coords.count(v); i++) {
      int at = Quaternion.SIZE * coords.joint(v, i);
      double dot = 0;
      for (int k = 0; k < Quaternion.SIZE; k++) {
        dot += joints[at + k] * joints[heaviest + k];
      }
      double weight = coords.value(v, i, 3) * (dot < 0 ? -1 : 1);
      for (int k = 0; k < Quaternion.SIZE; k++) {
        mean[k] += weight * joints[at + k];
      }
    }
    double length = Math.hypot(Math.hypot(mean[0], mean[1]), Math.hypot(mean[2], mean[3]));
    if (!(length > CANCELLED)) {
      System.arraycopy(joints, heaviest, mean, 0, Quaternion.SIZE);
    }
    Quaternion.normalize(mean, 0);
  }

  /** Returns the place of the quaternion of a vertex's heaviest joint. */
  private int heaviest(int v) {
    int best = 0;
    for (int i = 1; i < coords.count(v); i++) {
      if (coords.value(v, i, 3) > coords.value(v, best, 3)) {
        best = i;
      }
    }
    return Quaternion.SIZE * coords.joint(v, best);
  }

  /** Takes a vector from scene space to rest space by the rotation at offset r. */
  static void toRest(double[] rotations, int r, double[] vector) {
    double x = vector[0], y = vector[1], z = vector[2];
    for (int c = 0; c < 3; c++) {
      vector[c] = rotations[r + c] * x + rotations[r + 3 + c] * y + rotations[r + 6 + c] * z;
    }
  }

  /** Takes a vector from rest space to scene space by the rotation at offset r. */
  static void toScene(double[] rotations, int r, double[] vector) {
    double x = vector[0], y = vector[1], z = vector[2];
    for (int c = 0; c < 3; c++) {
      int row = r + 3 * c;
      vector[c] = rotations[row] * x + rotations[row + 1] * y + rotations[row + 2] * z;
    }
  }

  private static void toMatrix(double[] q, double[] out, int o) {
    double x = q[0], y = q[1], z = q[2], w = q[3];
    out[o] = 1 - 2 * (y * y + z * z);
    out[o + 1] = 2 * (x * y - z * w);
    out[o + 2] = 2 * (x * z + y * w);
    out[o + 3] = 2 * (x * y + z * w);
    out[o + 4] = 1 - 2 * (x * x + z * z);
    out[o + 5] = 2 * (y * z - x * w);
    out[o + 6] = 2 * (x * z - y * w);
    out[o + 7] = 2 * (y * z + x * w);
    out[o + 8] = 1 - 2 * (x * x + y * y);
  }
}
