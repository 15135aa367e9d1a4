package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplesTest {
  private static final Map<String, Sample> MADE = new HashMap<>();

  private static Sample sample(String name) {
    return MADE.computeIfAbsent(name, Samples::create);
  }

  static List<String> names() {
    return Samples.names();
  }

  @Test
  void rejectsAnUnknownName() {
    assertThatThrownBy(() -> Samples.create("unicorn"))
        .hasMessageContaining("biped")
        .hasMessageContaining("unicorn");
  }

  @ParameterizedTest
  @MethodSource("names")
  void surfaceIsAClosedOrientedSphere(String name) {
    TriMesh mesh = sample(name).mesh();
    Topology topology = Topology.of(mesh);
    assertThat(topology.boundaryEdgeCount()).isZero();
    assertThat(topology.nonManifoldEdges()).isEmpty();
    assertThat(topology.nonManifoldVertices()).isEmpty();
    assertThat(topology.isolatedVertexCount()).isZero();
    assertThat(topology.degenerateTriangleCount()).isZero();
    assertThat(topology.components()).containsOnly(0);
    assertThat(mesh.vertexCount() - topology.edgeCount() + mesh.triangleCount()).isEqualTo(2);
    Set<Long> directed = new HashSet<>();
    int[] t = mesh.triangles();
    for (int c = 0; c < t.length; c++) {
      int next = c % 3 == 2 ? c - 2 : c + 1;
      assertThat(directed.add((long) t[c] << 32 | t[next])).isTrue();
    }
    assertThat(volume(mesh.positions(), t)).isPositive();
  }

  @ParameterizedTest
  @MethodSource("names")
  void normalsPointOutwardsAndTextureHasSeams(String name) {
    TriMesh mesh = sample(name).mesh();
    MeshAttribute normal = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
    MeshAttribute uv = mesh.attribute(MeshAttribute.UV).orElseThrow();
    double[] x = mesh.positions();
    int slanted = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] n = faceNormal(x, mesh, t);
      for (int k = 0; k < 3; k++) {
        int w = mesh.wedge(t, k);
        double dot = 0;
        double length = 0;
        for (int c = 0; c < 3; c++) {
          dot += n[c] * normal.value(w, c);
          length += normal.value(w, c) * normal.value(w, c);
        }
        assertThat(length).isCloseTo(1, within(1e-5));
        assertThat(dot).isPositive();
        slanted += dot < 0.6 ? 1 : 0;
      }
    }
    assertThat(slanted).isLessThan(mesh.triangleCount() / 50);
    for (float value : uv.toArray()) {
      assertThat(value).isBetween(0f, 1f);
    }
    assertThat(mesh.wedgeCount()).isBetween(mesh.vertexCount() + 20, 2 * mesh.vertexCount());
    int mirrored = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      mirrored += signedUvArea(mesh, uv, t) <= 0 ? 1 : 0;
    }
    assertThat(mirrored).isLessThan(mesh.triangleCount() / 25);
  }

  @ParameterizedTest
  @MethodSource("names")
  void weightsAreSmoothAndFew(String name) {
    Sample sample = sample(name);
    Influences influences = sample.influences();
    assertThat(influences.maxCount()).isBetween(2, 8);
    assertThat(influences.jointsNeeded()).isEqualTo(sample.skin().jointCount());
    Topology topology = Topology.of(sample.mesh());
    for (int e = 0; e < topology.edgeCount(); e++) {
      double[] difference = new double[sample.skin().jointCount()];
      for (int end = 0; end < 2; end++) {
        int v = topology.edgeVertex(e, end);
        for (int i = 0; i < influences.count(v); i++) {
          difference[influences.joint(v, i)] += (1 - 2 * end) * influences.weight(v, i);
        }
      }
      assertThat(Arrays.stream(difference).map(Math::abs).max().orElseThrow()).isLessThan(0.45);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"biped", "quadruped"})
  void limbsDoNotInfluenceOtherLimbs(String name) {
    Sample sample = sample(name);
    Influences influences = sample.influences();
    Set<String> ends =
        Set.of("foreArm", "hand", "shin", "foot", "toes", "foreShank", "foreHoof", "hock", "hoof");
    Set<String> trunk = Set.of("hips", "spine", "chest", "pelvis", "neck", "head");
    int checked = 0;
    for (int v = 0; v < influences.vertexCount(); v++) {
      String owner = joint(sample, v, 0);
      boolean isEnd = owner.contains(".") && ends.contains(owner.substring(0, owner.length() - 2));
      double left = 0;
      double right = 0;
      for (int i = 0; i < influences.count(v); i++) {
        String other = joint(sample, v, i);
        left += other.endsWith(".L") ? influences.weight(v, i) : 0;
        right += other.endsWith(".R") ? influences.weight(v, i) : 0;
        if (isEnd && trunk.contains(other)) {
          assertThat(influences.weight(v, i))
              .as("%s at a vertex of %s", other, owner)
              .isLessThan(0.02);
        }
      }
      if (isEnd) {
        assertThat(Math.min(left, right)).isZero();
        checked++;
      }
      assertThat(Math.min(left, right)).isLessThan(0.35);
    }
    assertThat(checked).isGreaterThan(500);
  }

  @ParameterizedTest
  @MethodSource("names")
  void examplesStartAtRestAndDifferFromLinearBlending(String name) {
    Sample sample = sample(name);
    double[] rest = sample.mesh().positions();
    assertThat(sample.examples().positions(0)).isEqualTo(Assembly.narrow(rest));
    assertThat(blended(sample, 0))
        .satisfies(x -> assertThat(maxDistance(x, rest)).isLessThan(1e-12));
    double unit = sample.mesh().bounds().longestSide();
    double sum = 0;
    double max = 0;
    for (int f = 0; f < sample.examples().frameCount(); f++) {
      double[] example = widened(sample.examples().positions(f));
      double[] blended = blended(sample, f);
      max = Math.max(max, maxDistance(example, blended));
      for (int i = 0; i < example.length; i++) {
        sum += (example[i] - blended[i]) * (example[i] - blended[i]);
      }
    }
    double rms = Math.sqrt(sum / sample.examples().frameCount() / (rest.length / 3.0));
    assertThat(rms / unit).isBetween(0.0025, 0.02);
    assertThat(max / unit).isLessThan(0.1);
  }

  /** Folds of the skin in bent joints are few; at rest there are none. */
  @ParameterizedTest
  @ValueSource(strings = {"arm", "biped", "quadruped"})
  void neighbouringTrianglesHardlyEverFaceEachOther(String name) {
    Sample sample = sample(name);
    TriMesh mesh = sample.mesh();
    Topology topology = Topology.of(mesh);
    for (int f = 0; f < sample.examples().frameCount(); f++) {
      double[] x = widened(sample.examples().positions(f));
      int folded = 0;
      for (int e = 0; e < topology.edgeCount(); e++) {
        double[] a = faceNormal(x, mesh, topology.edgeTriangle(e, 0));
        double[] b = faceNormal(x, mesh, topology.edgeTriangle(e, 1));
        folded += a[0] * b[0] + a[1] * b[1] + a[2] * b[2] < 0 ? 1 : 0;
      }
      assertThat(folded)
          .as(sample.examples().name(f))
          .isLessThanOrEqualTo(f == 0 ? 0 : topology.edgeCount() / 100);
    }
  }

  @Test
  void swollenMuscleIsThickerThanAtRest() {
    Sample arm = sample("arm");
    int bent = -1;
    for (int f = 0; f < arm.examples().frameCount(); f++) {
      bent = arm.examples().name(f).equals("bend 90 twist 0") ? f : bent;
    }
    // The top of the upper arm, far from the elbow, where linear blending moves nothing.
    double before = 0;
    double after = 0;
    for (int v = 0; v < arm.mesh().vertexCount(); v++) {
      if (Math.abs(arm.mesh().position(v, 0) - 0.15) < 0.02) {
        before = Math.max(before, arm.mesh().position(v, 1));
        after = Math.max(after, arm.examples().position(bent, v, 1));
      }
    }
    assertThat(after).isGreaterThan(before + 0.008);
  }

  @Test
  void clipsHaveTheirDurationAndLoop() {
    assertDurations("cylinder-bend", Map.of("bend", 2.0));
    assertDurations("cylinder-twist", Map.of("twist", 2.0));
    assertDurations("arm", Map.of("flex", 2.0, "twist", 2.0));
    assertDurations("biped", Map.of("walk", 1.0, "wave", 2.0, "squat", 2.0));
    assertDurations("quadruped", Map.of("walk", 1.2, "run", 0.6, "graze", 4.0));
  }

  private static void assertDurations(String name, Map<String, Double> expected) {
    List<Clip> clips = sample(name).character().clips();
    Map<String, Double> actual = new HashMap<>();
    for (Clip clip : clips.subList(0, clips.size() - 1)) {
      actual.put(clip.name(), clip.duration());
      for (Clip.Track track : clip.tracks()) {
        double[] values = track.values();
        int n = track.components();
        assertThat(Arrays.copyOf(values, n))
            .isEqualTo(Arrays.copyOfRange(values, values.length - n, values.length));
      }
    }
    assertThat(actual).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("names")
  void lastClipContainsTheExamplePoses(String name) {
    Sample sample = sample(name);
    Clip clip = sample.character().clips().getLast();
    assertThat(clip.name()).isEqualTo(Sample.EXAMPLES_CLIP);
    Pose pose = sample.character().restPose();
    double[] played = new double[Affine.SIZE];
    double[] expected = new double[Affine.SIZE];
    for (int f = 0; f < sample.poses().size(); f++) {
      clip.sample(f / Sample.EXAMPLES_PER_SECOND, pose);
      for (int j = 0; j < pose.skeleton().jointCount(); j++) {
        pose.copyGlobal(j, played, 0);
        sample.poses().get(f).copyGlobal(j, expected, 0);
        assertThat(played).containsExactly(expected, within(1e-12));
      }
    }
  }

  @Test
  void bodiesHaveTheirSize() {
    assertThat(sample("biped").skin().jointCount()).isEqualTo(21);
    assertThat(sample("biped").mesh().triangleCount()).isBetween(6000, 8000);
    assertThat(sample("quadruped").skin().jointCount()).isEqualTo(25);
    assertThat(sample("quadruped").mesh().triangleCount()).isBetween(7500, 9000);
  }

  @ParameterizedTest
  @MethodSource("names")
  void isDeterministic(String name) {
    Sample a = sample(name);
    Sample b = Samples.make(name);
    assertThat(b.mesh().positions()).isEqualTo(a.mesh().positions());
    assertThat(b.mesh().cornerWedges()).isEqualTo(a.mesh().cornerWedges());
    for (int f = 0; f < a.examples().frameCount(); f++) {
      assertThat(b.examples().positions(f)).isEqualTo(a.examples().positions(f));
    }
  }

  private static String joint(Sample sample, int vertex, int i) {
    return sample
        .character()
        .skeleton()
        .name(sample.skin().joint(sample.influences().joint(vertex, i)));
  }

  private static double[] blended(Sample sample, int frame) {
    double[] matrices = new double[Affine.SIZE * sample.skin().jointCount()];
    sample.skin().skinningMatrices(sample.poses().get(frame), matrices);
    double[] rest = sample.mesh().positions();
    double[] out = new double[rest.length];
    double[] moved = new double[3];
    Influences influences = sample.influences();
    for (int v = 0; v < rest.length / 3; v++) {
      for (int i = 0; i < influences.count(v); i++) {
        Affine.transformPoint(
            matrices, Affine.SIZE * influences.joint(v, i), rest, 3 * v, moved, 0);
        for (int c = 0; c < 3; c++) {
          out[3 * v + c] += influences.weight(v, i) * moved[c];
        }
      }
    }
    return out;
  }

  private static double maxDistance(double[] a, double[] b) {
    double max = 0;
    for (int i = 0; i < a.length; i += 3) {
      double sum = 0;
      for (int c = i; c < i + 3; c++) {
        sum += (a[c] - b[c]) * (a[c] - b[c]);
      }
      max = Math.max(max, Math.sqrt(sum));
    }
    return max;
  }

  private static double[] widened(float[] values) {
    double[] out = new double[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i];
    }
    return out;
  }

  private static double[] faceNormal(double[] x, TriMesh mesh, int t) {
    int a = 3 * mesh.vertex(t, 0);
    int b = 3 * mesh.vertex(t, 1);
    int c = 3 * mesh.vertex(t, 2);
    double[] n = new double[3];
    for (int k = 0; k < 3; k++) {
      int i = (k + 1) % 3;
      int j = (k + 2) % 3;
      n[k] =
          (x[b + i] - x[a + i]) * (x[c + j] - x[a + j])
              - (x[b + j] - x[a + j]) * (x[c + i] - x[a + i]);
    }
    double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++) {
      n[k] /= length;
    }
    return n;
  }

  private static double volume(double[] x, int[] triangles) {
    double sum = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      int a = 3 * triangles[t];
      int b = 3 * triangles[t + 1];
      int c = 3 * triangles[t + 2];
      sum +=
          x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1])
              + x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2])
              + x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
    }
    return sum / 6;
  }

  private static double signedUvArea(TriMesh mesh, MeshAttribute uv, int t) {
    int a = mesh.wedge(t, 0);
    int b = mesh.wedge(t, 1);
    int c = mesh.wedge(t, 2);
    return (uv.value(b, 0) - uv.value(a, 0)) * (uv.value(c, 1) - uv.value(a, 1))
        - (uv.value(c, 0) - uv.value(a, 0)) * (uv.value(b, 1) - uv.value(a, 1));
  }
}
