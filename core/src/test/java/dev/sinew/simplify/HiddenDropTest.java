package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A ball in a shell is dropped if, and only if, the shell hides it in every pose. */
class HiddenDropTest {
  private static final TriMesh SPHERE = sphere();
  private final int all = SPHERE.triangleCount();

  private static TriMesh sphere() {
    RawMesh made = MeshSuite.icosphere(3);
    return TriMesh.of(made.positions(), made.triangles());
  }

  private static TriMesh scaled(double by) {
    return SPHERE.withPositions(Arrays.stream(SPHERE.positions()).map(x -> by * x).toArray());
  }

  private static Material material(Alpha alpha, boolean doubleSided) {
    return new Material("m", Color.WHITE, null, Set.of(), false, false, alpha, 0.5)
        .withDoubleSided(doubleSided);
  }

  /** Returns the number of triangles of the ball that are dropped. */
  private static int dropped(TriMesh shell, MorphTargets morphs, Material material) {
    Skeleton.Builder nodes = Skeleton.builder();
    int ball = nodes.add("ball", Skeleton.NO_PARENT, 0, 0, 0);
    int cover = nodes.add("shell", Skeleton.NO_PARENT, 0, 0, 0);
    SkinnedCharacter character =
        new SkinnedCharacter(
            nodes.build(),
            List.of(),
            List.of(
                new Geometry("ball", scaled(0.95)),
                new Geometry("shell", shell, Skinning.rigid(), morphs)),
            List.of( // Not in the order of the meshes.
                new Part("shell", cover, 1, SkinnedCharacter.NO_SKIN),
                new Part("ball", ball, 0, SkinnedCharacter.NO_SKIN)),
            List.of(),
            List.of(List.of(material(Alpha.OPAQUE, false)), List.of(material)));
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS
            .withRatios(1)
            .withHidden(HiddenSurface.DROP)
            .withMeasuring(Measuring.NONE);
    SimplifyResult result = Simplify.run(character, options, RunContext.ofThreads(2));
    assertThat(result.dropped()).allMatch(part -> part.mesh().equals("ball"));
    int count = result.dropped().stream().mapToInt(SimplifyResult.Dropped::triangles).sum();
    long before = result.before().triangles();
    assertThat(result.levels().getFirst().size().triangles()).isEqualTo(before - count);
    boolean noted = result.notes().stream().anyMatch(note -> note.contains("no hidden surface"));
    assertThat(noted).isEqualTo(count == 0);
    return count;
  }

  @Test
  void aClosedShellHidesTheBall() {
    assertThat(dropped(scaled(1), MorphTargets.NONE, material(Alpha.OPAQUE, false))).isEqualTo(all);
  }

  @Test
  void whatIsSeenThroughHidesNothing() {
    assertThat(dropped(scaled(1), MorphTargets.NONE, material(Alpha.BLEND, false))).isZero();
    assertThat(dropped(scaled(1), MorphTargets.NONE, material(Alpha.MASK, false))).isZero();
  }

  @Test
  void backSidesHideOnlyIfTheyAreShown() {
    TriMesh inwards = scaled(-1); // Mirrored at the centre, so that its fronts are inside.
    assertThat(dropped(inwards, MorphTargets.NONE, material(Alpha.OPAQUE, false))).isZero();
    assertThat(dropped(inwards, MorphTargets.NONE, material(Alpha.OPAQUE, true))).isEqualTo(all);
  }

  @Test
  void aHoleShowsWhatIsBehindItAndARim() {
    TriMesh whole = scaled(1);
    int[] kept =
        IntStream.range(0, all).filter(t -> whole.position(whole.vertex(t, 0), 1) < 0.9).toArray();
    int[] corners = new int[3 * kept.length];
    Arrays.setAll(corners, c -> whole.vertex(kept[c / 3], c % 3));
    TriMesh open = TriMesh.of(whole.positions(), corners);
    int left = all - dropped(open, MorphTargets.NONE, material(Alpha.OPAQUE, true));
    assertThat(left).isBetween(all / 20, 9 * all / 10);
  }

  @Test
  void anExpressionThatOpensTheShellShowsTheBall() {
    float[] away = new float[3 * SPHERE.wedgeCount()];
    for (int w = 0; w < SPHERE.wedgeCount(); w++) {
      away[3 * w] = 5;
    }
    List<float @Nullable []> noNormals = new ArrayList<>();
    noNormals.add(null);
    MorphTargets morphs = new MorphTargets(List.of(away), noNormals, new double[1]);
    assertThat(dropped(scaled(1), morphs, material(Alpha.OPAQUE, false))).isZero();
  }
}
