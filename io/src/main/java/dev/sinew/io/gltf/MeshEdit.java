package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExtensionNames;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.MaterialEdit;
import dev.sinew.io.gltf.json.PrimitiveVertices;
import dev.sinew.io.gltf.json.UnusedTextures;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TextureImage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds a copy of a document with replaced meshes, other influences, more joints, clips or morph
 * targets. Everything else is kept: materials, nodes, skins, animations, extras, unknown
 * extensions. Accessors and views that only the old meshes used are dropped, unless the file uses
 * an unknown extension that might refer to them; then all are kept. Compressed views are written
 * uncompressed.
 */
public final class MeshEdit {
  private static final Set<String> REBUILT = Set.of("attributes", "indices", "targets", "mode");

  /** Prefixes of extensions that do not refer to accessors or buffer views. */
  private static final List<String> WITHOUT_REFERENCES =
      List.of(
          "KHR_materials_",
          "KHR_texture_",
          "EXT_texture_",
          "KHR_lights_",
          "KHR_mesh_quantization",
          "KHR_xmp",
          "EXT_meshopt_compression",
          "KHR_meshopt_compression",
          "MSFT_lod",
          AnimationSpaceExtension.NAME);

  private final GltfAsset asset;
  private final Accessors accessors;
  private final GltfBuilder builder = new GltfBuilder();
  private final Map<Integer, Geometry> replacements = new LinkedHashMap<>();
  private final Map<Integer, Geometry> reweighted = new LinkedHashMap<>();
  private final Map<Integer, Integer> atlasSets = new LinkedHashMap<>();
  private final List<Variant> variants = new ArrayList<>();
  private final List<Copy> copies = new ArrayList<>();
  private final Map<Integer, Integer> movedAccessors = new HashMap<>();
  private final Map<Integer, Integer> movedViews = new HashMap<>();
  private final List<Issue> issues = new ArrayList<>();
  private final List<Clip> added = new ArrayList<>();
  private @Nullable SkinnedCharacter extended;
  private @Nullable SkinnedCharacter rigged;
  private @Nullable SkinnedCharacter morphed;
  private byte @Nullable [] paint;
  private @Nullable SkinnedCharacter retextured;
  private @Nullable MaterialEdit materials;
  private final IdentityHashMap<TextureImage, Integer> newTextures = new IdentityHashMap<>();
  private final Set<JsonElement> newImages = Collections.newSetFromMap(new IdentityHashMap<>());

  /** An additional mesh, with the materials and names of another. */
  private record Variant(int like, Geometry geometry) {}

  /** A copy of a mesh for one node of the character, with other influences. */
  private record Copy(int node, int mesh, Geometry geometry) {}

  /** Creates an edit without changes. */
  public MeshEdit(GltfAsset asset) throws MalformedAssetException {
    this.asset = asset;
    accessors = new Accessors(asset.document());
  }

  /**
   * Replaces a mesh.
   *
   * @param mesh the index of the mesh
   * @param geometry the new mesh; the group of a triangle is its primitive, and a primitive without
   *     triangles is dropped
   */
  public void replace(int mesh, Geometry geometry) {
    replacements.put(mesh, geometry);
  }

  /**
   * Replaces a mesh by one with an added set of texture coordinates.
   *
   * @param mesh the index of the mesh
   * @param geometry the new mesh, as in {@link #replace}
   * @param set the set that is written even if the file's primitives do not have it
   */
  public void addTextureSet(int mesh, Geometry geometry, int set) {
    replace(mesh, geometry);
    atlasSets.put(mesh, set);
  }

  /**
   * Gives all meshes of {@link #addTextureSet} one opaque material with an image on the added set,
   * instead of their own materials.
   *
   * @param png the image
   */
  public void paint(byte[] png) {
    paint = png.clone();
  }

  /**
   * Gives all meshes of {@link #addTextureSet} the textures of a character's materials where they
   * differ from the file's, and the normals and tangents that normal maps need. Textures that are
   * no longer used are dropped.
   *
   * @param character the file's character with other materials
   */
  public void retexture(SkinnedCharacter character) {
    retextured = character;
  }

