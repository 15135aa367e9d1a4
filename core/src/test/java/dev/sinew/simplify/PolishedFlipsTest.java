package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.SimplifyResult.Level;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Polish must not turn triangles of a level away from the original, at rest or in poses. */
class PolishedFlipsTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(2);

  @ParameterizedTest
  @ValueSource(strings = {"arm", "quadruped"})
  void polishTurnsNoTriangleAway(String sample) {
    SkinnedCharacter character = Samples.create(sample).character();
    SimplifyOptions options = SimplifyOptions.DEFAULTS.withRatios(0.1);
    Level polished = Simplify.run(character, options, CONTEXT).levels().getFirst();
    Level plain =
        Simplify.run(character, options.withPolish(false).withMeasuring(Measuring.NONE), CONTEXT)
            .levels()
            .getFirst();
    List<Pose> poses =
        PoseKnowledge.of(PoseSource.CLIPS, character, CONTEXT.seed())
            .samplePoses(new JoinedCharacter(character), 14)
            .poses();
    assertThat(polished.measured().look().orElseThrow().flippedArea()).isZero();
    assertThat(turnedAway(character, polished.character(), List.of(character.restPose()))).isZero();
    // Triangles with an edge along a fold are between both sides of it.
    long few = polished.size().triangles() * poses.size() / 1000;
    assertThat(turnedAway(character, polished.character(), poses))
        .isLessThanOrEqualTo(turnedAway(character, plain.character(), poses) + few);
  }

  /**
   * Counts triangles of a level, over all poses, that face away from the triangle of the original
   * that is closest to their centre at rest: so parts that touch in a pose do not count.
   */
  private static long turnedAway(
      SkinnedCharacter original, SkinnedCharacter level, List<Pose> poses) {
    TriMesh whole = posed(original, original.restPose());
    TriMesh rest = posed(level, level.restPose());
    TriangleTree tree = new TriangleTree(whole.floatPositions(), whole.triangles());
    TriangleTree.Hit hit = new TriangleTree.Hit();
    int[] closest = new int[rest.triangleCount()];
    for (int t = 0; t < closest.length; t++) {
      double[] centre = new double[3];
      for (int i = 0; i < 9; i++) {
        centre[i % 3] += rest.position(rest.vertex(t, i / 3), i % 3) / 3;
      }
      tree.closest(centre[0], centre[1], centre[2], hit, TriangleTree.newScratch());
      closest[t] = hit.triangle();
    }
    long count = 0;
    for (Pose pose : poses) {
      TriMesh a = posed(original, pose);
      TriMesh b = posed(level, pose);
      for (int t = 0; t < closest.length; t++) {
        double[] n = a.areaNormal(closest[t]);
        double[] m = b.areaNormal(t);
        count += n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < 0 ? 1 : 0;
      }
    }
    return count;
  }

  private static TriMesh posed(SkinnedCharacter character, Pose pose) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    posed.set(pose);
    return posed.mesh();
  }
}
