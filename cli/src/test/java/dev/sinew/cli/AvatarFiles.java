package dev.sinew.cli;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The built-in biped, or a level of it, as an avatar: with expressions, springs, toon materials,
 * what a first person sees, and what people may do with it.
 */
final class AvatarFiles {
  private static final Map<String, String> BONES =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("hips", "hips"),
              Map.entry("spine", "spine"),
              Map.entry("chest", "chest"),
              Map.entry("head", "head"),
              Map.entry("leftUpperArm", "upperArm.L"),
              Map.entry("leftLowerArm", "foreArm.L"),
              Map.entry("leftHand", "hand.L"),
              Map.entry("rightUpperArm", "upperArm.R"),
              Map.entry("rightLowerArm", "foreArm.R"),
              Map.entry("rightHand", "hand.R"),
              Map.entry("leftUpperLeg", "thigh.L"),
              Map.entry("leftLowerLeg", "shin.L"),
              Map.entry("leftFoot", "foot.L"),
              Map.entry("rightUpperLeg", "thigh.R"),
              Map.entry("rightLowerLeg", "shin.R"),
              Map.entry("rightFoot", "foot.R")));

  private static final String IMAGE =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
          + "WjR9awAAAABJRU5ErkJggg==";

  private AvatarFiles() {}

  /** Writes an avatar of VRM 0.x. */
  static Path older(Path file, SkinnedCharacter biped) throws IOException {
    GltfDocument document = document(biped);
    JsonObject json = document.json();
    int mesh = node(json, "mesh");
    JsonArray bones = new JsonArray();
    BONES.forEach(
        (bone, name) -> bones.add(object("{'bone':'%s','node':%d}", bone, named(json, name))));
    JsonObject vrm =
        object(
            """
            {'specVersion':'0.0','exporterVersion':'test',
             'meta':{'title':'Biped','author':'Nobody','licenseName':'CC_BY_ND','texture':%d,
              'allowedUserName':'Everyone'},
             'firstPerson':{'firstPersonBone':%d,'firstPersonBoneOffset':{'x':0,'y':0.1,'z':0},
              'meshAnnotations':[{'mesh':%d,'firstPersonFlag':'Auto'}],'lookAtTypeName':'Bone'},
             'blendShapeMaster':{'blendShapeGroups':[
              {'name':'Blink','presetName':'blink','isBinary':false,'materialValues':[
                {'materialName':'%s','propertyName':'_Color','targetValue':[1,0,0,1]}],
               'binds':[{'mesh':%3$d,'index':1,'weight':100}]},
              {'name':'Nod','presetName':'unknown','isBinary':false,'materialValues':[],
               'binds':[{'mesh':%3$d,'index':0,'weight':50},{'mesh':%3$d,'index':1,'weight':20}]}]},
             'secondaryAnimation':{
              'boneGroups':[{'bones':[%d],'center':-1,'colliderGroups':[0],'dragForce':0.4,
                'gravityDir':{'x':0,'y':-1,'z':0},'gravityPower':0.1,'hitRadius':0.02,'stiffiness':1}],
              'colliderGroups':[{'node':%d,'colliders':[
                {'radius':0.05,'offset':{'x':0,'y':0.1,'z':0}}]}]},
             'materialProperties':[]}
            """,
            thumbnail(json),
            named(json, "head"),
            mesh,
            materials(json).getFirst().get("name").getAsString(),
            named(json, "foreArm.R"),
            named(json, "hips"));
    JsonObject humanoid = new JsonObject();
    humanoid.add("humanBones", bones);
    vrm.add("humanoid", humanoid);
    for (JsonObject material : materials(json)) {
      int texture =
          material
              .getAsJsonObject("pbrMetallicRoughness")
              .getAsJsonObject("baseColorTexture")
              .get("index")
              .getAsInt();
      vrm.getAsJsonArray("materialProperties")
          .add(
              object(
                  """
                  {'name':'%s','shader':'VRM/MToon','renderQueue':2000,'keywordMap':{},
                   'tagMap':{'RenderType':'Opaque'},'floatProperties':{'_ShadeToony':0.9},
                   'vectorProperties':{'_Color':[1,1,1,1],'_ShadeColor':[0.8,0.7,0.7,1],
                    '_MainTex':[0,0,1,1]},
                   'textureProperties':{'_MainTex':%d,'_ShadeTexture':%2$d,'_SphereAdd':%d}}
                  """,
                  material.get("name").getAsString(), texture, texture));
    }
    extend(json, "VRM", vrm);
    document.write(file);
    return file;
  }

  /** Writes an avatar of VRM 1.0. */
  static Path newer(Path file, SkinnedCharacter biped) throws IOException {
    GltfDocument document = document(biped);
    JsonObject json = document.json();
    JsonObject bones = new JsonObject();
    BONES.forEach((bone, name) -> bones.add(bone, object("{'node':%d}", named(json, name))));
    int shown = 0;
    while (!nodes(json).get(shown).has("mesh")) {
      shown++;
    }
    thumbnail(json);
    JsonObject vrm =
        object(
            """
            {'specVersion':'1.0',
             'meta':{'name':'Biped','authors':['Nobody','No one'],'modification':'prohibited',
              'licenseUrl':'https://vrm.dev/licenses/1.0/','thumbnailImage':%d,
              'avatarPermission':'everyone','allowRedistribution':true},
             'firstPerson':{'meshAnnotations':[{'node':%d,'type':'both'}]},
             'lookAt':{'offsetFromHeadBone':[0,0.06,0],'type':'bone'},
             'expressions':{
              'preset':{'blink':{'isBinary':false,
                'morphTargetBinds':[{'node':%2$d,'index':1,'weight':1}],
                'materialColorBinds':[{'material':0,'type':'color','targetValue':[1,0,0,1]}]}},
              'custom':{'nod':{'morphTargetBinds':[{'node':%2$d,'index':0,'weight':0.5}]}}}}
            """,
            json.getAsJsonArray("images").size() - 1, shown);
    JsonObject humanoid = new JsonObject();
    humanoid.add("humanBones", bones);
    vrm.add("humanoid", humanoid);
    extend(json, "VRMC_vrm", vrm);
    extend(
        json,
        "VRMC_springBone",
        object(
            """
            {'specVersion':'1.0','colliders':[{'node':%d,'shape':{
               'sphere':{'offset':[0,0.1,0],'radius':0.05}}}],
             'colliderGroups':[{'name':'body','colliders':[0]}],
             'springs':[{'name':'arm','colliderGroups':[0],'joints':[
               {'node':%d,'hitRadius':0.02,'stiffness':1,'gravityPower':0.1,'gravityDir':[0,-1,0]},
               {'node':%d}]}]}
            """,
            named(json, "hips"), named(json, "foreArm.R"), named(json, "hand.R")));
    extend(
        nodes(json).get(named(json, "foot.L")),
        "VRMC_node_constraint",
        object(
            "{'specVersion':'1.0','constraint':{'rotation':{'source':%d,'weight':0.5}}}",
            named(json, "foot.R")));
    json.getAsJsonArray("extensionsUsed").add("VRMC_node_constraint");
    for (JsonObject material : materials(json)) {
      JsonObject texture =
          material.getAsJsonObject("pbrMetallicRoughness").getAsJsonObject("baseColorTexture");
      JsonObject toon =
          object(
              "{'specVersion':'1.0','shadeColorFactor':[0.8,0.7,0.7],'shadingToonyFactor':0.9,"
                  + "'matcapTexture':{'index':%d},'matcapFactor':[0.1,0.1,0.1]}",
              texture.get("index").getAsInt());
      toon.add("shadeMultiplyTexture", texture.deepCopy());
      extend(material, "VRMC_materials_mtoon", toon);
    }
    json.getAsJsonArray("extensionsUsed").add("VRMC_materials_mtoon");
    document.write(file);
    return file;
  }

  private static GltfDocument document(SkinnedCharacter biped) throws IOException {
    List<Geometry> meshes = new ArrayList<>(biped.meshes());
    meshes.replaceAll(AvatarFiles::withTargets);
    GltfDocument document = CharacterWriter.toDocument("avatar", biped.withMeshes(meshes));
    if (!document.json().has("extensionsUsed")) {
      document.json().add("extensionsUsed", new JsonArray());
    }
    return document;
  }

  /** Two targets: one moves the upper half, the other all that is higher than most. */
  private static Geometry withTargets(Geometry geometry) {
    return geometry.withMorphs(
        new MorphTargets(
                List.of(
                    offsets(geometry.mesh(), y -> Math.max(0, y - 0.8) * 0.1),
                    offsets(geometry.mesh(), y -> y > 1.3 ? 0.03 : 0)),
                Arrays.<float @Nullable []>asList(null, null),
                new double[2])
            .withNames(List.of("nod", "blink")));
  }

  private static float[] offsets(TriMesh mesh, DoubleUnaryOperator ofHeight) {
    float[] out = new float[3 * mesh.wedgeCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      out[3 * w + 2] = (float) ofHeight.applyAsDouble(mesh.position(mesh.vertexOfWedge(w), 1));
    }
    return out;
  }

  /** Adds a texture that only the metadata use; returns its index. */
  private static int thumbnail(JsonObject json) {
    JsonArray images = json.getAsJsonArray("images");
    images.add(object("{'name':'thumbnail','uri':'%s'}", IMAGE));
    json.getAsJsonArray("textures").add(object("{'source':%d}", images.size() - 1));
    return json.getAsJsonArray("textures").size() - 1;
  }

  private static void extend(JsonObject owner, String name, JsonObject extension) {
    if (!owner.has("extensions")) {
      owner.add("extensions", new JsonObject());
    }
    owner.getAsJsonObject("extensions").add(name, extension);
    if (owner.has("extensionsUsed")) {
      owner.getAsJsonArray("extensionsUsed").add(name);
    }
  }

  private static List<JsonObject> objects(JsonObject json, String array) {
    return json.getAsJsonArray(array).asList().stream().map(one -> one.getAsJsonObject()).toList();
  }

  private static List<JsonObject> nodes(JsonObject json) {
    return objects(json, "nodes");
  }

  private static List<JsonObject> materials(JsonObject json) {
    return objects(json, "materials");
  }

  private static int node(JsonObject json, String member) {
    return nodes(json).stream()
        .filter(node -> node.has(member))
        .findFirst()
        .orElseThrow()
        .get(member)
        .getAsInt();
  }

  private static int named(JsonObject json, String name) {
    List<JsonObject> nodes = nodes(json);
    for (int n = 0; n < nodes.size(); n++) {
      if (nodes.get(n).get("name").getAsString().equals(name)) {
        return n;
      }
    }
    throw new IllegalArgumentException(name);
  }

  @SuppressWarnings("AnnotateFormatMethod") // The texts are literals of these tests.
  private static JsonObject object(String text, Object... values) {
    return JsonParser.parseString(text.formatted(values).replace('\'', '"')).getAsJsonObject();
  }
}
