package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import java.util.List;

/**
 * A character together with the document it came from and the way back: which node, primitive and
 * vertex of the file each of its pieces is.
 *
 * @param document the file as it is
 * @param character what was built from it; clips, skins and meshes are numbered as in the file
 * @param nodes the file's node for every joint of the character's skeleton
 * @param meshes for every mesh, where its primitives' vertices went
 * @param issues everything found wrong or repaired, in the order of the file
 */
public record GltfAsset(
    GltfDocument document,
    SkinnedCharacter character,
    List<Integer> nodes,
    List<MeshBinding> meshes,
    List<Issue> issues) {

  /**
   * Where the primitives of a mesh went. The group of a triangle is its primitive's number.
   *
   * @param primitives the primitives that hold triangles
   */
  public record MeshBinding(List<PrimitiveBinding> primitives) {
    /** Copies the list. */
    public MeshBinding {
      primitives = List.copyOf(primitives);
    }
  }

  /**
   * Where the vertices of a primitive went. Primitives that share their attributes share wedges.
   *
   * @param primitive its number within the mesh
   * @param firstWedge the wedge its vertex 0 became
   * @param wedgeCount how many vertices it has
   */
  public record PrimitiveBinding(int primitive, int firstWedge, int wedgeCount) {}

  /** Copies the lists. */
  public GltfAsset {
    nodes = List.copyOf(nodes);
    meshes = List.copyOf(meshes);
    issues = List.copyOf(issues);
  }

  /** This asset, if nothing in it breaks the rules beyond repair. */
  public GltfAsset requireSound() throws MalformedAssetException {
    for (Issue issue : issues) {
      if (issue.severity() == Issue.Severity.ERROR) {
        throw new MalformedAssetException(document.source(), issue.where(), issue.what());
      }
    }
    return this;
  }
}
