package dev.sinew.skin;

import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.kernel.Vectors;
import java.util.Objects;

/**
 * Stretchable, twistable bones (Jacobson and Sorkine 2011; Englesson, "Improving the visual quality
 * of computer generated crowds for feature film production", 2012, section 4.1, equations 4.4 to
 * 4.8) over linear blending or dual quaternions. Other models concentrate twist and stretch around
 * a joint; here they are distributed along the whole bone by the {@linkplain EndpointWeights
 * endpoint weight} e of every point: a rotation by e τ about the bone, with τ the rotation of the
 * joint at its end about it, and a shift by e times the elongation of the bone.
 *
 * <ul>
 *   <li><em>Twist</em> is relative to the bone's own joint. At e = 1 the bone rotates about its
 *       axis as the next joint does, so blending the two adds no twist. Beyond the ends e stays 0
 *       or 1.
 *   <li><em>Stretch</em> moves points and does not scale them: a point beyond the end of the bone
 *       moves with the end. A bone is elongated if its end joint moves away or if its own joint is
 *       scaled along it. The scale across the bone applies to all directions, so scaling the whole
 *       character scales the skin.
 *   <li><em>Points far from the axis</em>, for which the projection onto the bone means little
 *       (section 6.4.1 of the thesis), follow the joint or the surface they are connected to; see
 *       {@link EndpointWeights}.
 * </ul>
 *
 * <p>{@link RestBones} run from a joint to its child. Joints without a bone move points as the base
 * method does. A half turn of twist is resolved as in {@link JointMotions}. Where a bone is folded
 * back by more than 168 degrees, twist is undefined and fades out.
 */
public final class StretchTwist extends RotationBlend {
  /** The method that blends the motions of the bones. */
  public enum Base {
    /** Averages matrices: cheap, but sharp bends collapse. */
    LINEAR,
    /** Averages dual quaternions, with stretch split off as in {@link DualQuaternionBlend}. */
    DUAL_QUATERNION
  }

  /** The method that computes endpoint weights. */
  public enum Endpoints {
    /** The projection onto the bone. */
    PROJECTION,
    /** Heat diffusion over the surface: a linear system per bone at construction. */
    BONE_HEAT
  }

  /**
   * The options of the model.
   *
   * @param base the method that blends the motions of the bones
   * @param endpoints the method that computes endpoint weights
   */
  public record Options(Base base, Endpoints endpoints) {
    /** Dual quaternions and heat diffusion. */
    public static final Options DEFAULTS = new Options(Base.DUAL_QUATERNION, Endpoints.BONE_HEAT);
  }

  private final RestBones bones;
  private final float[] endpoints;
  private final float[] centres;
  private final Base base;

  private StretchTwist(SkinnedCharacter character, Part part, Options options) {
    super(character, part);
    TriMesh mesh = character.geometry(part).mesh();
    Influences influences = PointInfluences.vertexInfluences(character, part);
    bones = new RestBones(tree, influences, mesh.bounds().longestSide());
    float[] perVertex =
        switch (options.endpoints()) {
          case PROJECTION -> EndpointWeights.byProjection(mesh, influences, bones);
          case BONE_HEAT -> EndpointWeights.byBoneHeat(mesh, influences, bones);
        };
    endpoints = perPoint(perVertex, influences, mesh);
    base = options.base();
    centres = new MeetingPoints(tree).of(rows);
  }

  /** Returns the deformer of a part's wedges; its output is in scene space. */
  public static StretchTwist of(SkinnedCharacter character, Part part) {
    return of(character, part, Options.DEFAULTS);
  }

  /** Returns the deformer of a part's wedges with given options. */
  public static StretchTwist of(SkinnedCharacter character, Part part, Options options) {
    return new StretchTwist(character, part, options);
  }

