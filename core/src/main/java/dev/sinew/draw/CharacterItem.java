package dev.sinew.draw;

import dev.sinew.draw.Viewpoint.Place;
import dev.sinew.math.Affine;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Makes items to draw from posed characters. */
public final class CharacterItem {
  private CharacterItem() {}

  /** Returns the surface of a posed character in clay. */
  public static Item of(CharacterSurface.Posed posed) {
    return of(posed, posed.mesh());
  }

  private static Item of(CharacterSurface.Posed posed, TriMesh mesh) {
    Item item = Item.of(posed.wedgePositions(), mesh.cornerWedges());
    float[] normals = posed.wedgeNormals();
    // As glTF asks: however wedges are shared, a mesh without normals is flat.
    return normals == null ? item.withFlatShading(true) : item.withNormals(normals);
  }

  /**
   * Returns the surface of a posed character with its materials and vertex colours; in clay if it
   * has none.
   */
  public static Item withMaterials(CharacterSurface surface, CharacterSurface.Posed posed) {
    return withMaterials(surface, posed, true);
  }

  /**
   * Returns the surface of a posed character as glTF defines it: white if it has neither materials
   * nor vertex colours.
   */
  public static Item asInFile(CharacterSurface surface, CharacterSurface.Posed posed) {
    return withMaterials(surface, posed, false);
  }

  private static Item withMaterials(
      CharacterSurface surface, CharacterSurface.Posed posed, boolean clay) {
    TriMesh mesh = posed.mesh();
    Item item = of(posed, mesh);
    List<Material> materials = new ArrayList<>();
    boolean plain = clay;
    for (int g = 0; g < mesh.groupCount(); g++) {
      Material material = surface.material(g).orElse(Material.PLAIN);
      materials.add(material);
      plain &= material.baseColorTexture() == null && material.baseColor().equals(Color.WHITE);
    }
    Optional<MeshAttribute> colors = mesh.attribute(MeshAttribute.COLOR);
    boolean mapped = materials.stream().anyMatch(m -> m.texture(Material.NORMAL).isPresent());
    if (plain && colors.isEmpty() && !mapped) {
      return item;
    }
    if (colors.isPresent()) {
      item = item.withColors(redGreenBlue(colors.get()));
      if (colors.get().components() == 4) {
        item = item.withAlphas(alphas(colors.get()));
      }
    } else if (plain) {
      item = item.withColors(clay(item.pointCount()));
    }
    float[] tangents = mapped ? posed.wedgeTangents() : null;
    if (tangents != null) {
      item = item.withTangents(tangents);
    }
    return item.withMaterials(mesh.groups(), materials, coordinates(mesh, materials));
  }

  private static float[] clay(int points) {
    float[] out = new float[3 * points];
    for (int i = 0; i < out.length; i++) {
      out[i] = Item.CLAY[i % 3];
    }
    return out;
  }

  private static float[] redGreenBlue(MeshAttribute colors) {
    float[] out = new float[3 * colors.count()];
    for (int w = 0; w < colors.count(); w++) {
      for (int k = 0; k < 3; k++) {
        out[3 * w + k] = colors.value(w, k);
      }
    }
    return out;
  }

  private static float[] alphas(MeshAttribute colors) {
    float[] out = new float[colors.count()];
    for (int w = 0; w < out.length; w++) {
      out[w] = colors.value(w, 3);
    }
    return out;
  }

  private static Map<Integer, float[]> coordinates(TriMesh mesh, List<Material> materials) {
    Map<Integer, float[]> out = new HashMap<>();
    for (Material material : materials) {
      for (String slot : List.of(material.colorSlot(), Material.NORMAL)) {
        material
            .texture(slot)
            .map(Material.Texture::set)
            .ifPresent(
                set ->
                    mesh.attribute(MeshAttribute.uv(set))
                        .ifPresent(uv -> out.put(set, uv.toArray())));
      }
    }
    return out;
  }

  /**
   * Returns the angle about the up axis, in degrees, of the direction in which a character faces at
   * rest; 0, the front of its coordinates, if its bones do not tell it.
   */
  public static double front(SkinnedCharacter character, DrawOptions.UpAxis up) {
    return Front.of(character.restPose())
        .map(d -> new Viewpoint(new Place(d[0], d[1], d[2]), new Place(0, 0, 0)).azimuth(up))
        .orElse(0.0);
  }

  /** Adds the joints of all skins; a bone goes from a joint to the nearest skin joint above it. */
  public static Item withSkeleton(Item item, SkinnedCharacter character, Pose pose) {
    TreeSet<Integer> joints = new TreeSet<>();
    for (Skin skin : character.skins()) {
      for (int i = 0; i < skin.jointCount(); i++) {
        joints.add(skin.joint(i));
      }
    }
    List<Integer> order = new ArrayList<>(joints);
    int[] nearest = nearestAtOrAbove(character.skeleton(), order);
    float[] positions = new float[3 * order.size()];
    int[] parents = new int[order.size()];
    double[] global = new double[Affine.SIZE];
    for (int i = 0; i < order.size(); i++) {
      pose.copyGlobal(order.get(i), global, 0);
      positions[3 * i] = (float) global[3];
      positions[3 * i + 1] = (float) global[7];
      positions[3 * i + 2] = (float) global[11];
      int above = character.skeleton().parent(order.get(i));
      parents[i] = above == Skeleton.NO_PARENT ? -1 : nearest[above];
    }
    return item.withSkeleton(positions, parents);
  }

  /** For every node the index in an ascending list of itself or the nearest node above, or -1. */
  private static int[] nearestAtOrAbove(Skeleton skeleton, List<Integer> order) {
    int[] out = new int[skeleton.jointCount()];
    Arrays.fill(out, -1);
    for (int i = 0; i < order.size(); i++) {
      out[order.get(i)] = i;
    }
    for (int j = 0; j < out.length; j++) {
      if (out[j] < 0 && skeleton.parent(j) != Skeleton.NO_PARENT) {
        out[j] = out[skeleton.parent(j)];
      }
    }
    return out;
  }
}
