package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.collapse.OperationStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Levels by the texture cover the same part of it as the original ("Animation Space", section 5.3:
 * nothing may appear or disappear), and its points stay near their place on the surface.
 */
class TextureCoverageTest {
  private static final int TEXELS = 512;

  /** Ragged charts: half shells of limbs. */
  @ParameterizedTest
  @CsvSource({"APS, true", "APS_SAMPLED, true", "APS_STANDARD, false"})
  void aCharacterCoversTheSame(SimplifyMethod method, boolean polish) {
    SkinnedCharacter character = Samples.create("arm").character();
    SimplifyResult result =
        Simplify.run(
            character,
            SimplifyOptions.DEFAULTS
                .withRatios(0.4, 0.2, 0.05)
                .withMethod(method)
                .withPolish(polish)
                .withMeasuring(Measuring.NONE),
            Cases.CONTEXT);
    TriMesh whole = character.meshes().getFirst().mesh();
    TextureRaster before = new TextureRaster(whole, MeshAttribute.UV, TEXELS);
    assertThat(before.covered()).isGreaterThan(TEXELS * TEXELS / 4);
    for (SimplifyResult.Level level : result.levels()) {
      TriMesh mesh = level.character().meshes().getFirst().mesh();
      TextureRaster after = new TextureRaster(mesh, MeshAttribute.UV, TEXELS);
      assertSame(before, after);
      if (level.reached()) {
        double side = whole.bounds().longestSide();
        assertThat(after.farthestFrom(before) / side).as("box sides").isLessThan(0.015);
      }
    }
    // What is left of the last one are borders that are not straight, and it says so.
    assertThat(result.levels().getLast().reached()).isFalse();
    assertThat(result.notes()).singleElement().asString().contains("not straight in the texture");
  }

  private static void assertSame(TextureRaster before, TextureRaster after) {
    assertThat(before.notIn(after)).as("texels that are lost").isZero();
    assertThat(after.notIn(before)).as("texels that are gained").isZero();
  }

  /** Ways in which the texture of a tube can be laid out. */
  enum Layout {
    /** A rectangle: all borders are straight. */
    STRAIGHT,
    /** Borders with bends to both sides. */
    BENT,
    /** Slightly bent borders, on which every collapse moves the border by next to nothing. */
    ARCHED,
    /** Both halves of the tube show the same texture, without a seam between them. */
    MIRRORED,
    /** Two materials meet in a zigzag within the chart. */
    TWO_MATERIALS,
    /** The first set is straight, the second, which the material shows too, is bent. */
    TWO_SETS
  }

  @ParameterizedTest
  @EnumSource
  void everyLayoutCoversTheSame(Layout layout) {
    TriMesh tube = laidOut(Cases.tube(16, 24), layout);
    for (SimplifyMethod method : List.of(SimplifyMethod.APS, SimplifyMethod.APS_STANDARD)) {
      TriMesh level = coarsest(tube, method);
      assertThat(level.triangleCount()).isLessThan(tube.triangleCount() * 3 / 4);
      for (MeshAttribute set : tube.attributes()) {
        assertSame(
            new TextureRaster(tube, set.name(), TEXELS),
            new TextureRaster(level, set.name(), TEXELS));
      }
    }
  }

  /** Straight borders do collapse: a rectangle needs few triangles. */
  @Test
  void straightBordersCollapse() {
    TriMesh tube = laidOut(Cases.tube(16, 24), Layout.STRAIGHT);
    TriMesh bent = laidOut(Cases.tube(16, 24), Layout.BENT);
    assertThat(coarsest(tube, SimplifyMethod.APS).triangleCount())
        .isLessThan(30)
        .isLessThan(coarsest(bent, SimplifyMethod.APS).triangleCount() / 2);
  }

  /** Collapses as many edges as may collapse. */
  private static TriMesh coarsest(TriMesh tube, SimplifyMethod method) {
    SkinnedCharacter character = Cases.still(tube);
    CharacterSimplification simplification = Cases.simplification(character);
    WeightedPoses rest = WeightedPoses.ofEqualWeight(List.of(character.restPose()));
    OperationStream stream = simplification.simplify(method.price(), rest, 0, Cases.CONTEXT);
    CharacterReplay replay = simplification.replay(stream, Cases.CONTEXT);
    replay.advanceTo(stream.length());
    return replay.geometries(rest.poses()).getFirst().mesh();
  }

  private static TriMesh laidOut(TriMesh tube, Layout layout) {
    MeshAttribute straight = tube.attribute(MeshAttribute.UV).orElseThrow();
    float[] uv = straight.toArray();
    for (int i = 0; i < uv.length; i += 2) {
      double u = uv[i];
      double v = uv[i + 1];
      double bend =
          switch (layout) {
            case BENT, TWO_SETS -> 0.05 * Math.sin(11 * v);
            case ARCHED -> 0.001 * v * (1 - v);
            case STRAIGHT, MIRRORED, TWO_MATERIALS -> 0;
          };
      double across = layout == Layout.MIRRORED ? Math.abs(2 * u - 1) : u;
      // The line at which the mirrored halves meet is bent.
      double fold = layout == Layout.MIRRORED ? 0.05 * Math.sin(9 * v) * (1 - across) : 0;
      uv[i] = (float) (0.1 + 0.8 * across + bend + fold);
      uv[i + 1] = (float) (0.1 + 0.8 * v);
    }
    MeshAttribute made = new MeshAttribute(MeshAttribute.UV, 2, uv);
    if (layout == Layout.TWO_SETS) {
      return tube.withAttribute(new MeshAttribute(MeshAttribute.uv(1), 2, uv));
    }
    int[] groups = new int[tube.triangleCount()];
    for (int t = 0; layout == Layout.TWO_MATERIALS && t < groups.length; t++) {
      int row = t / 32;
      int column = t % 32 / 2;
      groups[t] = row < 12 + column % 3 ? 0 : 1;
    }
    return new TriMesh(
        tube.positions(), tube.wedgeVertices(), tube.cornerWedges(), groups, List.of(made));
  }
}
