package dev.sinew.shade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Texture;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The tangent map of the built-in arm for its own atlas. */
class TangentMapTest {
  private static final int SIDE = 96;
  private static final RunContext CONTEXT = RunContext.ofThreads(2);
  private static final SkinnedCharacter ARM = Samples.create("arm").character();
  private static final UnwrapResult ATLAS =
      Unwrap.run(ARM, UnwrapOptions.DEFAULTS.withPacking(Packing.ROWS), CONTEXT);
  private static final TangentMapBake.Result MADE = bake(SIDE, CONTEXT);

  private static TangentMapBake.Result bake(int side, RunContext context) {
    return bake(side, PoseSource.CLIPS, context);
  }

  private static TangentMapBake.Result bake(int side, PoseSource source, RunContext context) {
    return TangentMapBake.run(ARM, ATLAS.character(), ATLAS.sets(), side, source, context);
  }

  @AfterAll
  static void close() {
    CONTEXT.close();
  }

  /** Its normals are those of the posed surface in every pose, up to how those are interpolated. */
  @Test
  void itsNormalsFollowThePoses() {
    assertThat(MADE.poses()).isGreaterThan(3);
    // The skin's normals are not those of its triangles where weights vary.
    assertThat(MADE.degrees()).isLessThan(4);
    assertThat(MADE.map().planeCount()).isGreaterThan(SIDE * SIDE / 4);
  }

  /** In one pose, planes are perpendicular to the mean normals of the triangles. */
  @Test
  void inOnePoseNormalsAreThoseOfTheTriangles() {
    assertThat(bake(64, PoseSource.REST, CONTEXT).degrees()).isLessThan(1.5);
  }

  /**
   * The full model's own normal map counts: tilted by 30 degrees towards the tangent everywhere,
   * the map's normals are, too, in every pose.
   */
  @Test
  void theFullModelsOwnNormalMapCounts() {
    int[] tilted = new int[16];
    Arrays.fill(tilted, 0xFF000000 | 191 << 16 | 128 << 8 | 238);
    Texture texture =
        new Texture(
            TextureImage.of(new Pixels(4, 4, tilted)),
            0,
            true,
            true,
            new double[] {1, 0, 0, 0, 1, 0});
    Material own = ARM.material(0, 0).orElseThrow();
    Map<String, Texture> textures = new HashMap<>(own.textures());
    textures.put(Material.NORMAL, texture);
    SkinnedCharacter full = ARM.withMaterials(List.of(List.of(own.withTextures(textures))));
    TangentMapBake.Result result =
        TangentMapBake.run(full, ATLAS.character(), ATLAS.sets(), SIDE, PoseSource.CLIPS, CONTEXT);
    // As close to the shown normals as without the normal map, and 30 degrees from those.
    assertThat(result.degrees()).isLessThan(MADE.degrees() + 1);
    for (Pose pose : PoseKnowledge.of(PoseSource.CLIPS, ARM, 1).spreadPoses(3)) {
      double[] matrices = new JoinedCharacter(ARM).matrices(pose);
      float[] plain = MADE.map().normals(matrices, CONTEXT);
      float[] normals = result.map().normals(matrices, CONTEXT);
      double sum = 0;
      int count = 0;
      for (int i = 0; i < normals.length; i += 3) {
        double cosine = 0;
        double length = 0;
        for (int k = 0; k < 3; k++) {
          cosine += normals[i + k] * plain[i + k];
          length += normals[i + k] * normals[i + k];
        }
        if (length > 0) {
          sum += Math.toDegrees(Math.acos(Math.clamp(cosine, -1.0, 1.0)));
          count++;
        }
      }
      assertThat(sum / count).isCloseTo(30, within(3.0));
    }
  }

