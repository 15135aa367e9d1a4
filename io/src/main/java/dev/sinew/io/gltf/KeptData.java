package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.ExtensionTable;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.write.AnimationSpaceExtension;
import dev.sinew.io.gltf.write.GltfBuilder;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The accessors and buffer views that a new document keeps of another. Each is copied when
 * something first refers to it, and all references to it get its new index. Compressed views are
 * copied uncompressed.
 */
final class KeptData {
  private static final Set<String> DATA = Set.of("accessors", "bufferViews", "buffers");

  private final GltfDocument source;
  private final Accessors accessors;
  private final GltfBuilder builder;
  private final Map<Integer, Integer> movedAccessors = new HashMap<>();
  private final Map<Integer, Integer> movedViews = new HashMap<>();

  /**
   * Keeps nothing yet.
   *
   * @param source the document that has the data
   * @param builder the new document
   */
  KeptData(GltfDocument source, GltfBuilder builder) throws MalformedAssetException {
    this.source = source;
    this.builder = builder;
    accessors = new Accessors(source);
  }

  /**
   * Returns a copy of a document without the accessors and views that nothing refers to; with all
   * of them if it uses an unknown extension, which may refer to them.
   */
  static GltfDocument withoutUnused(GltfDocument source) throws MalformedAssetException {
    GltfBuilder builder = new GltfBuilder();
    KeptData data = new KeptData(source, builder);
    data.copyMembers(Set.of());
    data.keepForUnknownExtensions();
    for (JsonObject mesh : JsonPlace.objectsOf(builder.json(), "meshes")) {
      for (JsonObject primitive : JsonPlace.objectsOf(mesh, "primitives")) {
        data.movePrimitive(primitive);
      }
    }
    data.moveOthers(Set.of());
    MeshoptViews.removeNames(builder.json());
    return GltfDocument.of(source.source(), source.folder(), builder);
  }

  /**
   * Copies the members of the document but its accessors, views and buffers.
   *
   * @param others members that are not copied either
   */
  void copyMembers(Set<String> others) {
    JsonObject json = source.json();
    for (String member : json.keySet()) {
      if (!DATA.contains(member) && !others.contains(member)) {
        builder.json().add(member, json.get(member).deepCopy());
      }
    }
  }

  /**
   * Keeps everything in its order if the document uses an unknown extension, which may refer to it:
   * then indices do not change.
   */
  void keepForUnknownExtensions() throws MalformedAssetException {
    if (!mayReferToData(source)) {
      return;
    }
    for (int v = 0; v < source.root().items("bufferViews").size(); v++) {
      moveView(v);
    }
    for (int a = 0; a < source.root().items("accessors").size(); a++) {
      moveAccessor(a);
    }
  }

  /** Returns true if an extension of a document may refer to accessors or views by index. */
  private static boolean mayReferToData(GltfDocument document) {
    return !ExtensionTable.without(document.json(), ExtensionTable.Trait.NO_DATA).isEmpty();
  }

  /** Returns true if an extension may refer to meshes, materials, textures or images by index. */
  static boolean mayHaveUnknownReferences(GltfDocument document) {
    return !unknownExtensions(document).isEmpty();
  }

  /** Returns the names of these extensions. */
  static List<String> unknownExtensions(GltfDocument document) {
    return ExtensionTable.without(document.json(), ExtensionTable.Trait.NO_ITEMS);
  }

  /** Keeps what a copy of a primitive refers to, and changes its references. */
  void movePrimitive(JsonObject primitive) throws MalformedAssetException {
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
  }

  /**
   * Keeps what the skins, animations and images of the new document refer to, and changes their
   * references: with the primitives, all references of glTF 2.0 to accessors and views.
   *
   * @param newImages images that refer to new views
   */
  void moveOthers(Set<JsonElement> newImages) throws MalformedAssetException {
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
    for (JsonObject node : JsonPlace.objectsOf(builder.json(), "nodes")) {
      JsonObject instances =
          JsonPlace.objectOf(JsonPlace.objectOf(node, "extensions"), Instances.NAME);
      moveMembers(instances, "attributes");
    }
    moveViews(builder.json().get("extensions"));
  }

  /** Keeps the views that extensions of the document refer to, such as sounds. */
  private void moveViews(@Nullable JsonElement tree) throws MalformedAssetException {
    if (tree instanceof JsonArray items) {
      for (JsonElement item : items) {
        moveViews(item);
      }
    } else if (tree instanceof JsonObject object) {
      moveViewOf(object);
      for (JsonElement member : object.asMap().values()) {
        moveViews(member);
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
    List<JsonPlace> places = source.root().items("accessors");
    if (index < 0 || index >= places.size()) {
      throw new MalformedAssetException(
          source.source(), "/accessors", "there is no accessor " + index);
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
    List<JsonPlace> places = source.root().items("bufferViews");
    if (index < 0 || index >= places.size()) {
      throw new MalformedAssetException(
          source.source(), "/bufferViews", "there is no buffer view " + index);
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
}