  /** Copies the row of each vertex to its wedges. */
  static float[] perPoint(float[] perVertex, Influences influences, TriMesh mesh) {
    int[] start = new int[mesh.vertexCount() + 1];
    for (int v = 0; v < mesh.vertexCount(); v++) {
      start[v + 1] = start[v] + influences.count(v);
    }
    int total = 0;
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      total += influences.count(mesh.vertexOfWedge(w));
    }
    float[] out = new float[total];
    int at = 0;
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      System.arraycopy(perVertex, start[v], out, at, start[v + 1] - start[v]);
      at += start[v + 1] - start[v];
    }
    return out;
  }

  /** Returns the endpoint weight of influence i of a point: 0 at the joint, 1 at the bone's end. */
  public float endpointWeight(int point, int i) {
    return endpoints[
        Objects.checkIndex(i, rows.rowStart[point + 1] - rows.rowStart[point])
            + rows.rowStart[point]];
  }

  @Override
  public Posed newPosed() {
    return new Blend();
  }

  private final class Blend extends Blending {
    private final BoneFrames motions = new BoneFrames(new JointMotions(rows.skin, tree), bones);

    @Override
    public void set(Pose pose) {
      shape.set(pose);
      motions.set(pose);
    }

    @Override
    void blend(int from, int to, float[] points, float[] n, PointBuffer buffer) {
      if (base == Base.LINEAR) {
        blendLinear(from, to, points, n, buffer);
      } else {
        blendDual(from, to, points, n, buffer);
      }
    }

    private void blendLinear(int from, int to, float[] points, float[] n, PointBuffer buffer) {
      float[] out = buffer.positions();
      float[] outNormals = buffer.normals();
      for (int p = from; p < to; p++) {
        float x = points[3 * p];
        float y = points[3 * p + 1];
        float z = points[3 * p + 2];
        float ox = 0, oy = 0, oz = 0;
        float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, k = 0;
        for (int i = rows.rowStart[p]; i < rows.rowStart[p + 1]; i++) {
          int j = rows.joints[i];
          float end = endpoints[i];
          float twist = 2 * end * motions.halfTwists[j];
          float cos = twist == 0 ? 1 : (float) Math.cos(twist);
          float sin = twist == 0 ? 0 : (float) Math.sin(twist);
          int m = BoneFrames.LINEAR * j;
          float n0 = entry(m, cos, sin), n1 = entry(m + 1, cos, sin), n2 = entry(m + 2, cos, sin);
          float n3 = entry(m + 3, cos, sin), n4 = entry(m + 4, cos, sin);
          float n5 = entry(m + 5, cos, sin), n6 = entry(m + 6, cos, sin);
          float n7 = entry(m + 7, cos, sin), n8 = entry(m + 8, cos, sin);
          float weight = rows.weights[i];
          int o = 3 * j;
          float yx = x - motions.origins[o];
          float yy = y - motions.origins[o + 1];
          float yz = z - motions.origins[o + 2];
          float gx = motions.movedOrigins[o] + end * motions.elongations[o];
          float gy = motions.movedOrigins[o + 1] + end * motions.elongations[o + 1];
          float gz = motions.movedOrigins[o + 2] + end * motions.elongations[o + 2];
          ox += weight * (n0 * yx + n1 * yy + n2 * yz + gx);
          oy += weight * (n3 * yx + n4 * yy + n5 * yz + gy);
          oz += weight * (n6 * yx + n7 * yy + n8 * yz + gz);
          a += weight * n0;
          b += weight * n1;
          c += weight * n2;
          d += weight * n3;
          e += weight * n4;
          f += weight * n5;
          g += weight * n6;
          h += weight * n7;
          k += weight * n8;
        }
        int o = 3 * (buffer.first() + p);
        out[o] = ox;
        out[o + 1] = oy;
        out[o + 2] = oz;
        if (outNormals != null) {
          Vectors.transformNormal(a, b, c, d, e, f, g, h, k, n, 3 * p, outNormals, o);
        }
      }
    }

    /** Returns one entry of the matrix N of {@link BoneFrames}. */
    private float entry(int at, float cos, float sin) {
      float[] linear = motions.linear;
      return linear[at] + cos * linear[at + 9] + sin * linear[at + 18];
    }

    private void blendDual(int from, int to, float[] points, float[] n, PointBuffer buffer) {
      float[] out = buffer.positions();
      float[] outNormals = buffer.normals();
      float[] rotations = motions.joints.rotations;
      boolean rigid = motions.joints.rigid;
      for (int p = from; p < to; p++) {
        float kx = centres[3 * p], ky = centres[3 * p + 1], kz = centres[3 * p + 2];
        float px = 0, py = 0, pz = 0, pw = 0;
        float x = 0, y = 0, z = 0, w = 0, dx = 0, dy = 0, dz = 0, dw = 0;
        float a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, k = 0;
        for (int i = rows.rowStart[p]; i < rows.rowStart[p + 1]; i++) {
          int j = rows.joints[i];
          float end = endpoints[i];
          float half = end * motions.halfTwists[j];
          float ch = half == 0 ? 1 : (float) Math.cos(half);
          float sh = half == 0 ? 0 : (float) Math.sin(half);
          float qx = ch * rotations[4 * j] + sh * motions.rotatedAxes[4 * j];
          float qy = ch * rotations[4 * j + 1] + sh * motions.rotatedAxes[4 * j + 1];
          float qz = ch * rotations[4 * j + 2] + sh * motions.rotatedAxes[4 * j + 2];
          float qw = ch * rotations[4 * j + 3] + sh * motions.rotatedAxes[4 * j + 3];
          float cos = ch * ch - sh * sh;
          float sin = 2 * ch * sh;
          int m = BoneFrames.LINEAR * j;
          float n0 = entry(m, cos, sin), n1 = entry(m + 1, cos, sin), n2 = entry(m + 2, cos, sin);
          float n3 = entry(m + 3, cos, sin), n4 = entry(m + 4, cos, sin);
          float n5 = entry(m + 5, cos, sin), n6 = entry(m + 6, cos, sin);
          float n7 = entry(m + 7, cos, sin), n8 = entry(m + 8, cos, sin);
          float weight = rows.weights[i];
          if (!rigid) {
            // The stretch Rᵀ N, with R the rotation matrix of q.
            float r0 = 1 - 2 * (qy * qy + qz * qz);
            float r1 = 2 * (qx * qy + qz * qw);
            float r2 = 2 * (qx * qz - qy * qw);
            a += weight * (r0 * n0 + r1 * n3 + r2 * n6);
            b += weight * (r0 * n1 + r1 * n4 + r2 * n7);
            c += weight * (r0 * n2 + r1 * n5 + r2 * n8);
            r0 = 2 * (qx * qy - qz * qw);
            r1 = 1 - 2 * (qx * qx + qz * qz);
            r2 = 2 * (qy * qz + qx * qw);
            d += weight * (r0 * n0 + r1 * n3 + r2 * n6);
            e += weight * (r0 * n1 + r1 * n4 + r2 * n7);
            f += weight * (r0 * n2 + r1 * n5 + r2 * n8);
            r0 = 2 * (qx * qz + qy * qw);
            r1 = 2 * (qy * qz - qx * qw);
            r2 = 1 - 2 * (qx * qx + qy * qy);
            g += weight * (r0 * n0 + r1 * n3 + r2 * n6);
            h += weight * (r0 * n1 + r1 * n4 + r2 * n7);
            k += weight * (r0 * n2 + r1 * n5 + r2 * n8);
          }
          if (i == rows.rowStart[p]) {
            px = qx;
            py = qy;
            pz = qz;
            pw = qw;
          } else if (px * qx + py * qy + pz * qz + pw * qw < -JointMotions.TIE) {
            weight = -weight;
          }
          x += weight * qx;
          y += weight * qy;
          z += weight * qz;
          w += weight * qw;
          // Twice the dual part of the motion that maps k to its posed position: that position
          // times q.
          int o = 3 * j;
          float yx = kx - motions.origins[o];
          float yy = ky - motions.origins[o + 1];
          float yz = kz - motions.origins[o + 2];
          float tx =
              n0 * yx + n1 * yy + n2 * yz + motions.movedOrigins[o] + end * motions.elongations[o];
          float ty =
              n3 * yx
                  + n4 * yy
                  + n5 * yz
                  + motions.movedOrigins[o + 1]
                  + end * motions.elongations[o + 1];
          float tz =
              n6 * yx
                  + n7 * yy
                  + n8 * yz
                  + motions.movedOrigins[o + 2]
                  + end * motions.elongations[o + 2];
          dx += weight * (qw * tx + ty * qz - tz * qy);
          dy += weight * (qw * ty + tz * qx - tx * qz);
          dz += weight * (qw * tz + tx * qy - ty * qx);
          dw -= weight * (tx * qx + ty * qy + tz * qz);
        }
        float scale = 1 / (float) Math.sqrt(x * x + y * y + z * z + w * w);
        x *= scale;
        y *= scale;
        z *= scale;
        w *= scale;
        int o = 3 * (buffer.first() + p);
        float vx = points[3 * p] - kx;
        float vy = points[3 * p + 1] - ky;
        float vz = points[3 * p + 2] - kz;
        out[o] = rigid ? vx : a * vx + b * vy + c * vz;
        out[o + 1] = rigid ? vy : d * vx + e * vy + f * vz;
        out[o + 2] = rigid ? vz : g * vx + h * vy + k * vz;
        Vectors.rotate(out, o, x, y, z, w);
        out[o] += scale * (w * dx - dw * x + y * dz - z * dy);
        out[o + 1] += scale * (w * dy - dw * y + z * dx - x * dz);
        out[o + 2] += scale * (w * dz - dw * z + x * dy - y * dx);
        if (outNormals != null) {
          if (rigid) {
            System.arraycopy(n, 3 * p, outNormals, o, 3);
          } else {
            Vectors.transformNormal(a, b, c, d, e, f, g, h, k, n, 3 * p, outNormals, o);
          }
          Vectors.rotate(outNormals, o, x, y, z, w);
        }
      }
    }
  }
}