  /**
   * Replaces the influences and animation coordinates of a mesh, and its positions if they differ.
   * The order of the vertices and all other attributes are kept.
   *
   * @param mesh the index of the mesh
   * @param geometry the mesh as it was read, with other influences, coordinates and positions
   */
  public void reweigh(int mesh, Geometry geometry) {
    requireSameWedges(mesh, geometry);
    reweighted.put(mesh, geometry);
  }

  /**
   * Gives a node a copy of its mesh with other influences, as in {@link #reweigh}: nodes that share
   * a mesh may then move differently. The copy shares all other data.
   *
   * @param node a node of the file's character
   * @param mesh the index of the mesh that the node shows
   * @param geometry the mesh as it was read, with other influences
   */
  public void reweighCopy(int node, int mesh, Geometry geometry) {
    requireSameWedges(mesh, geometry);
    copies.add(new Copy(node, mesh, geometry));
  }

  private void requireSameWedges(int mesh, Geometry geometry) {
    int wedges = asset.character().meshes().get(mesh).mesh().wedgeCount();
    if (geometry.mesh().wedgeCount() != wedges || geometry.influences() == null) {
      throw new IllegalArgumentException(
          geometry.name()
              + ": expected influences of "
              + wedges
              + " wedges, got a mesh of "
              + geometry.mesh().wedgeCount());
    }
  }

  /**
   * Adds a mesh with the materials and names of another.
   *
   * @param like the index of the other mesh
   * @param geometry the new mesh, as in {@link #replace}
   * @return the index of the new mesh
   */
  public int add(int like, Geometry geometry) {
    variants.add(new Variant(like, geometry));
    return asset.character().meshes().size() + variants.size() - 1;
  }

  /**
   * Adds joints to the skeleton.
   *
   * @param character the file's character with more joints after the others, also at the end of the
   *     lists of its skins, and with their tracks in its clips
   */
  public void extend(SkinnedCharacter character) {
    extended = character;
  }

  /**
   * Adds morph targets, after those of the file.
   *
   * @param character the file's character with more morph targets in its meshes, and in its clips
   *     tracks of weights with a value for each target
   */
  public void morph(SkinnedCharacter character) {
    morphed = character;
  }

  /**
   * Gives a skeleton to a document without one: adds its joints to the scene, its skin to every
   * mesh that the scene shows, and its clips. The influences of the meshes come from {@link
   * #reweigh}.
   *
   * @param character a character in the space of the scene whose last node carries the mesh
   */
  public void rig(SkinnedCharacter character) {
    rigged = character;
  }

  /**
   * Adds clips.
   *
   * @param clips over the skeleton of the file's character
   */
  public void animate(List<Clip> clips) {
    added.addAll(clips);
  }

  /** Returns warnings about content that was dropped. */
  public List<Issue> issues() {
    return List.copyOf(issues);
  }

  /** Builds the document. */
  public GltfDocument build() throws MalformedAssetException {
    JsonObject source = asset.document().json();
    for (String member : source.keySet()) {
      if (!Set.of("accessors", "bufferViews", "buffers", "meshes").contains(member)) {
        builder.json().add(member, source.get(member).deepCopy());
      }
    }
    if (mayHaveUnknownReferences(source)) {
      keepEverything();
    }
    if (retextured != null) {
      materials = new MaterialEdit(builder.json(), keptMaterials(), this::newTexture);
    }
    moveMeshes();
    if (retextured != null) {
      UnusedTextures.remove(builder.json());
    }
    if (extended != null) {
      AddedJoints.dropOldBinds(asset, extended, builder);
    }
    if (morphed != null) {
      AddedTargets.dropOldTracks(asset, morphed, builder);
    }
    moveReferences();
    if (paint != null) {
      MaterialWriter.paint(builder, atlasSets, paint);
    }
    dropUnusedNames();
    if (extended != null) {
      AddedJoints.write(asset, extended, builder);
    }
    if (morphed != null) {
      AddedTargets.write(asset, morphed, builder);
    }
    if (rigged != null) {
      AddedRig.write(asset, rigged, builder);
    }
    MotionWriter.addClips(builder, asset, added);
    return builder.build(asset.document().source(), asset.document().folder());
  }

