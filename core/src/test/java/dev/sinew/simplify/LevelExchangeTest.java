package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.LevelExchange.State;
import dev.sinew.simplify.polish.LevelOrigin;
import dev.sinew.simplify.polish.VertexExchange;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels of built-in characters, and of a plain with a hill, whose vertices are exchanged. */
class LevelExchangeTest {
  private static final double LOOK = SimplifyOptions.DEFAULTS.emphasis().look();
  private static final SimplifyOptions TENTH =
      SimplifyOptions.DEFAULTS.withRatios(0.1).withMeasuring(Measuring.NONE);

  private static final Case BIPED = Case.of(Samples.create("biped").character());

  /** A character, poses of it and one of its levels. */
  private record Case(SkinnedCharacter whole, WeightedPoses poses, State before) {
    static Case of(SkinnedCharacter whole) {
      WeightedPoses poses =
          PoseKnowledge.orSkeleton(PoseSource.CLIPS, whole, 1)
              .samplePoses(new JoinedCharacter(whole), 14);
      return of(whole, poses, made(whole, TENTH.withInsert(false)));
    }

    static Case of(SkinnedCharacter whole, WeightedPoses poses, SkinnedCharacter level) {
      int triangles = new JoinedCharacter(level).mesh().triangleCount();
      LevelOrigin origin = LevelOrigin.ofOnePart(new JoinedCharacter(whole), triangles);
      return new Case(whole, poses, new State(level, origin));
    }

    State exchanged(Function<JoinedCharacter, BitSet> fixed, RunContext context) {
      return new LevelExchange(poses, LOOK, MaterialSeams::new, fixed, context).run(before);
    }

    State exchanged() {
      return exchanged(level -> new BitSet(), Cases.CONTEXT);
    }
  }

  private static SkinnedCharacter made(SkinnedCharacter from, SimplifyOptions options) {
    return Simplify.run(from, options, Cases.CONTEXT).levels().getFirst().character();
  }

  private static TriMesh mesh(State state) {
    return new JoinedCharacter(state.level()).mesh();
  }

