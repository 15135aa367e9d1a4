package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.json.PrimitiveVertices;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MaterialWriter;
import dev.sinew.io.gltf.write.MotionWriter;
import dev.sinew.io.gltf.write.NodeTransform;
import dev.sinew.io.gltf.write.PrimitiveWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.Material;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.HashSet;
import java.util.Set;

/** Builds a new document of a character, without a source file. */
public final class CharacterWriter {
  private final SkinnedCharacter character;
  private final GltfBuilder builder = new GltfBuilder();
  private final MaterialWriter materials = new MaterialWriter(builder);

  private final int[] meshIndices;
  private final Set<Integer> animated = new HashSet<>();

  private CharacterWriter(SkinnedCharacter character) {
    this.character = character;
    meshIndices = new int[character.meshes().size()];
    int written = 0;
    for (int m = 0; m < meshIndices.length; m++) {
      // A mesh without triangles has no primitive, which glTF does not allow.
      boolean empty = character.meshes().get(m).mesh().triangleCount() == 0;
      meshIndices[m] = empty ? -1 : written++;
    }
    for (Clip clip : character.clips()) {
      clip.tracks().forEach(track -> animated.add(track.joint()));
    }
  }

  /**
   * Builds the document. Triangles whose material is not known get a plain one.
   *
   * @param name the file name in messages
   */
  public static GltfDocument toDocument(String name, SkinnedCharacter character) {
    return new CharacterWriter(character).build(name);
  }

  private GltfDocument build(String name) {
    JsonObject scene = new JsonObject();
    if (character.skeleton().jointCount() > 0) {
      scene.add("nodes", roots());
    }
    builder.json().addProperty("scene", 0);
    builder.add("scenes", scene);
    addNodes();
    for (int m = 0; m < meshIndices.length; m++) {
      if (meshIndices[m] >= 0) {
        addMesh(m);
      }
    }
    for (Skin skin : character.skins()) {
      addSkin(skin);
    }
    for (Clip clip : character.clips()) {
      MotionWriter.addAnimation(builder, clip, joint -> joint);
    }
    return GltfDocument.of(name, null, builder);
  }

  private JsonArray roots() {
    JsonArray roots = new JsonArray();
    for (int j = 0; j < character.skeleton().jointCount(); j++) {
      if (character.skeleton().parent(j) == Skeleton.NO_PARENT) {
        roots.add(j);
      }
    }
    return roots;
  }

  private void addNodes() {
    Skeleton skeleton = character.skeleton();
    JsonArray[] children = new JsonArray[skeleton.jointCount()];
    for (int j = 0; j < children.length; j++) {
      int parent = skeleton.parent(j);
      if (parent != Skeleton.NO_PARENT) {
        if (children[parent] == null) {
          children[parent] = new JsonArray();
        }
        children[parent].add(j);
      }
    }
    for (int j = 0; j < children.length; j++) {
      JsonObject node = new JsonObject();
      node.addProperty("name", skeleton.name(j));
      NodeTransform.add(node, skeleton, j, animated.contains(j));
      if (children[j] != null) {
        node.add("children", children[j]);
      }
      builder.add("nodes", node);
    }
    for (Part part : character.parts()) {
      if (meshIndices[part.mesh()] >= 0) {
        addPart(part);
      }
    }
  }

  /** Adds a mesh to its node, or to a new child if the node already has one. */
  private void addPart(Part part) {
    JsonArray nodes = builder.json().getAsJsonArray("nodes");
    JsonObject node = nodes.get(part.node()).getAsJsonObject();
    if (node.has("mesh")) {
      JsonObject child = new JsonObject();
      child.addProperty("name", part.name());
      if (!node.has("children")) {
        node.add("children", new JsonArray());
      }
      node.getAsJsonArray("children").add(builder.add("nodes", child));
      node = child;
    }
    node.addProperty("mesh", meshIndices[part.mesh()]);
    if (part.skin() != SkinnedCharacter.NO_SKIN) {
      node.addProperty("skin", part.skin());
    }
    if (!part.morphWeights().isEmpty()) {
      JsonArray weights = new JsonArray();
      part.morphWeights().forEach(weights::add);
      node.add("weights", weights);
    }
  }

  private void addMesh(int m) {
    Geometry geometry = character.meshes().get(m);
    JsonObject mesh = new JsonObject();
    mesh.addProperty("name", geometry.name());
    JsonArray primitives = new JsonArray();
    int[][] groups = PrimitiveVertices.cornersByGroup(geometry.mesh());
    for (int g = 0; g < groups.length; g++) {
      if (groups[g].length > 0) {
        JsonObject primitive = new JsonObject();
        new PrimitiveWriter(builder, geometry, groups[g]).writeTo(primitive, name -> true);
        Material material = character.material(m, g).orElse(Material.PLAIN);
        primitive.addProperty("material", materials.write(material));
        primitives.add(primitive);
      }
    }
    mesh.add("primitives", primitives);
    MorphTargets morphs = geometry.morphs();
    if (!morphs.isEmpty()) {
      TargetEdit.setAll(mesh, morphs);
    }
    builder.add("meshes", mesh);
  }

  private void addSkin(Skin skin) {
    JsonArray joints = new JsonArray();
    for (int i = 0; i < skin.jointCount(); i++) {
      joints.add(skin.joint(i));
    }
    JsonObject object = new JsonObject();
    object.addProperty("name", skin.name());
    object.add("joints", joints);
    object.addProperty("inverseBindMatrices", MotionWriter.inverseBinds(builder, skin));
    builder.add("skins", object);
  }
}