  /** Returns the materials of primitives that keep theirs, and of all variants. */
  private Set<Integer> keptMaterials() throws MalformedAssetException {
    Set<Integer> out = new HashSet<>();
    List<JsonPlace> meshes = asset.document().root().items("meshes");
    for (int m = 0; m < meshes.size(); m++) {
      List<JsonPlace> primitives = meshes.get(m).get("primitives").items();
      for (int p = 0; p < primitives.size(); p++) {
        boolean changes = atlasSets.containsKey(m) && hasTriangles(m, p);
        for (JsonPlace reference : MaterialReader.references(primitives.get(p))) {
          if (!changes || !reference.pointer().endsWith("primitives/" + p + "/material")) {
            out.add(reference.integer(0, Integer.MAX_VALUE));
          }
        }
      }
    }
    return out;
  }

  /** Adds a texture with an image; returns its index. */
  private int newTexture(TextureImage image) {
    Integer known = newTextures.get(image);
    if (known == null) {
      JsonObject texture = MaterialWriter.bakedTexture(builder, image);
      newImages.add(array("images").get(texture.get("source").getAsInt()));
      known = builder.add("textures", texture);
      newTextures.put(image, known);
    }
    return known;
  }

  private static boolean mayHaveUnknownReferences(JsonObject source) {
    if (source.get("extensionsUsed") instanceof JsonArray used) {
      for (JsonElement name : used) {
        boolean known =
            name instanceof JsonPrimitive text
                && WITHOUT_REFERENCES.stream().anyMatch(text.getAsString()::startsWith);
        if (!known) {
          return true;
        }
      }
    }
    return false;
  }

  /** Copies all views and accessors in their order, so that their indices do not change. */
  private void keepEverything() throws MalformedAssetException {
    for (int v = 0; v < asset.document().root().items("bufferViews").size(); v++) {
      moveView(v);
    }
    for (int a = 0; a < asset.document().root().items("accessors").size(); a++) {
      moveAccessor(a);
    }
  }

  private void moveMeshes() throws MalformedAssetException {
    List<JsonPlace> meshes = asset.document().root().items("meshes");
    for (int m = 0; m < meshes.size(); m++) {
      moveMesh(meshes.get(m), m, replacements.get(m));
    }
    for (Variant variant : variants) {
      moveMesh(meshes.get(variant.like), variant.like, variant.geometry);
    }
    for (Copy copy : copies) {
      JsonObject mesh = meshes.get(copy.mesh).object().deepCopy();
      mesh.add("primitives", keptPrimitives(meshes.get(copy.mesh), copy.mesh, copy.geometry));
      array("nodes")
          .get(asset.nodes().get(copy.node))
          .getAsJsonObject()
          .addProperty("mesh", builder.add("meshes", mesh));
    }
  }

  private JsonArray keptPrimitives(JsonPlace source, int m, Geometry reweighed)
      throws MalformedAssetException {
    JsonArray moved = new JsonArray();
    List<JsonPlace> primitives = source.get("primitives").items();
    for (int p = 0; p < primitives.size(); p++) {
      moved.add(keptPrimitive(m, p, primitives.get(p).object().deepCopy(), reweighed));
    }
    return moved;
  }

  private void moveMesh(JsonPlace source, int m, @Nullable Geometry geometry)
      throws MalformedAssetException {
    JsonObject mesh = source.object().deepCopy();
    List<JsonPlace> primitives = source.get("primitives").items();
    int[][] corners =
        geometry == null ? new int[0][] : PrimitiveVertices.cornersByGroup(geometry.mesh());
    JsonArray moved = new JsonArray();
    for (int p = 0; p < primitives.size(); p++) {
      if (geometry == null || !hasTriangles(m, p)) {
        JsonObject kept = primitives.get(p).object().deepCopy();
        moved.add(keptPrimitive(m, p, kept, reweighted.get(m)));
      } else if (p < corners.length && corners[p].length > 0) {
        PrimitiveWriter writer = new PrimitiveWriter(builder, geometry, corners[p]);
        moved.add(rebuiltPrimitive(primitives.get(p), writer, m, p));
      }
    }
    mesh.add("primitives", moved);
    builder.add("meshes", mesh);
  }

