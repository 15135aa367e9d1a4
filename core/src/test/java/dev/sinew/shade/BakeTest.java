package dev.sinew.shade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sinew.distance.PictureError;
import dev.sinew.distance.TriangleTree;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TextureSets;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.shade.BakeResult.NormalErrors;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SurfaceWeight;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Maps of the built-in arm for itself and for a level of detail. */
class BakeTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(2);
  private static final UnwrapOptions ROWS = UnwrapOptions.DEFAULTS.withPacking(Packing.ROWS);
  private static final SkinnedCharacter ARM = Samples.create("arm").character();
  private static final UnwrapResult ATLAS = Unwrap.run(ARM, ROWS, CONTEXT);
  private static final SkinnedCharacter LEVEL =
      Simplify.run(
              ARM,
              SimplifyOptions.DEFAULTS
                  .withRatios(0.08)
                  .withWeight(SurfaceWeight.AREA)
                  .withMeasuring(Measuring.NONE),
              CONTEXT)
          .levels()
          .getFirst()
          .character();
  private static final UnwrapResult LEVEL_ATLAS = Unwrap.run(LEVEL, ROWS, CONTEXT);

  @AfterAll
  static void close() {
    CONTEXT.close();
  }

  private static BakeResult bake(SkinnedCharacter full, UnwrapResult atlas, BakeOptions options) {
    return Bake.run(full, atlas.character(), atlas.sets(), options, CONTEXT);
  }

  private static NormalErrors errors(BakeResult result) {
    return Objects.requireNonNull(result.normals());
  }

  private static BakeOptions colors(int resolution) {
    return BakeOptions.DEFAULTS
        .withMaps(EnumSet.of(BakedMap.COLOR))
        .withResolution(resolution)
        .withSamples(1);
  }

  private static double pictureError(SkinnedCharacter character) {
    List<Pose> poses = PoseKnowledge.of(PoseSource.CLIPS, ARM, 1).spreadPoses(2);
    return new PictureError(ARM, poses, CONTEXT).measure(character);
  }

  /** Transferred to an atlas of its own, a model looks the same. */
  @Test
  void aModelKeepsItsColours() {
    BakeResult result = bake(ARM, ATLAS, colors(1024));
    Material material = result.character().material(0, 0).orElseThrow();
    // Nothing uses the old coordinates any more: the atlas takes their place.
    assertThat(material.texture().orElseThrow().set()).isZero();
    assertThat(result.sets()).containsEntry(0, 0);
    assertThat(TextureSets.of(result.character().meshes().getFirst().mesh())).containsExactly(0);
    assertThat(result.unmatched()).isZero();
    assertThat(pictureError(result.character())).isLessThan(0.006);
    // Without colours it looks quite different, so the bound means something.
    assertThat(pictureError(ARM.withMaterials(List.of()))).isGreaterThan(0.05);
  }

  @Test
  void aLevelGetsTheColoursOfTheFullModel() {
    BakeResult result = bake(ARM, LEVEL_ATLAS, colors(1024));
    assertThat(result.unmatched()).isLessThan(0.001);
    assertThat(pictureError(result.character())).isLessThan(1.2 * pictureError(LEVEL));
  }

  /** Its own normals need no change: the map is flat. */
  @Test
  void aModelNeedsNoNormalMapOfItself() {
    BakeResult result = bake(ARM, ATLAS, BakeOptions.DEFAULTS.withResolution(128));
    assertThat(errors(result).without()).isLessThan(0.01);
    // Eight bits have no 0: texels of 128 are read as 0.0039.
    assertThat(errors(result).with()).isCloseTo(0.3178, within(0.02));
    for (int argb : result.image(Material.NORMAL).argb()) {
      assertThat(argb >> 16 & 0xFF).isBetween(127, 128);
      assertThat(argb >> 8 & 0xFF).isBetween(127, 128);
      assertThat(argb & 0xFF).isEqualTo(255);
    }
  }

  /**
   * The report has the angles that a client shows: of the image's 8-bit texels, mixed bilinearly at
   * points between their centres. They are measured here at other points and by other code.
   */
  @Test
  void theReportedAnglesAreThoseOfTheWrittenMap() {
    BakeOptions options =
        BakeOptions.DEFAULTS.withResolution(64).withMetric(PoseSource.REST).withSamples(2);
    SkinnedCharacter still = rigid(ARM);
    UnwrapResult atlas = Unwrap.run(rigid(LEVEL), ROWS, CONTEXT);
    BakeResult result = bake(still, atlas, options);
    double expected = shownDegrees(still, result, 40_000);
    assertThat(errors(result).with()).isCloseTo(expected, withinPercentage(4));
    // At the centres of texels, before rounding, the error is much smaller: that is not shown.
    assertThat(expected).isGreaterThan(0.5);
  }

  /** Returns a character that does not move. */
  private static SkinnedCharacter rigid(SkinnedCharacter character) {
    Geometry mesh = character.meshes().getFirst();
    Part part = character.parts().getFirst();
    return character
        .withClips(List.of())
        .withParts(List.of(new Part("", part.node(), 0, SkinnedCharacter.NO_SKIN)))
        .withMeshes(List.of(new Geometry("", mesh.mesh())));
  }

  /** Returns the mean angle at random points of the texture, at rest. */
  private static double shownDegrees(SkinnedCharacter full, BakeResult result, int points) {
    TriMesh level = result.character().meshes().getFirst().mesh();
    TriMesh source = full.meshes().getFirst().mesh();
    MeshAttribute uv =
        level
            .attribute(MeshAttribute.uv(Objects.requireNonNull(result.sets().get(0))))
            .orElseThrow();
    MeshAttribute normals = level.attribute(MeshAttribute.NORMAL).orElseThrow();
    MeshAttribute tangents = level.attribute(MeshAttribute.TANGENT).orElseThrow();
    MeshAttribute fullNormals = source.attribute(MeshAttribute.NORMAL).orElseThrow();
    TriangleTree tree = new TriangleTree(source.floatPositions(), source.triangles(), CONTEXT);
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] scratch = TriangleTree.newScratch();
    Random random = new Random(5);
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < points; i++) {
      int t = random.nextInt(level.triangleCount());
      double a = Math.sqrt(random.nextDouble()), r = random.nextDouble();
      double[] at = {1 - a, a * (1 - r), a * r};
      double[] p = new double[3];
      for (int c = 0; c < 3; c++) {
        for (int k = 0; k < 3; k++) {
          p[k] += at[c] * level.position(level.vertex(t, c), k);
        }
      }
      double[] facing = level.areaNormal(t);
      hit.onlyFacing(facing[0], facing[1], facing[2]);
      tree.closest(p[0], p[1], p[2], hit, scratch);
      if (!hit.isFound()) {
        continue;
      }
      double[] n = unit(mixed(normals, level, t, at));
      double[] tangent = mixed(tangents, level, t, at);
      double sign = tangent[3] < 0 ? -1 : 1;
      double[] b = unit(cross(n, tangent));
      tangent = unit(tangent);
      double[] place = mixed(uv, level, t, at);
      double[] m = bilinear(result.image(Material.NORMAL), place[0], place[1]);
      double[] shown = new double[3];
      for (int k = 0; k < 3; k++) {
        shown[k] = m[0] * tangent[k] + m[1] * sign * b[k] + m[2] * n[k];
      }
      double[] wanted =
          unit(
              mixed(
                  fullNormals,
                  source,
                  hit.triangle(),
                  new double[] {hit.weight(0), hit.weight(1), hit.weight(2)}));
      shown = unit(shown);
      double cosine = shown[0] * wanted[0] + shown[1] * wanted[1] + shown[2] * wanted[2];
      double weight = area(uv, level, t);
      sum += weight * Math.toDegrees(Math.acos(Math.clamp(cosine, -1.0, 1.0)));
      weights += weight;
    }
    return sum / weights;
  }

  private static double area(MeshAttribute uv, TriMesh mesh, int t) {
    int a = mesh.wedge(t, 0), b = mesh.wedge(t, 1), c = mesh.wedge(t, 2);
    return Math.abs(
        (uv.value(b, 0) - uv.value(a, 0)) * (uv.value(c, 1) - uv.value(a, 1))
            - (uv.value(b, 1) - uv.value(a, 1)) * (uv.value(c, 0) - uv.value(a, 0)));
  }

  private static double[] mixed(MeshAttribute values, TriMesh mesh, int t, double[] at) {
    double[] out = new double[4];
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < values.components(); k++) {
        out[k] += at[c] * values.value(mesh.wedge(t, c), k);
      }
    }
    return out;
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  private static double[] unit(double[] v) {
    double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return new double[] {v[0] / length, v[1] / length, v[2] / length};
  }

  private static double[] bilinear(Pixels map, double u, double v) {
    double x = u * map.width() - 0.5, y = v * map.height() - 0.5;
    double[] out = new double[3];
    for (int j = 0; j < 2; j++) {
      for (int i = 0; i < 2; i++) {
        int column = Math.clamp((int) Math.floor(x) + i, 0, map.width() - 1);
        int row = Math.clamp((int) Math.floor(y) + j, 0, map.height() - 1);
        double weight =
            (1 - Math.abs(x - Math.floor(x) - i)) * (1 - Math.abs(y - Math.floor(y) - j));
        int argb = map.argb()[row * map.width() + column];
        out[0] += weight * (2 * (argb >> 16 & 0xFF) / 255.0 - 1);
        out[1] += weight * (2 * (argb >> 8 & 0xFF) / 255.0 - 1);
        out[2] += weight * (2 * (argb & 0xFF) / 255.0 - 1);
      }
    }
    return out;
  }

  /** Both are at rest then; poses of one skeleton mean nothing to the other. */
  @Test
  void theModelsMayHaveDifferentSkeletons() {
    SkinnedCharacter biped = Samples.create("biped").character();
    for (UnwrapResult atlas : List.of(ATLAS, LEVEL_ATLAS)) {
      BakeResult result = bake(biped, atlas, BakeOptions.DEFAULTS.withResolution(32));
      assertThat(result.notes()).anyMatch(note -> note.contains("different skeletons"));
    }
  }

  @Test
  void aNormalMapBringsBackTheShading() {
    BakeResult result = bake(ARM, LEVEL_ATLAS, BakeOptions.DEFAULTS.withResolution(512));
    NormalErrors errors = errors(result);
    assertThat(errors.without()).isGreaterThan(1);
    assertThat(errors.with()).isLessThan(errors.without() / 2);
    TriMesh mesh = result.character().meshes().getFirst().mesh();
    assertThat(mesh.attribute(MeshAttribute.TANGENT)).isPresent();
    assertThat(result.character().material(0, 0).orElseThrow().use().tangents()).isTrue();
  }

  /** Over the poses no other map is better, that of the rest pose included. */
  @Test
  void theMapOfAllPosesIsBetterThanThatOfTheRestPose() {
    BakeOptions options = BakeOptions.DEFAULTS.withResolution(128);
    double all = errors(bake(ARM, LEVEL_ATLAS, options)).with();
    double rest = errors(bake(ARM, LEVEL_ATLAS, options.withMetric(PoseSource.REST))).with();
    assertThat(all).isLessThan(rest);
  }

  /** On any number of threads the same bytes. */
  @Test
  void threadsDoNotChangeTheResult() {
    BakeOptions options = colors(64).withMaps(EnumSet.of(BakedMap.COLOR, BakedMap.NORMAL));
    BakeResult two = bake(ARM, LEVEL_ATLAS, options);
    BakeResult one =
        Bake.run(
            ARM, LEVEL_ATLAS.character(), LEVEL_ATLAS.sets(), options, RunContext.ofThreads(1));
    one.images()
        .forEach((slot, pixels) -> assertThat(two.image(slot).argb()).isEqualTo(pixels.argb()));
    assertThat(errors(two)).isEqualTo(errors(one));
  }

  /** With other materials, the colour of the full model's material is part of the texture. */
  @Test
  void factorsAreTransferredToOtherMaterials() {
    Material red =
        new Material(
            "red", new Color(1, 0, 0, 1), null, Set.of(), false, false, Material.Alpha.OPAQUE, 0.5);
    SkinnedCharacter full = ARM.withMaterials(List.of(List.of(red)));
    BakeResult result = bake(full, ATLAS, colors(64));
    Pixels image = result.image(Material.BASE_COLOR);
    assertThat(image.argb()).containsOnly(0xFFFF0000);
    assertThat(result.character().material(0, 0).orElseThrow().baseColor()).isEqualTo(Color.WHITE);
  }

  /** Many files have materials without names: they are the same only if their factors are, too. */
  @Test
  void materialsWithoutNamesAreToldApartByTheirFactors() {
    Material red = unnamed(new Color(1, 0, 0, 1));
    SkinnedCharacter full = ARM.withMaterials(List.of(List.of(red)));
    SkinnedCharacter level =
        ATLAS.character().withMaterials(List.of(List.of(unnamed(Color.WHITE))));
    BakeResult result = Bake.run(full, level, ATLAS.sets(), colors(64), CONTEXT);
    assertThat(result.image(Material.BASE_COLOR).argb()).containsOnly(0xFFFF0000);
  }

  private static Material unnamed(Color color) {
    return new Material("", color, null, Set.of(), false, false, Material.Alpha.OPAQUE, 0.5);
  }

  /** A set that was made for another purpose is used, but what is wrong with it is told. */
  @Test
  void defectsOfAGivenSetAreNoted() {
    BakeResult folded = bakeMoved(u -> u > 0.5f ? 1 - u : u);
    assertThat(folded.notes()).anyMatch(note -> note.contains("triangles overlap"));
    BakeResult partly = bakeMoved(u -> u + 0.5f);
    assertThat(partly.notes()).anyMatch(note -> note.contains("lie outside the texture"));
    assertThat(bakeMoved(u -> u).notes()).isEmpty();
    assertThatThrownBy(() -> bakeMoved(u -> u + 1))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("triangles of the model that gets the maps lie outside");
  }

  private static BakeResult bakeMoved(UnaryOperator<Float> change) {
    SkinnedCharacter level = ATLAS.character();
    TriMesh mesh = level.meshes().getFirst().mesh();
    String name = MeshAttribute.uv(ATLAS.set(0));
    float[] uv = mesh.attribute(name).orElseThrow().toArray();
    for (int i = 0; i < uv.length; i += 2) {
      uv[i] = change.apply(uv[i]);
    }
    TriMesh moved = mesh.withAttribute(new MeshAttribute(name, 2, uv));
    SkinnedCharacter changed = level.withMeshes(List.of(level.meshes().getFirst().withMesh(moved)));
    return Bake.run(ARM, changed, ATLAS.sets(), colors(64), CONTEXT);
  }

  /** Poses that are known from elsewhere count instead of the metric of the options. */
  @Test
  void poseKnowledgeCanBeGiven() {
    BakeOptions options = BakeOptions.DEFAULTS.withResolution(64);
    PoseKnowledge rest = PoseKnowledge.of(PoseSource.REST, ARM, CONTEXT.seed());
    BakeResult given =
        Bake.run(rest, LEVEL_ATLAS.character(), LEVEL_ATLAS.sets(), options, CONTEXT);
    BakeResult named = bake(ARM, LEVEL_ATLAS, options.withMetric(PoseSource.REST));
    assertThat(given.image(Material.NORMAL).argb()).isEqualTo(named.image(Material.NORMAL).argb());
    assertThat(errors(given)).isEqualTo(errors(named));
  }

  @Test
  void nothingToTransferIsRefused() {
    assertThatThrownBy(
            () -> bake(ARM, ATLAS, BakeOptions.DEFAULTS.withMaps(EnumSet.of(BakedMap.OCCLUSION))))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no texture for occlusion");
  }

  @Test
  void aMissingSetIsRefused() {
    assertThatThrownBy(() -> Bake.run(ARM, ARM, Map.of(0, 5), BakeOptions.DEFAULTS, CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("texture coordinates 5");
  }

  /** The full model may have no normals: it is flat then, and the map shows its triangles. */
  @Test
  void aFlatModelGivesAFlatLook() {
    TriMesh mesh = ARM.meshes().getFirst().mesh();
    List<MeshAttribute> others = new ArrayList<>(mesh.attributes());
    others.removeIf(a -> a.name().equals(MeshAttribute.NORMAL));
    TriMesh bare =
        new TriMesh(
            mesh.positions(), mesh.wedgeVertices(), mesh.cornerWedges(), mesh.groups(), others);
    SkinnedCharacter flat = ARM.withMeshes(List.of(ARM.meshes().getFirst().withMesh(bare)));
    BakeResult result = bake(flat, ATLAS, BakeOptions.DEFAULTS.withResolution(512));
    assertThat(errors(result).with()).isLessThan(errors(result).without() / 2);
  }
}
