package dev.sinew.studio.model;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfAsset.PrimitiveBinding;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.surface.CharacterSurface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The vertices of a file in the order in which their positions are sent: the primitives of every
 * node with a mesh, each with its vertices as the file has them.
 */
final class PrimitiveLayout {
  private PrimitiveLayout() {}

  /**
   * One primitive of one node.
   *
   * @param node the index of the node in the file
   * @param mesh the index of the mesh in the file
   * @param primitive the index of the primitive in the mesh
   * @param vertices the number of its vertices
   */
  record Row(int node, int mesh, int primitive, int vertices) {}

  static List<Row> of(GltfAsset asset) {
    List<Row> rows = new ArrayList<>();
    for (Part part : asset.character().parts()) {
      for (PrimitiveBinding one : asset.meshes().get(part.mesh()).primitives()) {
        rows.add(
            new Row(
                asset.nodes().get(part.node()), part.mesh(), one.primitive(), one.wedgeCount()));
      }
    }
    return rows;
  }

  /** Returns x, y, z of every vertex of every row as 32-bit floats, little-endian. */
  static byte[] positions(GltfAsset asset, CharacterSurface.Posed posed) {
    int count = of(asset).stream().mapToInt(Row::vertices).sum();
    ByteBuffer out =
        ByteBuffer.allocate(Math.multiplyExact(12, count)).order(ByteOrder.LITTLE_ENDIAN);
    float[] all = posed.wedgePositions();
    List<Part> parts = asset.character().parts();
    for (int p = 0; p < parts.size(); p++) {
      for (PrimitiveBinding one : asset.meshes().get(parts.get(p).mesh()).primitives()) {
        int from = 3 * (posed.firstWedge(p) + one.firstWedge());
        for (int i = from; i < from + 3 * one.wedgeCount(); i++) {
          out.putFloat(all[i]);
        }
      }
    }
    return out.array();
  }
}
