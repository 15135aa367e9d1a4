package dev.sinew.simplify.polish;

import dev.sinew.math.Vec3;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.model.WedgeSplit;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Gives every facet of a level one normal where the original is drawn in facets: where nearly all
 * of its triangles have the same normal at their three corners. Smooth normals, however well they
 * are fitted, show such a surface as if it were dented.
 */
public final class FacetedNormals {
  /** Cosine of the angle within which normals are the same. */
  private static final double SAME = StrictMath.cos(StrictMath.toRadians(2));

  /** The least share of the area of a group with such normals. */
  private static final double NEARLY_ALL = 0.9;

  private FacetedNormals() {}

  /**
   * Returns a level whose facets have their own normals.
   *
   * @param fixed points of the joined level that keep their normals
   */
  public static SkinnedCharacter of(
      JoinedCharacter original, SkinnedCharacter level, BitSet fixed) {
    JoinedCharacter joined = new JoinedCharacter(level);
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < level.meshes().size(); m++) {
      Geometry own = level.meshes().get(m);
      BitSet groups = facetedGroups(original.character().meshes().get(m).mesh());
      boolean isFaceted =
          !groups.isEmpty()
              && joined.isShown(m)
              && own.mesh().attribute(MeshAttribute.NORMAL).isPresent();
      meshes.add(isFaceted ? faceted(own, groups, fixed, joined.firstPoint(m)) : own);
    }
    return level.withMeshes(meshes);
  }

  /** Returns the groups of a mesh that are drawn in facets. */
  static BitSet facetedGroups(TriMesh mesh) {
    BitSet out = new BitSet();
    MeshAttribute normals = mesh.attribute(MeshAttribute.NORMAL).orElse(null);
    if (normals == null) {
      return out;
    }
    double[] flat = new double[mesh.groupCount()];
    double[] all = new double[mesh.groupCount()];
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] n = mesh.areaNormal(t);
      double area = Math.sqrt(Vec3.dot(n, n));
      boolean isFlat = area > 0;
      double[] last = at(normals, mesh.wedge(t, 2));
      for (int c = 0; c < 2 && isFlat; c++) {
        double[] own = at(normals, mesh.wedge(t, c));
        isFlat = Vec3.dot(own, last) >= SAME * Math.sqrt(Vec3.dot(own, own) * Vec3.dot(last, last));
      }
      all[mesh.group(t)] += area;
      flat[mesh.group(t)] += isFlat ? area : 0;
    }
    for (int g = 0; g < all.length; g++) {
      out.set(g, flat[g] > 0 && flat[g] >= NEARLY_ALL * all[g]);
    }
    return out;
  }

  private static double[] at(MeshAttribute normals, int wedge) {
    return new double[] {normals.value(wedge, 0), normals.value(wedge, 1), normals.value(wedge, 2)};
  }

  private static Geometry faceted(Geometry level, BitSet groups, BitSet fixed, int first) {
    TriMesh mesh = level.mesh();
    // Corners of other triangles keep their wedge: class 0; those of a facet have one of their own.
    WedgeSplit split =
        new WedgeSplit(mesh, c -> isOwn(mesh, c, groups, fixed, first) ? 1 + c / 3 : 0);
    int[] source = split.source();
    int[] wedges = split.corners();
    MeshAttribute normals = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
    float[] values = normals.wedges(source).toArray();
    for (int c = 0; c < wedges.length; c++) {
      if (isOwn(mesh, c, groups, fixed, first)) {
        double[] facet = facet(mesh, normals, c / 3);
        for (int k = 0; k < 3; k++) {
          values[3 * wedges[c] + k] = (float) facet[k];
        }
      }
    }
    MeshAttribute facets = new MeshAttribute(normals.name(), 3, values);
    return level.withWedges(split.withNormals(facets), source);
  }

  /** Returns the mean of the triangle's own normal and of those fitted at its corners. */
  private static double[] facet(TriMesh mesh, MeshAttribute normals, int t) {
    double[] out = mesh.areaNormal(t);
    double length = Math.sqrt(Vec3.dot(out, out));
    for (int k = 0; k < 3; k++) {
      out[k] = length > 0 ? out[k] / length : 0;
      for (int c = 0; c < 3; c++) {
        out[k] += normals.value(mesh.wedge(t, c), k) / 3;
      }
    }
    length = Math.sqrt(Vec3.dot(out, out));
    for (int k = 0; k < 3 && length > 0; k++) {
      out[k] /= length;
    }
    return out;
  }

  private static boolean isOwn(TriMesh mesh, int corner, BitSet groups, BitSet fixed, int first) {
    return groups.get(mesh.group(corner / 3))
        && !fixed.get(first + mesh.vertex(corner / 3, corner % 3));
  }
}
