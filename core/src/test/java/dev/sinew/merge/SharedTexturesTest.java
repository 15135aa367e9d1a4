package dev.sinew.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.Material.Opacity;
import dev.sinew.model.Material.Shading;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.Material.TextureUse;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A shared material shows at every point what the materials before it showed. */
class SharedTexturesTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(2);
  private static final double[] AS_IS = {1, 0, 0, 0, 1, 0};
  private static final int TRIANGLES = 6;

  private final List<Geometry> meshes = new ArrayList<>();
  private final List<List<Material>> materials = new ArrayList<>();

  private static TextureImage image(int width, int height, Random random) {
    return TextureImage.of(
        new Pixels(
            width,
            height,
            random.ints((long) width * height).map(rgb -> rgb | 0xFF000000).toArray()));
  }

  /** Adds a mesh with random texture coordinates in two sets. */
  private void add(Material material, double low, double high, Random random) {
    int wedges = 3 * TRIANGLES;
    int[] same = new int[wedges];
    Arrays.setAll(same, w -> w);
    List<MeshAttribute> attributes = new ArrayList<>();
    float[] normals = new float[3 * wedges];
    for (int w = 0; w < wedges; w++) {
      normals[3 * w] = 1;
    }
    attributes.add(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
    for (int set = 0; set < 2; set++) {
      float[] uv = new float[2 * wedges];
      for (int t = 0; t < TRIANGLES; t++) {
        double u = low + (high - low - 0.3) * random.nextDouble();
        double v = low + (high - low - 0.3) * random.nextDouble();
        for (int c = 0; c < 3; c++) {
          uv[6 * t + 2 * c] = (float) (u + 0.3 * random.nextDouble());
          uv[6 * t + 2 * c + 1] = (float) (v + 0.3 * random.nextDouble());
        }
      }
      attributes.add(new MeshAttribute(MeshAttribute.uv(set), 2, uv));
    }
    double[] positions = random.doubles(3L * wedges).toArray();
    TriMesh mesh = new TriMesh(positions, same, same, new int[TRIANGLES], attributes);
    meshes.add(new Geometry("mesh " + meshes.size(), mesh));
    materials.add(List.of(material));
  }

  private SkinnedCharacter character() {
    Skeleton.Builder tree = Skeleton.builder();
    List<Part> parts = new ArrayList<>();
    for (int m = 0; m < meshes.size(); m++) {
      int node = tree.add("node " + m, Skeleton.NO_PARENT, 0, 0, 0);
      parts.add(new Part("node " + m, node, m, SkinnedCharacter.NO_SKIN));
    }
    return new SkinnedCharacter(tree.build(), List.of(), meshes, parts, List.of(), materials);
  }

  private static Material material(
      String name, Color base, Map<String, Texture> textures, Map<String, Color> factors) {
    Material plain =
        new Material(
            name,
            base,
            Map.of(),
            factors,
            new TextureUse(Set.of(), false, false),
            Shading.LIT,
            new Opacity(Alpha.OPAQUE, 0.5),
            false);
    return plain.withTextures(textures);
  }

  /** Materials with textures of several sizes, sets, transforms and factors, and one without. */
  private void addAll(Random random) {
    double[] moved = {0.5, 0, 0.2, 0, 0.8, 0.1};
    TextureImage ormImage = image(64, 32, random);
    Map<String, Texture> first = new HashMap<>();
    first.put(Material.BASE_COLOR, new Texture(image(64, 32, random), 0, true, true, AS_IS));
    first.put(Material.METALLIC_ROUGHNESS, new Texture(ormImage, 0, true, true, AS_IS));
    first.put(Material.OCCLUSION, new Texture(ormImage, 0, true, true, AS_IS));
    add(material("first", Color.WHITE, first, Map.of()), 0, 1, random);
    Map<String, Texture> second = new HashMap<>();
    second.put(Material.BASE_COLOR, new Texture(image(32, 32, random), 0, true, false, moved));
    second.put(Material.EMISSION, new Texture(image(16, 16, random), 0, true, true, moved));
    second.put(Material.OCCLUSION, new Texture(image(64, 64, random), 1, true, true, AS_IS));
    add(material("second", new Color(0.5, 1, 0.25, 1), second, Map.of()), 0, 1, random);
    Map<String, Color> dull =
        Map.of(
            Material.METALLIC_ROUGHNESS,
            new Color(1, 0.7, 0, 1),
            Material.EMISSION,
            new Color(0, 0, 0, 1));
    add(material("plain", new Color(0.2, 0.4, 0.6, 1), Map.of(), dull), 0, 1, random);
    Map<String, Texture> repeated =
        Map.of(Material.BASE_COLOR, new Texture(image(32, 32, random), 0, true, true, AS_IS));
    add(material("repeated", Color.WHITE, repeated, dull), -0.4, 1.2, random);
  }

  @RepeatedTest(10)
  void showsTheSameEverywhere(RepetitionInfo run) {
    long seed = 73L + run.getCurrentRepetition();
    Random random = new Random(seed);
    addAll(random);
    SkinnedCharacter before = character();
    MergeResult result = Merge.run(before, MergeOptions.DEFAULTS, CONTEXT);
    assertThat(result.notes()).isEmpty();
    assertThat(result.after().drawCalls()).isEqualTo(1);
    TriMesh merged = result.character().meshes().getLast().mesh();
    Material shared = result.character().materials().getLast().getFirst();
    boolean whole = result.atlases().stream().allMatch(atlas -> atlas.scale() == 1);
    assertThat(whole).as("all texels keep their size").isTrue();
    for (int t = 0; t < merged.triangleCount(); t++) {
      TriMesh own = meshes.get(t / TRIANGLES).mesh();
      Material was = materials.get(t / TRIANGLES).getFirst();
      double[] at = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
      double sum = at[0] + at[1] + at[2];
      for (String slot :
          List.of(
              Material.BASE_COLOR,
              Material.METALLIC_ROUGHNESS,
              Material.EMISSION,
              Material.OCCLUSION)) {
        double[] expected = sample(was, slot, own, t % TRIANGLES, at, sum);
        double[] shown = sample(shared, slot, merged, t, at, sum);
        for (int k = 0; k < 3; k++) {
          boolean counts =
              switch (slot) {
                case Material.OCCLUSION -> k == 0;
                case Material.METALLIC_ROUGHNESS -> k > 0;
                default -> true;
              };
          if (counts) {
            // Factors in textures are rounded to bytes.
            assertThat(shown[k])
                .as("seed %d, %s of %s", seed, slot, was.name())
                .isCloseTo(expected[k], within(0.006));
          }
        }
      }
    }
  }

  /** Returns the value of a slot between four texels, as renderers show it, in linear numbers. */
  private static double[] sample(
      Material material, String slot, TriMesh mesh, int t, double[] at, double sum) {
    Color factor = material.factor(slot);
    double[] out = {factor.red(), factor.green(), factor.blue()};
    Texture texture = material.texture(slot).orElse(null);
    if (texture == null) {
      return out;
    }
    MeshAttribute uv = mesh.attribute(MeshAttribute.uv(texture.set())).orElseThrow();
    double u = 0;
    double v = 0;
    for (int c = 0; c < 3; c++) {
      u += at[c] / sum * uv.value(mesh.wedge(t, c), 0);
      v += at[c] / sum * uv.value(mesh.wedge(t, c), 1);
    }
    double[] m = texture.transform();
    Pixels pixels = texture.image().pixels().orElseThrow();
    double x = (m[0] * u + m[1] * v + m[2]) * pixels.width() - 0.5;
    double y = (m[3] * u + m[4] * v + m[5]) * pixels.height() - 0.5;
    double[] mixed = new double[3];
    for (int i = 0; i < 4; i++) {
      double px = Math.floor(x) + i % 2;
      double py = Math.floor(y) + (i >> 1);
      double share = (1 - Math.abs(x - px)) * (1 - Math.abs(y - py));
      int argb = pixel(pixels, texture, (int) px, (int) py);
      for (int k = 0; k < 3; k++) {
        double value = ((argb >>> (16 - 8 * k)) & 0xFF) / 255.0;
        mixed[k] += share * (Material.isColor(slot) ? linear(value) : value);
      }
    }
    for (int k = 0; k < 3; k++) {
      out[k] *= mixed[k];
    }
    return out;
  }

  private static double linear(double v) {
    return v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4);
  }

  private static int pixel(Pixels pixels, Texture texture, int x, int y) {
    int w = pixels.width();
    int h = pixels.height();
    int i = texture.repeatU() ? Math.floorMod(x, w) : Math.clamp(x, 0, w - 1);
    int j = texture.repeatV() ? Math.floorMod(y, h) : Math.clamp(y, 0, h - 1);
    return pixels.argb()[j * w + i];
  }

  @Test
  void alphaAndSidesStayApart() {
    Random random = new Random(5);
    Material plain = material("a", Color.WHITE, Map.of(), Map.of());
    Material other = material("b", new Color(1, 0, 0, 1), Map.of(), Map.of());
    Material blended =
        new Material(
            "c",
            Color.WHITE,
            Map.of(),
            Map.of(),
            new TextureUse(Set.of(), false, false),
            Shading.LIT,
            new Opacity(Alpha.BLEND, 0.5),
            false);
    Material strange =
        new Material(
            "d",
            Color.WHITE,
            Map.of(),
            Map.of(),
            new TextureUse(Set.of(), false, false),
            new Shading(false, Optional.empty()),
            new Opacity(Alpha.OPAQUE, 0.5),
            false);
    for (Material one : List.of(plain, other, blended, other.withDoubleSided(true), strange)) {
      add(one, 0, 1, random);
    }
    MergeResult result = Merge.run(character(), MergeOptions.DEFAULTS, CONTEXT);
    assertThat(result.after().drawCalls()).isEqualTo(4);
    assertThat(result.notes()).anyMatch(note -> note.contains("\"d\" stays apart"));
  }

  @Test
  void unreadableImagesAndLongRepeatsStayApart() {
    Random random = new Random(6);
    add(material("plain", Color.WHITE, Map.of(), Map.of()), 0, 1, random);
    add(material("red", new Color(1, 0, 0, 1), Map.of(), Map.of()), 0, 1, random);
    TextureImage broken = new TextureImage(Optional::empty);
    Map<String, Texture> first =
        Map.of(Material.BASE_COLOR, new Texture(broken, 0, true, true, AS_IS));
    add(material("broken", Color.WHITE, first, Map.of()), 0, 1, random);
    double[] often = {40, 0, 0, 0, 40, 0};
    Map<String, Texture> second =
        Map.of(Material.BASE_COLOR, new Texture(image(32, 32, random), 0, true, true, often));
    add(material("tiled", Color.WHITE, second, Map.of()), 0, 1, random);
    MergeResult result = Merge.run(character(), MergeOptions.DEFAULTS, CONTEXT);
    assertThat(result.after().drawCalls()).isEqualTo(3);
    assertThat(result.notes())
        .anyMatch(note -> note.contains("\"broken\" stays apart: the image"))
        .anyMatch(note -> note.contains("\"tiled\" stays apart: its texture repeats"));
    int group = 0;
    for (Material one : result.character().materials().getLast()) {
      if (one.name().equals("tiled")) {
        group = result.character().materials().getLast().indexOf(one);
      }
    }
    TriMesh merged = result.character().meshes().getLast().mesh();
    MeshAttribute uv = merged.attribute(MeshAttribute.UV).orElseThrow();
    MeshAttribute was = meshes.get(3).mesh().attribute(MeshAttribute.UV).orElseThrow();
    for (int t = 0; t < merged.triangleCount(); t++) {
      if (merged.group(t) == group) {
        int wedge = merged.wedge(t, 0);
        assertThat(uv.value(wedge, 0)).isEqualTo(was.value(3 * (t - 3 * TRIANGLES), 0));
      }
    }
  }

  @Test
  void anAtlasIsNeverLargerThanAskedForOrThanItsSources() {
    Random random = new Random(7);
    for (int i = 0; i < 3; i++) {
      Map<String, Texture> textures =
          Map.of(Material.BASE_COLOR, new Texture(image(128, 128, random), 0, true, true, AS_IS));
      add(material("m" + i, Color.WHITE, textures, Map.of()), 0, 1, random);
    }
    MergeResult.Atlas free =
        Merge.run(character(), MergeOptions.DEFAULTS, CONTEXT).atlases().getFirst();
    assertThat(free.width() * free.height()).isLessThanOrEqualTo(3 * 128 * 128);
    MergeResult.Atlas small =
        Merge.run(character(), MergeOptions.DEFAULTS.withSize(64), CONTEXT).atlases().getFirst();
    assertThat(Math.max(small.width(), small.height())).isLessThanOrEqualTo(64);
    assertThat(small.scale()).isLessThan(1);
  }
}
