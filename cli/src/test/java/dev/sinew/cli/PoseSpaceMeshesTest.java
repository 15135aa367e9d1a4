package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An arm in a sleeve, two meshes on one skeleton, and the arm with an animation-space skin. Their
 * correct shapes are those of dual quaternions, as <code>deform</code> plays them.
 */
class PoseSpaceMeshesTest {
  @TempDir static Path folder;

  private static SkinnedCharacter arm;
  private static Path both;
  private static Path database;

  @BeforeAll
  static void train() throws Exception {
    Path small = Run.smallArm(Run.sampleArm(folder));
    arm = GltfReader.read(small).requireSound().character();
    both = folder.resolve("both.glb");
    CharacterWriter.toDocument("both.glb", withSleeve(arm)).write(both);
    database = folder.resolve("both.psdb");
    JsonObject report = train(both, folder.resolve("both.pc2"), database);
    assertThat(error(report, "training")).isLessThan(1e-6);
  }

  /** Returns the arm with a copy of its mesh, a little wider, on the same joints. */
  private static SkinnedCharacter withSleeve(SkinnedCharacter bare) {
    Geometry body = bare.meshes().getFirst();
    double[] wider = body.mesh().positions();
    for (int i = 0; i < wider.length; i++) {
      wider[i] *= i % 3 == 1 ? 1.02 : 1.05;
    }
    TriMesh cloth = TriMesh.of(wider, body.mesh().triangles());
    Part only = bare.parts().getFirst();
    return new SkinnedCharacter(
        bare.skeleton(),
        bare.skins(),
        List.of(body, new Geometry("sleeve", cloth, body.skinning().asLinear())),
        List.of(only, new Part("sleeve", only.node(), 1, only.skin())),
        bare.clips());
  }

  private static JsonObject train(Path model, Path examples, Path output) {
    run("deform", model, "--clip", "examples", "--method", "dqs", "-o", examples);
    return run(
        "posespace", "train", model, "--examples", examples, "--skinning", "ssd", "-o", output);
  }

  private static JsonObject run(Object... args) {
    String[] texts = new String[args.length + 1];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    texts[args.length] = "--json";
    return Run.report(Run.of(texts));
  }

  private static double error(JsonObject report, String what) {
    return report.getAsJsonObject(what).getAsJsonObject("error").get("max").getAsDouble();
  }

  @Test
  void twoMeshesArePlayedWithTheirCorrectives() {
    JsonObject played =
        run(
            "posespace",
            "apply",
            both,
            database,
            "--clip",
            "examples",
            "-o",
            folder.resolve("played.pc2"));
    int vertices = 2 * arm.meshes().getFirst().mesh().vertexCount();
    assertThat(played.getAsJsonObject("played").get("vertices").getAsInt()).isEqualTo(vertices);
    JsonObject compared =
        run("compare", both, both, "--reference-method", "dqs", "--correctives", database);
    assertThat(examplesError(compared)).isLessThan(1e-5);
  }

  private static double examplesError(JsonObject compared) {
    for (JsonElement clip : compared.getAsJsonArray("clips")) {
      if (clip.getAsJsonObject().get("name").getAsString().equals("examples")) {
        return clip.getAsJsonObject().getAsJsonObject("error").get("max").getAsDouble();
      }
    }
    throw new AssertionError("no clip of examples");
  }

  @Test
  void twoMeshesAreBaked() throws Exception {
    Path baked = folder.resolve("baked.glb");
    JsonObject report = run("posespace", "bake", both, database, "--clip", "flex", "-o", baked);
    assertThat(report.getAsJsonArray("targets")).hasSize(2);
    assertThat(report.get("reached").getAsBoolean()).isTrue();
    assertThat(report.has("animationSpace") && !report.get("animationSpace").isJsonNull())
        .isFalse();
    SkinnedCharacter character = GltfReader.read(baked).requireSound().character();
    assertThat(character.meshes()).allMatch(mesh -> !mesh.morphs().isEmpty());
  }

