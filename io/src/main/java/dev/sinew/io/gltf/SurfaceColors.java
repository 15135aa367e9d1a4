package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.GltfAsset.PrimitiveBinding;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The plain colours of a character: its materials' base colours times its vertex colours. */
public final class SurfaceColors {
  private SurfaceColors() {}

  /**
   * Linear red, green and blue of every wedge of every part, one part after the other; empty when
   * the file colours nothing, or by textures alone.
   */
  public static Optional<float[]> of(GltfAsset asset) throws MalformedAssetException {
    JsonPlace root = asset.document().root();
    List<JsonPlace> materials = root.items("materials");
    List<JsonPlace> meshes = root.items("meshes");
    int total = 0;
    for (Part part : asset.character().parts()) {
      total += asset.character().geometry(part).mesh().wedgeCount();
    }
    float[] colors = new float[3 * total];
    Arrays.fill(colors, 1);
    int first = 0;
    for (Part part : asset.character().parts()) {
      TriMesh mesh = asset.character().geometry(part).mesh();
      List<JsonPlace> primitives = meshes.get(part.mesh()).get("primitives").items();
      for (PrimitiveBinding binding : asset.meshes().get(part.mesh()).primitives()) {
        double[] base = baseColor(primitives.get(binding.primitive()), materials);
        Optional<MeshAttribute> vertexColor = mesh.attribute(MeshAttribute.COLOR);
        for (int w = binding.firstWedge(); w < binding.firstWedge() + binding.wedgeCount(); w++) {
          for (int k = 0; k < 3; k++) {
            float own = vertexColor.isPresent() ? vertexColor.get().value(w, k) : 1;
            colors[3 * (first + w) + k] = (float) base[k] * own;
          }
        }
      }
      first += mesh.wedgeCount();
    }
    for (float color : colors) {
      if (color != 1) {
        return Optional.of(colors);
      }
    }
    return Optional.empty();
  }

  private static double[] baseColor(JsonPlace primitive, List<JsonPlace> materials)
      throws MalformedAssetException {
    JsonPlace reference = primitive.find("material");
    if (reference != null) {
      JsonPlace surface =
          materials
              .get(reference.index(materials.size(), "materials"))
              .find("pbrMetallicRoughness");
      JsonPlace factor = surface == null ? null : surface.find("baseColorFactor");
      if (factor != null) {
        return factor.numbers(4);
      }
    }
    return new double[] {1, 1, 1, 1};
  }
}
