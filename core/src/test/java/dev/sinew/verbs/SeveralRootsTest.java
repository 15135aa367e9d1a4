package dev.sinew.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.bounds.Bounds;
import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.collapse.InfluenceRanking;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A character whose joints have no common ancestor. */
class SeveralRootsTest {
  private static final SkinnedCharacter CHARACTER = create();

  private static SkinnedCharacter create() {
    TriMesh mesh = Samples.create("cylinder-bend").mesh();
    Skeleton.Builder skeleton = Skeleton.builder();
    int[] joints = new int[3];
    double[] binds = new double[3 * Affine.SIZE];
    for (int j = 0; j < 3; j++) {
      joints[j] = skeleton.add("root-" + j, Skeleton.NO_PARENT, 0, j, 0);
      Affine.identity(binds, j * Affine.SIZE);
      binds[j * Affine.SIZE + 7] = -j;
    }
    int node = skeleton.add("mesh", Skeleton.NO_PARENT, 0, 0, 0);
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double t = (v % 7) / 7.0;
      rows.add(0, 0.5 * t).add(1, 0.5).add(2, 0.5 - 0.5 * t).endRow();
    }
    return new SkinnedCharacter(
        skeleton.build(),
        List.of(new Skin("skin", joints, binds)),
        List.of(new Geometry("mesh", mesh, new Skinning.Linear(rows.build()))),
        List.of(new Part("mesh", node, 0, 0)),
        List.of());
  }

  @Test
  void isSimplifiedWithInfluences() {
    try (RunContext context = RunContext.ofThreads(2)) {
      SimplifyOptions options =
          SimplifyOptions.DEFAULTS.withInfluences(InfluenceRanking.ERROR).withRatios(0.5);
      assertThat(Simplify.run(CHARACTER, options, context).levels()).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource(LimitOptions.Model.class)
  void isLimited(LimitOptions.Model model) {
    try (RunContext context = RunContext.ofThreads(2)) {
      LimitOptions options =
          LimitOptions.DEFAULTS
              .withMaxInfluences(2)
              .withModel(model)
              .withMetric(PoseSource.SKELETON);
      SkinnedCharacter limited = Limit.run(CHARACTER, options, context).character();
      assertThat(limited.meshes().getFirst().maxInfluences()).isEqualTo(2);
    }
  }

  @Test
  void isBounded() {
    try (RunContext context = RunContext.ofThreads(2)) {
      assertThat(Bounds.run(CHARACTER, context).whole().clips().sphere().radius()).isPositive();
    }
  }
}
