package dev.sinew.unwrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Material;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TextureSets;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Atlases of any mesh are valid; over poses they have little stretch. */
class UnwrapTest {
  static Stream<RawMesh> meshes() {
    return Stream.of(
            MeshSuite.all().stream(),
            Stream.of(
                MeshSuite.torus(24, 12),
                MeshSuite.icosphere(3),
                spiky(MeshSuite.icosphere(2), 7),
                islands(20)))
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
    }
    Arrays.setAll(triangles, c -> c);
    return new RawMesh(count + " islands", positions, triangles);
  }

  private static SkinnedCharacter character(RawMesh raw) {
    return SkinnedCharacter.ofMesh("mesh", TriMesh.of(raw.positions(), raw.triangles()));
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
    assertThat(result.figures().flipped()).isZero();
    assertThat(result.figures().overlapping()).isZero();
    assertThat(result.figures().packing()).isBetween(0.0, 1.0);
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
    assertThat(result.figures().charts()).isLessThanOrEqualTo(4);
    assertThat(result.figures().stretch().rest()).isCloseTo(1, within(1e-4));
  }

  @Test
  void theArmHasLessStretchOverPosesThanWithTheRestPose() {
    UnwrapResult rest = unwrap(ARM, ROWS.withMetric(PoseSource.REST));
    requireValid(rest);
    requireValid(Atlas.OF_ARM);
    assertThat(Atlas.OF_ARM.figures().stretch().mean()).isLessThan(rest.figures().stretch().mean());
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
    assertThat(second.figures().charts()).isEqualTo(first.figures().charts());
    requireValid(second);
    UnwrapResult given = unwrap(first.character(), ROWS.withSeams(Seams.GIVEN));
    assertThat(given.figures().charts()).isGreaterThanOrEqualTo(first.figures().charts());
    requireValid(given);
  }

  @Test
  void bitmapsPackBetterThanRows() {
    double rows = unwrap(ARM, ROWS).figures().packing();
    assertThat(Atlas.OF_ARM.figures().packing()).isGreaterThan(rows);
  }

  /** Thousands of islands are packed in a time about proportional to their number. */
  @ParameterizedTest
  @ValueSource(ints = {2000, 5000})
  void thousandsOfIslandsAreValid(int count) {
    UnwrapResult result = unwrap(character(islands(count)), UnwrapOptions.DEFAULTS);
    assertThat(result.figures().charts()).isEqualTo(count);
    assertThat(result.figures().packing()).isGreaterThan(0.2);
    requireValid(result);
  }

  /** A sock, three quarters of a sphere, as one chart: much stretch, but one chart as asked. */
  @Test
  void chartsThatAreAskedForAreNotSplit() {
    SkinnedCharacter sock = character(sock());
    assertThat(unwrap(sock, ROWS).figures().charts()).isGreaterThan(1);
    UnwrapResult one = unwrap(sock, ROWS.withCharts(1));
    assertThat(one.figures().charts()).isEqualTo(1);
    assertThat(one.figures().stretch().rest()).isGreaterThan(1.23);
    requireValid(one);
    assertThat(one.notes()).isEmpty();
    UnwrapResult closed = unwrap(character(MeshSuite.icosphere(2)), ROWS.withCharts(1));
    assertThat(closed.figures().charts()).isGreaterThan(1);
    assertThat(closed.notes()).anyMatch(note -> note.contains("instead of 1"));
  }

  /** Islands made by hand, whatever their stretch, mirrored ones included. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givenIslandsStayWhole(boolean mirrored) {
    SkinnedCharacter sock = character(sock());
    TriMesh mesh = sock.meshes().getFirst().mesh();
    float[] uv = new float[2 * mesh.wedgeCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      // Seen from below: rings of the sock are circles around the middle.
      int v = mesh.vertexOfWedge(w);
      double x = mesh.position(v, 0), y = mesh.position(v, 1), z = mesh.position(v, 2);
      double angle = Math.atan2(z, x);
      double radius = 0.45 * Math.acos(Math.clamp(-y, -1.0, 1.0)) / Math.PI;
      uv[2 * w] = (float) (0.5 + (mirrored ? -1 : 1) * radius * Math.cos(angle));
      uv[2 * w + 1] = (float) (0.5 + radius * Math.sin(angle));
    }
    TriMesh textured = mesh.withAttribute(new MeshAttribute(MeshAttribute.UV, 2, uv));
    SkinnedCharacter given = sock.withMeshes(List.of(sock.meshes().getFirst().withMesh(textured)));
    UnwrapResult result = unwrap(given, ROWS.withSeams(Seams.ISLANDS));
    assertThat(result.figures().charts()).isEqualTo(1);
    assertThat(result.notes()).isEmpty();
    requireValid(result);
  }

  /**
   * A long sock: a conformal map of it makes the toe so small that the steps after it do not get
   * far. The given rings around the toe have less stretch, and then they are the chart.
   */
  @Test
  void everyIslandGetsTheBetterMap() {
    SkinnedCharacter sock = character(longSock());
    TriMesh mesh = sock.meshes().getFirst().mesh();
    float[] uv = new float[2 * mesh.wedgeCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      int v = mesh.vertexOfWedge(w);
      double angle = Math.atan2(mesh.position(v, 2), mesh.position(v, 0));
      double radius = 0.02 * mesh.position(v, 1);
      uv[2 * w] = (float) (0.5 + radius * Math.cos(angle));
      uv[2 * w + 1] = (float) (0.5 + radius * Math.sin(angle));
    }
    TriMesh textured = mesh.withAttribute(new MeshAttribute(MeshAttribute.UV, 2, uv));
    SkinnedCharacter given = sock.withMeshes(List.of(sock.meshes().getFirst().withMesh(textured)));
    UnwrapResult result = unwrap(given, ROWS.withSeams(Seams.ISLANDS));
    requireValid(result);
    UnwrapResult.GivenCharts charts = Objects.requireNonNull(result.figures().given());
    assertThat(charts.charts()).isEqualTo(1);
    double before =
        new Stretch(textured, textured.attribute(MeshAttribute.UV).orElseThrow())
            .at(textured.positions());
    assertThat(Objects.requireNonNull(charts.stretch())).isCloseTo(before, within(1e-6));
    assertThat(result.figures().stretch().rest()).isLessThanOrEqualTo(before);
  }

  /** A closed end at the origin and a tube of radius 1 and length 20. */
  private static RawMesh longSock() {
    int around = 24;
    int rings = 40;
    double[] positions = new double[3 * (around * rings + 1)];
    int[] triangles = new int[3 * (around + 2 * around * (rings - 1))];
    int at = 0;
    for (int r = 0; r < rings; r++) {
      for (int k = 0; k < around; k++) {
        double angle = 2 * Math.PI * k / around;
        int v = 1 + r * around + k;
        int next = 1 + r * around + (k + 1) % around;
        positions[3 * v] = Math.cos(angle);
        positions[3 * v + 1] = 0.5 * (r + 1);
        positions[3 * v + 2] = Math.sin(angle);
        int[] own =
            r == 0
                ? new int[] {0, v, next}
                : new int[] {v - around, v, next, v - around, next, next - around};
        System.arraycopy(own, 0, triangles, at, own.length);
        at += own.length;
      }
    }
    return new RawMesh("long sock", positions, triangles);
  }

  /** Sets that no texture uses are dropped, and the atlas takes the first number that is free. */
  @Test
  void theAtlasIsAmongTheFirstSets() {
    SkinnedCharacter seven = TexturedSets.of(ARM, 7, 4);
    UnwrapResult result = unwrap(seven, ROWS);
    assertThat(result.sets()).containsEntry(0, 1);
    TriMesh mesh = result.character().meshes().getFirst().mesh();
    assertThat(TextureSets.of(mesh)).containsExactly(0, 1);
    Material material = result.character().material(0, 0).orElseThrow();
    assertThat(material.use().sets()).containsExactly(0);
    assertThat(material.texture().orElseThrow().set()).isZero();
    TriMesh before = seven.meshes().getFirst().mesh();
    for (int w = 0; w < before.wedgeCount(); w++) {
      assertThat(mesh.attribute(MeshAttribute.uv(0)).orElseThrow().value(w, 0))
          .isEqualTo(before.attribute(MeshAttribute.uv(4)).orElseThrow().value(w, 0));
    }
    assertThat(result.notes())
        .anyMatch(note -> note.contains("texture coordinates 0, 1, 2, 3, 5, 6 are dropped"));
  }

  /** What may be in use stays with its number, and a set that few programs know has a warning. */
  @Test
  void setsWithUnknownUsesStay() {
    SkinnedCharacter seven = TexturedSets.withUnknownUses(TexturedSets.of(ARM, 7, 4));
    UnwrapResult result = unwrap(seven, ROWS);
    assertThat(result.sets()).containsEntry(0, 7);
    Material material = result.character().material(0, 0).orElseThrow();
    assertThat(material.texture().orElseThrow().set()).isEqualTo(4);
    assertThat(TextureSets.of(result.character().meshes().getFirst().mesh())).hasSize(8);
    assertThat(result.notes()).anyMatch(note -> note.contains("set 7"));
  }

  /** The textures of a mesh without any may be elsewhere: its first set stays. */
  @Test
  void theFirstSetOfAMeshWithoutTexturesStays() {
    SkinnedCharacter seven = TexturedSets.of(ARM, 7, 4);
    seven = seven.withMaterials(List.of(List.of(Material.PLAIN)));
    UnwrapResult result = unwrap(seven, ROWS);
    assertThat(result.sets()).containsEntry(0, 1);
    assertThat(TextureSets.of(result.character().meshes().getFirst().mesh())).containsExactly(0, 1);
  }

  /** Characters with several sets of texture coordinates. */
  private static final class TexturedSets {
    /** Returns a character whose texture is on one of several sets; the others are of no use. */
    static SkinnedCharacter of(SkinnedCharacter character, int count, int used) {
      Geometry geometry = character.meshes().getFirst();
      TriMesh mesh = geometry.mesh();
      MeshAttribute own = mesh.attribute(MeshAttribute.UV).orElseThrow();
      for (int set = 0; set < count; set++) {
        float[] other = new float[2 * mesh.wedgeCount()];
        Arrays.fill(other, 0.1f * set);
        mesh =
            mesh.withAttribute(
                set == used
                    ? own.withName(MeshAttribute.uv(set))
                    : new MeshAttribute(MeshAttribute.uv(set), 2, other));
      }
      Material material = character.material(0, 0).orElseThrow();
      Map<String, Material.Texture> textures = new HashMap<>();
      material.textures().forEach((slot, texture) -> textures.put(slot, texture.withSet(used)));
      return character
          .withMeshes(List.of(geometry.withMesh(mesh)))
          .withMaterials(List.of(List.of(material.withTextures(textures))));
    }

    static SkinnedCharacter withUnknownUses(SkinnedCharacter character) {
      Material old = character.material(0, 0).orElseThrow();
      Material material =
          new Material(
              old.name(),
              old.baseColor(),
              old.textures(),
              old.factors(),
              new Material.TextureUse(old.use().sets(), true, old.use().tangents()),
              old.unlit(),
              old.opacity(),
              old.doubleSided());
      return character.withMaterials(List.of(List.of(material)));
    }
  }

  /** A sphere without its top. */
  private static RawMesh sock() {
    int around = 24;
    int rings = 14;
    double[] positions = new double[3 * (around * rings + 1)];
    positions[1] = -1;
    int[] triangles = new int[3 * (around + 2 * around * (rings - 1))];
    int at = 0;
    for (int r = 0; r < rings; r++) {
      double turn = 0.94 * Math.PI * (r + 1) / rings;
      for (int k = 0; k < around; k++) {
        double angle = 2 * Math.PI * k / around;
        int v = 1 + r * around + k;
        int next = 1 + r * around + (k + 1) % around;
        positions[3 * v] = Math.sin(turn) * Math.cos(angle);
        positions[3 * v + 1] = -Math.cos(turn);
        positions[3 * v + 2] = Math.sin(turn) * Math.sin(angle);
        int[] own =
            r == 0
                ? new int[] {0, v, next}
                : new int[] {v - around, v, next, v - around, next, next - around};
        System.arraycopy(own, 0, triangles, at, own.length);
        at += own.length;
      }
    }
    return new RawMesh("sock", positions, triangles);
  }

  /** A model that cannot move has no poses to assume. */
  @Test
  void aModelWithoutASkinIsMeasuredAtRest() {
    UnwrapResult result = unwrap(character(MeshSuite.icosphere(2)), ROWS);
    assertThat(result.metric()).isEqualTo(PoseSource.REST);
    assertThat(result.notes()).isEmpty();
    assertThat(result.figures().stretch().frames()).isZero();
    assertThat(result.figures().stretch().mean()).isEqualTo(result.figures().stretch().rest());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everySampleGetsAValidAtlas(String name) {
    requireValid(unwrap(Samples.create(name).character(), ROWS));
  }

  static Stream<String> samples() {
    return Samples.names().stream();
  }

  /** Borders between charts have no turn but at corners. */
  @Test
  void straightBordersAreStraight() {
    UnwrapResult free = Atlas.OF_ARM;
    UnwrapResult straight = unwrap(ARM, ROWS.withStraight(true));
    requireValid(straight);
    assertThat(turns(straight)).isLessThan(turns(free) / 8);
    // The price of straight borders: the stretch of every chart grows by a tenth at most.
    assertThat(straight.figures().stretch().mean())
        .isLessThan(1.1 * free.figures().stretch().mean());
  }

  /** Returns the number of boundary vertices at which the boundary turns by over half a degree. */
  private static int turns(UnwrapResult result) {
    double[] uv = cornerUvs(result, 0);
    int[] place = places(result, uv);
    Set<Long> sides = new HashSet<>();
    for (int c = 0; c < place.length; c++) {
      sides.add((long) place[c] << 32 | place[next(c)]);
    }
    Map<Integer, double[]> into = new HashMap<>();
    Map<Integer, double[]> out = new HashMap<>();
    for (int c = 0; c < place.length; c++) {
      int next = next(c);
      if (!sides.contains((long) place[next] << 32 | place[c])) {
        double[] along = {uv[2 * next] - uv[2 * c], uv[2 * next + 1] - uv[2 * c + 1]};
        out.put(place[c], along);
        into.put(place[next], along);
      }
    }
    int count = 0;
    for (Map.Entry<Integer, double[]> entry : into.entrySet()) {
      double[] a = entry.getValue();
      double[] b = out.getOrDefault(entry.getKey(), a);
      double angle = Math.atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
      count += Math.abs(angle) > Math.toRadians(0.5) ? 1 : 0;
    }
    return count;
  }

  private static int next(int corner) {
    return corner % 3 == 2 ? corner - 2 : corner + 1;
  }

  /** Returns a number per corner that is the same for equal places of the texture. */
  private static int[] places(UnwrapResult result, double[] uv) {
    TriMesh mesh = result.character().meshes().getFirst().mesh();
    Map<List<Double>, Integer> known = new HashMap<>();
    int[] out = new int[3 * mesh.triangleCount()];
    for (int c = 0; c < out.length; c++) {
      List<Double> key = List.of((double) mesh.vertex(c / 3, c % 3), uv[2 * c], uv[2 * c + 1]);
      out[c] = known.merge(key, known.size(), (old, fresh) -> old);
    }
    return out;
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
