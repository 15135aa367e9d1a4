package dev.sinew.io.fbx;

import com.google.gson.JsonObject;
import dev.sinew.io.FileSession;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.ReferenceFolder;
import dev.sinew.io.gltf.json.DecodeBudget;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.io.gltf.write.MotionWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads FBX, binary or text, of version 7 as a glTF document in metres, Y up: models become nodes,
 * with meshes, skins, morph targets, materials and clips. What else is in a file becomes an issue.
 */
public final class FbxReader {
  private static final long FIRST_VERSION = 7000;
  private static final long LAST_VERSION = 9999;
  private static final List<String> TEXT_STARTS = List.of("; FBX", "FBXHeaderExtension");

  /** Objects that are read, or that say nothing that a glTF file could have. */
  private static final List<String> QUIET =
      List.of(
          "Model",
          "Material",
          "Texture",
          "LayeredTexture",
          "Video",
          "AnimationStack",
          "AnimationLayer",
          "AnimationCurveNode",
          "AnimationCurve",
          "Pose",
          "SceneInfo",
          "Document",
          "Collection",
          "CollectionExclusive",
          "DisplayLayer",
          "Implementation",
          "BindingTable",
          "BindingOperator",
          "ObjectMetaData",
          "GlobalSettings");

  private static final List<String> QUIET_ATTRIBUTES = List.of("LimbNode", "Null", "Root", "Limb");

  /** What a file became: a document that is being built, and the issues of the file. */
  public record Result(GltfBuilder document, List<Issue> issues) {}

  private FbxReader() {}

  /** Returns true if a file starts as FBX files do, also if it ends within its signature. */
  public static boolean isFbx(byte[] first) {
    byte[] magic = FbxBinary.MAGIC.getBytes(StandardCharsets.ISO_8859_1);
    int length = Math.min(magic.length, first.length);
    if (length > 0 && Arrays.equals(first, 0, length, magic, 0, length)) {
      return true;
    }
    String start = new String(first, 0, Math.min(first.length, 64), StandardCharsets.UTF_8);
    String text = (start.startsWith("\uFEFF") ? start.substring(1) : start).stripLeading();
    return TEXT_STARTS.stream().anyMatch(text::startsWith);
  }

  /**
   * Reads a file.
   *
   * @param source the file name in messages
   * @param bytes the whole file
   * @param folder the folder of images, or null to read only those inside
   * @param files the session that records images as inputs
   * @param memory the most bytes that may be decoded
   */
  public static Result read(
      String source, byte[] bytes, @Nullable ReferenceFolder folder, FileSession files, long memory)
      throws MalformedAssetException {
    boolean binary = bytes[0] == FbxBinary.MAGIC.charAt(0);
    FbxFile file =
        new FbxFile(source, binary ? "byte" : "line", DecodeBudget.ofFile(bytes.length, memory));
    FbxScene scene =
        new FbxScene(binary ? FbxBinary.parse(file, bytes) : FbxText.parse(file, bytes));
    List<Issue> issues = new ArrayList<>();
    FbxSpace space = FbxSpace.of(scene.settings());
    FbxHierarchy nodes = new FbxHierarchy(scene, space, issues);
    GltfBuilder builder = new GltfBuilder();
    FbxImages images = new FbxImages(scene, folder, files, builder, issues);
    FbxMaterials materials = new FbxMaterials(scene, images, builder, issues);
    FbxMeshes meshes = new FbxMeshes(scene, space, nodes, materials, builder, issues);
    List<JsonObject> objects = nodes.nodes();
    meshes.addTo(objects);
    objects.forEach(node -> builder.add("nodes", node));
    JsonObject shown = new JsonObject();
    if (!objects.isEmpty()) {
      shown.add("nodes", nodes.roots());
    }
    builder.json().addProperty("scene", 0);
    builder.add("scenes", shown);
    for (Clip clip : new FbxClips(scene, space, nodes, meshes.shapes(), issues).read()) {
      MotionWriter.addAnimation(builder, clip, node -> node);
    }
    noteOthers(scene, issues);
    return new Result(builder, issues);
  }

  /** Refuses files of versions with another structure. */
  static void requireVersion(FbxFile file, long at, long version) throws MalformedAssetException {
    if (version < FIRST_VERSION || version > LAST_VERSION) {
      throw file.error(
          at,
          "FBX of version "
              + version
              + ": expected 7000 to "
              + LAST_VERSION
              + "; the FBX Converter and most programs write such files");
    }
  }

  private static void noteOthers(FbxScene scene, List<Issue> issues) {
    Map<String, Integer> others = new TreeMap<>();
    for (FbxObject object : scene.objects()) {
      String type = object.node().name();
      boolean read =
          QUIET.contains(type)
              || (type.equals("NodeAttribute") && QUIET_ATTRIBUTES.contains(object.kind()))
              || (type.equals("Geometry") && List.of("Mesh", "Shape").contains(object.kind()))
              || (type.equals("Deformer")
                  && List.of("Skin", "Cluster", "BlendShape", "BlendShapeChannel")
                      .contains(object.kind()));
      if (!read) {
        String name = object.kind().isEmpty() ? type : type + " " + object.kind();
        others.merge(name, 1, Integer::sum);
      }
    }
    others.forEach(
        (name, count) -> issues.add(Issue.info("Objects", name + ": not read (" + count + ")")));
  }
}
