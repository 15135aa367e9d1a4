package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Skeleton;
import dev.sinew.model.human.HumanBone;
import java.nio.file.Files;
import java.nio.file.Path;
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
