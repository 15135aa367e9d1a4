package dev.sinew.shade;

import dev.sinew.draw.TexturePyramid;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The full model: its rest shape, its textures and its normals in some poses. */
final class DetailModel {
  private final TriMesh rest;
  private final List<Material> materials = new ArrayList<>();
  private final PosedFrames frames;
  private final Map<Texture, TexturePyramid> pyramids = new HashMap<>();
  private final Map<Integer, MeshAttribute> coordinates = new HashMap<>();

  /**
   * @param slots the texture slots that are read
   * @throws RequestException if a texture cannot be read
   */
  DetailModel(SkinnedCharacter full, List<Pose> poses, Set<String> slots, RunContext context) {
    SkinnedCharacter shaded = slots.contains(Material.NORMAL) ? withOwnTangents(full) : full;
    CharacterSurface surface = CharacterSurface.of(shaded);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(full.restPose(), context);
    rest = posed.mesh();
    for (int g = 0; g < rest.groupCount(); g++) {
      Material material = surface.material(g).orElse(Material.PLAIN);
      materials.add(material);
      for (String slot : slots) {
        material.texture(slot).ifPresent(texture -> read(material, slot, texture));
      }
      context.checkCancelled();
    }
    frames = new PosedFrames(surface, poses, context);
  }

  /** Returns the same with tangents for its own normal maps. */
  private static SkinnedCharacter withOwnTangents(SkinnedCharacter full) {
    Map<Integer, Integer> sets = new HashMap<>();
    for (int m = 0; m < full.meshes().size(); m++) {
      for (int g = 0; g < full.meshes().get(m).mesh().groupCount(); g++) {
        Optional<Texture> texture =
            full.material(m, g).flatMap(own -> own.texture(Material.NORMAL));
        if (texture.isPresent()) {
          sets.put(m, texture.get().set());
        }
      }
    }
    return sets.isEmpty() ? full : ShadedMeshes.withTangents(full, sets, false);
  }

  private void read(Material material, String slot, Texture texture) {
    rest.attribute(MeshAttribute.uv(texture.set()))
        .ifPresent(uv -> coordinates.put(texture.set(), uv));
    if (!pyramids.containsKey(texture)) {
      Pixels pixels =
          texture
              .image()
              .pixels()
              .orElseThrow(
                  () ->
                      new RequestException(
                          ("material \"%s\": the image of %s cannot be read, so it cannot be"
                                  + " transferred: convert the images to PNG, JPEG or WebP first")
                              .formatted(material.name(), slot)));
      pyramids.put(texture, new TexturePyramid(texture, pixels, Material.isColor(slot)));
    }
  }

  /** Returns the mesh at rest, in the space of the scene. */
  TriMesh rest() {
    return rest;
  }

  PosedFrames frames() {
    return frames;
  }

  Material material(int triangle) {
    return materials.get(rest.group(triangle));
  }

  /**
   * Reads a texture at a point.
   *
   * @param samples the number of samples of the new texture per unit of area around the point
   * @param out receives red, green, blue, linear if they are colours, and alpha; white without a
   *     texture
   */
  void sample(String slot, int triangle, double[] weights, double samples, double[] out) {
    out[0] = out[1] = out[2] = out[3] = 1;
    Texture texture = material(triangle).textures().get(slot);
    MeshAttribute uv = texture == null ? null : coordinates.get(texture.set());
    TexturePyramid pyramid = pyramids.get(texture);
    if (uv == null || pyramid == null) {
      return;
    }
    double u = 0, v = 0;
    for (int c = 0; c < 3; c++) {
      u += weights[c] * uv.value(rest.wedge(triangle, c), 0);
      v += weights[c] * uv.value(rest.wedge(triangle, c), 1);
    }
    pyramid.sample(u, v, level(pyramid, uv, triangle, samples), out);
  }

  /** Returns the finest level of a texture that has at most about one pixel per sample. */
  private int level(TexturePyramid pyramid, MeshAttribute uv, int t, double samples) {
    int a = rest.wedge(t, 0), b = rest.wedge(t, 1), c = rest.wedge(t, 2);
    double det =
        (uv.value(b, 0) - uv.value(a, 0)) * (double) (uv.value(c, 1) - uv.value(a, 1))
            - (uv.value(b, 1) - uv.value(a, 1)) * (double) (uv.value(c, 0) - uv.value(a, 0));
    double pixels = Math.abs(det) / 2 * pyramid.areaScale() * pyramid.pixelCount();
    double[] normal = rest.areaNormal(t);
    double area =
        Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]) / 2;
    double ratio = pixels / (area * samples);
    return ratio > 1 && ratio < Double.POSITIVE_INFINITY
        ? (int) (0.5 * StrictMath.log(ratio) / StrictMath.log(2))
        : 0;
  }

  /**
   * Computes the normal that is shown at a point in a pose, with the model's own normal map.
   *
   * @param map the value of the normal map there, from {@link #normalMap}, or null
   */
  boolean normal(int pose, int triangle, double[] weights, double @Nullable [] map, double[] out) {
    double[] frame = new double[9];
    if (map == null || !frames.frame(pose, triangle, weights, frame)) {
      return frames.normal(pose, triangle, weights, out);
    }
    for (int k = 0; k < 3; k++) {
      out[k] = map[0] * frame[k] + map[1] * frame[3 + k] + map[2] * frame[6 + k];
    }
    return PosedFrames.normalize(out);
  }

  /** Returns the vector of the model's own normal map at a point; null without one. */
  double @Nullable [] normalMap(int triangle, double[] weights, double samples) {
    Texture texture = material(triangle).textures().get(Material.NORMAL);
    if (texture == null || !pyramids.containsKey(texture)) {
      return null;
    }
    double[] value = new double[4];
    sample(Material.NORMAL, triangle, weights, samples, value);
    Color scale = material(triangle).factor(Material.NORMAL);
    double[] out = {
      scale.red() * (2 * value[0] - 1), scale.green() * (2 * value[1] - 1), 2 * value[2] - 1
    };
    return PosedFrames.normalize(out) ? out : null;
  }
}
