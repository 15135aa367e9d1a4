package dev.sinew.posespace.dynamic;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Svd3;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import java.util.Arrays;

/**
 * The keys of acceleration-driven correctives (section 4.3.1 of the thesis on crowds, equation
 * 4.21): per joint the linear and the angular acceleration over the last three poses, turned from
 * scene space to rest space by the joint's rotation, so that they do not depend on the direction
 * the character faces. They belong to the middle one of the three poses, so no pose of the future
 * is needed.
 *
 * <p>The answer of flesh to a push goes on after it, so the present acceleration alone says little.
 * A key also has the history of the accelerations, as a bank of resonators sees it: damped springs
 * of fixed frequencies that the accelerations drive, each with its displacement and velocity. Sums
 * of these come close to the answer of any soft tissue (Kautz 1954). Resonators swing in scene
 * space, where inertia acts, by the exact step of {@link SpringStep}: stable at any frame rate.
 */
final class AccelerationKeys {
  /**
   * The natural frequencies of the resonators in hertz. What they explain of soft and firm flesh:
   * docs/decisions/dynamics-keys.md.
   */
  private static final double[] FREQUENCIES = {1, 1.5, 2.2, 3.2, 4.8};

  /** Their damping ratio: their bands overlap. */
  private static final double DAMPING_RATIO = 0.15;

  /** The accelerations of a joint: three linear, three angular. */
  private static final int NOW = 6;

  /** Values per joint: accelerations, then displacements and velocities of all resonators. */
  static final int SIZE = NOW * (1 + 2 * FREQUENCIES.length);

  private final Skin skin;
  private final double[] matrices;
  private final double[] global = new double[Affine.SIZE];
  private final double[] work = new double[Svd3.WORK];
  private final double[] stretch = new double[9];
  private final double[] turn = new double[Quaternion.SIZE];
  private final double[] rotations;
  private final double[] oldRotations;
  private final double[] origins;
  private final double[] oldOrigins;
  private final double[] velocities;

  /** Displacements and velocities of the resonators in scene space, where values has them. */
  private final double[] swings;

  private final SpringStep[] steps = new SpringStep[FREQUENCIES.length];
  private final double[] vector = new double[3];
  private final double[] jump = new double[3];
  private double preparedFor = Double.NaN;
  private double oldSeconds;
  private int posesSeen;

  /** {@link #SIZE} values per joint of the skin; 0 until three poses were seen. */
  final double[] values;

  AccelerationKeys(Skin skin) {
    this.skin = skin;
    int n = skin.jointCount();
    matrices = new double[Affine.SIZE * n];
    rotations = new double[Quaternion.SIZE * n];
    oldRotations = new double[Quaternion.SIZE * n];
    origins = new double[3 * n];
    oldOrigins = new double[3 * n];
    velocities = new double[NOW * n];
    values = new double[SIZE * n];
    swings = new double[SIZE * n];
    Arrays.setAll(steps, r -> new SpringStep());
  }

  void reset() {
    Arrays.fill(values, 0);
    Arrays.fill(swings, 0);
    posesSeen = 0;
  }

  /** Advances to a pose; the time is ignored by the first step after a reset. */
  void step(Pose pose, double seconds) {
    if (posesSeen > 0) {
      Rows.step(seconds);
    }
    System.arraycopy(rotations, 0, oldRotations, 0, rotations.length);
    System.arraycopy(origins, 0, oldOrigins, 0, origins.length);
    setJoints(pose);
    if (posesSeen > 0) {
      prepare(seconds);
      for (int j = 0; j < skin.jointCount(); j++) {
        setVelocity(j, seconds);
      }
    }
    oldSeconds = seconds;
    posesSeen = Math.min(2, posesSeen + 1);
  }

