package dev.sinew.solve;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.pose.Turn;
import java.util.Arrays;
import java.util.List;

/**
 * The error of a pose and its derivatives, from {@link PointSums} alone.
 *
 * <p>A parameter θ of joint j moves everything below j by the same infinitesimal affine motion D_θ,
 * a 3×4 matrix: ∂v/∂θ = D_θ y_vj with y_vj = Σ_{d below j} G_d p_d, a homogeneous point. So JᵀJ has
 * the entries Σ_r D_θ,r M_jl D_φ,rᵀ with M_jl = Σ_v y_vj y_vlᵀ, and Jᵀr has Σ_r D_θ,r Q_j,rᵀ with
 * Q_j = Σ_v r_v y_vjᵀ. Both sums over vertices follow from the constant C_de = Σ_v p_d p_eᵀ and X_d
 * = Σ_v x_v p_dᵀ by products with the pose and sums over subtrees, so a step costs nothing per
 * vertex.
 *
 * <p>Lengths are relative to the mean of the targets, in units of the rest box. Scratch arrays make
 * this a class for one thread.
 */
final class PoseEnergy {
  private final RigParameters rig;
  private final double unit;
  private final double stiffness;
  private final PointSums sums;
  private final int[] owners;

  /** The frame being solved. */
  private PointSums.Frame frame = new PointSums.Frame(new double[3], new double[0], 0);

  /** G of each mover, relative to the origin and in units. */
  private final double[] globals;

  /** K_e = Σ_d G_d C_de − X_e of each mover. */
  private final double[] residuals;

  private final double[] motions;
  private final double[] joined;
  private final double[] moments;

  /** JᵀJ with the prior, n × n; only its lower triangle is filled. */
  final double[] hessian;

  /** Half the gradient of the energy: Jᵀr with the prior. */
  final double[] gradient;

  PoseEnergy(RigParameters rig, PointSums sums, double unit, double stiffness) {
    this.rig = rig;
    this.sums = sums;
    this.unit = unit;
    this.stiffness = stiffness;
    owners = rig.ownersOf(sums.movers);
    int joints = rig.jointCount();
    int n = rig.parameterCount();
    globals = new double[Affine.SIZE * sums.movers.length];
    residuals = new double[globals.length];
    motions = new double[Affine.SIZE * n];
    joined = new double[Affine.SIZE * joints];
    moments = new double[Math.multiplyExact(16 * joints, joints)];
    hessian = new double[Math.multiplyExact(n, n)];
    gradient = new double[n];
  }

  void setFrame(PointSums.Frame next) {
    frame = next;
  }

  double unit() {
    return unit;
  }

  /** Returns the mean squared error in units, with the prior. */
  double energy(RigPose pose) {
    fillResiduals(pose.pose());
    double sum = frame.squares();
    for (int i = 0; i < globals.length; i++) {
      sum += globals[i] * (residuals[i] - frame.sums()[i]);
    }
    return Math.max(0, sum) + prior(pose, false);
  }

  /** Fills {@link #hessian} and {@link #gradient}. */
  void linearise(RigPose pose) {
    fillResiduals(pose.pose());
    fillMotions(pose);
    joinResiduals();
    joinMoments();
    int n = rig.parameterCount();
    Arrays.fill(hessian, 0);
    for (int j = 0; j < rig.jointCount(); j++) {
      for (int t = rig.first[j]; t < rig.first[j + 1]; t++) {
        gradient[t] = dot(motions, Affine.SIZE * t, joined, Affine.SIZE * j);
      }
      for (int l = 0; l <= j; l++) {
        fillBlock(j, l, n);
      }
    }
    prior(pose, true);
  }

  private void fillResiduals(Pose pose) {
    for (int d = 0; d < sums.movers.length; d++) {
      int g = Affine.SIZE * d;
      pose.copyGlobal(sums.movers[d], globals, g);
      for (int r = 0; r < 3; r++) {
        globals[g + 4 * r + 3] -= frame.origin()[r];
        for (int c = 0; c < 4; c++) {
          globals[g + 4 * r + c] /= unit;
        }
      }
    }
    for (int e = 0; e < sums.movers.length; e++) {
      int k = Affine.SIZE * e;
      for (int i = 0; i < Affine.SIZE; i++) {
        residuals[k + i] = -frame.sums()[k + i];
      }
      // C_de = C_edᵀ, so the partners of e are the joints to sum over.
      for (int n = 0; n < sums.partners[e].length; n++) {
        int g = Affine.SIZE * sums.partners[e][n];
        double[] c = sums.moments[e];
        for (int r = 0; r < Affine.SIZE; r += 4) {
          for (int s = 0; s < 4; s++) {
            int row = 16 * n + 4 * s;
            residuals[k + r + s] +=
                globals[g + r] * c[row]
                    + globals[g + r + 1] * c[row + 1]
                    + globals[g + r + 2] * c[row + 2]
                    + globals[g + r + 3] * c[row + 3];
          }
        }
      }
    }
  }

