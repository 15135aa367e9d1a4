package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.kernel.Vectors;

/**
 * Spherical blend skinning (Kavan and Žára, 2005) as revised in "Skinning examples upon spherical
 * blending", chapter 6 of a doctoral thesis on character animation from examples (Nanyang
 * Technological University), equation 6.8: rotations are blended as quaternions about a centre that
 * the joints of a point map to nearly the same position, translations are blended linearly,
 *
 * <pre>v = Q (v̂ − r) + Σ w_j M_j r.</pre>
 *
 * <p>The {@linkplain RotationCentres centre} r and the signs of the quaternions depend only on the
 * set of joints and are computed once per pose and set. Signs are aligned with the pivot of the
 * set, the joint with the largest |x + y + z| of its quaternion. That quaternion is taken relative
 * to the first joint of the set, so that the choice does not depend on the rotation of the whole
 * character. Half turns are resolved as in {@link JointMotions}.
 *
 * <p>Stretch is split off as in {@link DualQuaternionBlend}: v̂ − r is multiplied by Σ w_j S_j
 * first. A point with one joint follows its matrix exactly.
 *
 * <p>Limitation of the method: the centre depends on the set of joints and not on their weights, so
 * the surface may be discontinuous where a joint's weight becomes zero.
 */
public final class SphericalBlend extends RotationBlend {
  private final JointSets sets;
  private final double[] meetings;

  private SphericalBlend(SkinnedCharacter character, Part part) {
    super(character, part);
    sets = new JointSets(rows);
    meetings = meetingPoints(sets, tree);
  }

  /** Returns x, y, z per set: where its joints meet at rest. */
  static double[] meetingPoints(JointSets sets, SkinTree tree) {
    double[] out = new double[3 * sets.count()];
    MeetingPoints points = new MeetingPoints(tree);
    double[] point = new double[3];
    for (int s = 0; s < sets.count(); s++) {
      points.ofSet(sets.joints, sets.start[s], sets.start[s + 1], point);
      System.arraycopy(point, 0, out, 3 * s, 3);
    }
    return out;
  }

  /** Returns the deformer of a part's wedges; its output is in scene space. */
  public static SphericalBlend of(SkinnedCharacter character, Part part) {
    return new SphericalBlend(character, part);
  }

  @Override
  public Posed newPosed() {
    return new Blend();
  }

  private final class Blend extends Blending {
    private final JointMotions motions = new JointMotions(rows.skin, tree);
    private final RotationCentres rotationCentres = new RotationCentres(sets, meetings);

    /** The centre at rest per set. */
    private final float[] centres = new float[3 * sets.count()];

    /** The quaternion with its sign per member of a set. */
    private final float[] rotations = new float[4 * sets.joints.length];

    /** The centre moved by the joint, per member of a set. */
    private final float[] movedCentres = new float[3 * sets.joints.length];

    @Override
    public void set(Pose pose) {
      shape.set(pose);
      motions.set(pose);
      rotationCentres.set(motions.wideMatrices);
      for (int s = 0; s < sets.count(); s++) {
        moveCentre(s);
        signRotations(s);
      }
    }

    private void moveCentre(int s) {
      double[] c = rotationCentres.centres;
      double[] m = motions.wideMatrices;
      double x = c[3 * s], y = c[3 * s + 1], z = c[3 * s + 2];
      for (int axis = 0; axis < 3; axis++) {
        centres[3 * s + axis] = (float) c[3 * s + axis];
      }
      for (int i = sets.start[s]; i < sets.start[s + 1]; i++) {
        for (int axis = 0; axis < 3; axis++) {
          int at = Affine.SIZE * sets.joints[i] + 4 * axis;
          movedCentres[3 * i + axis] =
              (float) (m[at] * x + m[at + 1] * y + m[at + 2] * z + m[at + 3]);
        }
      }
    }

