package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Issue;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaterialReaderTest {
  @TempDir Path folder;

  private GltfAsset read(String material, String primitive) throws IOException {
    TinyGltf made = new TinyGltf();
    int points = made.floats("VEC3", TinyGltf.LADDER);
    made.add("meshes", "{'primitives':[{'attributes':{'POSITION':%d}%s}]}", points, primitive);
    made.add("nodes", "{'mesh':0}");
    made.add("materials", material);
    made.add("materials", "{'occlusionTexture':{'index':0,'texCoord':3}}");
    made.add("textures", "{'source':0}");
    made.add("images", "{'uri':'data:image/png;base64,%s'}", png());
    return GltfReader.read(made.embedded(folder.resolve("m.gltf")));
  }

  private Material material(String text) throws IOException {
    SkinnedCharacter character = read(text, ",'material':0").character();
    return character.material(0, 0).orElseThrow();
  }

  private static String png() throws IOException {
    BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, 0xFF102030);
    image.setRGB(1, 0, 0x80FFFFFF);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }

  @Test
  void withoutAMaterialNoTextureIsUsed() throws IOException {
    assertThat(read("{}", "").character().material(0, 0)).hasValue(Material.PLAIN);
  }

  @Test
  void everyTextureCounts() throws IOException {
    Material made =
        material(
            "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0},'baseColorFactor':[1,0.5,0,1]},"
                + "'emissiveTexture':{'index':0,'texCoord':2},"
                + "'extensions':{'KHR_materials_sheen':{'sheenColorTexture':{'index':0,'texCoord':5}},"
                + "'VENDOR_new':{'layers':[{'detailTexture':{'index':0,'texCoord':7}}]}},"
                + "'extras':{'oldTexture':{'index':0,'texCoord':9}}}");
    assertThat(made.use().sets()).containsExactlyInAnyOrder(0, 2, 5, 7);
    assertThat(made.use().tangents()).isFalse();
    assertThat(made.unlit()).isFalse();
    assertThat(made.baseColor().green()).isEqualTo(0.5);
  }

  /** What is drawn is not the colour for viewers that do not know the extension. */
  @Test
  void specularGlossinessHasTheColour() throws IOException {
    Material made =
        material(
            "{'pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1],'baseColorTexture':{'index':0,"
                + "'texCoord':1}},'extensions':{'KHR_materials_pbrSpecularGlossiness':"
                + "{'diffuseFactor':[0,0.5,0,1],'diffuseTexture':{'index':0,'texCoord':2}}}}");
    assertThat(made.baseColor()).isEqualTo(new Material.Color(0, 0.5, 0, 1));
    assertThat(made.texture().orElseThrow().set()).isEqualTo(2);
    assertThat(made.colorSet()).isEqualTo(2);
    assertThat(Material.isColor(made.colorSlot())).isTrue();
  }

  @Test
  void imagesThatAreNotReadAreTold() throws IOException {
    GltfAsset asset = read("{'normalTexture':{'index':0}}", ",'material':0");
    assertThat(asset.issues()).noneMatch(issue -> issue.what().contains("KTX2"));
    asset.document().json().getAsJsonArray("textures").get(0).getAsJsonObject().remove("source");
    assertThat(GltfReader.read(asset.document()).issues())
        .filteredOn(issue -> issue.what().contains("KTX2"))
        .singleElement()
        .extracting(Issue::where)
        .isEqualTo("/textures/0");
  }

  @Test
  void aTextureTransformMayChooseAnotherSet() throws IOException {
    Material made =
        material(
            "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,'texCoord':1,'extensions':"
                + "{'KHR_texture_transform':{'texCoord':4,'offset':[0.5,0],'scale':[2,3]}}}}}");
    assertThat(made.use().sets()).containsExactly(4);
    assertThat(made.texture().orElseThrow().set()).isEqualTo(4);
    assertThat(made.texture().orElseThrow().transform()).containsExactly(2, 0, 0.5, -0.0, 3, 0);
  }

  @Test
  void normalMapsNeedTangents() throws IOException {
    assertThat(material("{'normalTexture':{'index':0}}").use().tangents()).isTrue();
    assertThat(material("{'extensions':{'KHR_materials_unlit':{}}}").unlit()).isTrue();
  }

  /** What is not understood may use texture coordinates; textures of KHR extensions are known. */
  @Test
  void unknownUsesAreTold() throws IOException {
    String sheen = "'KHR_materials_sheen':{'sheenColorTexture':{'index':0,'texCoord':5}}";
    assertThat(material("{'extensions':{%s}}".formatted(sheen)).use().unknown()).isFalse();
    assertThat(material("{'extensions':{%s}}".formatted(sheen)).textures()).hasSize(1);
    String layers = "'VENDOR_new':{'layers':[{'detailTexture':{'index':0,'texCoord':7}}]}";
    assertThat(material("{'extensions':{%s}}".formatted(layers)).use().unknown()).isTrue();
  }

  /** A texture whose image only an extension has is a texture that cannot be read. */
  @Test
  void imagesOfExtensionsCannotBeRead() throws IOException {
    TinyGltf made = new TinyGltf();
    int points = made.floats("VEC3", TinyGltf.LADDER);
    made.add("meshes", "{'primitives':[{'attributes':{'POSITION':%d},'material':0}]}", points);
    made.add("nodes", "{'mesh':0}");
    made.add("materials", "{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}");
    made.add("textures", "{'extensions':{'EXT_texture_webp':{'source':0}}}");
    made.add("images", "{'uri':'data:image/webp;base64,AAAA'}");
    Material material =
        GltfReader.read(made.embedded(folder.resolve("m.gltf")))
            .character()
            .material(0, 0)
            .orElseThrow();
    assertThat(material.texture().orElseThrow().image().pixels()).isEmpty();
  }

  /** A primitive with variants needs what any of them needs. */
  @Test
  void variants() throws IOException {
    Material made =
        read(
                "{'normalTexture':{'index':0,'texCoord':1}}",
                ",'material':0,'extensions':{'KHR_materials_variants':"
                    + "{'mappings':[{'material':1,'variants':[0]}]}}")
            .character()
            .material(0, 0)
            .orElseThrow();
    assertThat(made.use().sets()).containsExactlyInAnyOrder(1, 3);
    assertThat(made.use().tangents()).isTrue();
  }

  @Test
  void imagesAreDecoded() throws IOException {
    Material made =
        material("{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}},'alphaMode':'BLEND'}");
    Pixels pixels = made.texture().orElseThrow().image().pixels().orElseThrow();
    assertThat(pixels.width()).isEqualTo(2);
    assertThat(pixels.argb()).containsExactly(0xFF102030, 0x80FFFFFF);
    assertThat(made.opacity().alpha()).isEqualTo(Material.Alpha.BLEND);
  }

  /** The model is still usable; all its texture coordinates are kept. */
  @Test
  void anInvalidMaterialIsAnIssue() throws IOException {
    GltfAsset asset =
        read("{'pbrMetallicRoughness':{'baseColorTexture':{'index':8}}}", ",'material':0");
    assertThat(asset.character().material(0, 0)).isEmpty();
    assertThat(asset.issues())
        .anyMatch(
            issue ->
                issue.severity() == Issue.Severity.WARNING
                    && issue.where().startsWith("/materials/0"));
  }
}
