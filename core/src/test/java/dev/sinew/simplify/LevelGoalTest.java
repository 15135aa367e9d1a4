package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.distance.SurfaceError;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.LevelGoal.Kind;
import dev.sinew.simplify.SimplifyResult.Level;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Goals other than one number of triangles: errors in several units, and ratios by name. */
class LevelGoalTest {
  /** The sample arm with a fifth of its triangles, since its levels are measured often. */
  private static final SkinnedCharacter ARM =
      Simplify.run(
              Samples.create("arm").character(),
              SimplifyOptions.DEFAULTS
                  .withLevels(LevelGoal.ratios(0.2))
                  .withPolish(false)
                  .withMeasuring(Measuring.NONE),
              Cases.CONTEXT)
          .levels()
          .getFirst()
          .character();

  private static Level level(LevelGoal goal) {
    return Simplify.run(
            ARM,
            SimplifyOptions.DEFAULTS.withLevels(List.of(goal)).withPolish(false),
            Cases.CONTEXT)
        .levels()
        .getFirst();
  }

  /** Made once, when first used. */
  private static final class ByError {
    static final Level LEVEL = level(new LevelGoal(Kind.ERROR, 0.02));
  }

  private static SurfaceError error(Level level) {
    return level.measured().error().orElseThrow();
  }

  @Test
  void pixelsAreDistancesOfThePicture() {
    Level byPixels = level(LevelGoal.pixels(4, 200));
    assertThat(byPixels.size()).isEqualTo(ByError.LEVEL.size());
    assertThat(200 * error(byPixels).max()).isBetween(1.0, 4.0);
    assertThat(byPixels.goal()).hasToString("4 pixels of 200");
    assertThat(LevelGoal.pixels(1, 1080)).isEqualTo(new LevelGoal(Kind.PIXELS, 1));
  }

  @Test
  void anRmsIsKeptAndNearlyUsedUp() {
    Level level = level(new LevelGoal(Kind.RMS, 0.002));
    assertThat(level.reached()).isTrue();
    assertThat(error(level).rms()).isBetween(0.8 * 0.002, 0.002);
    assertThat(error(level).max()).isGreaterThan(0.002);
  }

  @Test
  void bothErrorsAreKept() {
    Level coarse = ByError.LEVEL;
    double half = error(coarse).rms() / 2;
    Level both = level(new LevelGoal(Kind.ERROR, 0.02).withRms(half));
    assertThat(error(both).max()).isLessThanOrEqualTo(0.02);
    assertThat(error(both).rms()).isLessThanOrEqualTo(half);
    assertThat(both.size().triangles()).isGreaterThan(coarse.size().triangles());
  }

  @Test
  void goalsThatAreNoneAreRefused() {
    assertThatThrownBy(() -> LevelGoal.pixels(0, 200)).hasMessageContaining("pixels: expected");
    assertThatThrownBy(() -> LevelGoal.pixels(1, 0)).hasMessageContaining("height: expected");
    assertThatThrownBy(() -> new LevelGoal(Kind.ERROR, 0.1).withRms(-1))
        .hasMessageContaining("rms: expected");
    assertThatThrownBy(() -> new NamedRatio("face", 1.5)).hasMessageContaining("ratio of face");
  }

  // Ratios by name.

  /** A closed tube of two materials: the first fifth of its triangles is the face. */
  private static SkinnedCharacter faced() {
    TriMesh mesh = ARM.meshes().getFirst().mesh();
    int[] groups = new int[mesh.triangleCount()];
    double[] top = new double[groups.length];
    for (int t = 0; t < groups.length; t++) {
      for (int c = 0; c < 3; c++) {
        top[t] = Math.max(top[t], mesh.position(mesh.vertex(t, c), 0));
      }
    }
    double limit = Arrays.stream(top).sorted().skip(4L * top.length / 5).findFirst().orElseThrow();
    for (int t = 0; t < groups.length; t++) {
      groups[t] = top[t] > limit ? 1 : 0;
    }
    TriMesh split =
        new TriMesh(
            mesh.positions(), mesh.wedgeVertices(), mesh.cornerWedges(), groups, mesh.attributes());
    return ARM.withMeshes(List.of(ARM.meshes().getFirst().withMesh(split)))
        .withMaterials(List.of(List.of(named("skin"), named("face"))));
  }

  private static Material named(String name) {
    return new Material(
        name, Material.Color.WHITE, null, Set.of(), false, false, Material.Alpha.OPAQUE, 0.5);
  }

  private static long triangles(SkinnedCharacter character, int group) {
    TriMesh mesh = new JoinedCharacter(character).mesh();
    return IntStream.range(0, mesh.triangleCount()).filter(t -> mesh.group(t) == group).count();
  }

  private static SimplifyOptions byName(NamedRatio... ratios) {
    return SimplifyOptions.DEFAULTS
        .withLevels(LevelGoal.ratios(0.6, 0.25))
        .withNamedRatios(List.of(ratios))
        .withMeasuring(Measuring.NONE);
  }

  @Test
  void materialsKeepARatioOfTheirOwn() {
    SkinnedCharacter whole = faced();
    double skin = triangles(whole, 0);
    double face = triangles(whole, 1);
    assertThat(face).isGreaterThan(100);
    SimplifyResult made = Simplify.run(whole, byName(new NamedRatio("fa.e", 0.4)), Cases.CONTEXT);
    double[] shares = {0.6, 0.25};
    for (int i = 0; i < shares.length; i++) {
      SkinnedCharacter level = made.levels().get(i).character();
      assertThat((double) triangles(level, 1)).isCloseTo(0.4 * face, within(3.0));
      assertThat((double) triangles(level, 0)).isCloseTo(shares[i] * skin, within(3.0));
      assertThat(made.levels().get(i).reached()).isTrue();
    }
  }

  @Test
  void theFirstRatioThatMatchesCounts() {
    SkinnedCharacter whole = faced();
    SimplifyResult made =
        Simplify.run(
            whole, byName(new NamedRatio("face", 1), new NamedRatio(".*", 0.3)), Cases.CONTEXT);
    SkinnedCharacter level = made.levels().getLast().character();
    assertThat(triangles(level, 1)).isEqualTo(triangles(whole, 1));
    assertThat((double) triangles(level, 0)).isCloseTo(0.3 * triangles(whole, 0), within(3.0));
  }

  @Test
  void aRatioOfNothingIsRefusedWithTheNamesThatAre() {
    assertThatThrownBy(
            () -> Simplify.run(faced(), byName(new NamedRatio("faces", 0.5)), Cases.CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessage(
            "ratio of faces: no mesh or material that is shown has this name; near names are face");
    assertThatThrownBy(
            () -> Simplify.run(faced(), byName(new NamedRatio("wheel", 0.5)), Cases.CONTEXT))
        .hasMessageContaining("there are arm, skin, face");
  }

  @Test
  void whatRatiosCannotReachIsTold() {
    SkinnedCharacter whole = faced();
    SimplifyOptions locked =
        byName(new NamedRatio("face", 0.01)).withLockBones(Pattern.compile(".*"));
    SimplifyResult made = Simplify.run(whole, locked, Cases.CONTEXT);
    assertThat(made.levels().getFirst().reached()).isFalse();
    assertThat(made.notes()).anyMatch(note -> note.contains("face has"));
  }
}
