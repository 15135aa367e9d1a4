package dev.sinew.io.gltf;

import static dev.sinew.io.gltf.TinyGltf.BYTE;
import static dev.sinew.io.gltf.TinyGltf.FLOAT;
import static dev.sinew.io.gltf.TinyGltf.LADDER;
import static dev.sinew.io.gltf.TinyGltf.LADDER_TRIANGLES;
import static dev.sinew.io.gltf.TinyGltf.SHORT;
import static dev.sinew.io.gltf.TinyGltf.UNSIGNED_BYTE;
import static dev.sinew.io.gltf.TinyGltf.UNSIGNED_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Storage of skins, nodes and keys that is rare in real files. */
class GltfMotionTest {
  @TempDir Path folder;
  private final TinyGltf made = new TinyGltf();

  @Test
  void matricesAboveJoints() throws IOException {
    skinnedLadder(
        ",{'children':[2],'matrix':[0.5,0.25,0,0, -0.25,0.75,0,0, 0,0.125,1,0, 0.5,0,-0.25,1]}"
            + ",{'children':[3],'translation':[0,0.5,0]}"
            + ",{'rotation':[0,0,0.6,0.8],'scale':[1,0.5,1]}",
        "'joints':[2,3],'skeleton':2,'inverseBindMatrices':%d".formatted(twoBinds()));
    turn(3);
    HandMade.check(made, folder);
  }