  /** Returns the Euler characteristic of a mesh whose corners are joined by a number. */
  private static int euler(TriMesh mesh, IntUnaryOperator ofWedge) {
    Set<Integer> points = new HashSet<>();
    Set<Long> edges = new HashSet<>();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      for (int c = 0; c < 3; c++) {
        int a = ofWedge.applyAsInt(mesh.wedge(t, c));
        int b = ofWedge.applyAsInt(mesh.wedge(t, (c + 1) % 3));
        points.add(a);
        edges.add((long) Math.min(a, b) << 32 | Math.max(a, b));
      }
    }
    return points.size() - edges.size() + mesh.triangleCount();
  }

  @ParameterizedTest
  @ValueSource(strings = {"arm", "biped"})
  void isNoFurtherFromTheOriginalWithAsManyTriangles(String name) {
    Case own = Case.of(Samples.create(name).character());
    State after = own.exchanged();
    assertThat(mesh(after).triangleCount())
        .isLessThanOrEqualTo(mesh(own.before).triangleCount())
        .isGreaterThan(mesh(own.before).triangleCount() - 3);
    assertThat(after.origin().levelParts()).hasSize(mesh(after).triangleCount());
    VertexExchange sampled =
        VertexExchange.of(own.before.origin(), own.before.level(), own.poses, LOOK, Cases.CONTEXT);
    double error = sampled.after(after.origin(), after.level(), own.poses, LOOK).error();
    assertThat(error).isLessThanOrEqualTo(sampled.error());
  }

  @Test
  void keepsTopologySeamsAndMaterials() {
    State after = BIPED.exchanged();
    TriMesh old = mesh(BIPED.before);
    TriMesh now = mesh(after);
    assertThat(now.positions()).isNotEqualTo(old.positions());
    assertThat(euler(now, now::vertexOfWedge)).isEqualTo(euler(old, old::vertexOfWedge));
    assertThat(euler(now, w -> w)).isEqualTo(euler(old, w -> w));
    assertThat(new TreeSet<>(Arrays.stream(now.groups()).boxed().toList()))
        .isEqualTo(new TreeSet<>(Arrays.stream(old.groups()).boxed().toList()));
    assertThat(new JoinedCharacter(after.level()).influences().maxCount())
        .isLessThanOrEqualTo(new JoinedCharacter(BIPED.before.level()).influences().maxCount());
  }

  /** The level of a hill on a plain is a regular grid; its plain needs no vertices. */
  @Test
  void movesVerticesFromThePlainToTheHill() {
    SkinnedCharacter whole = Cases.still(hill(48));
    WeightedPoses rest = WeightedPoses.ofEqualWeight(Collections.nCopies(14, whole.restPose()));
    Case own = Case.of(whole, rest, Cases.still(hill(8)));
    TriMesh now = mesh(own.exchanged());
    assertThat(now.triangleCount()).isLessThanOrEqualTo(hill(8).triangleCount());
    assertThat(verticesOnHill(now)).isGreaterThan(verticesOnHill(hill(8)));
  }

  private static TriMesh hill(int n) {
    double[] positions = new double[3 * (n + 1) * (n + 1)];
    for (int i = 0; i < (n + 1) * (n + 1); i++) {
      int row = i / (n + 1);
      positions[3 * i] = (double) (i % (n + 1)) / n;
      positions[3 * i + 1] = (double) row / n;
      double distance = Math.hypot(positions[3 * i] - 0.5, positions[3 * i + 1] - 0.5);
      positions[3 * i + 2] = 0.2 * Math.max(0, Math.cos(2 * Math.PI * distance));
    }
    int[] triangles = new int[6 * n * n];
    for (int q = 0; q < n * n; q++) {
      int a = (n + 1) * (q / n) + q % n;
      int[] corners = {a, a + 1, a + n + 2, a, a + n + 2, a + n + 1};
      System.arraycopy(corners, 0, triangles, 6 * q, 6);
    }
    return TriMesh.of(positions, triangles);
  }

  private static int verticesOnHill(TriMesh mesh) {
    int count = 0;
    for (int v = 0; v < mesh.vertexCount(); v++) {
      count += mesh.position(v, 2) > 0.02 ? 1 : 0;
    }
    return count;
  }

  @Test
  void isTheSameOnAnyNumberOfThreads() {
    State one = BIPED.exchanged();
    try (RunContext context = RunContext.ofThreads(3)) {
      State three = BIPED.exchanged(level -> new BitSet(), context);
      assertThat(mesh(three).positions()).isEqualTo(mesh(one).positions());
      assertThat(mesh(three).cornerWedges()).isEqualTo(mesh(one).cornerWedges());
      assertThat(three.origin().levelParts()).isEqualTo(one.origin().levelParts());
    }
  }

  @Test
  void fixedVerticesStay() {
    JoinedCharacter level = new JoinedCharacter(BIPED.before.level());
    Pattern arm = Pattern.compile("(?i).*(arm|hand).*");
    BitSet fixed = new BonePattern(arm).points(level);
    assertThat(fixed.cardinality()).isPositive();
    TriMesh now = mesh(BIPED.exchanged(new BonePattern(arm)::points, Cases.CONTEXT));
    Set<String> places = new HashSet<>();
    for (int v = 0; v < now.vertexCount(); v++) {
      places.add(place(now, v));
    }
    assertThat(fixed.stream().mapToObj(v -> place(level.mesh(), v))).allMatch(places::contains);
  }

  private static String place(TriMesh mesh, int v) {
    return mesh.position(v, 0) + " " + mesh.position(v, 1) + " " + mesh.position(v, 2);
  }

  @Test
  void levelsOfAStreamKeepTheVerticesOfTheCollapses() {
    SimplifyOptions blended = TENTH.withFlips(false);
    assertThat(corners(made(BIPED.whole, blended.withInsert(true))))
        .isEqualTo(corners(made(BIPED.whole, blended.withInsert(false))));
    assertThat(corners(made(BIPED.whole, TENTH.withInsert(true))))
        .isNotEqualTo(corners(made(BIPED.whole, TENTH.withInsert(false))));
  }

  private static int[] corners(SkinnedCharacter level) {
    return new JoinedCharacter(level).mesh().cornerWedges();
  }
}
