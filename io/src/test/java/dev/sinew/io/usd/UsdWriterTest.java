package dev.sinew.io.usd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.gltf.LevelsOfDetail;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RequestException;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.UsdFile;
import dev.sinew.testkit.UsdFile.Prim;
import dev.sinew.testkit.UsdOracle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written as USD reads back as the same character. */
class UsdWriterTest {
  /** In diagonals of a model's box. */
  private static final double SAME = 1e-6;

  @TempDir Path folder;

  private UsdComparison written(SkinnedCharacter character, String name) throws IOException {
    return written(CharacterWriter.toDocument("model", character), name);
  }

  private UsdComparison written(GltfDocument document, String name) throws IOException {
    try (FileSession files = new FileSession()) {
      return UsdComparison.of(document, folder.resolve(name), files);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"arm", "cylinder-bend"})
  void verticesOfSamplesKeepTheirPlaces(String name) throws IOException {
    UsdComparison usd = written(Samples.create(name).character(), name + ".usdz");
    assertThat(usd.atRest()).isLessThan(SAME);
    List<String> clips = usd.clips();
    assertThat(clips).isNotEmpty();
    for (int c = 0; c < clips.size(); c++) {
      assertThat(usd.inClip(c, clips.get(c))).as(clips.get(c)).isLessThan(SAME);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void verticesOfOddCharactersKeepTheirPlaces(long seed) throws IOException {
    SkinnedCharacter character = OddRig.create(seed);
    UsdComparison usd = written(character, "odd one.usda");
    List<String> clips = usd.clips();
    assertThat(clips).containsExactly("Walk", "Walk_2", "Take_001_wave_");
    for (int c = 0; c < clips.size(); c++) {
      assertThat(usd.inClip(c, clips.get(c))).as("seed " + seed + ", " + c).isLessThan(SAME);
    }
    Prim model = usd.layer().child("odd_one");
    // A node that moves has its scale, which half precision does not have, in a joint of its own.
    assertThat(new UsdOracle(usd.layer(), Map.of()).texts("/odd_one/Skeleton", "joints"))
        .contains("Armature/Armature_scale", "Armature/Armature_scale/mixamorig_Hips");
    // The skins that differ by one transform share a skeleton, the other has its own.
    assertThat(model.children().values().stream().filter(p -> p.type().equals("Skeleton")))
        .hasSize(2);
    assertThat(Files.exists(folder.resolve("odd_one-textures"))).isFalse();
  }

  @Test
  void namesAreValidAndUnique() throws IOException {
    UsdComparison usd = written(OddRig.create(5), "1.usda");
    UsdOracle oracle = new UsdOracle(usd.layer(), Map.of());
    List<String> names = new ArrayList<>();
    for (String skeleton : oracle.ofType("Skeleton")) {
      for (String joint : oracle.texts(skeleton, "joints")) {
        names.add(joint.substring(joint.lastIndexOf('/') + 1));
      }
      assertThat(oracle.texts(skeleton, "jointNames")).contains("mixamorig:Hips", "böne");
    }
    oracle.ofType("Mesh").forEach(path -> names.add(path.substring(path.lastIndexOf('/') + 1)));
    assertThat(names).allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"));
    assertThat(names).doesNotHaveDuplicates();
    assertThat(usd.layer().metadata()).containsEntry("defaultPrim", "_1");
  }

  @Test
  void splinesAreSampled() throws IOException {
    SkinnedCharacter character = Samples.create("arm").character();
    Clip.Track track = character.clips().getFirst().tracks().getFirst();
    double[] q = {0, 0, 0, 1};
    double[] r = {0, 0, Math.sin(0.6), Math.cos(0.6)};
    double[] zero = new double[4];
    double[] fast = {0, 0, 3, 0};
    double[] values =
        Stream.of(zero, q, fast, zero, r, fast, zero, q, zero)
            .flatMapToDouble(java.util.Arrays::stream)
            .toArray();
    Clip curve =
        new Clip(
            "curve",
            List.of(
                new Clip.Track(
                    track.joint(),
                    Clip.Property.ROTATION,
                    Clip.Interpolation.CUBICSPLINE,
                    new double[] {0, 0.5, 1.5},
                    values)));
    UsdComparison usd = written(character.withClips(List.of(curve)), "a.usda");
    assertThat(usd.inClip(0, "curve")).isLessThan(3e-5);
  }

  @Test
  void theScaleOfAChangingJointIsToldToBeRough() throws IOException {
    SkinnedCharacter character = Samples.create("arm").character();
    double[] scales = {1, 1, 1, 1.2345, 1, 1};
    Clip grow =
        new Clip(
            "grow",
            List.of(
                new Clip.Track(
                    1,
                    Clip.Property.SCALE,
                    Clip.Interpolation.LINEAR,
                    new double[] {0, 1},
                    scales)));
    try (FileSession files = new FileSession()) {
      UsdComparison usd =
          UsdComparison.of(
              CharacterWriter.toDocument("a", character.withClips(List.of(grow))),
              folder.resolve("a.usda"),
              files);
      assertThat(usd.inClip(0, "grow")).isBetween(SAME, 1e-3);
      assertThat(files.issues())
          .extracting(Issue::what)
          .containsExactly(
              "clips change the scale of 1 joint: USD stores such scales with 11 bits, about 3"
                  + " digits");
    }
  }

  @Test
  void levelsAreVariantsAndTheFinestIsOutside() throws IOException {
    SkinnedCharacter character = Samples.create("arm").character();
    GltfAsset asset = GltfReader.read(CharacterWriter.toDocument("arm", character));
    SkinnedCharacter whole = asset.character();
    GltfDocument levels =
        LevelsOfDetail.write(
            asset, List.of(whole, whole), List.of(0.5, 0.2, 0.1), List.of(2.0, 5.0));
    UsdComparison usd = written(levels, "levels.usda");
    Prim model = usd.layer().child("levels");
    assertThat(model.variantSet("LOD")).containsOnlyKeys("LOD0", "LOD1", "LOD2");
    assertThat(model.children().values().stream().filter(p -> p.type().equals("Mesh"))).hasSize(1);
    Set<String> shown = new HashSet<>();
    for (String level : List.of("LOD0", "LOD1", "LOD2")) {
      UsdOracle oracle = new UsdOracle(usd.layer(), Map.of("LOD", level));
      assertThat(oracle.ofType("Mesh")).as(level).hasSize(1);
      shown.addAll(oracle.ofType("Mesh"));
      assertThat(oracle.points(oracle.ofType("Mesh").getFirst(), 10))
          .isEqualTo(new UsdOracle(usd.layer(), Map.of()).points("/levels/arm", 10));
    }
    assertThat(shown).hasSize(3);
  }

  @Test
  void aPackageIsStoredAndAligned() throws IOException {
    GltfDocument document = textured();
    written(document, "pack.usdz");
    Path file = folder.resolve("pack.usdz");
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<String> names = new ArrayList<>();
    int at = 0;
    while (all.getInt(at) == 0x04034b50) {
      int data = at + 30 + all.getShort(at + 26) + all.getShort(at + 28);
      assertThat(data % 64).isZero();
      assertThat(all.getShort(at + 8)).as("stored").isZero();
      names.add(new String(bytes, at + 30, all.getShort(at + 26), StandardCharsets.UTF_8));
      at = data + all.getInt(at + 18);
    }
    assertThat(names).containsExactly("pack.usda", "textures/skin.png");
    try (ZipFile zip = new ZipFile(file.toFile())) {
      for (String name : names) {
        ZipEntry entry = zip.getEntry(name);
        assertThat(zip.getInputStream(entry).readAllBytes()).hasSize((int) entry.getSize());
      }
    }
  }

  @Test
  void materialsAreSurfacesWithTextures() throws IOException {
    written(textured(), "hero.usda");
    assertThat(folder.resolve("hero-textures/skin.png")).exists();
    UsdOracle usd = new UsdOracle(UsdFile.read(folder.resolve("hero.usda")), Map.of());
    String mesh = usd.ofType("Mesh").getFirst();
    String material = usd.target(mesh, "material:binding").orElseThrow();
    String surface = material + "/Surface";
    String texture = material + "/diffuseColorTexture";
    assertThat(usd.target(surface, "inputs:diffuseColor.connect"))
        .contains(texture + ".outputs:rgb");
    assertThat(usd.texts(texture, "inputs:file")).containsExactly("./hero-textures/skin.png");
    assertThat(usd.texts(texture, "inputs:sourceColorSpace")).containsExactly("sRGB");
    assertThat(usd.texts(texture, "inputs:wrapS")).containsExactly("clamp");
    assertThat(usd.texts(texture, "inputs:wrapT")).containsExactly("mirror");
    assertThat(usd.numbers(texture, "inputs:scale")).containsExactly(0.5, 1, 1, 0.75);
    assertThat(usd.target(surface, "inputs:opacity.connect")).isPresent();
    assertThat(usd.numbers(surface, "inputs:opacityThreshold")).containsExactly(0.25);
    assertThat(usd.numbers(material + "/normalTexture", "inputs:scale"))
        .containsExactly(4, 4, 2, 1);
    assertThat(usd.numbers(material + "/normalTexture", "inputs:bias"))
        .containsExactly(-2, -2, -1, 0);
    assertThat(usd.texts(material + "/normalTexture", "inputs:sourceColorSpace"))
        .containsExactly("raw");
    assertThat(usd.target(surface, "inputs:roughness.connect"))
        .contains(material + "/roughnessTexture.outputs:g");
    assertThat(usd.numbers(mesh, "doubleSided")).containsExactly(1);
  }

  /** A point of the texture is the same, whether v is from the top or from the bottom. */
  @Test
  void transformsOfTexturesMoveTheSamePoints() throws IOException {
    GltfDocument document = textured();
    JsonObject transform =
        JsonParser.parseString(
                """
                {"KHR_texture_transform": {"offset": [0.1, -0.3], "rotation": 0.7, "scale": [2, 3]}}
                """)
            .getAsJsonObject();
    surface(document).getAsJsonObject("baseColorTexture").add("extensions", transform);
    written(document, "hero.usda");
    UsdOracle usd = new UsdOracle(UsdFile.read(folder.resolve("hero.usda")), Map.of());
    String moved =
        usd.prims().keySet().stream()
            .filter(p -> p.endsWith("_transform"))
            .findFirst()
            .orElseThrow();
    double angle = Math.toRadians(usd.numbers(moved, "inputs:rotation")[0]);
    double[] scale = usd.numbers(moved, "inputs:scale");
    double[] shift = usd.numbers(moved, "inputs:translation");
    double u = 0.3;
    double v = 0.8;
    // As KHR_texture_transform says, and as UsdTransform2d says.
    double wantedU = 0.1 + Math.cos(0.7) * 2 * u + Math.sin(0.7) * 3 * v;
    double wantedV = -0.3 - Math.sin(0.7) * 2 * u + Math.cos(0.7) * 3 * v;
    double x = scale[0] * u;
    double y = scale[1] * (1 - v);
    assertThat(Math.cos(angle) * x - Math.sin(angle) * y + shift[0])
        .isCloseTo(wantedU, org.assertj.core.api.Assertions.within(1e-6));
    assertThat(1 - (Math.sin(angle) * x + Math.cos(angle) * y + shift[1]))
        .isCloseTo(wantedV, org.assertj.core.api.Assertions.within(1e-6));
  }

  private static JsonObject surface(GltfDocument document) {
    return document
        .json()
        .getAsJsonArray("materials")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("pbrMetallicRoughness");
  }

  /** The arm with one image for all textures. */
  private static GltfDocument textured() throws IOException {
    GltfDocument document = CharacterWriter.toDocument("arm", Samples.create("arm").character());
    byte[] png = PngWriter.encode(new Pixels(1, 2, new int[] {0xFF336699, 0x80FFFFFF}));
    String uri = "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
    JsonObject parts =
        JsonParser.parseString(
                """
                {"images": [{"name": "skin.png", "uri": "%s"}],
                 "samplers": [{"wrapS": 33071, "wrapT": 33648}],
                 "textures": [{"source": 0, "sampler": 0}],
                 "materials": [{"name": "skin", "doubleSided": true, "alphaMode": "MASK",
                   "alphaCutoff": 0.25, "normalTexture": {"index": 0, "scale": 2},
                   "pbrMetallicRoughness": {"baseColorFactor": [0.5, 1, 1, 0.75],
                     "baseColorTexture": {"index": 0}, "roughnessFactor": 0.5,
                     "metallicRoughnessTexture": {"index": 0}}}]}
                """
                    .formatted(uri))
            .getAsJsonObject();
    parts.entrySet().forEach(part -> document.json().add(part.getKey(), part.getValue()));
    document
        .json()
        .getAsJsonArray("meshes")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("primitives")
        .forEach(primitive -> primitive.getAsJsonObject().addProperty("material", 0));
    return document;
  }

  @Test
  void tooManyVerticesAreRefused() throws IOException {
    GltfDocument document = CharacterWriter.toDocument("arm", Samples.create("arm").character());
    JsonObject node = null;
    for (var one : document.json().getAsJsonArray("nodes")) {
      node = one.getAsJsonObject().has("mesh") ? one.getAsJsonObject() : node;
    }
    var scene =
        document.json().getAsJsonArray("scenes").get(0).getAsJsonObject().getAsJsonArray("nodes");
    int vertices = Samples.create("arm").mesh().wedgeCount();
    for (int i = 0; i < (1 << 24) / vertices + 1; i++) {
      scene.add(document.json().getAsJsonArray("nodes").size());
      document.json().getAsJsonArray("nodes").add(node);
    }
    Path target = folder.resolve("many.usda");
    assertThatThrownBy(() -> document.write(target))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("vertices together");
    assertThat(target).doesNotExist();
  }
}
