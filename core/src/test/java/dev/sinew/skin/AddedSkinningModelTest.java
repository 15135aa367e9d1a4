package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.Crowd;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How a skinning model is added: a class that implements {@link Deformer}. What consumes deformers
 * takes it as it is; one constant in {@link SkinningMethod} would give it a name on the command
 * line.
 */
class AddedSkinningModelTest {
  /** Every wedge follows the joint of its largest weight rigidly. */
  private record RigidToLargest(Skin skin, TriMesh mesh, Influences influences)
      implements Deformer {
    static RigidToLargest of(SkinnedCharacter character, Part part) {
      return new RigidToLargest(
          character.skins().get(part.skin()),
          character.geometry(part).mesh(),
          character.geometry(part).skinning().influences().orElseThrow());
    }

    @Override
    public int pointCount() {
      return mesh.wedgeCount();
    }

    @Override
    public boolean hasNormals() {
      return false;
    }

    @Override
    public Posed newPosed() {
      double[] matrices = new double[Affine.SIZE * skin.jointCount()];
      return new Posed() {
        @Override
        public void set(Pose pose) {
          skin.skinningMatrices(pose, matrices);
        }

        @Override
        public void fill(int from, int to, PointBuffer out) {
          double[] point = new double[3];
          for (int w = from; w < to; w++) {
            int v = mesh.vertexOfWedge(w);
            for (int axis = 0; axis < 3; axis++) {
              point[axis] = mesh.position(v, axis);
            }
            int matrix = Affine.SIZE * influences.joint(v, 0);
            Affine.transformPoint(matrices, matrix, point, 0, point, 0);
            for (int axis = 0; axis < 3; axis++) {
              out.positions()[3 * (out.first() + w) + axis] = (float) point[axis];
            }
          }
        }
      };
    }
  }

  private final SkinnedCharacter arm = Samples.create("arm").character();
  private final Part part = arm.parts().getFirst();

  @Test
  void surfacesConsumeIt() {
    CharacterSurface.Posed surface =
        new CharacterSurface(arm, own -> RigidToLargest.of(arm, own)).newPosed();
    CharacterSurface.Posed linear = CharacterSurface.of(arm).newPosed();
    Pose pose = arm.restPose();
    surface.set(pose);
    linear.set(pose);
    assertThat(distance(surface, linear)).isLessThan(1e-5);
    Clip clip = arm.clips().getFirst();
    clip.sample(clip.duration() / 2, pose);
    surface.set(pose);
    linear.set(pose);
    assertThat(distance(surface, linear)).isBetween(1e-3, 1.0);
  }

  @Test
  void crowdsConsumeIt() {
    Deformer deformer = RigidToLargest.of(arm, part);
    float[] positions = new float[3 * 2 * deformer.pointCount()];
    try (RunContext context = RunContext.ofThreads(2)) {
      Crowd.packed(deformer, 2, positions, null)
          .fill(List.of(arm.restPose(), arm.restPose()), context);
    }
    TriMesh mesh = arm.geometry(part).mesh();
    for (int i = 0; i < 2; i++) {
      int at = 3 * (i * deformer.pointCount() + 7);
      assertThat((double) positions[at])
          .isCloseTo(mesh.position(mesh.vertexOfWedge(7), 0), within(1e-5));
    }
  }

  private static double distance(CharacterSurface.Posed a, CharacterSurface.Posed b) {
    double most = 0;
    for (int i = 0; i < a.wedgePositions().length; i++) {
      most = Math.max(most, Math.abs(a.wedgePositions()[i] - b.wedgePositions()[i]));
    }
    return most;
  }
}