    private void signRotations(int s) {
      double[] q = motions.wideRotations;
      int pivot = 4 * sets.joints[pivot(s)];
      for (int i = sets.start[s]; i < sets.start[s + 1]; i++) {
        int at = 4 * sets.joints[i];
        float sign = dot(q, pivot, at) < -JointMotions.TIE ? -1 : 1;
        for (int c = 0; c < 4; c++) {
          rotations[4 * i + c] = sign * (float) q[at + c];
        }
      }
    }

    /**
     * Returns the member whose rotation relative to the first joint has the largest |x + y + z|.
     */
    private int pivot(int s) {
      double[] q = motions.wideRotations;
      int a = 4 * sets.joints[sets.start[s]];
      int best = sets.start[s];
      double largest = 0;
      for (int i = best + 1; i < sets.start[s + 1]; i++) {
        int b = 4 * sets.joints[i];
        double x = q[a + 3] * q[b] - q[a] * q[b + 3] - q[a + 1] * q[b + 2] + q[a + 2] * q[b + 1];
        double y = q[a + 3] * q[b + 1] + q[a] * q[b + 2] - q[a + 1] * q[b + 3] - q[a + 2] * q[b];
        double z = q[a + 3] * q[b + 2] - q[a] * q[b + 1] + q[a + 1] * q[b] - q[a + 2] * q[b + 3];
        double size = Math.abs(x + y + z);
        if (size > largest + JointMotions.TIE) {
          largest = size;
          best = i;
        }
      }
      return best;
    }

    private static double dot(double[] q, int a, int b) {
      return q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2] + q[a + 3] * q[b + 3];
    }

    @Override
    void blend(int from, int to, float[] points, float[] n, PointBuffer buffer) {
      float[] out = buffer.positions();
      float[] outNormals = buffer.normals();
      float[] stretch = motions.stretches;
      for (int p = from; p < to; p++) {
        float x = 0, y = 0, z = 0, w = 0;
        float tx = 0, ty = 0, tz = 0;
        float a = 0, b = 0, c = 0, e = 0, f = 0, g = 0;
        for (int i = rows.rowStart[p]; i < rows.rowStart[p + 1]; i++) {
          int member = sets.memberOfInfluence[i];
          float weight = rows.weights[i];
          x += weight * rotations[4 * member];
          y += weight * rotations[4 * member + 1];
          z += weight * rotations[4 * member + 2];
          w += weight * rotations[4 * member + 3];
          tx += weight * movedCentres[3 * member];
          ty += weight * movedCentres[3 * member + 1];
          tz += weight * movedCentres[3 * member + 2];
          int s = 9 * rows.joints[i];
          a += weight * stretch[s];
          b += weight * stretch[s + 1];
          c += weight * stretch[s + 2];
          e += weight * stretch[s + 4];
          f += weight * stretch[s + 5];
          g += weight * stretch[s + 8];
        }
        float length = (float) Math.sqrt(x * x + y * y + z * z + w * w);
        if (length < JointMotions.TIE) {
          // Three or more rotations may cancel out: then the one of largest weight is taken.
          int heaviest = 4 * sets.memberOfInfluence[rows.rowStart[p]];
          x = rotations[heaviest];
          y = rotations[heaviest + 1];
          z = rotations[heaviest + 2];
          w = rotations[heaviest + 3];
          length = 1;
        }
        x /= length;
        y /= length;
        z /= length;
        w /= length;
        int r = 3 * sets.setOfPoint[p];
        float vx = points[3 * p] - centres[r];
        float vy = points[3 * p + 1] - centres[r + 1];
        float vz = points[3 * p + 2] - centres[r + 2];
        int o = 3 * (buffer.first() + p);
        out[o] = a * vx + b * vy + c * vz;
        out[o + 1] = b * vx + e * vy + f * vz;
        out[o + 2] = c * vx + f * vy + g * vz;
        Vectors.rotate(out, o, x, y, z, w);
        out[o] += tx;
        out[o + 1] += ty;
        out[o + 2] += tz;
        if (outNormals != null) {
          Vectors.transformNormal(a, b, c, b, e, f, c, f, g, n, 3 * p, outNormals, o);
          Vectors.rotate(outNormals, o, x, y, z, w);
        }
      }
    }
  }
}
