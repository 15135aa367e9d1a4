package dev.sinew.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.model.Deformer;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.skin.AnimationSpace;
import dev.sinew.skin.Geomorph;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Level sets, the vertices of one level in the next, and the surface between two levels. */
class LevelMorphTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  /** Levels of one stream with their lengths. */
  private record Levels(
      JoinedCharacter joined,
      OperationStream stream,
      List<SkinnedCharacter> characters,
      List<Integer> lengths) {}

  /** The original and three polished levels. */
  private static Levels polished() {
    SkinnedCharacter character = Samples.create("arm").character();
    SimplifyResult result =
        Simplify.run(
            character,
            SimplifyOptions.DEFAULTS.withRatios(0.3, 0.15, 0.08).withFlips(false),
            CONTEXT);
    List<SkinnedCharacter> characters = new ArrayList<>(List.of(character));
    List<Integer> lengths = new ArrayList<>(List.of(0));
    for (SimplifyResult.Level level : result.levels()) {
      characters.add(level.character());
      lengths.add(result.stream().lengthFor((int) level.size().triangles()));
    }
    return new Levels(new JoinedCharacter(character), result.stream(), characters, lengths);
  }

  /** Levels with half of the influences each, of a stream that also removes influences. */
  private static Levels halved() {
    SkinnedCharacter character =
        AnimationSpaceConversion.of(Samples.create("cylinder-bend").character());
    JoinedCharacter joined = new JoinedCharacter(character);
    PoseKnowledge knowledge = PoseKnowledge.of(PoseSource.CLIPS, character, 1);
    WeightedPoses poses = knowledge.samplePoses(joined, 6);
    CharacterSimplification simplification =
        new CharacterSimplification(joined, CharacterSimplification.Options.DEFAULTS);
    OperationStream stream =
        simplification.simplify(
            SimplifyMethod.QUADRIC.price(),
            poses,
            new CharacterSimplification.Removals(
                knowledge.generalisingExpectation(joined.boneSkin()), InfluenceRanking.ERROR),
            0,
            CONTEXT);
    List<HalvingLevels.Level> levels = HalvingLevels.choose(simplification, stream, 6, CONTEXT);
    assertThat(levels).hasSizeGreaterThan(3);
    for (int i = 1; i < levels.size(); i++) {
      assertThat(2 * levels.get(i).influences())
          .isLessThanOrEqualTo(levels.get(i - 1).influences())
          .isGreaterThan(levels.get(i - 1).influences() - 40);
      assertThat(levels.get(i).cost()).isGreaterThanOrEqualTo(levels.get(i - 1).cost());
    }
    List<SkinnedCharacter> characters =
        HalvingLevels.characters(simplification, stream, levels, poses.poses(), CONTEXT);
    for (int i = 0; i < levels.size(); i++) {
      Geometry mesh = characters.get(i).meshes().getFirst();
      assertThat(mesh.mesh().triangleCount()).isEqualTo(levels.get(i).triangles());
      assertThat(
              (long)
                  LinearSkin.of(characters.get(i), character.parts().getFirst())
                      .coords()
                      .totalCount())
          .isEqualTo(levels.get(i).influences());
    }
    return new Levels(
        joined, stream, characters, levels.stream().map(HalvingLevels.Level::length).toList());
  }

  private static float[] posed(Deformer.Posed work, int points, Pose pose) {
    PointBuffer out = PointBuffer.allocate(points, false);
    work.set(pose);
    work.fill(0, points, out);
    return out.positions();
  }

  private static float[] points(SkinnedCharacter character, int part, Pose pose) {
    LinearSkin skin = LinearSkin.of(character, character.parts().get(part));
    AnimationSpace space = AnimationSpace.of(skin.skin(), skin.coords(), null);
    return posed(space.newPosed(), space.pointCount(), pose);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isTheFinerLevelAtZeroAndTheCoarserAtOneAndDoesNotJump(boolean halving) {
    Levels levels = halving ? halved() : polished();
    Pose pose = levels.characters.getFirst().restPose();
    levels.joined.character().clips().getFirst().sample(0.3, pose);
    for (int i = 0; i + 1 < levels.characters.size(); i++) {
      SkinnedCharacter fine = levels.characters.get(i);
      SkinnedCharacter coarse = levels.characters.get(i + 1);
      VertexMap map =
          VertexMap.of(
              levels.joined, levels.stream, levels.lengths.get(i), levels.lengths.get(i + 1));
      Geomorph morph = LevelMorph.of(fine, coarse, 0, map);
      Geomorph.Morphed work = morph.newPosed();
      float[] starts = points(fine, 0, pose);
      assertThat(posed(work, morph.pointCount(), pose)).isEqualTo(starts);

      float[] ends = points(coarse, 0, pose);
      work.setLevel(1);
      float[] last = posed(work, morph.pointCount(), pose);
      double square = 0;
      for (int v = 0; v < morph.pointCount(); v++) {
        int c = map.coarseOf(0, v);
        assertThat(c).isNotEqualTo(VertexMap.GONE);
        double way = 0;
        for (int k = 0; k < 3; k++) {
          assertThat(last[3 * v + k]).isEqualTo(ends[3 * c + k]);
          way += Math.pow((double) ends[3 * c + k] - starts[3 * v + k], 2);
        }
        square = Math.max(square, way);
      }
      assertThat(LevelMorph.travel(fine, coarse, map, List.of(pose)))
          .isCloseTo(Math.sqrt(square), within(1e-6));
      requireSameTriangles(fine, coarse, map);
      requireSmooth(work, morph.pointCount(), pose);
    }
  }

  /** Every fine triangle becomes a coarse one, or loses its area; no coarse triangle is missing. */
  private static void requireSameTriangles(
      SkinnedCharacter fine, SkinnedCharacter coarse, VertexMap map) {
    TriMesh from = fine.meshes().getFirst().mesh();
    TriMesh to = coarse.meshes().getFirst().mesh();
    List<List<Integer>> merged = new ArrayList<>();
    for (int t = 0; t < from.triangleCount(); t++) {
      List<Integer> corners =
          List.of(
              map.coarseOf(0, from.vertex(t, 0)),
              map.coarseOf(0, from.vertex(t, 1)),
              map.coarseOf(0, from.vertex(t, 2)));
      if (corners.stream().distinct().count() == 3) {
        merged.add(corners);
      }
    }
    List<List<Integer>> expected = new ArrayList<>();
    for (int t = 0; t < to.triangleCount(); t++) {
      expected.add(List.of(to.vertex(t, 0), to.vertex(t, 1), to.vertex(t, 2)));
    }
    assertThat(merged).containsExactlyElementsOf(expected);
  }

  private static void requireSmooth(Geomorph.Morphed work, int points, Pose pose) {
    work.setLevel(0);
    float[] before = posed(work, points, pose).clone();
    float[] start = before;
    work.setLevel(1);
    float[] end = posed(work, points, pose).clone();
    for (int step = 1; step <= 10; step++) {
      work.setLevel(step / 10.0);
      float[] now = posed(work, points, pose).clone();
      for (int i = 0; i < now.length; i++) {
        assertThat(Math.abs(now[i] - before[i]))
            .isLessThanOrEqualTo(Math.abs(end[i] - start[i]) / 10 + 1e-5f);
      }
      before = now;
    }
  }

  @Test
  void partsThatVanishShrinkToNothing() {
    // A single triangle beside a square of two: the stream removes it.
    double[] positions = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 5, 0, 0, 6, 0, 0, 5, 1, 0};
    int[] triangles = {0, 1, 2, 2, 1, 3, 4, 5, 6};
    SkinnedCharacter original = SkinnedCharacter.ofMesh("mesh", TriMesh.of(positions, triangles));
    OperationStream stream =
        new OperationStream(
            7, 0, 3, List.of(new Collapse(5, 4, 5, 0, 0, 0.5, 0.5, 1)), new int[] {2});
    SkinnedCharacter coarse =
        original.withMeshes(
            List.of(
                new Geometry(
                    "mesh",
                    TriMesh.of(Arrays.copyOf(positions, 12), Arrays.copyOf(triangles, 6)))));
    VertexMap map = VertexMap.of(new JoinedCharacter(original), stream, 0, 1);
    assertThat(map.coarseOf(0, 3)).isEqualTo(3);
    assertThat(map.coarseOf(0, 5)).isEqualTo(VertexMap.GONE);
    Geomorph morph = LevelMorph.of(original, coarse, 0, map);
    Geomorph.Morphed work = morph.newPosed();
    work.setLevel(1);
    float[] last = posed(work, 7, original.restPose());
    // Vertices 4 and 5 coincide: the triangle has no area.
    assertThat(Arrays.copyOfRange(last, 15, 18)).isEqualTo(Arrays.copyOfRange(last, 12, 15));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LevelMorph.of(coarse, coarse, 0, map))
        .withMessage("fine level: expected 7 vertices as in the map, got 4");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VertexMap.of(new JoinedCharacter(original), stream, 1, 0));
  }
}