  /** Every level shows the mean normals of the level before, where these are of one surface. */
  @Test
  void lowerResolutionsHaveTheMeanNormals() {
    List<TangentMap> levels = MADE.map().levels(MADE.metric());
    assertThat(levels.stream().map(TangentMap::side)).containsExactly(96, 48, 24, 12, 6, 3, 1);
    Pose pose = PoseKnowledge.of(PoseSource.CLIPS, ARM, 1).spreadPoses(3).get(1);
    double[] matrices = new JoinedCharacter(ARM).matrices(pose);
    for (int level = 1; level < 3; level++) {
      TangentMap coarse = levels.get(level);
      float[] fine = levels.get(level - 1).normals(matrices, CONTEXT);
      float[] normals = coarse.normals(matrices, CONTEXT);
      double sum = 0;
      int count = 0;
      double[] mean = new double[3];
      for (int texel = 0; texel < coarse.side() * coarse.side(); texel++) {
        if (meanOfFour(fine, 2 * coarse.side(), texel, mean)) {
          double cosine = 0;
          for (int k = 0; k < 3; k++) {
            cosine += normals[3 * texel + k] * mean[k];
          }
          sum += Math.acos(Math.clamp(cosine, -1.0, 1.0));
          count++;
        }
      }
      assertThat(count).isGreaterThan(coarse.side() * coarse.side() / 4);
      assertThat(Math.toDegrees(sum / count)).isLessThan(1);
    }
  }

  /** Computes the mean of the normals of four texels; false if they are of different surfaces. */
  private static boolean meanOfFour(float[] normals, int side, int texel, double[] mean) {
    int corner = 2 * (texel / (side / 2)) * side + 2 * (texel % (side / 2));
    Arrays.fill(mean, 0);
    for (int at : new int[] {corner, corner + 1, corner + side, corner + side + 1}) {
      for (int k = 0; k < 3; k++) {
        mean[k] += normals[3 * at + k] / 4;
      }
    }
    double length = Math.hypot(Math.hypot(mean[0], mean[1]), mean[2]);
    for (int k = 0; k < 3; k++) {
      mean[k] /= length;
    }
    return length > 0.95;
  }

  /** The picture of a pose has the same normals, and no texel without one. */
  @Test
  void theNormalMapOfAPoseShowsItsNormals() {
    Pose pose = PoseKnowledge.of(PoseSource.CLIPS, ARM, 1).spreadPoses(3).get(2);
    double[] matrices = new JoinedCharacter(ARM).matrices(pose);
    float[] normals = MADE.map().normals(matrices, CONTEXT);
    int[] argb = MADE.map().normalMap(matrices, CONTEXT).argb();
    for (int texel = 0; texel < argb.length; texel++) {
      assertThat(argb[texel] & 0xFFFFFF).isNotEqualTo(0x808080).isNotZero();
      if (MADE.map().hasPlane(texel)) {
        assertThat((argb[texel] >> 16 & 0xFF) / 127.5 - 1)
            .isCloseTo(normals[3 * texel], within(.01));
        assertThat((argb[texel] & 0xFF) / 127.5 - 1).isCloseTo(normals[3 * texel + 2], within(.01));
      }
    }
  }

  /** Planes of a level with two joints per vertex follow the joints of its triangles. */
  @Test
  void planesLoseTheJointsOfALimitedLevel() {
    SkinnedCharacter limited =
        Limit.run(ATLAS.character(), LimitOptions.DEFAULTS.withMaxInfluences(2), CONTEXT)
            .character();
    TangentMapBake.Result found =
        TangentMapBake.run(ARM, limited, ATLAS.sets(), SIDE, PoseSource.CLIPS, CONTEXT);
    assertThat(found.map().rows()).isEqualTo(MADE.map().rows());
    assertThat(found.map().influences()).isLessThan(MADE.map().influences());
    assertThat(found.degrees()).isLessThan(MADE.degrees() + 3);
  }

  @Test
  void threadsDoNotChangeTheMap() {
    TangentMap one = bake(32, RunContext.ofThreads(1)).map();
    TangentMap two = bake(32, CONTEXT).map();
    assertThat(two.rows()).isEqualTo(one.rows());
    assertThat(two.first().values()).isEqualTo(one.first().values());
    assertThat(two.second().joints()).isEqualTo(one.second().joints());
  }

  @Test
  void theResolutionIsLimited() {
    assertThatThrownBy(() -> bake(4096, CONTEXT)).isInstanceOf(IllegalArgumentException.class);
  }
}
