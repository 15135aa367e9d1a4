package dev.sinew.simplify.polish;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TangentSpace;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/**
 * Makes tangents anew from fitted normals and texture coordinates, where a mesh has some: {@link
 * TangentSpace}. Every group follows the set of texture coordinates of its normal map.
 */
public final class LevelTangents {
  private LevelTangents() {}

  /**
   * Returns a level with new tangents.
   *
   * @param level the level
   * @param fixed its points that keep their tangents
   */
  public static SkinnedCharacter of(JoinedCharacter level, BitSet fixed) {
    SkinnedCharacter character = level.character();
    List<Geometry> meshes = new ArrayList<>(character.meshes());
    for (int m = 0; m < meshes.size(); m++) {
      if (level.isShown(m)) {
        int mesh = m;
        TriMesh own = meshes.get(m).mesh();
        int first = level.firstPoint(m);
        BitSet kept = fixed.get(first, first + own.vertexCount());
        IntUnaryOperator sets =
            g -> character.material(mesh, g).map(Material::tangentSet).orElse(0);
        meshes.set(m, meshes.get(m).withMesh(of(own, sets, kept)));
      }
    }
    return character.withMeshes(meshes);
  }

  /**
   * Returns a mesh with new tangents.
   *
   * @param sets the set of texture coordinates of every group; groups without it keep their
   *     tangents
   * @param kept vertices that keep their tangents
   */
  static TriMesh of(TriMesh mesh, IntUnaryOperator sets, BitSet kept) {
    Optional<MeshAttribute> normals = mesh.attribute(MeshAttribute.NORMAL);
    Optional<MeshAttribute> tangents = mesh.attribute(MeshAttribute.TANGENT);
    if (normals.isEmpty() || tangents.isEmpty()) {
      return mesh;
    }
    float[] out = tangents.get().toArray();
    for (int set : setsOf(mesh, sets)) {
      Optional<MeshAttribute> texture = mesh.attribute(MeshAttribute.uv(set));
      if (texture.isPresent()) {
        MeshAttribute made = TangentSpace.of(mesh, normals.get(), texture.get());
        for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
          int w = mesh.wedge(c / 3, c % 3);
          boolean follows = sets.applyAsInt(mesh.group(c / 3)) == set;
          for (int k = 0; follows && !kept.get(mesh.vertexOfWedge(w)) && k < 4; k++) {
            out[4 * w + k] = made.value(w, k);
          }
        }
      }
    }
    return mesh.withAttribute(new MeshAttribute(MeshAttribute.TANGENT, 4, out));
  }

  private static Set<Integer> setsOf(TriMesh mesh, IntUnaryOperator sets) {
    Set<Integer> out = new TreeSet<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      out.add(sets.applyAsInt(mesh.group(t)));
    }
    return out;
  }
}
