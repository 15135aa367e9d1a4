package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Untextured colours of a character: base colours of its materials times vertex colours. */
public final class SurfaceColors {
  private SurfaceColors() {}

  /**
   * Returns linear red, green and blue of every wedge, part by part; empty if the file has no
   * colours, or only textures. If primitives of different materials share a wedge, the last one
   * sets its colour.
   */
  public static Optional<float[]> of(GltfAsset asset) throws MalformedAssetException {
    JsonPlace root = asset.document().root();
    List<JsonPlace> materials = root.items("materials");
    List<JsonPlace> meshes = root.items("meshes");
    Map<Integer, double[][]> baseColorsOfMesh = new HashMap<>();
    int total = 0;
    for (Part part : asset.character().parts()) {
      total += asset.character().geometry(part).mesh().wedgeCount();
    }
    float[] colors = new float[3 * total];
    Arrays.fill(colors, 1);
    int first = 0;
    for (Part part : asset.character().parts()) {
      double[][] baseColors = baseColorsOfMesh.get(part.mesh());
      if (baseColors == null) {
        baseColors = baseColors(meshes.get(part.mesh()), materials);
        baseColorsOfMesh.put(part.mesh(), baseColors);
      }
      TriMesh mesh = asset.character().geometry(part).mesh();
      paint(mesh, baseColors, colors, first);
      first += mesh.wedgeCount();
    }
    for (float color : colors) {
      if (color != 1) {
        return Optional.of(colors);
      }
    }
    return Optional.empty();
  }

  private static void paint(TriMesh mesh, double[][] baseColors, float[] colors, int first) {
    Optional<MeshAttribute> vertexColor = mesh.attribute(MeshAttribute.COLOR);
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int corner = 0; corner < 3; corner++) {
        int w = mesh.wedge(t, corner);
        for (int k = 0; k < 3; k++) {
          float own = vertexColor.isPresent() ? vertexColor.get().value(w, k) : 1;
          colors[3 * (first + w) + k] = (float) baseColors[mesh.group(t)][k] * own;
        }
      }
    }
  }

  /** Returns the base colour of every primitive of a mesh. */
  private static double[][] baseColors(JsonPlace mesh, List<JsonPlace> materials)
      throws MalformedAssetException {
    List<JsonPlace> primitives = mesh.get("primitives").items();
    double[][] out = new double[primitives.size()][];
    for (int p = 0; p < out.length; p++) {
      out[p] = baseColor(primitives.get(p), materials);
    }
    return out;
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
        double[] color = factor.numbers(4);
        Arrays.setAll(color, k -> Math.clamp(color[k], 0.0, 1.0));
        return color;
      }
    }
    return new double[] {1, 1, 1, 1};
  }
}