  private boolean hasTriangles(int mesh, int primitive) {
    return asset.meshes().get(mesh).primitives().stream()
        .anyMatch(binding -> binding.primitive() == primitive);
  }

  private JsonObject rebuiltPrimitive(JsonPlace source, PrimitiveWriter writer, int mesh, int index)
      throws MalformedAssetException {
    JsonObject primitive = new JsonObject();
    for (String member : source.members()) {
      if (!REBUILT.contains(member)) {
        primitive.add(member, source.object().get(member).deepCopy());
      }
    }
    dropAnimationSpace(primitive);
    JsonPlace attributes = source.get("attributes");
    for (String name : attributes.members()) {
      if (name.startsWith("_")) {
        issues.add(
            Issue.warning(
                attributes.pointer() + "/" + name,
                "custom attribute dropped: the mesh has new vertices"));
      }
    }
    List<String> wanted = new ArrayList<>(attributes.members());
    // Sets must be consecutive in every primitive.
    for (int set = 0; set <= atlasSets.getOrDefault(mesh, -1); set++) {
      wanted.add(MeshAttribute.uv(set));
    }
    if (retextured != null && materials != null && atlasSets.containsKey(mesh)) {
      Material after = retextured.material(mesh, index).orElse(Material.PLAIN);
      materials.apply(
          primitive, asset.character().material(mesh, index).orElse(Material.PLAIN), after);
      if (after.needsTangents()) {
        wanted.addAll(List.of(MeshAttribute.NORMAL, MeshAttribute.TANGENT));
      }
    }
    writer.writeTo(primitive, wanted::contains);
    return primitive;
  }

  /** Returns a primitive with the same vertices, and possibly other influences. */
  private JsonObject keptPrimitive(
      int mesh, int index, JsonObject primitive, @Nullable Geometry geometry)
      throws MalformedAssetException {
    if (geometry == null || !hasTriangles(mesh, index)) {
      return movedPrimitive(primitive);
    }
    if (primitive.get("attributes") instanceof JsonObject attributes) {
      attributes.keySet().removeIf(n -> n.startsWith("JOINTS_") || n.startsWith("WEIGHTS_"));
    }
    dropAnimationSpace(primitive);
    GltfAsset.PrimitiveBinding binding = bindingOf(mesh, index);
    int first = binding.firstWedge();
    int end = first + binding.wedgeCount();
    float[] positions = geometry.mesh().wedgePositions();
    boolean same =
        Arrays.equals(positions, asset.character().meshes().get(mesh).mesh().wedgePositions());
    if (!same) {
      primitive.getAsJsonObject("attributes").remove("POSITION");
    }
    JsonObject moved = movedPrimitive(primitive);
    if (!same) {
      moved
          .getAsJsonObject("attributes")
          .addProperty(
              "POSITION",
              builder.vertexFloats(Arrays.copyOfRange(positions, 3 * first, 3 * end), "VEC3", 3));
    }
    int[] vertices = Arrays.copyOfRange(geometry.mesh().wedgeVertices(), first, end);
    PrimitiveWriter.writeMotion(moved, builder, geometry, vertices);
    return moved;
  }

  private GltfAsset.PrimitiveBinding bindingOf(int mesh, int primitive) {
    return asset.meshes().get(mesh).primitives().stream()
        .filter(binding -> binding.primitive() == primitive)
        .findFirst()
        .orElseThrow();
  }

  private static void dropAnimationSpace(JsonObject primitive) {
    if (primitive.get("extensions") instanceof JsonObject extensions) {
      extensions.remove(AnimationSpaceExtension.NAME);
      if (extensions.isEmpty()) {
        primitive.remove("extensions");
      }
    }
  }

