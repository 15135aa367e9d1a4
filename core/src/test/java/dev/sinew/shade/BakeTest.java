package dev.sinew.shade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.distance.PictureError;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Color;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
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
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
              ARM, SimplifyOptions.DEFAULTS.withRatios(0.08).withMeasuring(Measuring.NONE), CONTEXT)
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
    assertThat(material.texture().orElseThrow().set()).isEqualTo(ATLAS.set(0));
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
    assertThat(errors(result).with()).isLessThan(0.5);
    for (int argb : result.image(Material.NORMAL).argb()) {
      assertThat(argb >> 16 & 0xFF).isBetween(127, 128);
      assertThat(argb >> 8 & 0xFF).isBetween(127, 128);
      assertThat(argb & 0xFF).isEqualTo(255);
    }
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
    assertThat(result.character().material(0, 0).orElseThrow().needsTangents()).isTrue();
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
