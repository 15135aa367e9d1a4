package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Deformer;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.RestDeformer;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Animation space starts from the normals that a mesh stores, as linear blending does. */
class StoredNormalsTest {
  /** The arm in animation space, with normals that are not those of its triangles. */
  private static SkinnedCharacter tilted() {
    SkinnedCharacter arm = Samples.create("arm").character();
    Geometry given = arm.geometry(arm.parts().getFirst());
    TriMesh mesh = given.mesh();
    float[] normals = mesh.attribute(MeshAttribute.NORMAL).orElseThrow().toArray();
    for (int i = 0; i < normals.length; i += 3) {
      normals[i] += 0.3f;
      normals[i + 1] -= 0.2f;
      double length =
          Math.sqrt(square(normals[i]) + square(normals[i + 1]) + square(normals[i + 2]));
      for (int k = 0; k < 3; k++) {
        normals[i + k] /= (float) length;
      }
    }
    List<MeshAttribute> attributes = new ArrayList<>();
    for (MeshAttribute attribute : mesh.attributes()) {
      attributes.add(
          attribute.name().equals(MeshAttribute.NORMAL)
              ? new MeshAttribute(MeshAttribute.NORMAL, 3, normals)
              : attribute);
    }
    TriMesh changed =
        new TriMesh(
            mesh.positions(), mesh.wedgeVertices(), mesh.cornerWedges(), mesh.groups(), attributes);
    AnimationCoords coords =
        AnimationCoords.ofLinearBlend(
            arm.skins().getFirst(), given.skinning().influences().orElseThrow(), mesh.positions());
    return arm.withMeshes(
        List.of(
            new Geometry(
                given.name(),
                changed,
                new Skinning.AnimationSpace(coords, given.skinning().influences().orElseThrow()))));
  }

  private static double square(double x) {
    return x * x;
  }

  private static float[] normals(SkinnedCharacter character, SkinningMethod method, Pose pose) {
    Deformer deformer = method.deformer(character, character.parts().getFirst());
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), true);
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);
    return Objects.requireNonNull(out.normals());
  }

  private static double meanDegrees(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i += 3) {
      double dot = a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2];
      sum += Math.toDegrees(Math.acos(Math.clamp(dot, -1, 1)));
    }
    return 3 * sum / a.length;
  }

  @Test
  void atRestTheyAreThoseOfLinearBlending() {
    SkinnedCharacter arm = tilted();
    Pose rest = arm.restPose();
    assertThat(
            meanDegrees(
                normals(arm, SkinningMethod.AS, rest), normals(arm, SkinningMethod.SSD, rest)))
        .isCloseTo(0, within(0.05));
  }

  /** The skin is the same, so the exact normals of linear blending are the truth. */
  @Test
  void inPosesTheyFollowTheSurface() {
    SkinnedCharacter arm = tilted();
    Pose pose = arm.restPose();
    arm.clips().getFirst().sample(0.6 * arm.clips().getFirst().duration(), pose);
    LinearBlend exact = LinearBlend.of(arm, arm.parts().getFirst(), NormalMode.EXACT);
    PointBuffer out = PointBuffer.allocate(exact.pointCount(), true);
    RestDeformer.Posed posed = exact.newPosed();
    posed.set(pose);
    posed.fill(0, exact.pointCount(), out);
    float[] truth = Objects.requireNonNull(out.normals());
    assertThat(meanDegrees(normals(arm, SkinningMethod.AS, pose), truth)).isLessThan(2);
  }

  @Test
  void exactNormalsAreAChoice() {
    SkinnedCharacter arm = Samples.create("arm").character();
    Pose pose = arm.restPose();
    arm.clips().getFirst().sample(0.6 * arm.clips().getFirst().duration(), pose);
    CharacterSurface.Posed exact =
        CharacterSurface.of(arm, SkinningMethod.SSD.with(NormalMode.EXACT)).newPosed();
    CharacterSurface.Posed plain = CharacterSurface.of(arm, SkinningMethod.SSD).newPosed();
    exact.set(pose);
    plain.set(pose);
    float[] a = exact.mesh().attribute(MeshAttribute.NORMAL).orElseThrow().toArray();
    float[] b = plain.mesh().attribute(MeshAttribute.NORMAL).orElseThrow().toArray();
    assertThat(meanDegrees(a, b)).isGreaterThan(0.1);
    assertThat(exact.mesh().positions()).isEqualTo(plain.mesh().positions());
  }
}
