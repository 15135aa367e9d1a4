package dev.sinew.posespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Characters that a database fits, and others. */
class CorrectivesTest {
  private static final Sample ARM = SmallArm.POINTS;
  private static final PoseDatabase DATABASE =
      PoseSpaceTraining.run(
              ARM.character(),
              PoseExamples.of(ARM.examples(), ARM.poses()),
              TrainOptions.DEFAULTS,
              RunContext.ofThreads(1))
          .database();

  private static SkinnedCharacter with(SkinnedCharacter character, double[] rest, int[] rows) {
    Geometry before = character.meshes().getFirst();
    double[] own = new double[rest.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = rest[3 * rows[i / 3] + i % 3];
    }
    return character.withMeshes(
        List.of(
            new Geometry(
                before.name(),
                TriMesh.of(own, new int[0]),
                new Skinning.Linear(before.skinning().influences().orElseThrow().rows(rows)))));
  }

  @Test
  void anotherOrderOfVerticesIsRefused() {
    int count = ARM.mesh().vertexCount();
    SkinnedCharacter reversed =
        with(
            ARM.character(),
            ARM.mesh().positions(),
            IntStream.range(0, count).map(v -> count - 1 - v).toArray());
    assertThatThrownBy(
            () -> new Correctives(DATABASE).deformer(reversed, reversed.parts().getFirst()))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("order of vertices")
        .hasMessageContaining("DatabaseTransfer.run");
  }

  /** Quantised files have positions on a grid; the inverse bind matrices take them back. */
  @Test
  void aMeshInAnotherSpaceIsCorrectedTheSame() {
    double scale = 1000;
    double shift = 17;
    double[] grid = ARM.mesh().positions();
    for (int i = 0; i < grid.length; i++) {
      grid[i] = scale * grid[i] + shift;
    }
    Skin skin = ARM.skin();
    double[] back = {
      1 / scale,
      0,
      0,
      -shift / scale,
      0,
      1 / scale,
      0,
      -shift / scale,
      0,
      0,
      1 / scale,
      -shift / scale
    };
    int[] joints = IntStream.range(0, skin.jointCount()).map(skin::joint).toArray();
    double[] binds = new double[Affine.SIZE * joints.length];
    double[] bind = new double[Affine.SIZE];
    for (int j = 0; j < joints.length; j++) {
      skin.copyInverseBind(j, bind, 0);
      Affine.multiply(bind, 0, back, 0, binds, Affine.SIZE * j);
    }
    SkinnedCharacter moved =
        new SkinnedCharacter(
            ARM.character().skeleton(),
            List.of(new Skin("grid", joints, binds)),
            ARM.character().meshes(),
            ARM.character().parts(),
            ARM.character().clips());
    SkinnedCharacter stored =
        with(moved, grid, IntStream.range(0, ARM.mesh().vertexCount()).toArray());
    CharacterSurface.Posed wanted =
        CharacterSurface.of(ARM.character(), new Correctives(DATABASE)).newPosed();
    CharacterSurface.Posed found =
        CharacterSurface.of(stored, new Correctives(DATABASE)).newPosed();
    wanted.set(ARM.poses().get(9));
    found.set(ARM.poses().get(9));
    assertThat(found.wedgePositions()).containsExactly(wanted.wedgePositions(), within(1e-5f));
  }
}
