package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Affine;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bind matrices so large or small that positions or normals are no numbers. */
class ExtremePosesTest {
  private static final double[] FACTORS = {1e-30, 1e-19, 1e-10, 1e10, 1e19, 1e30, 1e38};

  @ParameterizedTest
  @EnumSource(SkinningMethod.class)
  void posedMeshesAreFiniteOrRefused(SkinningMethod method) {
    SkinnedCharacter arm = Samples.create("arm").character();
    int refused = 0;
    for (double factor : FACTORS) {
      for (int axes = 1; axes < 8; axes++) {
        refused += isRefused(scaled(arm, factor, axes), method) ? 1 : 0;
      }
    }
    assertThat(refused).isPositive();
  }

  private static boolean isRefused(SkinnedCharacter character, SkinningMethod method) {
    CharacterSurface surface = CharacterSurface.of(character, method);
    CharacterSurface.Posed posed = surface.newPosed();
    try {
      posed.set(character.restPose());
      TriMesh mesh = posed.mesh();
      for (MeshAttribute attribute : mesh.attributes()) {
        for (float value : attribute.toArray()) {
          assertThat(value).as(attribute.name()).isFinite();
        }
      }
      return false;
    } catch (RequestException e) {
      assertThat(e).hasMessageContaining("out of range");
      return true;
    }
  }

  /** Scales the bind matrices of all joints along some axes. */
  private static SkinnedCharacter scaled(SkinnedCharacter character, double factor, int axes) {
    List<Skin> skins = new ArrayList<>();
    for (Skin skin : character.skins()) {
      double[] binds = new double[Affine.SIZE * skin.jointCount()];
      int[] joints = new int[skin.jointCount()];
      for (int j = 0; j < joints.length; j++) {
        joints[j] = skin.joint(j);
        skin.copyInverseBind(j, binds, Affine.SIZE * j);
        for (int i = 0; i < Affine.SIZE; i++) {
          int row = i / 4;
          binds[Affine.SIZE * j + i] *= (axes >> row & 1) != 0 ? factor : 1;
        }
      }
      skins.add(new Skin(skin.name(), joints, binds));
    }
    return new SkinnedCharacter(
        character.skeleton(), skins, character.meshes(), character.parts(), character.clips());
  }
}
