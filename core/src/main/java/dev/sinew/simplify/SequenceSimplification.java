package dev.sinew.simplify;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Placement;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.collapse.Simplifier;
import dev.sinew.simplify.collapse.WedgeBlends;
import dev.sinew.simplify.price.QuadricWeights;
import dev.sinew.simplify.price.SequenceQuadrics;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Simplifies meshes in correspondence together: all share the same triangles, and merged points
 * have an optimal position in each shape. The same collapses can be applied to shapes that were not
 * priced.
 */
public final class SequenceSimplification {
  /** Shapes per parallel task. */
  private static final int BATCH = 8;

  private final TriMesh reference;
  private final SeamRule seams;

  /**
   * Makes a simplification.
   *
   * @param reference the triangles, and the shape of the first level
   * @param permissive true to let texture and colour seams collapse like any other edge
   */
  public SequenceSimplification(TriMesh reference, boolean permissive) {
    this.reference = reference;
    this.seams = permissive ? SeamRule.NONE : SeamRule.PAINTED;
  }

  /**
   * Collapses edges, the cheapest first.
   *
   * @param shapes the shapes to price, at least one: x, y, z per vertex; not modified
   * @param squared true to sum the squares of the costs of all shapes (ADSD), not the costs
   * @param goal the number of triangles to stop at
   */
  public OperationStream simplify(
      List<float[]> shapes, boolean squared, int goal, RunContext context) {
    CollapseMesh mesh = new CollapseMesh(reference, seams, new BitSet(), context);
    Price price = price(mesh, shapes, squared, context);
    return Simplifier.run(mesh, price, goal, context);
  }

  private SequenceQuadrics price(
      CollapseMesh mesh, List<float[]> shapes, boolean squared, RunContext context) {
    int points = reference.vertexCount();
    PosedPoints positions = new PosedPoints(points, shapes.size());
    double[] shapeWeights = new double[shapes.size()];
    for (int k = 0; k < shapeWeights.length; k++) {
      context.checkCancelled();
      float[] shape = shapes.get(k);
      if (shape.length != 3 * points) {
        throw new IllegalArgumentException(
            "shape " + k + ": expected " + 3 * points + " values, got " + shape.length);
      }
      shapeWeights[k] = 1.0 / shapeWeights.length;
      for (int p = 0; p < points; p++) {
        positions.set(p, k, shape[3 * p], shape[3 * p + 1], shape[3 * p + 2]);
      }
    }
    return new SequenceQuadrics(
        mesh, positions, shapeWeights, squared, QuadricWeights.DEFAULTS, context);
  }

  /**
   * The mesh and its shapes after the first collapses of a stream.
   *
   * @param length the number of collapses
   * @param mesh the reference; points, wedges and triangles keep their order
   * @param shapes the requested shapes: x, y, z per vertex
   * @param points the index of each vertex in the whole mesh, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Level(int length, TriMesh mesh, List<float[]> shapes, int[] points) {}

  /**
   * Applies the first collapses of a stream to shapes.
   *
   * @param length the number of collapses
   * @param shapes x, y, z per vertex of each shape; not modified
   */
  public Level level(OperationStream stream, int length, List<float[]> shapes, RunContext context) {
    Follower first = new Follower(List.of(narrow(reference.positions())), context.sequential());
    first.follow(stream, length);
    int batches = (shapes.size() + BATCH - 1) / BATCH;
    float[][] out = new float[shapes.size()][];
    int[] points = first.points();
    context.run(
        batches,
        batch -> {
          int to = Math.min(shapes.size(), (batch + 1) * BATCH);
          Follower one = new Follower(shapes.subList(batch * BATCH, to), context.sequential());
          one.follow(stream, length);
          for (int k = batch * BATCH; k < to; k++) {
            out[k] = one.shape(k - batch * BATCH, points);
          }
        });
    return new Level(length, first.mesh(points), List.of(out), points);
  }

  private static float[] narrow(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }

  /** Some shapes to which the collapses of a stream are applied. */
  private final class Follower {
    private final CollapseMesh mesh;
    private final WedgeValues values = new WedgeValues(reference, seams);
    private final WedgeBlends blends = new WedgeBlends();
    private final SequenceQuadrics quadrics;
    private final RunContext context;

    /**
     * @param context usable inside a parallel task
     */
    Follower(List<float[]> shapes, RunContext context) {
      this.context = context;
      mesh = new CollapseMesh(reference, seams, new BitSet(), context);
      quadrics = price(mesh, shapes, false, context);
    }

    void follow(OperationStream stream, int length) {
      stream.requireFor(mesh);
      Price.Pricer pricer = quadrics.newPricer();
      for (int i = 0; i < length; i++) {
        context.checkCancelled();
        Collapse one = stream.collapse(i);
        boolean free = mesh.placement(one.into(), one.from()) == Placement.FREE;
        pricer.price(one.into(), one.from(), free ? Placement.FREE : Placement.ONTO_FIRST);
        pricer.commit();
        int anyFrom = mesh.wedge(mesh.firstCorner(one.from()));
        int anyInto = mesh.wedge(mesh.firstCorner(one.into()));
        mesh.collapse(one.from(), one.into(), blends);
        values.blend(blends, anyFrom, anyInto, one.attributeShare());
      }
    }

    /** Returns the remaining points. */
    int[] points() {
      return IntStream.range(0, mesh.pointCount())
          .filter(p -> mesh.firstCorner(p) != CollapseView.NONE)
          .toArray();
    }

    float[] shape(int k, int[] points) {
      float[] out = new float[3 * points.length];
      for (int i = 0; i < out.length; i++) {
        out[i] = (float) quadrics.shapes().get(points[i / 3], k, i % 3);
      }
      return out;
    }

    TriMesh mesh(int[] points) {
      SurvivingMesh left = SurvivingMesh.of(mesh, 0, mesh.firstTriangleCount(), context);
      float[] shape = shape(0, points);
      double[] positions = new double[shape.length];
      for (int i = 0; i < shape.length; i++) {
        positions[i] = shape[i];
      }
      List<MeshAttribute> attributes = new ArrayList<>();
      for (MeshAttribute attribute : reference.attributes()) {
        attributes.add(
            values.rows(values.indexOf(attribute.name()), attribute.components(), left.wedges()));
      }
      return new TriMesh(positions, left.wedgeVertex(), left.corners(), left.groups(), attributes);
    }
  }
}