  private JsonObject movedPrimitive(JsonObject primitive) throws MalformedAssetException {
    moveMembers(primitive, "attributes");
    move(primitive, "indices");
    if (primitive.get("targets") instanceof JsonArray targets) {
      for (JsonElement target : targets) {
        moveAll(target);
      }
    }
    if (primitive.get("extensions") instanceof JsonObject extensions) {
      moveMembers(extensions, AnimationSpaceExtension.NAME);
    }
    return primitive;
  }

  /** Copies the other references of glTF 2.0 to accessors and views. */
  private void moveReferences() throws MalformedAssetException {
    for (JsonElement skin : array("skins")) {
      move(skin, "inverseBindMatrices");
    }
    for (JsonElement animation : array("animations")) {
      if (animation instanceof JsonObject object
          && object.get("samplers") instanceof JsonArray samplers) {
        for (JsonElement sampler : samplers) {
          move(sampler, "input");
          move(sampler, "output");
        }
      }
    }
    for (JsonElement image : array("images")) {
      if (!newImages.contains(image)) {
        moveViewOf(image);
      }
    }
  }

  private JsonArray array(String member) {
    return builder.json().get(member) instanceof JsonArray array ? array : new JsonArray();
  }

  private void moveMembers(JsonObject owner, String member) throws MalformedAssetException {
    if (owner.has(member)) {
      moveAll(owner.get(member));
    }
  }

  private void moveAll(JsonElement object) throws MalformedAssetException {
    if (object instanceof JsonObject members) {
      for (String name : List.copyOf(members.keySet())) {
        move(members, name);
      }
    }
  }

  private void move(JsonElement owner, String member) throws MalformedAssetException {
    if (owner instanceof JsonObject object
        && object.get(member) instanceof JsonPrimitive reference
        && reference.isNumber()) {
      object.addProperty(member, moveAccessor(reference.getAsInt()));
    }
  }

  private int moveAccessor(int index) throws MalformedAssetException {
    Integer known = movedAccessors.get(index);
    if (known != null) {
      return known;
    }
    List<JsonPlace> places = asset.document().root().items("accessors");
    if (index < 0 || index >= places.size()) {
      throw new MalformedAssetException(
          asset.document().source(), "/accessors", "there is no accessor " + index);
    }
    JsonObject accessor = places.get(index).object().deepCopy();
    moveViewOf(accessor);
    if (accessor.get("sparse") instanceof JsonObject sparse) {
      moveViewOf(sparse.get("indices"));
      moveViewOf(sparse.get("values"));
    }
    int moved = builder.add("accessors", accessor);
    movedAccessors.put(index, moved);
    return moved;
  }

  private void moveViewOf(JsonElement owner) throws MalformedAssetException {
    if (owner instanceof JsonObject object
        && object.get("bufferView") instanceof JsonPrimitive reference
        && reference.isNumber()) {
      object.addProperty("bufferView", moveView(reference.getAsInt()));
    }
  }

  private int moveView(int index) throws MalformedAssetException {
    Integer known = movedViews.get(index);
    if (known != null) {
      return known;
    }
    List<JsonPlace> places = asset.document().root().items("bufferViews");
    if (index < 0 || index >= places.size()) {
      throw new MalformedAssetException(
          asset.document().source(), "/bufferViews", "there is no buffer view " + index);
    }
    ByteBuffer bytes = accessors.viewBytes(index).duplicate();
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    JsonObject view = places.get(index).object().deepCopy();
    MeshoptViews.removeFrom(view);
    int moved = builder.addView(view, copy);
    movedViews.put(index, moved);
    return moved;
  }

  /** Removes the names of extensions that the document does not use any more. */
  private void dropUnusedNames() {
    if (!usesAnimationSpace()) {
      ExtensionNames.remove(builder.json(), List.of(AnimationSpaceExtension.NAME));
    }
    MeshoptViews.removeNames(builder.json());
  }

  private boolean usesAnimationSpace() {
    if (builder.json().get("meshes") instanceof JsonArray meshes) {
      for (JsonElement mesh : meshes) {
        for (JsonElement primitive : mesh.getAsJsonObject().getAsJsonArray("primitives")) {
          if (primitive.getAsJsonObject().get("extensions") instanceof JsonObject extensions
              && extensions.has(AnimationSpaceExtension.NAME)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
