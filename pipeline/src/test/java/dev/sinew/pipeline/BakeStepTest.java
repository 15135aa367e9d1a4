package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.distance.PictureError;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.tangentmap.TangentMapFile;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TextureSets;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakedMap;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.UnwrapOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps through files: from a model with several textures to a level, and to its own new atlas. */
class BakeStepTest {
  private static final UnwrapOptions ROWS = UnwrapOptions.DEFAULTS.withPacking(Packing.ROWS);

  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path full = Path.of("");
  private static Path level = Path.of("");

  @BeforeAll
  static void writeModels() throws IOException {
    SkinnedCharacter arm = Samples.create("arm").character();
    Material own = arm.material(0, 0).orElseThrow();
    Map<String, Texture> textures = new HashMap<>(own.textures());
    textures.put(Material.METALLIC_ROUGHNESS, plain(0xFF00B040));
    textures.put(Material.OCCLUSION, plain(0xFF804020));
    textures.put(Material.EMISSION, plain(0xFF200010));
    textures.put("extensions/KHR_materials_sheen/sheenColorTexture", plain(0xFF305070));
    SkinnedCharacter rich = arm.withMaterials(List.of(List.of(own.withTextures(textures))));
    full = shared.resolve("full.glb");
    level = shared.resolve("level.glb");
    CharacterWriter.toDocument("full", rich).write(full);
    try (RunContext context = RunContext.ofThreads(2)) {
      SimplifyOptions options =
          SimplifyOptions.DEFAULTS.withRatios(0.2).withMeasuring(Measuring.NONE);
      SkinnedCharacter made = Simplify.run(rich, options, context).levels().getFirst().character();
      CharacterWriter.toDocument("level", made).write(level);
    }
  }

  private static Texture plain(int argb) {
    int[] pixels = new int[16];
    Arrays.fill(pixels, argb);
    return new Texture(
        TextureImage.of(new Pixels(4, 4, pixels)), 0, true, true, new double[] {1, 0, 0, 0, 1, 0});
  }

  private static <O, R> R run(Step<O, R> step, O options) throws IOException {
    try (RunContext context = RunContext.ofThreads(2);
        FileSession session = new FileSession()) {
      R report = step.run(options, session, context).report();
      session.publish();
      return report;
    }
  }

  private static BakeStep.Options options(BakeOptions bake, TangentOutputs tangents, Path output) {
    return new BakeStep.Options(
        level, full, bake, OptionalInt.empty(), ROWS, tangents, Optional.of(output));
  }

  private static SkinnedCharacter read(Path file) throws IOException {
    return GltfReader.read(file).requireSound().character();
  }

  private static int middle(Texture texture) {
    Pixels pixels = texture.image().pixels().orElseThrow();
    return pixels.argb()[pixels.argb().length / 2 + pixels.width() / 2];
  }

  @Test
  void aLevelGetsAllMaps() throws Exception {
    Path output = folder.resolve("out.glb");
    Path map = folder.resolve("out.tangents");
    BakeOptions all =
        BakeOptions.DEFAULTS.withMaps(EnumSet.allOf(BakedMap.class)).withResolution(256);
    Path normals = folder.resolve("pose.png");
    TangentOutputs tangents =
        new TangentOutputs(
            Optional.of(map),
            Optional.of(new TangentOutputs.PoseNormals(normals, Optional.of("0"), 0.3)));
    BakeStep.Report report = run(new BakeStep(), options(all, tangents, output));
    assertThat(report.textures().maps())
        .containsExactlyInAnyOrder(
            "normal",
            "color",
            "metallic-roughness",
            "occlusion",
            "emission",
            "extensions/KHR_materials_sheen/sheenColorTexture");
    SkinnedCharacter written = read(output);
    Material material = written.material(0, 0).orElseThrow();
    assertThat(material.textures()).hasSize(6);
    // All textures are new: the atlas takes the place of the old coordinates.
    material.textures().values().forEach(texture -> assertThat(texture.set()).isZero());
    assertThat(TextureSets.of(written.meshes().getFirst().mesh())).containsExactly(0);
    assertThat(report.sets()).extracting(UnwrapStep.MeshSet::set).containsExactly(0);
    assertThat(middle(material.texture(Material.METALLIC_ROUGHNESS).orElseThrow()))
        .isEqualTo(0xFF00B040);
    assertThat(middle(material.texture(Material.OCCLUSION).orElseThrow())).isEqualTo(0xFF804020);
    assertThat(middle(material.texture(Material.EMISSION).orElseThrow())).isEqualTo(0xFF200010);
    assertThat(written.meshes().getFirst().mesh().attribute(MeshAttribute.TANGENT)).isPresent();
    assertThat(Objects.requireNonNull(report.normals()).with())
        .isLessThan(Objects.requireNonNull(report.normals()).without());
    TangentMapFile.Contents contents = TangentMapFile.read(map);
    assertThat(contents.map().planeCount())
        .isEqualTo(Objects.requireNonNull(report.tangentMap()).planes());
    assertThat(contents.bones()).isNotEmpty();
    assertThat(contents.levels()).hasSize(9);
    assertThat(ImageIO.read(normals.toFile()).getWidth()).isEqualTo(256);
  }

  /** The atlas replaces the coordinates: the model looks the same, and old textures are gone. */
  @Test
  void aReplacedAtlasKeepsTheLook() throws Exception {
    Path output = folder.resolve("out.glb");
    UnwrapOptions replace = ROWS.withReplace(true).withTexture(1024, 2);
    run(new UnwrapStep(), new UnwrapStep.Options(full, replace, false, Optional.of(output)));
    SkinnedCharacter before = read(full);
    SkinnedCharacter after = read(output);
    Material material = after.material(0, 0).orElseThrow();
    material.textures().values().forEach(texture -> assertThat(texture.set()).isZero());
    assertThat(material.textures()).hasSize(5);
    assertThat(GltfReader.read(output).document().json().getAsJsonArray("images").size())
        .isEqualTo(5);
    try (RunContext context = RunContext.ofThreads(2)) {
      double error = new PictureError(before, List.of(before.restPose()), context).measure(after);
      assertThat(error).isLessThan(0.006);
    }
  }

  @Test
  void aGivenSetIsUsed() throws Exception {
    Path output = folder.resolve("out.gltf");
    BakeStep.Options options =
        new BakeStep.Options(
            level,
            full,
            BakeOptions.DEFAULTS.withResolution(64),
            OptionalInt.of(0),
            ROWS,
            TangentOutputs.NONE,
            Optional.of(output));
    BakeStep.Report report = run(new BakeStep(), options);
    assertThat(report.charts()).isNull();
    Material material = read(output).material(0, 0).orElseThrow();
    assertThat(material.texture(Material.NORMAL).orElseThrow().set()).isZero();
    // All other textures are as they were.
    assertThat(middle(material.texture(Material.OCCLUSION).orElseThrow())).isEqualTo(0xFF804020);
  }

  @Test
  void anImpossibleRequestNamesTheFileAndWritesNothing() {
    Path output = folder.resolve("out.glb");
    BakeStep.Options options =
        new BakeStep.Options(
            level,
            full,
            BakeOptions.DEFAULTS,
            OptionalInt.of(7),
            ROWS,
            TangentOutputs.NONE,
            Optional.of(output));
    assertThatThrownBy(() -> run(new BakeStep(), options))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("texture coordinates 7");
    assertThat(Files.exists(output)).isFalse();
  }
}
