package dev.sinew.merge;

import dev.sinew.math.Affine;
import dev.sinew.math.Vec3;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/** The surface of a part in another space, with normals. */
final class PartMesh {
  private final double[] motion;
  private final double[] normalMotion;

  /**
   * @param motion into the other space, a 3×4 matrix
   */
  PartMesh(double[] motion) {
    this.motion = motion.clone();
    normalMotion = inverseTranspose(motion);
  }

  /** Returns the inverse transpose; the matrix itself if it has no inverse. */
  private static double[] inverseTranspose(double[] matrix) {
    double[] back = new double[Affine.SIZE];
    double[] out = matrix.clone();
    if (Affine.invert(matrix, 0, back, 0) && Arrays.stream(back).allMatch(Double::isFinite)) {
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
          out[4 * r + c] = back[4 * c + r];
        }
      }
    }
    return out;
  }

  /**
   * Returns a moved mesh; one without normals gets those of its triangles, as glTF asks for.
   *
   * @param flip whether triangles turn around
   */
  Geometry of(Geometry geometry, boolean flip) {
    Geometry given =
        geometry.mesh().attribute(MeshAttribute.NORMAL).isPresent() ? geometry : flat(geometry);
    if (isIdentity() && !flip) {
      return given;
    }
    TriMesh mesh = given.mesh();
    double[] positions = mesh.positions();
    for (int i = 0; i < positions.length; i += 3) {
      Affine.transformPoint(motion, 0, positions, i, positions, i);
    }
    MeshAttribute normals = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
    List<MeshAttribute> attributes = new ArrayList<>();
    for (MeshAttribute attribute : mesh.attributes()) {
      attributes.add(
          switch (attribute.name()) {
            case MeshAttribute.NORMAL -> directions(attribute, normalMotion);
            case MeshAttribute.TANGENT -> directions(attribute, motion);
            default -> attribute;
          });
    }
    TriMesh moved =
        new TriMesh(
            positions,
            mesh.wedgeVertices(),
            flip ? flipped(mesh.cornerWedges()) : mesh.cornerWedges(),
            mesh.groups(),
            attributes);
    return new Geometry(given.name(), moved, given.skinning(), targets(given.morphs(), normals));
  }

  private boolean isIdentity() {
    double[] identity = new double[Affine.SIZE];
    Affine.identity(identity, 0);
    return Arrays.equals(motion, identity);
  }

  private static int[] flipped(int[] corners) {
    for (int c = 0; c < corners.length; c += 3) {
      int second = corners[c + 1];
      corners[c + 1] = corners[c + 2];
      corners[c + 2] = second;
    }
    return corners;
  }

  private static MeshAttribute directions(MeshAttribute attribute, double[] matrix) {
    float[] values = attribute.toArray();
    boolean mirrored = Affine.determinant(matrix, 0) < 0;
    double[] v = new double[3];
    int width = attribute.components();
    for (int at = 0; at < values.length; at += width) {
      read(values, at, v);
      Affine.transformVector(matrix, 0, v, 0, v, 0);
      Vec3.normalise(v);
      write(v, values, at);
      if (width == 4 && mirrored) {
        values[at + 3] = -values[at + 3];
      }
    }
    return new MeshAttribute(attribute.name(), width, values);
  }

  /** Moves the offsets of targets; those of normals shrink as their normals do. */
  private MorphTargets targets(MorphTargets morphs, MeshAttribute normals) {
    if (morphs.isEmpty()) {
      return morphs;
    }
    UnaryOperator<float[]> positions =
        offsets -> {
          double[] v = new double[3];
          for (int at = 0; at < offsets.length; at += 3) {
            read(offsets, at, v);
            Affine.transformVector(motion, 0, v, 0, v, 0);
            write(v, offsets, at);
          }
          return offsets;
        };
    UnaryOperator<float[]> turned =
        offsets -> {
          double[] v = new double[3];
          double[] n = new double[3];
          for (int at = 0; at < offsets.length; at += 3) {
            for (int k = 0; k < 3; k++) {
              n[k] = normals.value(at / 3, k);
            }
            Affine.transformVector(normalMotion, 0, n, 0, n, 0);
            double length = Math.sqrt(Vec3.dot(n, n));
            read(offsets, at, v);
            Affine.transformVector(normalMotion, 0, v, 0, v, 0);
            for (int k = 0; k < 3 && length > 0; k++) {
              v[k] /= length;
            }
            write(v, offsets, at);
          }
          return offsets;
        };
    return morphs.with(positions, turned);
  }

  private static void read(float[] values, int at, double[] out) {
    for (int k = 0; k < 3; k++) {
      out[k] = values[at + k];
    }
  }

  private static void write(double[] v, float[] out, int at) {
    for (int k = 0; k < 3; k++) {
      out[at + k] = (float) v[k];
    }
  }

  /** Returns a mesh with a wedge per corner and the normals of its triangles. */
  private static Geometry flat(Geometry geometry) {
    TriMesh mesh = geometry.mesh();
    int[] source = mesh.cornerWedges();
    float[] normals = new float[3 * source.length];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] n = mesh.areaNormal(t);
      Vec3.normalise(n);
      for (int c = 0; c < 3; c++) {
        write(n, normals, 9 * t + 3 * c);
      }
    }
    int[] corners = new int[source.length];
    Arrays.setAll(corners, c -> c);
    List<MeshAttribute> attributes = new ArrayList<>();
    attributes.add(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
    for (MeshAttribute attribute : mesh.attributes()) {
      if (!attribute.name().equals(MeshAttribute.TANGENT)) {
        attributes.add(attribute.wedges(source));
      }
    }
    int[] vertices = new int[source.length];
    Arrays.setAll(vertices, c -> mesh.vertexOfWedge(source[c]));
    return geometry.withWedges(
        new TriMesh(mesh.positions(), vertices, corners, mesh.groups(), attributes), source);
  }
}
