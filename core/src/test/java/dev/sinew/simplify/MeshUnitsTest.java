package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.SurfaceError;
import dev.sinew.math.Affine;
import dev.sinew.math.Similarity;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.collapse.ShownAttributes;
import org.junit.jupiter.api.Test;

/** The units and axes of a mesh's own space have no influence: the scene shows the same. */
class MeshUnitsTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final SkinnedCharacter METRES = Samples.create("arm").character();

  /** Returns the same character with a mesh of other units and axes, below other bind matrices. */
  private static SkinnedCharacter moved(SkinnedCharacter character, Similarity motion) {
    double[] back = new double[Affine.SIZE];
    Affine.invert(motion.affine(), 0, back, 0);
    return new SkinnedCharacter(
        character.skeleton(),
        character.skins().stream().map(skin -> moved(skin, back)).toList(),
        character.meshes().stream().map(mesh -> moved(mesh, motion)).toList(),
        character.parts(),
        character.clips(),
        character.materials());
  }

  private static Skin moved(Skin skin, double[] back) {
    double[] binds = new double[Affine.SIZE * skin.jointCount()];
    int[] joints = new int[skin.jointCount()];
    for (int i = 0; i < joints.length; i++) {
      joints[i] = skin.joint(i);
      skin.copyInverseBind(i, binds, Affine.SIZE * i);
      Affine.multiply(binds, Affine.SIZE * i, back, 0, binds, Affine.SIZE * i);
    }
    return new Skin(skin.name(), joints, binds);
  }

  private static Geometry moved(Geometry geometry, Similarity motion) {
    double[] positions = geometry.mesh().positions();
    for (int i = 0; i < positions.length; i += 3) {
      motion.movePoint(positions, i);
    }
    TriMesh mesh = geometry.mesh();
    return geometry.withMesh(
        new TriMesh(
            positions,
            mesh.wedgeVertices(),
            mesh.cornerWedges(),
            mesh.groups(),
            mesh.attributes().stream().map(attribute -> moved(attribute, motion)).toList()));
  }

  private static MeshAttribute moved(MeshAttribute attribute, Similarity motion) {
    if (!attribute.name().equals(MeshAttribute.NORMAL)) {
      return attribute;
    }
    float[] values = attribute.toArray();
    double[] n = new double[3];
    for (int i = 0; i < values.length; i += 3) {
      for (int k = 0; k < 3; k++) {
        n[k] = values[i + k];
      }
      motion.turn(n, 0);
      for (int k = 0; k < 3; k++) {
        values[i + k] = (float) n[k];
      }
    }
    return new MeshAttribute(attribute.name(), 3, values);
  }

  private static final Similarity CENTIMETRES = Similarity.scaling(100);
  private static final Similarity TURNED =
      Similarity.rotation(1, 2, -3, 1.1).then(Similarity.scaling(0.01));

  private static double[] scales(SkinnedCharacter character) {
    JoinedCharacter joined = new JoinedCharacter(character);
    return ShownAttributes.of(joined, joined.restMesh(), 0.5).channels().stream()
        .mapToDouble(channel -> channel.scale()[0])
        .toArray();
  }

  @Test
  void attributesAreLengthsOfTheScene() {
    double[] expected = scales(METRES);
    assertThat(expected).isNotEmpty();
    for (Similarity motion : new Similarity[] {CENTIMETRES, TURNED}) {
      double[] found = scales(moved(METRES, motion));
      for (int i = 0; i < expected.length; i++) {
        assertThat(found[i]).isCloseTo(expected[i], within(1e-9 * expected[i]));
      }
    }
  }

  private static SurfaceError simplified(SkinnedCharacter character, boolean polish) {
    SimplifyOptions options = SimplifyOptions.DEFAULTS.withRatios(0.25).withPolish(polish);
    return Simplify.run(character, options, CONTEXT)
        .levels()
        .getFirst()
        .measured()
        .error()
        .orElseThrow();
  }

  /** Costs that differ in the last bits can change the order of collapses of equal cost. */
  @Test
  void levelsAreAsGoodInAnyUnits() {
    for (boolean polish : new boolean[] {false, true}) {
      SurfaceError expected = simplified(METRES, polish);
      for (Similarity motion : new Similarity[] {CENTIMETRES, TURNED}) {
        SurfaceError found = simplified(moved(METRES, motion), polish);
        assertThat(found.rms()).isCloseTo(expected.rms(), within(0.01 * expected.rms()));
      }
    }
  }
}
