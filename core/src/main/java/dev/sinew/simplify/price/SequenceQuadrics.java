package dev.sinew.simplify.price;

import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.Placement;
import dev.sinew.simplify.collapse.PosedPoints;
import dev.sinew.simplify.collapse.Price;

/**
 * The quadrics of meshes in correspondence. A merged point has an independent optimal position in
 * each shape. The sum of the costs over all shapes is deformation sensitive decimation (Mohr and
 * Gleicher, "Deformation Sensitive Decimation", 2003). The sum of their squares, which preserves
 * what changes much in any single shape, is its augmented form ADSD (equation 7.3 of the thesis on
 * character animation from examples).
 */
public final class SequenceQuadrics implements Price {
  private static final int Q = Quadric.SIZE;

  private final PosedPoints shapes;
  private final double[] quadrics;
  private final boolean squared;

  /**
   * Computes the quadrics of all shapes.
   *
   * @param shapes the positions of all points in all shapes; kept and modified
   * @param weights one weight per shape
   * @param squared true to sum the squares of the costs
   * @param terms the weights of planes, boundaries and seams
   */
  public SequenceQuadrics(
      CollapseView mesh,
      PosedPoints shapes,
      double[] weights,
      boolean squared,
      QuadricWeights terms,
      RunContext context) {
    this.shapes = shapes;
    this.squared = squared;
    quadrics = MeshQuadrics.of(mesh, shapes, weights, null, terms, context);
  }

  /** Returns the positions of all points in all shapes. */
  public PosedPoints shapes() {
    return shapes;
  }

  /** Returns the index of a point's first quadric. */
  private int at(int point) {
    return Q * shapes.poseCount() * point;
  }

  @Override
  public Pricer newPricer() {
    return new Worker();
  }

  private final class Worker implements Pricer {
    private final double[] sum = new double[Q];
    private final double[] moved = new double[3 * shapes.poseCount()];
    private int from;
    private int into;
    private boolean free;
    private double cost;

    @Override
    public double price(int a, int b, Placement placement) {
      boolean ontoFirst = placement != Placement.ONTO_SECOND;
      free = placement == Placement.FREE;
      into = ontoFirst ? a : b;
      from = ontoFirst ? b : a;
      cost = 0;
      double[] v = shapes.array();
      for (int k = 0; k < shapes.poseCount(); k++) {
        for (int i = 0; i < Q; i++) {
          sum[i] = quadrics[at(from) + Q * k + i] + quadrics[at(into) + Q * k + i];
        }
        int start = shapes.at(into) + 3 * k;
        if (free) {
          place(v, start, shapes.at(from) + 3 * k, 3 * k);
        } else {
          System.arraycopy(v, start, moved, 3 * k, 3);
        }
        double own =
            Math.max(0, Quadric.at(sum, 0, moved[3 * k], moved[3 * k + 1], moved[3 * k + 2]));
        cost += squared ? own * own : own;
      }
      return placement == Placement.NOWHERE ? Double.POSITIVE_INFINITY : cost;
    }

    /** Computes the optimal position in one shape, or the midpoint if that is too far away. */
    private void place(double[] v, int a, int b, int at) {
      double length = 0;
      double distance = 0;
      boolean found = Quadric.minimise(sum, 0, moved, at);
      for (int i = 0; i < 3; i++) {
        double e = v[b + i] - v[a + i];
        double d = moved[at + i] - (v[a + i] + v[b + i]) / 2;
        length += e * e;
        distance += d * d;
      }
      if (!found || !(distance <= 4 * length)) {
        for (int i = 0; i < 3; i++) {
          moved[at + i] = (v[a + i] + v[b + i]) / 2;
        }
      }
    }

    @Override
    public boolean flipsNoTriangle(CollapseView mesh) {
      return shapes.flipsNoTriangle(mesh, from, into, moved);
    }

    @Override
    public Collapse commit() {
      double[] v = shapes.array();
      double along = 0;
      double length = 0;
      for (int i = 0; i < moved.length; i++) {
        double start = v[shapes.at(into) + i];
        double e = v[shapes.at(from) + i] - start;
        along += e * (moved[i] - start);
        length += e * e;
      }
      double share = free && length > 0 ? Math.min(1, Math.max(0, along / length)) : 0;
      for (int i = 0; i < Q * shapes.poseCount(); i++) {
        quadrics[at(into) + i] += quadrics[at(from) + i];
      }
      shapes.set(into, moved);
      return new Collapse(from, into, moved[0], moved[1], moved[2], share, share, cost);
    }
  }
}
