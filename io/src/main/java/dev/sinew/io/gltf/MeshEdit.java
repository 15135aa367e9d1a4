package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.PrimitiveVertices;
import dev.sinew.io.gltf.json.UnusedTextures;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MaterialWriter;
import dev.sinew.io.gltf.write.PrimitiveWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import java.util.ArrayList;
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
  private final GltfAsset asset;
  private final GltfBuilder builder = new GltfBuilder();
  private final KeptData data;
  private final Map<Integer, Geometry> replacements = new LinkedHashMap<>();
  private final Map<Integer, Geometry> reweighted = new LinkedHashMap<>();
  private final Map<Integer, Integer> atlasSets = new LinkedHashMap<>();
  private final List<Variant> variants = new ArrayList<>();
  private final List<Copy> copies = new ArrayList<>();
  private final List<Issue> issues = new ArrayList<>();
  private final List<Clip> added = new ArrayList<>();
  private @Nullable SkinnedCharacter extended;
  private @Nullable SkinnedCharacter rigged;
  private @Nullable SkinnedCharacter morphed;
  private byte @Nullable [] paint;
  private @Nullable SkinnedCharacter retextured;

  /** An additional mesh, with the materials and names of another. */
  private record Variant(int like, Geometry geometry) {}

  /** A copy of a mesh for one node of the character, with other influences. */
  private record Copy(int node, int mesh, Geometry geometry) {}

  /** Creates an edit without changes. */
  public MeshEdit(GltfAsset asset) throws MalformedAssetException {
    this.asset = asset;
    data = new KeptData(asset.document(), builder);
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
   * differ from the file's, on the sets that they use, and the normals and tangents that normal
   * maps need. Textures that are no longer used are dropped, unless an unknown extension may refer
   * to them.
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
    for (JsonPlace accessor : asset.document().root().items("accessors")) {
      if (accessor.find("sparse") != null) {
        builder.allowSparseOffsets(); // Sparse morph targets stay sparse.
      }
    }
    data.copyMembers(Set.of("meshes"));
    data.keepForUnknownExtensions();
    TextureReplacement textures =
        retextured == null
            ? null
            : new TextureReplacement(asset, retextured, atlasSets.keySet(), builder);
    moveMeshes(new EditedPrimitives(asset, builder, data, atlasSets, textures, issues));
    boolean hasNewImages = textures != null && !textures.newImages().isEmpty();
    if (hasNewImages && !KeptData.mayHaveUnknownReferences(asset.document())) {
      UnusedTextures.remove(builder.json());
    }
    if (extended != null) {
      AddedJoints.dropOldBinds(asset, extended, builder);
    }
    if (morphed != null) {
      AddedTargets.dropOldTracks(asset, morphed, builder);
    }
    data.moveOthers(textures == null ? Set.of() : textures.newImages());
    if (paint != null) {
      MaterialWriter.paint(builder, atlasSets, paint);
    }
    AnimationSpaceExtension.removeUnusedName(builder.json());
    MeshoptViews.removeNames(builder.json());
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
    return GltfDocument.of(asset.document().source(), asset.document().folder(), builder);
  }

  private void moveMeshes(EditedPrimitives edited) throws MalformedAssetException {
    List<JsonPlace> meshes = asset.document().root().items("meshes");
    for (int m = 0; m < meshes.size(); m++) {
      addMesh(meshes.get(m), primitives(edited, meshes.get(m), m, replacements.get(m)));
    }
    for (Variant variant : variants) {
      JsonPlace like = meshes.get(variant.like);
      addMesh(like, primitives(edited, like, variant.like, variant.geometry));
    }
    for (Copy copy : copies) {
      JsonPlace source = meshes.get(copy.mesh);
      int mesh = addMesh(source, keptPrimitives(edited, source, copy.mesh, copy.geometry));
      builder
          .json()
          .getAsJsonArray("nodes")
          .get(asset.nodes().get(copy.node))
          .getAsJsonObject()
          .addProperty("mesh", mesh);
    }
  }

  /** Adds a copy of a mesh with other primitives; returns its index. */
  private int addMesh(JsonPlace source, JsonArray primitives) throws MalformedAssetException {
    JsonObject mesh = source.object().deepCopy();
    mesh.add("primitives", primitives);
    return builder.add("meshes", mesh);
  }

  /** Returns the primitives of a mesh, those with triangles rebuilt from a geometry if given. */
  private JsonArray primitives(
      EditedPrimitives edited, JsonPlace source, int m, @Nullable Geometry geometry)
      throws MalformedAssetException {
    if (geometry == null) {
      return keptPrimitives(edited, source, m, reweighted.get(m));
    }
    List<JsonPlace> primitives = source.get("primitives").items();
    int[][] corners = PrimitiveVertices.cornersByGroup(geometry.mesh());
    JsonArray out = new JsonArray();
    for (int p = 0; p < primitives.size(); p++) {
      if (asset.meshes().get(m).binding(p).isEmpty()) {
        out.add(edited.kept(primitives.get(p), m, p, null));
      } else if (p < corners.length && corners[p].length > 0) {
        PrimitiveWriter writer = new PrimitiveWriter(builder, geometry, corners[p]);
        out.add(edited.rebuilt(primitives.get(p), writer, m, p));
      }
    }
    return out;
  }

  private static JsonArray keptPrimitives(
      EditedPrimitives edited, JsonPlace source, int m, @Nullable Geometry reweighed)
      throws MalformedAssetException {
    List<JsonPlace> primitives = source.get("primitives").items();
    JsonArray out = new JsonArray();
    for (int p = 0; p < primitives.size(); p++) {
      out.add(edited.kept(primitives.get(p), m, p, reweighed));
    }
    return out;
  }
}