  private void setJoints(Pose pose) {
    skin.skinningMatrices(pose, matrices);
    for (int j = 0; j < skin.jointCount(); j++) {
      Svd3.polar(matrices, Affine.SIZE * j, 4, work, rotations, Quaternion.SIZE * j, stretch, 0);
      pose.copyGlobal(skin.joint(j), global, 0);
      for (int k = 0; k < 3; k++) {
        origins[3 * j + k] = global[4 * k + 3];
      }
    }
  }

  private void prepare(double seconds) {
    for (int r = 0; seconds != preparedFor && r < steps.length; r++) {
      double omega = 2 * Math.PI * FREQUENCIES[r];
      steps[r].set(omega * omega, 2 * DAMPING_RATIO * omega, seconds);
    }
    preparedFor = seconds;
  }

  /** Computes the velocities since the last pose and, from those before, the accelerations. */
  private void setVelocity(int j, double seconds) {
    double between = (seconds + oldSeconds) / 2;
    for (int k = 0; k < 3; k++) {
      vector[k] = (origins[3 * j + k] - oldOrigins[3 * j + k]) / seconds;
    }
    setAcceleration(j, 0, between);
    turnSince(j);
    for (int k = 0; k < 3; k++) {
      vector[k] = turn[k] / seconds;
    }
    setAcceleration(j, 3, between);
  }

  /** Takes a velocity: its jump at the last pose is the acceleration times the time between. */
  private void setAcceleration(int j, int kind, double between) {
    for (int k = 0; k < 3; k++) {
      double v = vector[k];
      jump[k] = posesSeen > 1 ? v - velocities[NOW * j + kind + k] : 0;
      velocities[NOW * j + kind + k] = v;
      vector[k] = jump[k] / between;
    }
    toRest(oldRotations, Quaternion.SIZE * j, vector);
    System.arraycopy(vector, 0, values, SIZE * j + kind, 3);
    for (int r = 0; r < steps.length; r++) {
      swing(steps[r], j, SIZE * j + NOW * (1 + 2 * r) + kind);
    }
  }

  /** Applies the jump to a resonator, lets it swing to the present pose, and turns it to rest. */
  private void swing(SpringStep step, int j, int at) {
    for (int k = at; k < at + 3; k++) {
      double x = swings[k];
      double v = swings[k + NOW] + jump[k - at];
      swings[k] = step.xx * x + step.xv * v;
      swings[k + NOW] = step.vx * x + step.vv * v;
    }
    for (int kind = at; kind <= at + NOW; kind += NOW) {
      System.arraycopy(swings, kind, vector, 0, 3);
      toRest(rotations, Quaternion.SIZE * j, vector);
      System.arraycopy(vector, 0, values, kind, 3);
    }
  }

  /** Writes the rotation vector from the old to the new rotation of a joint, in scene space. */
  private void turnSince(int j) {
    int q = Quaternion.SIZE * j;
    System.arraycopy(oldRotations, q, turn, 0, Quaternion.SIZE);
    for (int k = 0; k < 3; k++) {
      turn[k] = -turn[k];
    }
    Quaternion.multiply(rotations, q, turn, 0, turn, 0);
    double sign = turn[3] < 0 ? -1 : 1;
    double sine = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    double angle = 2 * Math.atan2(sine, Math.abs(turn[3]));
    double scale = sine > 1e-12 ? sign * angle / sine : 2 * sign;
    for (int k = 0; k < 3; k++) {
      turn[k] *= scale;
    }
  }

  /** Turns a vector by the inverse of a unit quaternion: v + 2 q × (q × v − w v) for −q. */
  private static void toRest(double[] q, int o, double[] v) {
    double x = -q[o], y = -q[o + 1], z = -q[o + 2], w = q[o + 3];
    double a = y * v[2] - z * v[1] + w * v[0];
    double b = z * v[0] - x * v[2] + w * v[1];
    double c = x * v[1] - y * v[0] + w * v[2];
    v[0] += 2 * (y * c - z * b);
    v[1] += 2 * (z * a - x * c);
    v[2] += 2 * (x * b - y * a);
  }
}
