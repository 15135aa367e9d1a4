package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.CharacterSurface;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Round trip of characters without a source file. */
class CharacterWriterTest {
  private static final TriMesh TRIANGLE =
      TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-twist", "arm", "quadruped"})
  void samplesMoveUnchanged(String name) throws Exception {
    Sample sample = Samples.create(name);
    SkinnedCharacter back = read(sample.character());
    assertThat(back.clips()).hasSameSizeAs(sample.character().clips());
    for (int c = 0; c < back.clips().size(); c++) {
      float[] before = posed(sample.character(), c);
      float[] after = posed(back, c);
      assertThat(after).hasSameSizeAs(before);
      for (int i = 0; i < before.length; i++) {
        assertThat(after[i]).isCloseTo(before[i], org.assertj.core.api.Assertions.within(1e-5f));
      }
    }
  }

  @Test
  void twoPartsMayShareANode() throws Exception {
    Skeleton.Builder skeleton = Skeleton.builder();
    int root = skeleton.add("root", Skeleton.NO_PARENT, 1, 2, 3);
    SkinnedCharacter character =
        new SkinnedCharacter(
            skeleton.build(),
            List.of(),
            List.of(
                new Geometry("empty", TriMesh.of(new double[0], new int[0]), null, null),
                new Geometry("triangle", TRIANGLE, null, null)),
            List.of(
                new Part("a", root, 1, SkinnedCharacter.NO_SKIN),
                new Part("nothing", root, 0, SkinnedCharacter.NO_SKIN),
                new Part("b", root, 1, SkinnedCharacter.NO_SKIN)),
            List.of());
    SkinnedCharacter back = read(character);
    assertThat(back.parts()).hasSize(2);
    assertThat(back.meshes()).hasSize(1);
    float[] places = posed(back, -1);
    assertThat(places).hasSize(18);
    assertThat(places[9]).isEqualTo(1);
    assertThat(places[10]).isEqualTo(2);
  }

  @Test
  void aShearedNodeKeepsItsMatrixUnlessAnimated() throws Exception {
    double[] sheared = {1, 0.5, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    Skeleton.Builder skeleton = Skeleton.builder();
    skeleton.addMatrix("still", Skeleton.NO_PARENT, sheared);
    skeleton.addMatrix("moving", Skeleton.NO_PARENT, sheared);
    Clip clip =
        new Clip(
            "slide",
            List.of(
                new Clip.Track(
                    1,
                    Clip.Property.TRANSLATION,
                    Clip.Interpolation.LINEAR,
                    new double[] {0, 1},
                    new double[] {0, 0, 0, 1, 0, 0})));
    GltfDocument document =
        CharacterWriter.toDocument(
            "sheared",
            new SkinnedCharacter(skeleton.build(), List.of(), List.of(), List.of(), List.of(clip)));
    assertThat(document.json().getAsJsonArray("nodes").get(0).getAsJsonObject().has("matrix"))
        .isTrue();
    assertThat(document.json().getAsJsonArray("nodes").get(1).getAsJsonObject().has("matrix"))
        .isFalse();
  }

  private static SkinnedCharacter read(SkinnedCharacter character) throws Exception {
    return GltfReader.read(CharacterWriter.toDocument("test", character))
        .requireSound()
        .character();
  }

  private static float[] posed(SkinnedCharacter character, int clip) {
    CharacterSurface.Posed shape = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    if (clip >= 0) {
      character.clips().get(clip).sample(0.4, pose);
    }
    shape.set(pose);
    // By vertex: a writer may reorder the wedges.
    TriMesh mesh = shape.mesh();
    float[] out = new float[3 * mesh.vertexCount()];
    shape.copyVertexPositions(out);
    return out;
  }
}
