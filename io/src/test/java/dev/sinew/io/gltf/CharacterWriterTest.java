package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Clip;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Round trip of characters without a source file. */
class CharacterWriterTest {
  private static final TriMesh TRIANGLE =
      TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-twist", "arm", "quadruped"})
  void samplesMoveUnchanged(String name) throws Exception {
    Sample sample = Samples.create(name);
    SkinnedCharacter back = read(sample.character());
    assertThat(back.clips()).hasSameSizeAs(sample.character().clips());
    for (int c = 0; c < back.clips().size(); c++) {
      float[] before = posed(sample.character(), c);
      float[] after = posed(back, c);
      assertThat(after).hasSameSizeAs(before);
      for (int i = 0; i < before.length; i++) {
        assertThat(after[i]).isCloseTo(before[i], within(1e-5f));
      }
    }
  }

  @Test
  void twoPartsMayShareANode() throws Exception {
    Skeleton.Builder skeleton = Skeleton.builder();
    int root = skeleton.add("root", Skeleton.NO_PARENT, 1, 2, 3);
    SkinnedCharacter character =
        new SkinnedCharacter(
            skeleton.build(),
            List.of(),
            List.of(
                new Geometry("empty", TriMesh.of(new double[0], new int[0])),
                new Geometry("triangle", TRIANGLE)),
            List.of(
                new Part("a", root, 1, SkinnedCharacter.NO_SKIN),
                new Part("nothing", root, 0, SkinnedCharacter.NO_SKIN),
                new Part("b", root, 1, SkinnedCharacter.NO_SKIN)),
            List.of());
    SkinnedCharacter back = read(character);
    assertThat(back.parts()).hasSize(2);
    assertThat(back.meshes()).hasSize(1);
    float[] places = posed(back, -1);
    assertThat(places).hasSize(18);
    assertThat(places[9]).isEqualTo(1);
    assertThat(places[10]).isEqualTo(2);
  }

  @Test
  void aShearedNodeKeepsItsMatrixUnlessAnimated() throws Exception {
    double[] sheared = {1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    Skeleton.Builder skeleton = Skeleton.builder();
    skeleton.addMatrix("still", Skeleton.NO_PARENT, sheared);
    skeleton.addMatrix("moving", Skeleton.NO_PARENT, sheared);
    Clip clip =
        new Clip(
            "slide",
            List.of(
                new Clip.Track(
                    1,
                    Clip.Property.TRANSLATION,
                    Clip.Interpolation.LINEAR,
                    new double[] {0, 1},
                    new double[] {0, 0, 0, 1, 0, 0})));
    GltfDocument document =
        CharacterWriter.toDocument(
            "sheared",
            new SkinnedCharacter(skeleton.build(), List.of(), List.of(), List.of(), List.of(clip)));
    assertThat(document.json().getAsJsonArray("nodes").get(0).getAsJsonObject().has("matrix"))
        .isTrue();
    assertThat(document.json().getAsJsonArray("nodes").get(1).getAsJsonObject().has("matrix"))
        .isFalse();
  }

  /** Colours, textures with wrapping, set and transform, alpha, sides and unlit survive. */
  @Test
  void materialsSurvive() throws Exception {
    Random random = new Random(3);
    int[] argb = random.ints(7 * 5).toArray();
    TextureImage image = TextureImage.of(new Pixels(7, 5, argb));
    double[] turned = {
      0.3 * Math.cos(1), 2 * Math.sin(1), 0.5, -0.3 * Math.sin(1), 2 * Math.cos(1), 4
    };
    Material textured =
        new Material(
            "textured",
            new Color(0.5, 0.25, 1, 0.75),
            new Texture(image, 1, true, false, turned),
            Set.of(1),
            false,
            true,
            Alpha.BLEND,
            0.5);
    Material masked =
        new Material(
                "masked",
                Color.WHITE,
                new Texture(image, 0, true, true, new double[] {1, 0, 0, 0, 1, 0}),
                Set.of(0),
                false,
                false,
                Alpha.MASK,
                0.3)
            .withDoubleSided(true);
    TriMesh mesh =
        new TriMesh(
            new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0},
            new int[] {0, 1, 2, 3},
            new int[] {0, 1, 2, 2, 1, 3},
            new int[] {0, 1},
            List.of());
    Skeleton.Builder skeleton = Skeleton.builder();
    int root = skeleton.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    SkinnedCharacter character =
        new SkinnedCharacter(
            skeleton.build(),
            List.of(),
            List.of(new Geometry("square", mesh)),
            List.of(new Part("a", root, 0, SkinnedCharacter.NO_SKIN)),
            List.of(),
            List.of(List.of(textured, masked)));
    SkinnedCharacter back = read(character);
    Material one = back.material(0, 0).orElseThrow();
    assertThat(one.name()).isEqualTo("textured");
    assertThat(one.baseColor()).isEqualTo(textured.baseColor());
    assertThat(one.opacity().alpha()).isEqualTo(Alpha.BLEND);
    assertThat(one.unlit()).isTrue();
    assertThat(one.use().sets()).containsExactly(1);
    Texture texture = one.texture().orElseThrow();
    assertThat(texture.repeatU()).isTrue();
    assertThat(texture.repeatV()).isFalse();
    assertThat(texture.transform()).containsExactly(turned, within(1e-12));
    Pixels pixels = texture.image().pixels().orElseThrow();
    assertThat(pixels.width()).isEqualTo(7);
    assertThat(pixels.argb()).isEqualTo(argb);
    Material two = back.material(0, 1).orElseThrow();
    assertThat(two.opacity().alpha()).isEqualTo(Alpha.MASK);
    assertThat(two.opacity().cutoff()).isEqualTo(0.3);
    assertThat(List.of(one.doubleSided(), two.doubleSided())).containsExactly(false, true);
    // One image for both.
    assertThat(two.texture().orElseThrow().image()).isSameAs(texture.image());
  }

  @Test
  void aTextureThatCannotBeReadIsLeftOut() throws Exception {
    TextureImage broken = new TextureImage(Optional::empty);
    Material material =
        new Material(
            "broken",
            Color.WHITE,
            new Texture(broken, 0, true, true, new double[] {1, 0, 0, 0, 1, 0}),
            Set.of(0),
            false,
            false,
            Alpha.OPAQUE,
            0.5);
    Skeleton.Builder skeleton = Skeleton.builder();
    int root = skeleton.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    SkinnedCharacter back =
        read(
            new SkinnedCharacter(
                skeleton.build(),
                List.of(),
                List.of(new Geometry("triangle", TRIANGLE)),
                List.of(new Part("a", root, 0, SkinnedCharacter.NO_SKIN)),
                List.of(),
                List.of(List.of(material))));
    assertThat(back.material(0, 0).orElseThrow().texture()).isEmpty();
  }

  private static SkinnedCharacter read(SkinnedCharacter character) throws Exception {
    return GltfReader.read(CharacterWriter.toDocument("test", character))
        .requireSound()
        .character();
  }

  private static float[] posed(SkinnedCharacter character, int clip) {
    CharacterSurface.Posed shape = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    if (clip >= 0) {
      character.clips().get(clip).sample(0.4, pose);
    }
    shape.set(pose);
    // By vertex: a writer may reorder the wedges.
    TriMesh mesh = shape.mesh();
    float[] out = new float[3 * mesh.vertexCount()];
    shape.copyVertexPositions(out);
    return out;
  }
}