  /** Fills D of every parameter. */
  private void fillMotions(RigPose pose) {
    double[] frameOf = new double[Affine.SIZE];
    double[] local = new double[Affine.SIZE];
    double[] q = new double[Quaternion.SIZE];
    double[] t = new double[3];
    double[] one = {1, 1, 1};
    Arrays.fill(motions, 0);
    for (int j = 0; j < rig.jointCount(); j++) {
      pose.copyAbove(j, frameOf);
      pose.copyTranslation(j, t, 0);
      int at = rig.first[j];
      if (rig.turns.get(j).isPresent()) {
        rig.skeleton.copyRestRotation(rig.joints[j], q, 0);
        Affine.fromTrs(t, 0, q, 0, one, 0, local, 0);
        Affine.multiply(frameOf, 0, local, 0, frameOf, 0);
        fillTurns(pose, j, frameOf);
      } else {
        pose.copyRotation(j, q, 0);
        Affine.fromTrs(t, 0, q, 0, one, 0, local, 0);
        Affine.multiply(frameOf, 0, local, 0, frameOf, 0);
        for (int axis = 0; axis < 3; axis++) {
          fillRotation(frameOf, axis == 0 ? 1 : 0, axis == 1 ? 1 : 0, axis == 2 ? 1 : 0, at + axis);
        }
      }
      if (rig.translates[j]) {
        for (int axis = 0; axis < 3; axis++) {
          motions[Affine.SIZE * (rig.translationAt(j) + axis) + 4 * axis + 3] = 1;
        }
      }
      if (rig.scales) {
        int d = Affine.SIZE * rig.scaleAt(j);
        for (int r = 0; r < 3; r++) {
          motions[d + 5 * r] = 1;
          motions[d + 4 * r + 3] = -centre(frameOf, r);
        }
      }
    }
  }

  /** Fills D of angles; each axis is turned by the angles before it. */
  private void fillTurns(RigPose pose, int j, double[] frameOf) {
    double[] turned = frameOf.clone();
    double[] turn = new double[Quaternion.SIZE];
    double[] matrix = new double[Affine.SIZE];
    List<Turn> turns = rig.turns.get(j).orElse(List.of());
    for (int i = 0; i < turns.size(); i++) {
      Turn axis = turns.get(i);
      double length = Math.sqrt(axis.x() * axis.x() + axis.y() * axis.y() + axis.z() * axis.z());
      fillRotation(
          turned, axis.x() / length, axis.y() / length, axis.z() / length, rig.first[j] + i);
      Quaternion.fromAxisAngle(axis.x(), axis.y(), axis.z(), pose.angle(j, i), turn, 0);
      Affine.fromTrs(new double[3], 0, turn, 0, new double[] {1, 1, 1}, 0, matrix, 0);
      Affine.multiply(turned, 0, matrix, 0, turned, 0);
    }
  }

