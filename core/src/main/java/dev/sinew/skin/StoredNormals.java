package dev.sinew.skin;

import dev.sinew.math.Affine;
import dev.sinew.math.Vec3;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.AnimationSpace.TangentPlanes;

/**
 * Tilts tangent planes in animation space such that they have the normals of the mesh at rest.
 * Planes fitted to triangles know only these: the normals that a mesh stores, of smooth edges, of a
 * finer surface, or of an artist, would be lost.
 *
 * <p>With n the stored normal, the vector s of a plane gets −(n·s) n, which moves with the weights
 * of the vertex like a vector of linear blending. So the plane follows the surface in poses, and
 * what the normals are off the surface turns with it.
 */
final class StoredNormals {
  /**
   * The least cosine between the normal of a plane and the stored one for the plane to be tilted.
   */
  private static final double LEAST_COSINE = 0.1;

  private final Skin skin;
  private final double[] binds;
  private final double[] bind = new double[Affine.SIZE];

  private StoredNormals(Skin skin) {
    this.skin = skin;
    binds = new double[Affine.SIZE * skin.jointCount()];
    for (int j = 0; j < skin.jointCount(); j++) {
      skin.copyInverseBind(j, binds, Affine.SIZE * j);
      if (!Affine.invert(binds, Affine.SIZE * j, binds, Affine.SIZE * j)) {
        Affine.identity(binds, Affine.SIZE * j);
      }
    }
  }

  /**
   * Tilts planes.
   *
   * @param fitted a plane per wedge
   * @param stored planes with the stored normals; used where a fitted one is too far from them
   */
  static TangentPlanes tilted(
      Skin skin, TriMesh mesh, Influences influences, TangentPlanes fitted, TangentPlanes stored) {
    StoredNormals work = new StoredNormals(skin);
    AnimationCoords.Builder first = AnimationCoords.builder();
    AnimationCoords.Builder second = AnimationCoords.builder();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      double[] normal = work.normal(stored, w);
      double[] given = work.normal(fitted, w);
      boolean near = Vec3.dot(normal, given) >= LEAST_COSINE;
      TangentPlanes used = near ? fitted : stored;
      first.add(used.first(), w, 1);
      second.add(used.second(), w, 1);
      if (near) {
        int v = mesh.vertexOfWedge(w);
        work.tilt(used.first(), w, influences, v, normal, first);
        work.tilt(used.second(), w, influences, v, normal, second);
      }
      first.endRow();
      second.endRow();
    }
    return new TangentPlanes(first.buildVectors(), second.buildVectors());
  }

  private void tilt(
      AnimationCoords plane,
      int wedge,
      Influences influences,
      int vertex,
      double[] normal,
      AnimationCoords.Builder out) {
    double off = -Vec3.dot(normal, atBind(plane, wedge));
    double[] vector = {off * normal[0], off * normal[1], off * normal[2]};
    double[] local = new double[3];
    for (int i = 0; i < influences.count(vertex); i++) {
      int joint = influences.joint(vertex, i);
      double weight = influences.weight(vertex, i);
      skin.copyInverseBind(joint, bind, 0);
      Affine.transformVector(bind, 0, vector, 0, local, 0);
      out.add(joint, weight * local[0], weight * local[1], weight * local[2], 0);
    }
  }

  /** Returns the unit normal of a plane in the bind pose; zero if it has none. */
  private double[] normal(TangentPlanes planes, int wedge) {
    double[] s = atBind(planes.first(), wedge);
    double[] t = atBind(planes.second(), wedge);
    double[] n = Vec3.cross(s, t);
    Vec3.normalise(n);
    return n;
  }

  private double[] atBind(AnimationCoords coords, int row) {
    double[] out = new double[3];
    coords.project(row, binds, out, 0);
    return out;
  }
}
