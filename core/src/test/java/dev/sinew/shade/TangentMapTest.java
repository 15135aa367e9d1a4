package dev.sinew.shade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
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

  /** Half the resolution has nearly the same normals at the places of its texels. */
  @Test
  void halfTheResolutionHasTheSameNormals() {
    TangentMap half = MADE.map().half(MADE.metric());
    assertThat(half.side()).isEqualTo(SIDE / 2);
    Pose pose = PoseKnowledge.of(PoseSource.CLIPS, ARM, 1).spreadPoses(3).get(1);
    double[] matrices = new JoinedCharacter(ARM).matrices(pose);
    float[] fine = MADE.map().normals(matrices, CONTEXT);
    float[] coarse = half.normals(matrices, CONTEXT);
    double sum = 0;
    int count = 0;
    for (int texel = 0; texel < half.side() * half.side(); texel++) {
      int same = 2 * (texel / half.side()) * SIDE + 2 * (texel % half.side());
      if (half.hasPlane(texel) && MADE.map().hasPlane(same)) {
        for (int k = 0; k < 3; k++) {
          sum += coarse[3 * texel + k] * fine[3 * same + k];
        }
        count++;
      }
    }
    assertThat(count).isGreaterThan(300);
    assertThat(Math.toDegrees(Math.acos(sum / count))).isLessThan(12);
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