  @Test
  void aSkinWithoutBindMatrices() throws IOException {
    skinnedLadder(",{'children':[2]},{'rotation':[0.6,0,0,0.8]}", "'joints':[1,2]");
    // The transform of a node with a skin is ignored.
    made.json()
        .getAsJsonArray("nodes")
        .get(0)
        .getAsJsonObject()
        .add("translation", TinyGltf.object("{'it':[7,7,7]}").get("it"));
    turn(2);
    HandMade.check(made, folder);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void moreThanFourJointsPerVertex(int sets) throws IOException {
    int jointCount = 12;
    Random random = new Random(7 + sets);
    StringBuilder attributes = new StringBuilder();
    for (int set = 0; set < sets; set++) {
      double[] joints = new double[24];
      double[] weights = new double[24];
      for (int i = 0; i < 24; i++) {
        // Rows sum to 1; each set has its own joints, so that all matter.
        joints[i] = (4 * set + i % 4 + i / 4) % jointCount;
        weights[i] = (1 + i % 4) / (10.0 * sets);
      }
      attributes.append(
          ",'JOINTS_%d':%d,'WEIGHTS_%d':%d"
              .formatted(
                  set,
                  made.numbers("VEC4", set == 1 ? UNSIGNED_SHORT : UNSIGNED_BYTE, "", joints),
                  set,
                  made.floats("VEC4", weights)));
    }
    made.ladder(attributes.toString());
    made.add("nodes", "{'mesh':0,'skin':0}");
    StringBuilder list = new StringBuilder();
    for (int j = 0; j < jointCount; j++) {
      double angle = random.nextDouble();
      made.add(
          "nodes",
          "{'rotation':[0,%s,0,%s],'translation':[%s,0,0]}",
          Math.sin(angle),
          Math.cos(angle),
          random.nextDouble());
      list.append(j == 0 ? "" : ",").append(j + 1);
    }
    made.add("skins", "{'joints':[%s]}", list);
    turn(5);
    GltfAsset asset = HandMade.check(made, folder);
    Influences influences =
        asset.character().meshes().getFirst().skinning().influences().orElseThrow();
    assertThat(influences.maxCount()).isEqualTo(4 * sets);
    assertThat(asset.issues()).isEmpty();
  }

  @Test
  void onlyTheDefaultScenesMeshesBecomeParts() throws IOException {
    made.ladder("");
    made.set(
        "nodes",
        "[{'mesh':0,'name':'elsewhere'},{'children':[2],'scale':[2,2,2]},{'mesh':0,'name':'here'},"
            + "{'mesh':0,'name':'nowhere'}]");
    made.set("scenes", "[{'nodes':[0]},{'nodes':[1]},{'name':'empty'}]");
    made.set("scene", "1");
    GltfAsset asset = HandMade.check(made, folder);
    assertThat(asset.character().parts())
        .extracting(SkinnedCharacter.Part::name)
        .containsExactly("here");
    assertThat(asset.issues()).extracting(i -> i.where()).containsExactly("/nodes/0", "/nodes/3");
    made.json().remove("scene");
    assertThat(HandMade.check(made, folder).character().parts())
        .extracting(SkinnedCharacter.Part::name)
        .containsExactly("elsewhere");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LINEAR", "STEP", "CUBICSPLINE"})
  void morphWeightsOfNodesAndClips(String interpolation) throws IOException {
    morphingLadder("'weights':[0.25,0.5],");
    made.set(
        "nodes",
        "[{'mesh':0},{'mesh':0,'weights':[1,-0.5],'translation':[2,0,0]},"
            + "{'mesh':0,'weights':[0,1],'translation':[0,2,0]}]");
    boolean cubic = interpolation.equals("CUBICSPLINE");
    double[] plain = {0, 1, 1, 0, 0.5, 0.5};
    double[] keys = cubic ? withTangents(plain, 2) : plain;
    int times = made.floats("SCALAR", 0.25, 0.5, 1.5);
    made.clip(1, "weights", interpolation, times, made.floats("SCALAR", keys));
    GltfAsset asset = HandMade.check(made, folder);
    Pose pose = asset.character().restPose();
    assertThat(pose.morphWeight(0, 1)).isEqualTo(0.5);
    assertThat(pose.morphWeight(1, 1)).isEqualTo(-0.5);
    asset.character().clips().getFirst().sample(0.5, pose);
    assertThat(pose.morphWeight(1, 0)).isEqualTo(1);
    assertThat(pose.morphWeight(2, 1)).as("not driven").isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "translation,CUBICSPLINE", "translation,STEP", "translation,LINEAR",
    "rotation,CUBICSPLINE", "rotation,STEP", "rotation,LINEAR",
    "scale,CUBICSPLINE", "scale,STEP", "scale,LINEAR"
  })
  void everyPropertyUnderEveryInterpolation(String path, String interpolation) throws IOException {
    skinnedLadder(
        ",{'children':[2],'translation':[0,0.25,0]},{'rotation':[0.6,0,0,0.8],'scale':[1,2,1]}",
        "'joints':[1,2],'inverseBindMatrices':%d".formatted(twoBinds()));
    boolean rotation = path.equals("rotation");
    double[] plain =
        rotation
            // The second key is negated, so that the shorter arc matters.
            ? new double[] {0, 0, 0, 1, 0, 0, -0.6, -0.8, 0.8, 0, 0, 0.6}
            : new double[] {0.5, 1, 1.5, -0.25, 0.5, 1, 1, 1.25, 0.75};
    int width = rotation ? 4 : 3;
    double[] keys = interpolation.equals("CUBICSPLINE") ? withTangents(plain, width) : plain;
    made.clip(
        2,
        path,
        interpolation,
        made.floats("SCALAR", 0.5, 1, 3),
        made.floats(rotation ? "VEC4" : "VEC3", keys));
    HandMade.check(made, folder);
  }

  @ParameterizedTest
  @CsvSource({BYTE + ",127", SHORT + ",32767", UNSIGNED_BYTE + ",255", UNSIGNED_SHORT + ",65535"})
  void quantizedKeys(int type, double one) throws IOException {
    skinnedLadder(",{'children':[2]},{}", "'joints':[1,2]");
    boolean signed = type == BYTE || type == SHORT;
    double[] turns = {0, 0, 0, 1, 0, 0, signed ? -0.6 : 0.6, 0.8, 0.8, 0, 0, 0.6};
    for (int i = 0; i < turns.length; i++) {
      turns[i] = Math.rint(turns[i] * one);
    }
    made.clip(
        2,
        "rotation",
        "LINEAR",
        made.floats("SCALAR", 0, 1, 2),
        made.strided("VEC4", type, type == BYTE ? 4 : 8, ",'normalized':true", turns));
    GltfAsset asset = HandMade.check(made, folder);
    double[] q = new double[4];
    Clip.Track track = asset.character().clips().getFirst().tracks().getFirst();
    track.sample(1, q, 0);
    assertThat(Math.abs(q[2])).isEqualTo(0.6, within(0.01));
  }

  @Test
  void keysThatDoNotIncreaseAreDropped() throws IOException {
    skinnedLadder(",{'children':[2]},{}", "'joints':[1,2]");
    made.clip(
        1,
        "translation",
        "LINEAR",
        made.floats("SCALAR", 0, 1, 1, 2),
        made.floats("VEC3", 0, 0, 0, 1, 0, 0, 9, 9, 9, 0, 1, 0));
    Path file = made.embedded(folder.resolve("keys.gltf"));
    GltfAsset asset = GltfReader.read(file).requireSound();
    assertThat(asset.issues()).singleElement().matches(i -> i.what().contains("1 keys"));
    double[] at = new double[3];
    asset.character().clips().getFirst().tracks().getFirst().sample(1, at, 0);
    assertThat(at).containsExactly(1, 0, 0);
  }

  @Test
  void overflowingNumbersAreErrorsOfTheFile() throws IOException {
    made.ladder("");
    made.set("nodes", "[{'mesh':0,'rotation':[0.6,0,0,0.8],'scale':[1e308,1e308,1e308]}]");
    Path file = made.embedded(folder.resolve("huge.gltf"));
    assertThat(GltfReader.read(file).issues()).isEmpty();
    made.set("nodes", "[{'mesh':0,'matrix':[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,1e999,1]}]");
    made.embedded(file);
    assertThatThrownBy(() -> GltfReader.read(file))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("/nodes/0/matrix/14");
  }

  private void skinnedLadder(String nodes, String skin) {
    made.ladder(made.ladderInfluences(FLOAT));
    made.set("nodes", "[{'mesh':0,'skin':0}" + nodes + "]");
    made.add("skins", "{" + skin + "}");
  }

  private void turn(int node) {
    made.clip(
        node,
        "rotation",
        "LINEAR",
        made.floats("SCALAR", 0, 0.5, 1),
        made.floats("VEC4", 0, 0, 0, 1, 0, 0, 0.6, 0.8, 0, 0.28, 0, 0.96));
  }

  /** Inverse bind matrices with a rotation and a translation, column-major. */
  private int twoBinds() {
    return made.floats(
        "MAT4", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -0.25, 0, 1, //
        0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.125, -0.5, 0, 1);
  }

  private void morphingLadder(String more) {
    double[] up = new double[18];
    double[] out = new double[18];
    for (int v = 0; v < 6; v++) {
      up[3 * v + 1] = 0.125 * v;
      out[3 * v + 2] = 0.5 - 0.125 * v;
    }
    made.add(
        "meshes",
        "{%s'primitives':[{'attributes':{'POSITION':%d},'indices':%d,"
            + "'targets':[{'POSITION':%d},{'POSITION':%d}]}]}",
        more,
        made.positions(LADDER),
        made.indices(UNSIGNED_SHORT, LADDER_TRIANGLES),
        made.positions(up),
        made.positions(out));
  }

  /** In-tangent, value, out-tangent for every key; the tangents differ from key to key. */
  private static double[] withTangents(double[] values, int width) {
    double[] out = new double[3 * values.length];
    for (int k = 0; k < values.length / width; k++) {
      for (int i = 0; i < width; i++) {
        out[(3 * k) * width + i] = 0.125 * (k + 1) - 0.25 * i;
        out[(3 * k + 1) * width + i] = values[k * width + i];
        out[(3 * k + 2) * width + i] = -0.25 * k + 0.125 * i;
      }
    }
    return out;
  }
}
