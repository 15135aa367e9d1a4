package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.human.HumanBone;
import dev.sinew.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The built-in biped as an avatar: its bones are told, and say that it faces backwards. */
class AvatarCommandsTest {
  /** Its left is on the other side than its names say, so that it faces away from +z. */
  private static final Map<String, String> BONES =
      Map.of(
          "hips", "hips",
          "head", "head",
          "leftUpperLeg", "thigh.R",
          "rightUpperLeg", "thigh.L",
          "leftHand", "hand.R");

  @TempDir static Path folder;
  private static Path plain = Path.of("");
  private static Path avatar = Path.of("");

  @BeforeAll
  static void makeAvatar() throws Exception {
    assertThat(Run.of("sample", "biped", "-o", folder.resolve("biped") + "").status()).isZero();
    plain = folder.resolve("biped/biped.glb");
    avatar = folder.resolve("avatar.glb");
    GltfDocument document = GltfDocument.read(plain);
    JsonArray nodes = document.json().getAsJsonArray("nodes");
    JsonArray bones = new JsonArray();
    BONES.forEach(
        (bone, name) -> {
          JsonObject one = new JsonObject();
          one.addProperty("bone", bone);
          for (int n = 0; n < nodes.size(); n++) {
            if (nodes.get(n).getAsJsonObject().get("name").getAsString().equals(name)) {
              one.addProperty("node", n);
            }
          }
          bones.add(one);
        });
    JsonObject humanoid = new JsonObject();
    humanoid.add("humanBones", bones);
    JsonObject vrm = new JsonObject();
    vrm.add("humanoid", humanoid);
    JsonObject extensions = new JsonObject();
    extensions.add("VRM", vrm);
    document.json().add("extensions", extensions);
    document.write(avatar);
  }

  private static byte[] picture(Path model, String... more) throws Exception {
    Path out = folder.resolve("picture.png");
    String[] line = {"render", model + "", "--size", "90x90", "-o", out + ""};
    String[] all = java.util.Arrays.copyOf(line, line.length + more.length);
    System.arraycopy(more, 0, all, line.length, more.length);
    Run run = Run.of(all);
    assertThat(run.status()).as(run.err()).isZero();
    return Files.readAllBytes(out);
  }

  @Test
  void inspectNamesTheBones() {
    JsonObject bones =
        Run.report(Run.of("inspect", avatar + "", "--json"))
            .getAsJsonObject("details")
            .getAsJsonObject("humanoid");
    assertThat(bones.size()).isEqualTo(BONES.size());
    assertThat(bones.get("leftHand").getAsString()).isEqualTo("hand.R");
    assertThat(Run.of("inspect", avatar + "").out()).contains("human bones 5");
    assertThat(Run.of("inspect", plain + "").out()).doesNotContain("human bones");
  }

  @Test
  void anglesCountFromTheFrontOfTheAvatar() throws Exception {
    assertThat(picture(avatar)).isNotEqualTo(picture(plain));
    assertThat(picture(avatar, "--camera", "0,5")).isEqualTo(picture(plain, "--camera", "180,5"));
  }

  @Test
  void aBoneIsLookedAt() throws Exception {
    assertThat(picture(avatar, "--focus", "lefthand", "--camera", "0,0"))
        .isEqualTo(picture(plain, "--focus", "hand.R", "--camera", "180,0"));
  }

  private static JsonObject json(Path file) throws Exception {
    return GltfDocument.read(file).json();
  }