  /** Writes D = F [n]× F⁻¹ of the rotation about axis n of the frame F. */
  private void fillRotation(double[] f, double x, double y, double z, int parameter) {
    double[] inverse = new double[Affine.SIZE];
    if (!Affine.invert(f, 0, inverse, 0)) {
      return;
    }
    double[] cross = {0, -z, y, 0, z, 0, -x, 0, -y, x, 0, 0};
    double[] d = new double[Affine.SIZE];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        for (int i = 0; i < 3; i++) {
          for (int k = 0; k < 3; k++) {
            d[4 * r + c] += f[4 * r + i] * cross[4 * i + k] * inverse[4 * k + c];
          }
        }
      }
    }
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        d[4 * r + 3] -= d[4 * r + c] * centre(f, c);
      }
    }
    System.arraycopy(d, 0, motions, Affine.SIZE * parameter, Affine.SIZE);
  }

  private double centre(double[] f, int axis) {
    return (f[4 * axis + 3] - frame.origin()[axis]) / unit;
  }

  /** Sums Q_j over the subtree of each joint. */
  private void joinResiduals() {
    Arrays.fill(joined, 0);
    for (int e = 0; e < sums.movers.length; e++) {
      if (owners[e] >= 0) {
        timesTransposed(residuals, Affine.SIZE * e, 3, e, joined, Affine.SIZE * owners[e]);
      }
    }
    for (int j = rig.jointCount() - 1; j >= 0; j--) {
      if (rig.parents[j] >= 0) {
        addTo(joined, Affine.SIZE * j, joined, Affine.SIZE * rig.parents[j], Affine.SIZE);
      }
    }
  }

  /** Adds A Ḡᵀ to a sum: A has rows of four, Ḡ is the 4×4 global transform of a mover. */
  private void timesTransposed(double[] a, int ao, int rows, int mover, double[] out, int o) {
    int g = Affine.SIZE * mover;
    for (int r = 0; r < rows; r++) {
      int row = ao + 4 * r;
      for (int s = 0; s < 3; s++) {
        out[o + 4 * r + s] +=
            a[row] * globals[g + 4 * s]
                + a[row + 1] * globals[g + 4 * s + 1]
                + a[row + 2] * globals[g + 4 * s + 2]
                + a[row + 3] * globals[g + 4 * s + 3];
      }
      out[o + 4 * r + 3] += a[row + 3];
    }
  }

  /** Adds Ḡ_d C_de Ḡ_eᵀ to a sum; n is the place of e among the partners of d. */
  private void addMoments(int d, int n, double[] out, int o) {
    double[] c = sums.moments[d];
    double[] moved = new double[16];
    int g = Affine.SIZE * d;
    for (int s = 0; s < 4; s++) {
      for (int r = 0; r < 3; r++) {
        moved[4 * r + s] =
            globals[g + 4 * r] * c[16 * n + s]
                + globals[g + 4 * r + 1] * c[16 * n + 4 + s]
                + globals[g + 4 * r + 2] * c[16 * n + 8 + s]
                + globals[g + 4 * r + 3] * c[16 * n + 12 + s];
      }
      moved[12 + s] = c[16 * n + 12 + s];
    }
    timesTransposed(moved, 0, 4, sums.partners[d][n], out, o);
  }

  /** Sums M_jl over both subtrees of each pair of joints. */
  private void joinMoments() {
    int joints = rig.jointCount();
    Arrays.fill(moments, 0);
    for (int d = 0; d < sums.movers.length; d++) {
      for (int n = 0; n < sums.partners[d].length; n++) {
        int l = owners[sums.partners[d][n]];
        if (owners[d] >= 0 && l >= 0) {
          addMoments(d, n, moments, 16 * (owners[d] * joints + l));
        }
      }
    }
    for (int j = joints - 1; j >= 0; j--) {
      if (rig.parents[j] >= 0) {
        addTo(moments, 16 * j * joints, moments, 16 * rig.parents[j] * joints, 16 * joints);
      }
    }
    for (int j = 0; j < joints; j++) {
      for (int l = joints - 1; l >= 0; l--) {
        if (rig.parents[l] >= 0) {
          int row = 16 * j * joints;
          addTo(moments, row + 16 * l, moments, row + 16 * rig.parents[l], 16);
        }
      }
    }
  }

  private static void addTo(double[] from, int at, double[] to, int o, int count) {
    for (int i = 0; i < count; i++) {
      to[o + i] += from[at + i];
    }
  }

  private void fillBlock(int j, int l, int n) {
    int m = 16 * (j * rig.jointCount() + l);
    if (isZero(m)) {
      return;
    }
    double[] moved = new double[Affine.SIZE];
    for (int t = rig.first[j]; t < rig.first[j + 1]; t++) {
      for (int r = 0; r < 3; r++) {
        int d = Affine.SIZE * t + 4 * r;
        for (int s = 0; s < 4; s++) {
          moved[4 * r + s] =
              motions[d] * moments[m + s]
                  + motions[d + 1] * moments[m + 4 + s]
                  + motions[d + 2] * moments[m + 8 + s]
                  + motions[d + 3] * moments[m + 12 + s];
        }
      }
      for (int p = rig.first[l]; p < rig.first[l + 1] && p <= t; p++) {
        hessian[n * t + p] = dot(moved, 0, motions, Affine.SIZE * p);
      }
    }
  }

  /** Returns true if no point is below both joints of a block. */
  private boolean isZero(int m) {
    for (int i = 0; i < 16; i++) {
      if (moments[m + i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static double dot(double[] a, int ao, double[] b, int bo) {
    double sum = 0;
    for (int i = 0; i < Affine.SIZE; i++) {
      sum += a[ao + i] * b[bo + i];
    }
    return sum;
  }

  /**
   * Returns the energy of the distance from rest; optionally adds its derivatives. Free rotations
   * are measured by r = 2 vec(q₀⁻¹ q), which is the rotation vector for small angles, with the
   * derivative w + [vec]×.
   */
  private double prior(RigPose pose, boolean derivatives) {
    double sum = 0;
    double[] rest = new double[Quaternion.SIZE];
    double[] q = new double[Quaternion.SIZE];
    for (int j = 0; j < rig.jointCount(); j++) {
      if (rig.turns.get(j).isPresent()) {
        sum += priorOfTurns(pose, j, derivatives);
      } else {
        rig.skeleton.copyRestRotation(rig.joints[j], rest, 0);
        for (int i = 0; i < 3; i++) {
          rest[i] = -rest[i];
        }
        pose.copyRotation(j, q, 0);
        Quaternion.multiply(rest, 0, q, 0, q, 0);
        sum += 4 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
        if (derivatives) {
          addRotationPrior(j, q);
        }
      }
      if (rig.translates[j] && rig.parents[j] >= 0) {
        sum += priorOfTranslation(pose, j, derivatives);
      }
      if (rig.scales) {
        double log = Math.log(pose.factor(j));
        sum += log * log;
        if (derivatives) {
          addPrior(rig.scaleAt(j), log);
        }
      }
    }
    return stiffness * sum;
  }

  private double priorOfTurns(RigPose pose, int j, boolean derivatives) {
    double sum = 0;
    List<Turn> turns = rig.turns.get(j).orElse(List.of());
    for (int i = 0; i < turns.size(); i++) {
      double away = pose.angle(j, i) - Math.clamp(0, turns.get(i).from(), turns.get(i).to());
      sum += away * away;
      if (derivatives) {
        addPrior(rig.first[j] + i, away);
      }
    }
    return sum;
  }

  private double priorOfTranslation(RigPose pose, int j, boolean derivatives) {
    double[] away = new double[3];
    double[] rest = new double[3];
    double[] above = new double[Affine.SIZE];
    pose.copyTranslation(j, away, 0);
    rig.skeleton.copyRestTranslation(rig.joints[j], rest, 0);
    pose.copyAbove(j, above);
    for (int axis = 0; axis < 3; axis++) {
      away[axis] = (away[axis] - rest[axis]) / unit;
    }
    Affine.transformVector(above, 0, away, 0, away, 0);
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      sum += away[axis] * away[axis];
      if (derivatives) {
        addPrior(rig.translationAt(j) + axis, away[axis]);
      }
    }
    return sum;
  }

  private void addPrior(int parameter, double away) {
    hessian[rig.parameterCount() * parameter + parameter] += stiffness;
    gradient[parameter] += stiffness * away;
  }

  /** Adds ρ JᵀJ = ρ (I − v vᵀ) and ρ Jᵀr = 2 ρ w v for the rotation (v, w) from rest. */
  private void addRotationPrior(int j, double[] q) {
    int n = rig.parameterCount();
    int at = rig.first[j];
    for (int r = 0; r < 3; r++) {
      gradient[at + r] += 2 * stiffness * q[3] * q[r];
      for (int c = 0; c <= r; c++) {
        hessian[n * (at + r) + at + c] += stiffness * ((r == c ? 1 : 0) - q[r] * q[c]);
      }
    }
  }

  /**
   * Sums what one joint's motion of its subtree should do: M_jj and Σ_v (y_v − r_v) y_vᵀ, the
   * moments and targets of a {@link dev.sinew.math.Procrustes} fit.
   *
   * @param target receives 12 values
   * @param ownMoments receives 16 values
   */
  void fitOf(RigPose pose, int j, double[] target, double[] ownMoments) {
    fillResiduals(pose.pose());
    Arrays.fill(target, 0);
    Arrays.fill(ownMoments, 0);
    for (int d = 0; d < sums.movers.length; d++) {
      if (isBelow(owners[d], j)) {
        timesTransposed(residuals, Affine.SIZE * d, 3, d, target, 0);
        for (int n = 0; n < sums.partners[d].length; n++) {
          if (isBelow(owners[sums.partners[d][n]], j)) {
            addMoments(d, n, ownMoments, 0);
          }
        }
      }
    }
    for (int i = 0; i < Affine.SIZE; i++) {
      target[i] = ownMoments[i] - target[i];
    }
  }

  private boolean isBelow(int joint, int ancestor) {
    int j = joint;
    while (j > ancestor) {
      j = rig.parents[j];
    }
    return j == ancestor;
  }

  /** Returns x, y, z of a joint relative to the origin, in units. */
  double[] centreOf(RigPose pose, int j) {
    double[] global = new double[Affine.SIZE];
    pose.pose().copyGlobal(rig.joints[j], global, 0);
    return new double[] {centre(global, 0), centre(global, 1), centre(global, 2)};
  }
}
