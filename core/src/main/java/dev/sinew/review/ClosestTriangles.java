package dev.sinew.review;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.List;
import java.util.stream.IntStream;

/**
 * For the triangles of a character, those of another that are closest at rest: from middle to
 * surface, of the same material if all names of materials are kept, since layers may be close to
 * each other. Tools that merge equal materials keep one name of several, which tells nothing.
 */
final class ClosestTriangles {
  /** No triangle. */
  static final int NONE = -1;

  private final TriMesh mesh;
  private final List<String> materials;

  ClosestTriangles(SkinnedCharacter character) {
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(character.restPose());
    mesh = posed.mesh();
    materials =
        IntStream.range(0, mesh.groupCount())
            .mapToObj(g -> surface.material(g).map(Material::name).orElse(""))
            .toList();
  }

  /** Returns the mesh at rest. */
  TriMesh mesh() {
    return mesh;
  }

  /** Returns the closest triangle of this character, or {@link #NONE}, for every one of another. */
  int[] of(ClosestTriangles other, RunContext context) {
    TriangleTree tree = new TriangleTree(mesh.floatPositions(), mesh.triangles(), context);
    int[] named = new int[mesh.triangleCount()];
    for (int t = 0; t < named.length; t++) {
      named[t] = materials.indexOf(materials.get(mesh.group(t)));
    }
    boolean areKept = other.materials.containsAll(materials);
    int[] out = new int[other.mesh.triangleCount()];
    context.runRanges(
        out.length,
        (from, to) -> {
          int[] scratch = TriangleTree.newScratch();
          for (int t = from; t < to; t++) {
            TriangleTree.Hit hit = new TriangleTree.Hit();
            String name = other.materials.get(other.mesh.group(t));
            int same = areKept ? materials.indexOf(name) : -1;
            if (same >= 0) {
              hit.onlyPart(named, same);
            }
            double[] p = other.middle(t);
            tree.closest(p[0], p[1], p[2], hit, scratch);
            out[t] = hit.isFound() ? hit.triangle() : NONE;
          }
        });
    return out;
  }

  /** Returns the middle of a triangle. */
  double[] middle(int triangle) {
    double[] out = new double[3];
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < 3; k++) {
        out[k] += mesh.position(mesh.vertex(triangle, c), k) / 3;
      }
    }
    return out;
  }
}
