package dev.sinew.simplify.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.collapse.ShownAttributes;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AttributeQuadricsTest {
  private static final long SEED = 3;
  private static final RunContext CONTEXT = RunContext.ofThreads(1);
  private static final RawMesh BALL = MeshSuite.icosphere(1);

  private static JoinedCharacter ball(float[] colors) {
    TriMesh mesh =
        TriMesh.of(BALL.positions(), BALL.triangles())
            .withAttribute(new MeshAttribute(MeshAttribute.COLOR, 3, colors));
    return new JoinedCharacter(SkinnedCharacter.ofMesh("ball", mesh));
  }

  private static float[] randomColors() {
    Random random = new Random(SEED);
    float[] colors = new float[BALL.positions().length];
    for (int i = 0; i < colors.length; i++) {
      colors[i] = random.nextFloat();
    }
    return colors;
  }

  /** In a second pose everything has twice the size: the mean area is 1.75 times that at rest. */
  private static AttributeQuadrics quadrics(CollapseMesh mesh, JoinedCharacter character) {
    PosedPoints posed = new PosedPoints(mesh.pointCount(), 2);
    for (int p = 0; p < mesh.pointCount(); p++) {
      double x = BALL.positions()[3 * p];
      double y = BALL.positions()[3 * p + 1];
      double z = BALL.positions()[3 * p + 2];
      posed.set(p, 0, x, y, z);
      posed.set(p, 1, 2 * x, 2 * y, 2 * z);
    }
    return new AttributeQuadrics(
        mesh, character, posed, new double[] {0.75, 0.25}, null, 0.5, CONTEXT);
  }

  /** Over all triangles at both ends, with the best colour found by brute force. */
  @Test
  void agreesWithTheSumOverTriangles() {
    float[] colors = randomColors();
    JoinedCharacter character = ball(colors);
    CollapseMesh mesh = new CollapseMesh(character.mesh(), SeamRule.PAINTED, new BitSet(), CONTEXT);
    AttributeQuadrics quadrics = quadrics(mesh, character);
    double scale =
        ShownAttributes.of(character, character.restMesh(), 0.5).channels().getFirst().scale()[0];
    assertThat(scale).isPositive();
    Random random = new Random(SEED);
    List<int[]> edges = new ArrayList<>();
    mesh.forEachEdge((a, b) -> edges.add(new int[] {a, b}));
    for (int[] edge : edges) {
      double[] q = new double[Quadric.SIZE];
      quadrics.newWorker().addQuadric(edge[0], edge[1], q);
      double[] x = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double expected = 0;
      for (int k = 0; k < 3; k++) {
        expected += 1.75 * scale * scale * leastSquares(mesh, edge, colors, k, x);
      }
      assertThat(Quadric.at(q, 0, x[0], x[1], x[2]))
          .as("seed %d, edge %d %d", SEED, edge[0], edge[1])
          .isCloseTo(expected, within(1e-9 + 1e-6 * expected));
    }
  }

  /** Σ a (f(x) − s)² with the best s, f the linear function of each triangle. */
  private static double leastSquares(
      CollapseView mesh, int[] edge, float[] colors, int k, double[] x) {
    double area = 0, sum = 0, squares = 0;
    for (int end : edge) {
      for (int c = mesh.firstCorner(end); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        int t = c / 3;
        int[] p = {
          BALL.triangles()[3 * t], BALL.triangles()[3 * t + 1], BALL.triangles()[3 * t + 2]
        };
        double[] u = side(p[0], p[1]);
        double[] v = side(p[0], p[2]);
        double[] o = new double[3];
        for (int i = 0; i < 3; i++) {
          o[i] = x[i] - BALL.positions()[3 * p[0] + i];
        }
        double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), ou = dot(o, u), ov = dot(o, v);
        double determinant = uu * vv - uv * uv;
        double s = (vv * ou - uv * ov) / determinant;
        double r = (uu * ov - uv * ou) / determinant;
        double value =
            colors[3 * p[0] + k] * (1 - s - r)
                + colors[3 * p[1] + k] * s
                + colors[3 * p[2] + k] * r;
        double a = Math.sqrt(determinant) / 2;
        area += a;
        sum += a * value;
        squares += a * value * value;
      }
    }
    return squares - sum * sum / area;
  }

  private static double[] side(int from, int to) {
    double[] out = new double[3];
    for (int i = 0; i < 3; i++) {
      out[i] = BALL.positions()[3 * to + i] - BALL.positions()[3 * from + i];
    }
    return out;
  }

  private static double dot(double[] a, double[] b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /**
   * On a bevel beside a flat square, normals turn by 90°. Relative to its area, the cost of a place
   * at some distance must not grow as the bevel gets narrower: normals differ by at most two.
   */
  @Test
  void narrowBevelsCostNoMoreThanTheirNormalsCanDiffer() {
    double wide = costPerArea(1e-3);
    double narrow = costPerArea(1e-5);
    assertThat(wide).isPositive();
    assertThat(narrow).isCloseTo(wide, within(0.02 * wide));
  }

  /** Returns the cost of a place at 0.1 from a bevel of length 1, over the area of the bevel. */
  private static double costPerArea(double width) {
    double[] positions = {0, 0, 0, 1, 0, 0, 1, width, 0, 0, width, 0, 0, -1, 0, 1, -1, 0};
    float[] normals = {0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1};
    TriMesh strip =
        TriMesh.of(positions, new int[] {0, 1, 2, 0, 2, 3, 4, 5, 1, 4, 1, 0})
            .withAttribute(new MeshAttribute(MeshAttribute.NORMAL, 3, normals));
    JoinedCharacter character = new JoinedCharacter(SkinnedCharacter.ofMesh("strip", strip));
    CollapseMesh mesh = new CollapseMesh(strip, SeamRule.PAINTED, new BitSet(), CONTEXT);
    PosedPoints posed = new PosedPoints(6, 1);
    for (int p = 0; p < 6; p++) {
      posed.set(p, 0, positions[3 * p], positions[3 * p + 1], positions[3 * p + 2]);
    }
    double[] q = new double[Quadric.SIZE];
    new AttributeQuadrics(mesh, character, posed, new double[] {1}, null, 0.5, CONTEXT)
        .newWorker()
        .addQuadric(0, 1, q);
    return Quadric.at(q, 0, 0.5, 0.1, 0) / width;
  }

  @Test
  void constantAttributesCostNothing() {
    float[] colors = new float[BALL.positions().length];
    java.util.Arrays.fill(colors, 0.5f);
    JoinedCharacter character = ball(colors);
    CollapseMesh mesh = new CollapseMesh(character.mesh(), SeamRule.PAINTED, new BitSet(), CONTEXT);
    AttributeQuadrics quadrics = quadrics(mesh, character);
    mesh.forEachEdge(
        (a, b) -> {
          double[] q = new double[Quadric.SIZE];
          quadrics.newWorker().addQuadric(a, b, q);
          assertThat(Quadric.at(q, 0, 1, 2, 3)).isCloseTo(0, within(1e-12));
        });
  }
}
