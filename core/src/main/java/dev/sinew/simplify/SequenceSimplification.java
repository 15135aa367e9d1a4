package dev.sinew.simplify;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Placement;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.Price;
import dev.sinew.simplify.collapse.Simplifier;
import dev.sinew.simplify.collapse.WedgeBlends;
import dev.sinew.simplify.price.QuadricWeights;
import dev.sinew.simplify.price.SequenceQuadrics;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Simplifies meshes in correspondence together: all keep the same triangles, and each has its
 * points where they are best for it. Shapes that the prices did not look at follow the same
 * collapses.
 */
public final class SequenceSimplification {
  /** Shapes that follow a stream at a time. */
  private static final int BATCH = 8;

  private final TriMesh reference;
  private final boolean permissive;
  private final QuadricWeights weights;

  /**
   * @param reference the connectivity, and the shape whose points the stream tells
   * @param permissive whether seams of textures and colours may move like any other edge
   */
  public SequenceSimplification(TriMesh reference, boolean permissive, QuadricWeights weights) {
    this.reference = reference;
    this.permissive = permissive;
    this.weights = weights;
  }

  /**
   * Collapses edges until so many triangles are left.
   *
   * @param shapes x, y, z a vertex of every shape that prices look at, at least one; read only
   * @param squared whether prices sum the squares of the shapes' costs (ADSD), not the costs
   */
  public OperationStream simplify(
      List<float[]> shapes, boolean squared, int goal, RunContext context) {
    CollapseMesh mesh = new CollapseMesh(reference, permissive, new BitSet());
    Price price = price(mesh, shapes, squared, context);
    return Simplifier.run(mesh, price, goal, context);
  }

  private SequenceQuadrics price(
      CollapseMesh mesh, List<float[]> shapes, boolean squared, RunContext context) {
    int points = reference.vertexCount();
    PosedPoints places = new PosedPoints(points, shapes.size());
    double[] counts = new double[shapes.size()];
    for (int k = 0; k < counts.length; k++) {
      float[] shape = shapes.get(k);
      if (shape.length != 3 * points) {
        throw new IllegalArgumentException(
            "shape " + k + ": expected " + 3 * points + " numbers, got " + shape.length);
      }
      counts[k] = 1.0 / counts.length;
      for (int p = 0; p < points; p++) {
        places.set(p, k, shape[3 * p], shape[3 * p + 1], shape[3 * p + 2]);
      }
    }
    return new SequenceQuadrics(mesh, places, counts, squared, weights, context);
  }

  /**
   * The mesh and its shapes after the first collapses of a stream.
   *
   * @param length how many collapses
   * @param mesh the reference; points, wedges and triangles that are left keep their order
   * @param shapes as many as were asked for
   * @param points which vertex of the whole mesh each vertex is, rising
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Level(int length, TriMesh mesh, List<float[]> shapes, int[] points) {}

  /**
   * Leads shapes to a level.
   *
   * @param length how many collapses
   * @param shapes x, y, z a vertex of every shape wanted; read only
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

  /**
   * Decimates meshes in correspondence and returns the vertices that are left.
   *
   * @param ratio the share of triangles to keep, above 0 and up to 1
   */
  public static int[] verticesLeft(MeshSequence examples, double ratio, RunContext context) {
    TriMesh reference = examples.reference();
    if (reference.triangleCount() == 0) {
      throw new RequestException("thin: expected triangles to decimate, got none");
    }
    List<float[]> shapes = new ArrayList<>();
    for (int k = 0; k < examples.frameCount(); k++) {
      shapes.add(examples.positions(k));
    }
    SequenceSimplification decimation =
        new SequenceSimplification(reference, true, QuadricWeights.DEFAULTS);
    OperationStream stream =
        decimation.simplify(shapes, true, (int) (ratio * reference.triangleCount()), context);
    return decimation.level(stream, stream.length(), List.of(), context).points();
  }

  private static float[] narrow(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }

  /** A few shapes that go through the collapses of a stream. */
  private final class Follower {
    private final CollapseMesh mesh = new CollapseMesh(reference, permissive, new BitSet());
    private final WedgeValues values = new WedgeValues(reference);
    private final WedgeBlends blends = new WedgeBlends();
    private final SequenceQuadrics quadrics;

    /**
     * @param alone a context for use inside a task
     */
    Follower(List<float[]> shapes, RunContext alone) {
      quadrics = price(mesh, shapes, false, alone);
    }

    void follow(OperationStream stream, int length) {
      stream.requireFor(mesh);
      Price.Pricer pricer = quadrics.newPricer();
      for (int i = 0; i < length; i++) {
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

    /** The points that are left. */
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
      SurvivingMesh left = SurvivingMesh.of(mesh, 0, mesh.firstTriangleCount());
      float[] shape = shape(0, points);
      double[] positions = new double[shape.length];
      for (int i = 0; i < shape.length; i++) {
        positions[i] = shape[i];
      }
      List<MeshAttribute> attributes = new ArrayList<>();
      for (MeshAttribute attribute : reference.attributes()) {
        attributes.add(
            values.rows(values.place(attribute.name()), attribute.components(), left.wedges()));
      }
      return new TriMesh(positions, left.wedgeVertex(), left.corners(), left.groups(), attributes);
    }
  }
}
