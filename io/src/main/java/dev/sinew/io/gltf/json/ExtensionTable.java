package dev.sinew.io.gltf.json;

import static dev.sinew.io.gltf.json.ExtensionTable.Trait.NO_COORDINATES;
import static dev.sinew.io.gltf.json.ExtensionTable.Trait.NO_DATA;
import static dev.sinew.io.gltf.json.ExtensionTable.Trait.NO_ITEMS;
import static dev.sinew.io.gltf.json.ExtensionTable.Trait.NO_LENGTHS;
import static dev.sinew.io.gltf.json.ExtensionTable.Trait.NO_TARGETS;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The extensions of glTF that Sinew knows, by name or by how a name with an underscore starts, and
 * what each of them can be spared: what an extension may refer to is kept as it is. All of them may
 * be required by a file, since none changes geometry or motion in a way that is not read. The table
 * in docs/gltf.md is for people.
 */
public final class ExtensionTable {
  private ExtensionTable() {}

  /** What an extension has not, or what is changed in it where everything else is. */
  public enum Trait {
    /** References to accessors or buffer views. */
    NO_DATA,
    /** References to meshes, materials, textures or images. */
    NO_ITEMS,
    /** Texture coordinates, other than of textures of materials as glTF writes them. */
    NO_COORDINATES,
    /** Positions, directions or lengths. */
    NO_LENGTHS,
    /** References to nodes, other than of the levels of nodes (MSFT_lod). */
    NO_NODES,
    /** References to morph targets by number, other than those that are followed. */
    NO_TARGETS
  }

  private static final Set<Trait> ALL = EnumSet.allOf(Trait.class);
  private static final Set<Trait> NO_TRAITS = EnumSet.of(NO_TARGETS);

  private static final Map<String, Set<Trait>> ROWS = new LinkedHashMap<>();

  static {
    // How vertices and textures are stored.
    put(
        ALL,
        "KHR_mesh_quantization",
        "EXT_meshopt_compression",
        "KHR_meshopt_compression",
        "KHR_texture_",
        "EXT_texture_",
        "MSFT_texture_dds",
        "SINEW_animation_space");
    put(EnumSet.of(NO_LENGTHS), "MSFT_texture_", "MSFT_packing_", "SINEW_");
    // Surfaces and light.
    put(ALL, "KHR_materials_", "KHR_lights_punctual");
    put(EnumSet.of(NO_DATA, NO_ITEMS, NO_COORDINATES), "KHR_lights_");
    put(EnumSet.of(NO_LENGTHS), "EXT_materials_", "ADOBE_materials_", "NV_materials_");
    put(EnumSet.of(NO_DATA, NO_ITEMS, NO_COORDINATES), "EXT_lights_ies");
    put(EnumSet.of(NO_DATA, NO_COORDINATES), "EXT_lights_image_based", "KHR_environment_map");
    put(NO_TRAITS, "EXT_lights_", "KHR_techniques_webgl");
    // Nodes: instances, levels, what is shown and touched.
    put(ALL, "EXT_mesh_gpu_instancing", "MSFT_lod", "KHR_node_", "GODOT_single_root");
    put(EnumSet.of(NO_DATA, NO_COORDINATES), "KHR_animation_pointer");
    // Behaviour, sound, physics.
    put(
        EnumSet.of(NO_DATA, NO_COORDINATES),
        "KHR_physics_rigid_bodies",
        "KHR_implicit_shapes",
        "OMI_",
        "AGI_",
        "MOZ_hubs_components");
    ROWS.put("KHR_interactivity", EnumSet.of(NO_DATA, NO_COORDINATES));
    put(
        EnumSet.of(NO_DATA, NO_ITEMS, NO_COORDINATES),
        "KHR_audio",
        "MSFT_audio_emitter",
        "KHR_gaussian_splatting",
        "FB_geometry_metadata");
    // What people say of the file.
    put(ALL, "KHR_xmp");
    put(
        NO_TRAITS,
        "EXT_structural_metadata",
        "EXT_mesh_features",
        "EXT_instance_features",
        "EXT_mesh_manifold",
        "CESIUM_primitive_outline");
    // Avatars.
    put(ALL, "VRM", "VRMC_vrm", "VRMC_springBone", "VRMC_node_constraint", "VRMC_materials_mtoon");
    put(EnumSet.of(NO_DATA, NO_ITEMS, NO_LENGTHS), "VRMC_materials_");
  }

  /** Extensions that say something of single triangles or vertices. */
  private static final List<String> OF_VERTICES =
      List.of("EXT_mesh_manifold", "CESIUM_primitive_outline", "EXT_mesh_features");

  /** Only interactivity has pointers to morph targets that are not followed. */
  private static void put(Set<Trait> traits, String... names) {
    for (String name : names) {
      Set<Trait> own = EnumSet.copyOf(traits);
      own.add(NO_TARGETS);
      ROWS.put(name, own);
    }
  }

  /** Returns the names in the table, or how they start. */
  public static Set<String> names() {
    return ROWS.keySet();
  }

  /** Returns true if a file may require an extension. */
  public static boolean isKnown(String name) {
    return row(name) != null;
  }

  private static @Nullable Set<Trait> row(String name) {
    String longest = "";
    for (String known : ROWS.keySet()) {
      boolean isOne = name.equals(known) || (known.contains("_") && name.startsWith(known));
      if (isOne && known.length() > longest.length()) {
        longest = known;
      }
    }
    return ROWS.get(longest);
  }

  /** Returns the extensions that a document uses and that may have something, or are unknown. */
  public static List<String> without(JsonObject json, Trait trait) {
    List<String> out = new ArrayList<>();
    for (String name : ExtensionNames.used(json)) {
      Set<Trait> row = row(name);
      if (row == null || !row.contains(trait)) {
        out.add(name);
      }
    }
    return out;
  }

  /**
   * Removes what extensions say of the triangles or vertices of a mesh or primitive, which are now
   * others.
   *
   * @return the names of the extensions
   */
  public static List<String> removeOfVertices(JsonObject owner) {
    List<String> out = new ArrayList<>(OF_VERTICES);
    JsonObject extensions = JsonPlace.objectOf(owner, "extensions");
    out.removeIf(name -> extensions.remove(name) == null);
    if (extensions.isEmpty()) {
      owner.remove("extensions");
    }
    return out;
  }

  /** Removes the names of these extensions from a document where nothing has them any more. */
  public static void removeUnusedNames(JsonObject json) {
    List<String> unused = new ArrayList<>(OF_VERTICES);
    for (JsonObject mesh : JsonPlace.objectsOf(json, "meshes")) {
      List<JsonObject> owners = JsonPlace.objectsOf(mesh, "primitives");
      owners.add(mesh);
      owners.forEach(owner -> unused.removeAll(JsonPlace.objectOf(owner, "extensions").keySet()));
    }
    ExtensionNames.remove(json, unused);
  }
}
