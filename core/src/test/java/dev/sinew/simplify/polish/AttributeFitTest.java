package dev.sinew.simplify.polish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A square of many triangles and one of few, with attributes that are linear in the position. */
class AttributeFitTest {
  private static final long SEED = 5;
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  /** Returns a square from 0 to 1 of n × n cells with a seam in the middle. */
  private static TriMesh square(int n, double noise) {
    Random random = new Random(SEED);
    int side = n + 1;
    double[] positions = new double[3 * side * side];
    // Two columns of wedges in the middle.
    int columns = side + 1;
    int[] wedgeVertex = new int[columns * side];
    float[] uv = new float[2 * wedgeVertex.length];
    float[] normals = new float[3 * wedgeVertex.length];
    for (int r = 0; r < side; r++) {
      for (int c = 0; c < columns; c++) {
        int column = c <= n / 2 ? c : c - 1;
        int w = columns * r + c;
        wedgeVertex[w] = side * r + column;
        double x = (double) column / n;
        double y = (double) r / n;
        positions[3 * wedgeVertex[w]] = x;
        positions[3 * wedgeVertex[w] + 1] = y;
        double shift = c <= n / 2 ? 0 : 5;
        uv[2 * w] = (float) (2 * x + y + shift + noise * random.nextGaussian());
        uv[2 * w + 1] = (float) (x - y + noise * random.nextGaussian());
        normals[3 * w + 2] = 1;
        normals[3 * w] = (float) (noise * random.nextGaussian());
      }
    }
    int[] corners = new int[6 * n * n];
    int at = 0;
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n; c++) {
        int a = columns * r + (c < n / 2 ? c : c + 1);
        for (int corner : new int[] {0, 1, columns + 1, 0, columns + 1, columns}) {
          corners[at++] = a + corner;
        }
      }
    }
    return new TriMesh(
        positions,
        wedgeVertex,
        corners,
        new int[corners.length / 3],
        List.of(
            new MeshAttribute(MeshAttribute.NORMAL, 3, normals),
            new MeshAttribute(MeshAttribute.UV, 2, uv)));
  }

  @Test
  void linearAttributesAreFound() {
    TriMesh fitted = run(square(8, 0), square(2, 0.02));
    TriMesh exact = square(2, 0);
    for (String name : List.of(MeshAttribute.UV, MeshAttribute.NORMAL)) {
      MeshAttribute found = fitted.attribute(name).orElseThrow();
      MeshAttribute wanted = exact.attribute(name).orElseThrow();
      for (int w = 0; w < exact.wedgeCount(); w++) {
        for (int k = 0; k < found.components(); k++) {
          // The values before have a small weight.
          assertThat(found.value(w, k)).isCloseTo(wanted.value(w, k), within(0.002f));
        }
      }
    }
  }

  @Test
  void perfectAttributesStay() {
    TriMesh level = square(2, 0);
    TriMesh fitted = run(square(8, 0), level);
    assertThat(fitted.attribute(MeshAttribute.UV).orElseThrow().toArray())
        .usingComparatorWithPrecision(1e-5f)
        .containsExactly(level.attribute(MeshAttribute.UV).orElseThrow().toArray());
  }

  /** Samples that face away from the original have nothing to fit to. */
  @Test
  void theBackIsNoTarget() {
    TriMesh level = square(2, 0.02);
    int[] flipped = level.cornerWedges();
    for (int t = 0; t < flipped.length; t += 3) {
      int swap = flipped[t];
      flipped[t] = flipped[t + 1];
      flipped[t + 1] = swap;
    }
    TriMesh back =
        new TriMesh(
            level.positions(), level.wedgeVertices(), flipped, level.groups(), level.attributes());
    TriMesh fitted = run(square(8, 0), back);
    assertThat(fitted.attribute(MeshAttribute.UV).orElseThrow().toArray())
        .containsExactly(level.attribute(MeshAttribute.UV).orElseThrow().toArray());
  }

  /** Across the seam the texture is shifted by 5: such samples have other coordinates. */
  @Test
  void samplesAcrossSeamsAreLeftOut() {
    TriMesh original = square(8, 0);
    TriMesh level = square(2, 0);
    double[] moved = level.positions();
    for (int v = 0; v < level.vertexCount(); v++) {
      moved[3 * v] += moved[3 * v] == 0.5 ? 0.05 : 0;
    }
    TriMesh fitted = run(original, level.withPositions(moved));
    MeshAttribute uv = fitted.attribute(MeshAttribute.UV).orElseThrow();
    for (int w = 0; w < fitted.wedgeCount(); w++) {
      boolean left = uv.value(w, 0) < 4;
      double x = fitted.position(fitted.vertexOfWedge(w), 0);
      double y = fitted.position(fitted.vertexOfWedge(w), 1);
      assertThat((double) uv.value(w, 0)).isCloseTo(2 * x + y + (left ? 0 : 5), within(0.02));
    }
  }

  private static TriMesh run(TriMesh original, TriMesh level) {
    return run(original, level, new BitSet());
  }

  private static TriMesh run(TriMesh original, TriMesh level, BitSet fixed) {
    Geometry geometry = new Geometry("square", level);
    MeshPairs pairs = MeshPairs.atRest(original, level, CONTEXT);
    return AttributeFit.run(pairs, geometry, MorphTargets.NONE, fixed, true, CONTEXT).mesh();
  }

  /** Values of fixed vertices stay bit for bit; their neighbours are fitted as well as before. */
  @Test
  void fixedVerticesKeepTheirAttributes() {
    TriMesh level = square(2, 0.02);
    BitSet fixed = new BitSet();
    fixed.set(4);
    TriMesh fitted = run(square(8, 0), level, fixed);
    for (String name : List.of(MeshAttribute.UV, MeshAttribute.NORMAL)) {
      MeshAttribute before = level.attribute(name).orElseThrow();
      MeshAttribute after = fitted.attribute(name).orElseThrow();
      for (int w = 0; w < level.wedgeCount(); w++) {
        boolean same = true;
        for (int k = 0; k < before.components(); k++) {
          same &= before.value(w, k) == after.value(w, k);
        }
        assertThat(same).as("%s of wedge %d", name, w).isEqualTo(level.vertexOfWedge(w) == 4);
      }
    }
  }

  /** Both surfaces move in the same way, so the pose does not matter, whatever its matrix. */
  @Test
  void normalsOfPosedSurfacesAreTurnedBack() {
    TriMesh original = square(8, 0);
    TriMesh level = square(2, 0.02);
    SkinnedCharacter character = SkinnedCharacter.ofMesh("mesh", level);
    Pose pose = character.restPose();
    pose.setLocal(0, new double[] {0, -1, 0, 3, 2, 0, 0, 1, 0, 0.3, 0.5, 0}, 0);
    pose.update();
    MeshAttribute posed =
        AttributeFit.run(
                LevelOrigin.ofOnePart(
                    new JoinedCharacter(SkinnedCharacter.ofMesh("mesh", original)),
                    level.triangleCount()),
                character,
                WeightedPoses.ofEqualWeight(List.of(pose)),
                new BitSet(),
                true,
                CONTEXT)
            .meshes()
            .getFirst()
            .mesh()
            .attribute(MeshAttribute.NORMAL)
            .orElseThrow();
    assertThat(posed.toArray())
        .usingComparatorWithPrecision(1e-4f)
        .containsExactly(
            run(original, level).attribute(MeshAttribute.NORMAL).orElseThrow().toArray());
  }

  /** A step of two plateaus: its original has a narrow slope, the level none. */
  private static TriMesh step(double[] columns) {
    int n = columns.length;
    double[] positions = new double[6 * n];
    float[] normals = new float[6 * n];
    int[] triangles = new int[6 * (n - 1)];
    for (int i = 0; i < 2 * n; i++) {
      double x = columns[i / 2];
      positions[3 * i] = x < 0 ? x : 0;
      positions[3 * i + 1] = i % 2;
      positions[3 * i + 2] = x < 0 ? 0 : -x;
      double turn = Math.clamp((x + 0.02) / 0.04, 0, 1) * Math.PI / 2;
      normals[3 * i] = (float) Math.sin(turn);
      normals[3 * i + 2] = (float) Math.cos(turn);
    }
    for (int q = 0; q + 1 < n; q++) {
      int a = 2 * q;
      int[] corners = {a, a + 2, a + 3, a, a + 3, a + 1};
      System.arraycopy(corners, 0, triangles, 6 * q, 6);
    }
    return TriMesh.of(positions, triangles)
        .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
  }

  @Test
  void aBevelBecomesACrease() {
    TriMesh original = step(new double[] {-1, -0.5, -0.02, -0.01, 0, 0.01, 0.02, 0.5, 1});
    TriMesh level = step(new double[] {-1, 0, 1});
    TriMesh fitted = run(original, level);
    // Both vertices of the rim have a normal for each side.
    assertThat(fitted.wedgeCount()).isEqualTo(level.wedgeCount() + 2);
    MeshAttribute normals = fitted.attribute(MeshAttribute.NORMAL).orElseThrow();
    for (int t = 0; t < fitted.triangleCount(); t++) {
      int axis = t < 2 ? 2 : 0;
      for (int c = 0; c < 3; c++) {
        assertThat(normals.value(fitted.wedge(t, c), axis)).isGreaterThan(0.97f);
      }
    }
  }

  @Test
  void fixedVerticesGetNoCreases() {
    TriMesh original = step(new double[] {-1, -0.5, -0.02, -0.01, 0, 0.01, 0.02, 0.5, 1});
    TriMesh level = step(new double[] {-1, 0, 1});
    BitSet fixed = new BitSet();
    fixed.set(2, 4); // The rim.
    assertThat(run(original, level, fixed).wedgeCount()).isEqualTo(level.wedgeCount());
  }

  @Test
  void aRoundShapeGetsNoCreases() {
    TriMesh original = cylinder(96);
    TriMesh level = cylinder(8);
    assertThat(run(original, level).wedgeCount()).isEqualTo(level.wedgeCount());
  }

  private static TriMesh cylinder(int sides) {
    double[] positions = new double[6 * sides];
    float[] normals = new float[6 * sides];
    int[] triangles = new int[6 * sides];
    for (int i = 0; i < 2 * sides; i++) {
      int side = i / 2;
      double turn = 2 * Math.PI * side / sides;
      positions[3 * i] = Math.sin(turn);
      positions[3 * i + 1] = i % 2;
      positions[3 * i + 2] = Math.cos(turn);
      normals[3 * i] = (float) Math.sin(turn);
      normals[3 * i + 2] = (float) Math.cos(turn);
    }
    for (int q = 0; q < sides; q++) {
      int a = 2 * q;
      int b = 2 * ((q + 1) % sides);
      int[] corners = {a, b, b + 1, a, b + 1, a + 1};
      System.arraycopy(corners, 0, triangles, 6 * q, 6);
    }
    return TriMesh.of(positions, triangles)
        .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
  }
}
