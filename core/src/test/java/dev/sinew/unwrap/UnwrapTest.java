package dev.sinew.unwrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.Cancellation;
import dev.sinew.run.Progress;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.testkit.AtlasOracle;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Atlases of any mesh are valid; over poses they have little stretch. */
class UnwrapTest {
  static Stream<RawMesh> meshes() {
    return Stream.of(
            MeshSuite.all().stream(),
            Stream.of(
                MeshSuite.torus(24, 12),
                MeshSuite.icosphere(3),
                spiky(MeshSuite.icosphere(3), 7),
                islands(60)))
        .flatMap(s -> s)
        .filter(UnwrapTest::hasTriangle);
  }

  private static boolean hasTriangle(RawMesh mesh) {
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int[] v = Arrays.copyOfRange(mesh.triangles(), 3 * t, 3 * t + 3);
      if (v[0] != v[1] && v[1] != v[2] && v[2] != v[0]) {
        return true;
      }
    }
    return false;
  }

  private static RawMesh spiky(RawMesh mesh, long seed) {
    Random random = new Random(seed);
    double[] out = mesh.positions().clone();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double length = 0.3 + 2 * random.nextDouble();
      for (int k = 0; k < 3; k++) {
        out[3 * v + k] *= length;
      }
    }
    return new RawMesh("spiky, seed " + seed, out, mesh.triangles());
  }

  private static RawMesh islands(int count) {
    double[] positions = new double[9 * count];
    int[] triangles = new int[3 * count];
    for (int i = 0; i < count; i++) {
      double[] own = {i, 0, 0, i + 0.1 + i % 7, 0.2, 0, i, 1 + i % 5, 0.3};
      System.arraycopy(own, 0, positions, 9 * i, 9);
      Arrays.setAll(triangles, c -> c);
    }
    return new RawMesh(count + " islands", positions, triangles);
  }

  private static SkinnedCharacter character(RawMesh raw) {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    TriMesh mesh = TriMesh.of(raw.positions(), raw.triangles());
    return new SkinnedCharacter(
        joints.build(),
        List.of(),
        List.of(new Geometry("mesh", mesh, null, null)),
        List.of(new Part("part", 0, 0, SkinnedCharacter.NO_SKIN)),
        List.of());
  }

  /** Packing in rows is quicker; charts are the same. */
  private static final UnwrapOptions ROWS = UnwrapOptions.DEFAULTS.withPacking(Packing.ROWS);

  private static final SkinnedCharacter ARM = Samples.create("arm").character();

  /** Made once, when first used. */
  private static final class Atlas {
    static final UnwrapResult OF_ARM = unwrap(ARM, UnwrapOptions.DEFAULTS);
  }

  private static UnwrapResult unwrap(SkinnedCharacter character, UnwrapOptions options) {
    try (RunContext context = RunContext.ofThreads(2)) {
      return Unwrap.run(character, options, context);
    }
  }

  private static void requireValid(UnwrapResult result) {
    result
        .sets()
        .forEach(
            (m, set) -> {
              TriMesh mesh = result.character().meshes().get(m).mesh();
              assertThat(mesh.attribute(MeshAttribute.uv(set))).isPresent();
            });
    double[] uv =
        result.sets().keySet().stream()
            .map(m -> cornerUvs(result, m))
            .flatMapToDouble(Arrays::stream)
            .toArray();
    assertThat(AtlasOracle.of(uv)).isEqualTo(new AtlasOracle(0, 0, 0));
    assertThat(result.flipped()).isZero();
    assertThat(result.overlapping()).isZero();
    assertThat(result.packing()).isBetween(0.0, 1.0);
  }

  private static double[] cornerUvs(UnwrapResult result, int m) {
    TriMesh mesh = result.character().meshes().get(m).mesh();
    MeshAttribute uv = mesh.attribute(MeshAttribute.uv(result.set(m))).orElseThrow();
    return CornerUvs.of(mesh, uv);
  }

  @ParameterizedTest
  @MethodSource("meshes")
  void everyMeshGetsAValidAtlas(RawMesh mesh) {
    boolean few = mesh.triangleCount() < 200;
    requireValid(unwrap(character(mesh), few ? UnwrapOptions.DEFAULTS : ROWS));
  }

  static Stream<RawMesh> manifolds() {
    return Stream.of(
        MeshSuite.torus(24, 12),
        MeshSuite.gridWithHole(),
        MeshSuite.cylinder(12, 5),
        spiky(MeshSuite.icosphere(3), 11));
  }

  @ParameterizedTest
  @MethodSource("manifolds")
  void straightBordersInRowsAreValid(RawMesh mesh) {
    requireValid(unwrap(character(mesh), ROWS.withStraight(true)));
  }

  @Test
  void theOracleSeesFlipsAndOverlaps() {
    double[] fine = {0.1, 0.1, 0.1, 0.4, 0.4, 0.1};
    assertThat(AtlasOracle.of(fine)).isEqualTo(new AtlasOracle(0, 0, 0));
    double[] flipped = {0.1, 0.1, 0.4, 0.1, 0.1, 0.4};
    assertThat(AtlasOracle.of(flipped).flipped()).isEqualTo(1);
    double[] twice = new double[12];
    System.arraycopy(fine, 0, twice, 0, 6);
    System.arraycopy(fine, 0, twice, 6, 6);
    assertThat(AtlasOracle.of(twice).overlaps()).isPositive();
  }

  @Test
  void aSceneWithoutTrianglesIsRefused() {
    assertThatThrownBy(
            () -> unwrap(character(MeshSuite.onlyRepeatedIndices()), UnwrapOptions.DEFAULTS))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no triangle");
  }

  @Test
  void aDevelopableMeshBecomesIsometric() {
    // An open cylinder needs two discs; both unroll without stretch.
    UnwrapResult result =
        unwrap(character(MeshSuite.cylinder(32, 8)), UnwrapOptions.DEFAULTS.withCharts(2));
    assertThat(result.charts()).isLessThanOrEqualTo(4);
    assertThat(result.stretch().rest()).isCloseTo(1, within(1e-4));
  }

  @Test
  void theArmHasLessStretchOverPosesThanWithTheRestPose() {
    UnwrapResult rest = unwrap(ARM, ROWS.withMetric(PoseSource.REST));
    requireValid(rest);
    requireValid(Atlas.OF_ARM);
    assertThat(Atlas.OF_ARM.stretch().mean()).isLessThan(rest.stretch().mean());
  }

  @ParameterizedTest
  @EnumSource(PoseSource.class)
  void everyMetricIsValid(PoseSource metric) {
    SkinnedCharacter sample = Samples.create("cylinder-bend").character();
    requireValid(unwrap(sample, ROWS.withMetric(metric)));
  }

  /** Charts by distances from planes are valid, too. */
  @ParameterizedTest
  @MethodSource("manifolds")
  void meanDistancesGiveValidCharts(RawMesh mesh) {
    requireValid(unwrap(character(mesh), ROWS.withPrice(ChartPrice.MEAN_DISTANCE)));
  }

  @Test
  void anyNumberOfThreadsGivesTheSameCoordinates() {
    try (RunContext context = RunContext.ofThreads(1)) {
      UnwrapResult alone = Unwrap.run(ARM, UnwrapOptions.DEFAULTS, context);
      assertThat(cornerUvs(alone, 0)).isEqualTo(cornerUvs(Atlas.OF_ARM, 0));
    }
  }

  @Test
  void theAtlasTakesTheNextFreeSetAndItsIslandsCanBeKept() {
    SkinnedCharacter sample = Samples.create("cylinder-bend").character();
    UnwrapResult first = unwrap(sample, ROWS.withReplace(true));
    assertThat(first.sets().get(0)).isZero();
    UnwrapResult second = unwrap(first.character(), ROWS.withSeams(Seams.ISLANDS));
    assertThat(second.sets().get(0)).isEqualTo(1);
    assertThat(second.charts()).isEqualTo(first.charts());
    requireValid(second);
    UnwrapResult given = unwrap(first.character(), ROWS.withSeams(Seams.GIVEN));
    assertThat(given.charts()).isGreaterThanOrEqualTo(first.charts());
    requireValid(given);
  }

  @Test
  void bitmapsPackBetterThanRows() {
    double rows = unwrap(ARM, ROWS).packing();
    assertThat(Atlas.OF_ARM.packing()).isGreaterThan(rows);
  }

  @Test
  void itCanBeCancelled() {
    Cancellation cancellation = new Cancellation();
    Progress progress = (phase, done, total) -> cancellation.cancel();
    try (RunContext context = new RunContext(2, 1, progress, cancellation)) {
      assertThatThrownBy(() -> Unwrap.run(ARM, UnwrapOptions.DEFAULTS, context))
          .isInstanceOf(CancellationException.class);
    }
  }
}
