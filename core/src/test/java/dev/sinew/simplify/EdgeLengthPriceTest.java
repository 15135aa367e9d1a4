package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Placement;
import dev.sinew.simplify.collapse.PointMotion;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.PriceFactory;
import dev.sinew.simplify.collapse.PriceInput;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A minimal price that uses only the public types of {@code dev.sinew.simplify.collapse}: an
 * example of how to add one.
 */
class EdgeLengthPriceTest {
  /**
   * The squared rest length of an edge. Merged points are placed at the midpoint if both ends may
   * move, else at the end that is fixed.
   *
   * <p>Lengths may decrease when an end moves. To guarantee costs that do not decrease, the price
   * can add the distance that the surface at both ends has moved so far: by the triangle
   * inequality, this is at least the decrease.
   */
  private static final class EdgeLengthPrice implements Price {
    private final PointMotion motion;
    private final boolean addsMoves;

    /** Per point, the largest distance of the points merged into it. */
    private final double[] moved;

    EdgeLengthPrice(PriceInput input, boolean addsMoves) {
      this.motion = input.movement().motion();
      this.addsMoves = addsMoves;
      moved = new double[input.mesh().pointCount()];
    }

    @Override
    public boolean costsMayDecrease() {
      return !addsMoves;
    }

    /** Pricers only read shared data, except in commit: several threads price at the start. */
    @Override
    public Pricer newPricer() {
      return new EdgeLengthPricer();
    }

    private final class EdgeLengthPricer implements Pricer {
      private final double[] x = new double[3];
      private int from;
      private int into;
      private double share;
      private double length;
      private double cost;

      @Override
      public double price(int a, int b, Placement placement) {
        // The point `into` keeps its index; an end that must not move has to be `into`.
        into = placement == Placement.ONTO_SECOND ? b : a;
        from = into == a ? b : a;
        share = placement == Placement.FREE ? 0.5 : 0;
        double squared = 0;
        for (int c = 0; c < 3; c++) {
          double start = motion.rest(into, c);
          double d = motion.rest(from, c) - start;
          x[c] = start + share * d;
          squared += d * d;
        }
        length = Math.sqrt(squared);
        double moves = addsMoves ? moved[a] + moved[b] : 0;
        cost =
            placement == Placement.NOWHERE
                ? Double.POSITIVE_INFINITY
                : (length + moves) * (length + moves);
        return cost;
      }

      /** Checks the rest pose, the only sample pose of this test. */
      @Override
      public boolean flipsNoTriangle(CollapseView mesh) {
        return flipsNone(mesh, from, into) && flipsNone(mesh, into, from);
      }

      private boolean flipsNone(CollapseView mesh, int end, int other) {
        for (int c = mesh.firstCorner(end); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
          int q = mesh.point(CollapseView.after(c));
          int r = mesh.point(CollapseView.after(CollapseView.after(c)));
          // A triangle with both ends is removed.
          if (q != other && r != other && dot(normal(end, q, r), normal(-1, q, r)) <= 0) {
            return false;
          }
        }
        return true;
      }

      /** Returns the normal of a triangle; -1 stands for the merged point. */
      private double[] normal(int p, int q, int r) {
        double[] u = new double[3];
        double[] v = new double[3];
        for (int c = 0; c < 3; c++) {
          double start = p < 0 ? x[c] : motion.rest(p, c);
          u[c] = motion.rest(q, c) - start;
          v[c] = motion.rest(r, c) - start;
        }
        return new double[] {
          u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        };
      }

      private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      }

      /** Updates the shared data: the motion and what the price stores per point. */
      @Override
      public Collapse commit() {
        moved[into] = Math.max(moved[into] + share * length, moved[from] + (1 - share) * length);
        motion.blend(from, into, share, x[0], x[1], x[2]);
        return new Collapse(from, into, x[0], x[1], x[2], share, share, cost);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void simplifiesACharacter(boolean addsMoves) {
    SkinnedCharacter character = Samples.create("arm").character();
    CharacterSimplification simplification = Cases.simplification(character);
    PriceFactory factory = input -> new EdgeLengthPrice(input, addsMoves);
    WeightedPoses rest = WeightedPoses.ofEqualWeight(List.of(character.restPose()));
    int goal = simplification.mesh().triangleCount() / 4;
    OperationStream stream = simplification.simplify(factory, rest, goal, Cases.CONTEXT);

    // A collapse removes up to two triangles.
    assertThat(stream.fewestTriangles()).isBetween(goal - 1, goal);
    if (addsMoves) {
      assertCostsDoNotDecrease(stream);
    }
    CharacterReplay replay = simplification.replay(stream, Cases.CONTEXT);
    replay.advanceTo(stream.length());
    assertThat(replay.triangleCount()).isEqualTo(stream.fewestTriangles());
    assertValid(replay.geometries(rest.poses()).getFirst(), replay.triangleCount());
  }

  /** Holds as long as no edge is deferred: such an edge may collapse later at its old cost. */
  private static void assertCostsDoNotDecrease(OperationStream stream) {
    for (int i = 1; i < stream.length(); i++) {
      assertThat(stream.operation(i).cost())
          .as("cost of operation %d", i)
          .isGreaterThanOrEqualTo(stream.operation(i - 1).cost() * (1 - 1e-9));
    }
  }

  private static void assertValid(Geometry level, int triangles) {
    TriMesh mesh = level.mesh();
    Topology topology = Topology.of(mesh);
    assertThat(mesh.triangleCount()).isEqualTo(triangles);
    assertThat(mesh.positions()).doesNotContain(Double.NaN);
    assertThat(topology.degenerateTriangleCount()).isZero();
    assertThat(topology.isolatedVertexCount()).isZero();
    assertThat(topology.nonManifoldEdges()).isEmpty();
    Influences influences = level.skinning().influences().orElseThrow();
    assertThat(influences.vertexCount()).isEqualTo(mesh.vertexCount());
  }
}
