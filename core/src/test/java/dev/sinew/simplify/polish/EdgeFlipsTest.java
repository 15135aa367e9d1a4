package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.PosedSurfaceError;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeFlipsTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  /** A roof over the unit square with the ridge along one diagonal, in n² squares. */
  private static TriMesh roof(int n) {
    double[] positions = new double[3 * (n + 1) * (n + 1)];
    int[] triangles = new int[6 * n * n];
    for (int i = 0; i < (n + 1) * (n + 1); i++) {
      int row = i / (n + 1);
      double x = (double) (i % (n + 1)) / n;
      double y = (double) row / n;
      positions[3 * i] = x;
      positions[3 * i + 1] = y;
      positions[3 * i + 2] = -Math.abs(x - y);
    }
    for (int q = 0, at = 0; q < n * n; q++, at += 6) {
      int a = (n + 1) * (q / n) + q % n;
      int[] corners = {a, a + 1, a + n + 2, a, a + n + 2, a + n + 1};
      System.arraycopy(corners, 0, triangles, at, 6);
    }
    return TriMesh.of(positions, triangles);
  }

  /** The corners of the roof with the wrong diagonal. */
  private static TriMesh wrong(int[] wedgeVertex, int[] corners) {
    return new TriMesh(
        roof(1).positions(),
        wedgeVertex,
        corners,
        new int[2],
        List.of(new MeshAttribute(MeshAttribute.UV, 2, new float[2 * wedgeVertex.length])));
  }

  private static TriMesh flipped(TriMesh level, BitSet fixed) {
    JoinedCharacter original = new JoinedCharacter(SkinnedCharacter.ofMesh("mesh", roof(16)));
    WeightedPoses rest =
        WeightedPoses.ofEqualWeight(Collections.nCopies(8, original.character().restPose()));
    return EdgeFlips.run(
            LevelOrigin.ofOnePart(original, level.triangleCount()),
            SkinnedCharacter.ofMesh("mesh", level),
            rest,
            fixed,
            0,
            CONTEXT)
        .meshes()
        .getFirst()
        .mesh();
  }

  private static boolean hasEdge(TriMesh mesh, int a, int b) {
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; c < 3; c++) {
        if (mesh.vertex(t, c) == a && mesh.vertex(t, (c + 1) % 3) == b) {
          return true;
        }
      }
    }
    return false;
  }

  @Test
  void theDiagonalAlongTheRidgeIsFound() {
    TriMesh level = wrong(new int[] {0, 1, 2, 3}, new int[] {0, 1, 2, 1, 3, 2});
    TriMesh found = flipped(level, new BitSet());
    assertThat(hasEdge(found, 0, 3)).isTrue();
    assertThat(hasEdge(found, 3, 0)).isTrue();
    assertThat(hasEdge(found, 1, 2)).isFalse();
    for (int t = 0; t < 2; t++) {
      assertThat(found.areaNormal(t)[2]).isPositive();
    }
  }

  @Test
  void lockedPointsAndSeamsKeepTheirEdges() {
    TriMesh level = wrong(new int[] {0, 1, 2, 3}, new int[] {0, 1, 2, 1, 3, 2});
    BitSet fixed = new BitSet();
    fixed.set(0);
    assertThat(flipped(level, fixed).cornerWedges()).isEqualTo(level.cornerWedges());
    TriMesh seam = wrong(new int[] {0, 1, 2, 1, 3, 2}, new int[] {0, 1, 2, 3, 4, 5});
    assertThat(flipped(seam, new BitSet()).cornerWedges()).isEqualTo(seam.cornerWedges());
  }

  @Test
  void levelsOfTheArmComeCloserOnAnyNumberOfThreads() {
    SkinnedCharacter arm = Samples.create("arm").character();
    JoinedCharacter joined = new JoinedCharacter(arm);
    WeightedPoses poses = PoseKnowledge.of(PoseSource.CLIPS, arm, 1).samplePoses(joined, 12);
    SkinnedCharacter level =
        Simplify.run(arm, SimplifyOptions.DEFAULTS.withRatios(0.1).withPolish(false), CONTEXT)
            .levels()
            .getFirst()
            .character();
    LevelOrigin origin =
        LevelOrigin.ofOnePart(joined, new JoinedCharacter(level).mesh().triangleCount());
    SkinnedCharacter one = EdgeFlips.run(origin, level, poses, new BitSet(), 0.5, CONTEXT);
    try (RunContext two = RunContext.ofThreads(2)) {
      SkinnedCharacter other = EdgeFlips.run(origin, level, poses, new BitSet(), 0.5, two);
      assertThat(other.meshes().getFirst().mesh().cornerWedges())
          .isEqualTo(one.meshes().getFirst().mesh().cornerWedges())
          .isNotEqualTo(level.meshes().getFirst().mesh().cornerWedges());
    }
    SkinnedCharacter geometry = EdgeFlips.run(origin, level, poses, new BitSet(), 0, CONTEXT);
    PosedSurfaceError error =
        new PosedSurfaceError(arm, new PosedSurfaceError.Thoroughness(24, 4000, 0), CONTEXT);
    assertThat(error.measure(geometry).rms()).isLessThan(error.measure(level).rms());
  }
}
