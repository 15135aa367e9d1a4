package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A character with seven sets of texture coordinates is visible and textured in three.js, which
 * knows four of them, after every command that adds a set.
 */
class TextureSetsBrowserTest {
  private static final int SETS = 7;

  /** The set of the character's texture, the last one that three.js knows. */
  private static final int USED = 3;

  private static final String PLAIN = "plain.glb";

  @TempDir static Path folder;

  /** The mean absolute difference from the character, by file. */
  private static final Map<String, Double> DIFFERENCE = new LinkedHashMap<>();

  @BeforeAll
  static void lookAtAll() throws Exception {
    BrowserTool.assumeInstalled();
    List<String> command = BrowserTool.command("browser/look.mjs");
    command.add(path("seven.glb"));
    writeCharacters();
    for (String name : writeResults()) {
      command.add(path(name));
    }
    command.add(path(PLAIN));
    command.addAll(List.of("--times", "1", "--clips", "1"));
    Path out = folder.resolve("looks.jsonl");
    Path err = folder.resolve("reasons.txt");
    int status = BrowserTool.run(command, out, err);
    assertThat(status).as(Files.readString(err)).isZero();
    for (String line : Files.readAllLines(out)) {
      JsonObject look = JsonParser.parseString(line).getAsJsonObject();
      Path file = Path.of(look.get("file").getAsString());
      DIFFERENCE.put(String.valueOf(file.getFileName()), look.get("mae").getAsDouble());
    }
  }

  private static void writeCharacters() throws Exception {
    Path small = Run.smallArm(Run.sampleArm(folder));
    SkinnedCharacter arm = GltfReader.read(small).character();
    Geometry geometry = arm.meshes().getFirst();
    TriMesh mesh = geometry.mesh();
    MeshAttribute own = mesh.attribute(MeshAttribute.UV).orElseThrow();
    for (int set = 0; set < SETS; set++) {
      float[] useless = new float[2 * mesh.wedgeCount()];
      Arrays.fill(useless, 0.1f * set);
      mesh =
          mesh.withAttribute(
              set == USED
                  ? own.withName(MeshAttribute.uv(set))
                  : new MeshAttribute(MeshAttribute.uv(set), 2, useless));
    }
    Material material = arm.material(0, 0).orElseThrow();
    Map<String, Material.Texture> textures = new HashMap<>();
    material.textures().forEach((slot, texture) -> textures.put(slot, texture.withSet(USED)));
    SkinnedCharacter seven = arm.withMeshes(List.of(geometry.withMesh(mesh)));
    write("seven.glb", seven.withMaterials(List.of(List.of(material.withTextures(textures)))));
    write(PLAIN, seven.withMaterials(List.of(List.of(material.withTextures(Map.of())))));
  }

  private static void write(String name, SkinnedCharacter character) throws Exception {
    CharacterWriter.toDocument(name, character).write(folder.resolve(name));
  }

  private static List<String> writeResults() {
    List<String> out = new ArrayList<>();
    String detail = "--detail " + path("seven.glb");
    make("bake", detail + " --resolution 256", "normals.glb", out);
    make("bake", detail + " --resolution 512 --maps all", "baked.glb", out);
    make("unwrap", "--packing rows", "unwrapped.glb", out);
    make("unwrap", "--packing rows --replace --resolution 512", "replaced.glb", out);
    make("simplify", "--ratio 0.8 --no-polish --measure none --maps 512", "level.glb", out);
    return out;
  }

  private static void make(String command, String options, String name, List<String> out) {
    List<String> all = new ArrayList<>(List.of(command, path("seven.glb")));
    all.addAll(List.of(options.split(" ", -1)));
    all.addAll(List.of("-o", path(name)));
    Run run = Run.of(all.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    out.add(name);
  }

  private static String path(String name) {
    return folder.resolve(name).toString();
  }

  /** Without its texture, and even more so if nothing were drawn, it looks quite different. */
  @Test
  void allLookLikeTheCharacter() {
    assertThat(DIFFERENCE).hasSize(6);
    double plain = DIFFERENCE.getOrDefault(PLAIN, 0.0);
    assertThat(plain).isGreaterThan(0.05);
    DIFFERENCE.forEach(
        (name, difference) -> {
          if (!name.equals(PLAIN)) {
            assertThat(difference).as(name).isLessThan(0.3 * plain);
          }
        });
  }

  /** No file has a set that nothing uses, or one beyond those that renderers know. */
  @Test
  void setsAreFew() throws Exception {
    for (String name : DIFFERENCE.keySet()) {
      if (!name.equals(PLAIN)) {
        SkinnedCharacter character = GltfReader.read(folder.resolve(name)).character();
        long sets =
            character.meshes().getFirst().mesh().attributes().stream()
                .filter(MeshAttribute::isUv)
                .count();
        assertThat(sets).as(name).isBetween(1L, 2L);
      }
    }
  }
}
