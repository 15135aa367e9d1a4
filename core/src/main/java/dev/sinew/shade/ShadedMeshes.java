package dev.sinew.shade;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TangentSpace;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.NormalsFromTriangles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Gives the meshes of a character what a normal map needs: smooth normals and tangents. */
final class ShadedMeshes {
  private ShadedMeshes() {}

  /** Returns true if a mesh of some shown part has no normals. */
  static boolean lacksNormals(SkinnedCharacter character) {
    return character.parts().stream()
        .map(part -> character.geometry(part).mesh())
        .anyMatch(mesh -> mesh.attribute(MeshAttribute.NORMAL).isEmpty());
  }

  /** Returns the same with smooth normals on every mesh that has none. */
  static SkinnedCharacter withNormals(SkinnedCharacter character) {
    List<Geometry> meshes = new ArrayList<>();
    for (Geometry geometry : character.meshes()) {
      TriMesh mesh = geometry.mesh();
      boolean has = mesh.attribute(MeshAttribute.NORMAL).isPresent();
      meshes.add(has ? geometry : geometry.withMesh(mesh.withAttribute(smoothNormals(mesh))));
    }
    return character.withMeshes(meshes);
  }

  private static MeshAttribute smoothNormals(TriMesh mesh) {
    float[] normals = new float[3 * mesh.wedgeCount()];
    new NormalsFromTriangles(mesh)
        .fill(0, mesh.wedgeCount(), new PointBuffer(mesh.wedgePositions(), normals, 0));
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      boolean zero = normals[3 * w] == 0 && normals[3 * w + 1] == 0 && normals[3 * w + 2] == 0;
      normals[3 * w + 2] = zero ? 1 : normals[3 * w + 2];
    }
    return new MeshAttribute(MeshAttribute.NORMAL, 3, normals);
  }

  /**
   * Returns the same with the tangents of given texture coordinates on every mesh with normals.
   *
   * @param isNew whether tangents that a mesh has are replaced
   * @param sets the set of texture coordinates by mesh; a mesh without it gets some tangents
   */
  static SkinnedCharacter withTangents(
      SkinnedCharacter character, Map<Integer, Integer> sets, boolean isNew) {
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry geometry = character.meshes().get(m);
      TriMesh mesh = geometry.mesh();
      boolean keep = !isNew && mesh.attribute(MeshAttribute.TANGENT).isPresent();
      if (keep || mesh.attribute(MeshAttribute.NORMAL).isEmpty()) {
        meshes.add(geometry);
        continue;
      }
      MeshAttribute uv =
          mesh.attribute(MeshAttribute.uv(sets.getOrDefault(m, 0)))
              .orElseGet(
                  () ->
                      new MeshAttribute(MeshAttribute.uv(0), 2, new float[2 * mesh.wedgeCount()]));
      MeshAttribute normals = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
      meshes.add(geometry.withMesh(mesh.withAttribute(TangentSpace.of(mesh, normals, uv))));
    }
    return character.withMeshes(meshes);
  }
}