  private static Run done(String... arguments) {
    Run run = Run.of(arguments);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private static JsonObject material(JsonObject json) {
    return json.getAsJsonArray("materials").get(0).getAsJsonObject();
  }

  private static JsonObject toon(JsonObject json) {
    return material(json).getAsJsonObject("extensions").getAsJsonObject("VRMC_materials_mtoon");
  }

  private static JsonObject vrm(JsonObject json, String name) {
    return json.getAsJsonObject("extensions").getAsJsonObject(name);
  }

  @Test
  void texturesOfToonMaterialsMoveTogetherToTheFirstSet() throws Exception {
    Path model = AvatarFiles.newer(folder.resolve("toon.vrm"), Samples.create("biped").character());
    Path out = folder.resolve("toon-color.vrm");
    done(
        "bake",
        model + "",
        "--detail",
        model + "",
        "--maps",
        "color",
        "--resolution",
        "64",
        "-o",
        out + "");
    JsonObject json = json(out);
    JsonObject color =
        material(json).getAsJsonObject("pbrMetallicRoughness").getAsJsonObject("baseColorTexture");
    assertThat(toon(json).getAsJsonObject("shadeMultiplyTexture")).isEqualTo(color);
    assertThat(color.has("texCoord")).isFalse();
    int matcap = toon(json).getAsJsonObject("matcapTexture").get("index").getAsInt();
    assertThat(matcap).isNotEqualTo(color.get("index").getAsInt());
    assertThat(json.getAsJsonArray("meshes").toString()).doesNotContain("TEXCOORD_1", "TANGENT");
    // The picture of the metadata stays, beside the matcap and the new texture.
    assertThat(json.getAsJsonArray("images")).hasSize(3);
    int picture = vrm(json, "VRMC_vrm").getAsJsonObject("meta").get("thumbnailImage").getAsInt();
    assertThat(
            json.getAsJsonArray("images").get(picture).getAsJsonObject().get("name").getAsString())
        .isEqualTo("thumbnail");
  }

  @Test
  void whatVrm0ShowsChangesWithTheMaterial() throws Exception {
    Path model =
        AvatarFiles.older(folder.resolve("toon0.vrm"), Samples.create("biped").character());
    Path out = folder.resolve("toon0-replaced.vrm");
    done("unwrap", model + "", "--replace", "--resolution", "64", "-o", out + "");
    JsonObject json = json(out);
    int color =
        material(json)
            .getAsJsonObject("pbrMetallicRoughness")
            .getAsJsonObject("baseColorTexture")
            .get("index")
            .getAsInt();
    JsonObject shown =
        vrm(json, "VRM").getAsJsonArray("materialProperties").get(0).getAsJsonObject();
    JsonObject textures = shown.getAsJsonObject("textureProperties");
    assertThat(textures.get("_MainTex").getAsInt()).isEqualTo(color);
    assertThat(textures.get("_ShadeTexture").getAsInt()).isEqualTo(color);
    assertThat(textures.get("_SphereAdd").getAsInt()).isNotEqualTo(color);
    assertThat(json.getAsJsonArray("meshes").toString()).doesNotContain("TEXCOORD_1", "TANGENT");
  }

  @Test
  void texturesThatCannotMoveAreRefused() throws Exception {
    Path model = AvatarFiles.newer(folder.resolve("flow.vrm"), Samples.create("biped").character());
    GltfDocument document = GltfDocument.read(model);
    toon(document.json()).addProperty("uvAnimationScrollXSpeedFactor", 0.5);
    Path flowing = folder.resolve("flowing.vrm");
    document.write(flowing);
    Path out = folder.resolve("flowing-out.vrm");
    Run run =
        Run.of(
            "bake", flowing + "", "--detail", flowing + "", "--resolution", "64", "-o", out + "");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("MToon", "something moves its texture coordinates");
    assertThat(out).doesNotExist();
  }

  @Test
  void mergedPartsKeepTheirExpressions() throws Exception {
    SkinnedCharacter biped = Samples.create("biped").character();
    Geometry body = biped.meshes().getFirst();
    Part part = biped.parts().getFirst();
    int head = biped.skeleton().find("head");
    SkinnedCharacter two =
        new SkinnedCharacter(
                biped.skeleton(),
                biped.skins(),
                List.of(body, new Geometry("face", body.mesh(), body.skinning(), body.morphs())),
                List.of(part, new Part("face", head, 1, part.skin())),
                List.of())
            .withMaterials(List.of(biped.materials().getFirst(), biped.materials().getFirst()));
    for (boolean newer : List.of(false, true)) {
      Path model = folder.resolve("two" + newer + ".vrm");
      Path ignored = newer ? AvatarFiles.newer(model, two) : AvatarFiles.older(model, two);
      Path out = folder.resolve("one" + newer + ".vrm");
      done("merge", ignored + "", "-o", out + "");
      JsonObject json = json(out);
      assertThat(json.getAsJsonArray("meshes")).hasSize(1);
      GltfReader.read(out).requireSound();
      String binds =
          newer
              ? vrm(json, "VRMC_vrm").getAsJsonObject("expressions").toString()
              : vrm(json, "VRM").getAsJsonObject("blendShapeMaster").toString();
      int node = 0;
      while (!json.getAsJsonArray("nodes").get(node).getAsJsonObject().has("mesh")) {
        node++;
      }
      String owner = newer ? "\"node\":" + node : "\"mesh\":0";
      assertThat(binds).contains("{" + owner + ",\"index\":1,\"weight\":1");
      assertThat(binds).contains("{" + owner + ",\"index\":0,\"weight\":");
    }
  }

  @Test
  void licencesAreShownKeptAndRemembered() throws Exception {
    Path model = AvatarFiles.newer(folder.resolve("own.vrm"), Samples.create("biped").character());
    String shown = done("inspect", model + "").out();
    assertThat(shown)
        .contains("VRM 1.0 \"Biped\", by Nobody, No one, licence https://vrm.dev/licenses/1.0/")
        .contains("does not permit changed copies", "avatarPermission: everyone");
    Path out = folder.resolve("own-limited.vrm");
    Run run = done("limit", model + "", "--max-influences", "2", "-o", out + "");
    assertThat(run.out() + run.err()).contains("modification is prohibited");
    assertThat(vrm(json(out), "VRMC_vrm").get("meta"))
        .isEqualTo(vrm(json(model), "VRMC_vrm").get("meta"));
    Path posed = folder.resolve("own-posed.glb");
    done("pose", model + "", "-o", posed + "");
    assertThat(json(posed).getAsJsonObject("asset").get("copyright").getAsString())
        .contains("Biped", "Nobody", "licenses/1.0");
  }

  @Test
  void foldersOfAvatarsKeepTheirEnding() throws Exception {
    Path models = Files.createDirectories(folder.resolve("avatars"));
    AvatarFiles.older(models.resolve("a.vrm"), Samples.create("biped").character());
    Path out = folder.resolve("moved");
    done("transform", models + "", "--scale", "2", "-o", out + "");
    JsonObject springs =
        vrm(json(out.resolve("a.vrm")), "VRM").getAsJsonObject("secondaryAnimation");
    JsonObject group = springs.getAsJsonArray("boneGroups").get(0).getAsJsonObject();
    assertThat(group.get("hitRadius").getAsDouble()).isEqualTo(0.04);
    assertThat(group.get("stiffiness").getAsDouble()).isEqualTo(2);
    assertThat(group.get("dragForce").getAsDouble()).isEqualTo(0.4);
    Run run = Run.of("transform", plain + "", "-o", folder.resolve("no.vrm") + "");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("no avatar");
  }

  @Test
  void levelsKeepTheBones() throws Exception {
    Path level = folder.resolve("level.glb");
    Run run =
        Run.of("simplify", avatar + "", "--ratio", "0.2", "--measure", "none", "-o", level + "");
    assertThat(run.status()).as(run.err()).isZero();
    Skeleton skeleton = GltfReader.read(level).character().skeleton();
    int joint = skeleton.humanoid().joint(HumanBone.LEFT_HAND).orElseThrow();
    assertThat(skeleton.name(joint)).isEqualTo("hand.R");
  }
}
