package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a fit reports is what its character does, and a rig of several meshes is recovered. */
class WrittenFitTest {
  private static final Sample ARM = Samples.create("arm");
  private static final FitOptions QUICK =
      FitOptions.DEFAULTS.withModels(FitModel.values()).withRounds(2).withMoves(0);

  private static MeshSequence some(int from, int to) {
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = from; k < to; k++) {
      names.add(ARM.examples().name(k));
      shapes.add(ARM.examples().positions(k));
    }
    return new MeshSequence(ARM.examples().reference(), names, shapes);
  }

  /** Measures a clip with nothing of the fit: rms distance over all vertices, in box sides. */
  private static double rms(SkinnedCharacter character, Clip clip, double[] times, float[][] goal) {
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    float[] at = new float[3 * surface.vertexCount()];
    Pose pose = character.restPose();
    double sum = 0;
    for (int k = 0; k < times.length; k++) {
      clip.sample(times[k], pose);
      posed.set(pose);
      posed.copyVertexPositions(at);
      for (int i = 0; i < at.length; i++) {
        sum += (at[i] - goal[k][i]) * (at[i] - goal[k][i]);
      }
    }
    return Math.sqrt(3 * sum / (at.length * times.length)) / ARM.mesh().bounds().longestSide();
  }

  private static float[][] goals(MeshSequence shapes, boolean withReference) {
    List<float[]> out = new ArrayList<>();
    if (withReference) {
      out.add(shapes.reference().floatPositions());
    }
    for (int k = 0; k < shapes.frameCount(); k++) {
      out.add(shapes.positions(k));
    }
    return out.toArray(float[][]::new);
  }

  @Test
  void figuresAreThoseOfTheCharacter() {
    MeshSequence training = some(1, 7);
    MeshSequence unseen = some(7, 12);
    double[] times = IntStream.range(0, unseen.frameCount()).mapToDouble(k -> k / 30.0).toArray();
    try (RunContext context = RunContext.ofThreads(1)) {
      FitResult fit = Fit.run(training, new BoneSource.Found(3), QUICK, context);
      for (FittedModel model : fit.models()) {
        SkinnedCharacter character = model.character("arm", context);
        float[][] goals = goals(training, true);
        double examples =
            rms(character, character.clips().getFirst(), ExamplesClip.times(goals.length), goals);
        assertThat(model.training().rms())
            .as("%s", model.skin().model())
            .isCloseTo(examples, within(2e-6));
        FittedModel.Holdout solved = model.solve(unseen, context);
        Clip clip = model.clip("unseen", solved.poses(), times);
        double holdout = rms(character, clip, times, goals(unseen, false));
        assertThat(solved.errors().rms())
            .as("%s", model.skin().model())
            .isCloseTo(holdout, within(2e-6));
      }
    }
  }

  /** Cuts the mesh of a character in two, each with its part of the vertices. */
  private static SkinnedCharacter inTwoMeshes(SkinnedCharacter whole) {
    Geometry geometry = whole.meshes().getFirst();
    TriMesh mesh = TriMesh.of(geometry.mesh().positions(), geometry.mesh().triangles());
    int cut = mesh.vertexCount() / 2;
    List<Geometry> halves = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    Part part = whole.parts().getFirst();
    for (int half = 0; half < 2; half++) {
      int from = half == 0 ? 0 : cut;
      int to = half == 0 ? cut : mesh.vertexCount();
      double[] x = Arrays.copyOfRange(mesh.positions(), 3 * from, 3 * to);
      int[] corners =
          IntStream.range(0, mesh.triangleCount())
              .filter(t -> IntStream.range(0, 3).allMatch(c -> isIn(mesh.vertex(t, c), from, to)))
              .flatMap(t -> IntStream.range(0, 3).map(c -> mesh.vertex(t, c) - from))
              .toArray();
      Influences weights = geometry.skinning().influences().orElseThrow();
      Influences.Builder rows = Influences.builder();
      for (int v = from; v < to; v++) {
        for (int i = 0; i < weights.count(v); i++) {
          rows.add(weights.joint(v, i), weights.weight(v, i));
        }
        rows.endRow();
      }
      halves.add(
          new Geometry("half-" + half, TriMesh.of(x, corners), new Skinning.Linear(rows.build())));
      parts.add(new Part("half-" + half, part.node(), half, part.skin()));
    }
    return new SkinnedCharacter(whole.skeleton(), whole.skins(), halves, parts, whole.clips());
  }

  private static boolean isIn(int vertex, int from, int to) {
    return vertex >= from && vertex < to;
  }

  @Test
  void aRigOfTwoMeshesIsFound() {
    SkinnedCharacter whole = ARM.character();
    TriMesh reference = ARM.mesh();
    GivenRig one = GivenRig.ofCharacter(whole, reference, true);
    GivenRig two = GivenRig.ofCharacter(inTwoMeshes(whole), reference, true);
    assertThat(two.names()).isEqualTo(one.names());
    assertThat(two.bones().cores()).isEqualTo(one.bones().cores());
    assertThat(two.bones().influences()).isDeepEqualTo(one.bones().influences());
    assertThat(two.issues()).isEqualTo(one.issues());
  }
}