  /** The correctives of one mesh reach both by their closest points. */
  @Test
  void correctivesOfTheArmAreTransferredToArmAndSleeve() {
    Path bare = folder.resolve("small-arm.glb");
    Path own = folder.resolve("bare.psdb");
    train(bare, folder.resolve("bare.pc2"), own);
    JsonObject report =
        run("posespace", "transfer", both, own, "-o", folder.resolve("dressed.psdb"));
    assertThat(report.get("vertices").getAsInt())
        .isEqualTo(2 * arm.meshes().getFirst().mesh().vertexCount());
    // Both meshes take the shapes of dual quaternions, the sleeve nearly.
    double plain = examplesError(run("compare", both, both, "--reference-method", "dqs"));
    double dressed =
        examplesError(
            run(
                "compare",
                both,
                both,
                "--reference-method",
                "dqs",
                "--correctives",
                folder.resolve("dressed.psdb")));
    assertThat(dressed).isLessThan(0.5 * plain);
  }

  @Test
  void correctivesInForwardFormReproduceTheExamples() {
    Path forward = folder.resolve("forward.psdb");
    JsonObject report =
        run(
            "posespace",
            "train",
            both,
            "--examples",
            folder.resolve("both.pc2"),
            "--skinning",
            "ssd",
            "--form",
            "forward",
            "-o",
            forward);
    assertThat(error(report, "training")).isLessThan(1e-6);
    JsonObject compared =
        run("compare", both, both, "--reference-method", "dqs", "--correctives", forward);
    assertThat(examplesError(compared)).isLessThan(1e-5);
  }

  @Test
  void anAnimationSpaceSkinIsBakedIntoItsLinearBlend() throws Exception {
    Path general = folder.resolve("general.glb");
    CharacterWriter.toDocument("general.glb", general(arm)).write(general);
    Path correctives = folder.resolve("general.psdb");
    run("deform", general, "--clip", "examples", "--method", "dqs", "-o", folder.resolve("g.pc2"));
    run(
        "posespace",
        "train",
        general,
        "--examples",
        folder.resolve("g.pc2"),
        "--skinning",
        "as",
        "-o",
        correctives);
    Path baked = folder.resolve("general-baked.glb");
    JsonObject report =
        run("posespace", "bake", general, correctives, "--clip", "examples", "-o", baked);
    double with = report.getAsJsonObject("error").get("max").getAsDouble();
    double blend = report.getAsJsonObject("skin").get("max").getAsDouble();
    double own = report.getAsJsonObject("animationSpace").get("max").getAsDouble();
    assertThat(with).isLessThanOrEqualTo(1e-3);
    assertThat(blend).isGreaterThan(5 * with);
    assertThat(own).isGreaterThan(5 * with).isNotEqualTo(blend);
    Geometry mesh = GltfReader.read(baked).requireSound().character().meshes().getFirst();
    assertThat(mesh.skinning().coords()).isPresent();
    assertThat(mesh.morphs().isEmpty()).isFalse();
    JsonObject compared =
        run("compare", general, baked, "--reference-method", "dqs", "--method", "ssd");
    assertThat(examplesError(compared)).isLessThan(3e-3);
  }

  /** Returns the arm with coordinates that no linear blend has. */
  private static SkinnedCharacter general(SkinnedCharacter bare) {
    Geometry mesh = bare.meshes().getFirst();
    AnimationCoords blend = LinearSkin.of(bare, bare.parts().getFirst()).coords();
    double[] values = blend.values();
    for (int i = 0; i < values.length; i++) {
      values[i] += i % AnimationCoords.SIZE == 3 ? 0 : 0.002 * Math.sin(i);
    }
    AnimationCoords own = AnimationCoords.points(blend.rowStarts(), blend.joints(), values);
    return bare.withMeshes(
        List.of(
            new Geometry(
                mesh.name(),
                mesh.mesh(),
                new Skinning.AnimationSpace(own, mesh.skinning().influences().orElseThrow()))));
  }
}
