package dev.sinew.simplify.polish;

import dev.sinew.distance.TriangleTree;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.Placement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Prices the removal of vertices of a level: by how much further from the original it is without
 * them. A vertex is merged into a neighbour, which moves to where that costs least. The samples
 * around the vertex are priced on the triangles that are left.
 */
final class VertexRemovals {
  private final SampledLevel sampled;
  private final CollapseMesh mesh;
  private final BitSet fixed;
  private final RunContext context;

  /**
   * A removal.
   *
   * @param mesh the index among the sampled meshes
   * @param from the vertex that is removed
   * @param into the vertex that it is merged into
   * @param cost what is added to the error
   * @param triangles the number of triangles that vanish
   * @param shift how far the other vertex moves, at rest
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Removal(int mesh, int from, int into, double cost, int triangles, double[] shift) {}

  /**
   * @param mesh the joined level; says what may collapse
   * @param fixed points of the joined level that neither vanish nor move
   */
  VertexRemovals(SampledLevel sampled, CollapseMesh mesh, BitSet fixed, RunContext context) {
    this.sampled = sampled;
    this.mesh = mesh;
    this.fixed = fixed;
    this.context = context;
  }

  /**
   * Returns the cheapest removal of each vertex, the cheapest first.
   *
   * @param most the largest cost
   */
  List<Removal> upTo(double most) {
    List<Removal> found = new ArrayList<>();
    for (int i = 0; i < sampled.meshes.size(); i++) {
      SampledLevel.OfMesh own = sampled.meshes.get(i);
      int index = i;
      @Nullable Removal[] made = new Removal[own.mesh.vertexCount()];
      context.runRanges(
          made.length,
          (from, to) -> {
            Pricing pricing = new Pricing(own, index);
            for (int p = from; p < to; p++) {
              context.checkCancelled();
              made[p] = pricing.cheapest(p, most);
            }
          });
      Arrays.stream(made).filter(Objects::nonNull).forEach(found::add);
    }
    found.sort(Comparator.comparingDouble(removal -> removal.cost / removal.triangles));
    return found;
  }

  /** Prices one vertex at a time. */
  private final class Pricing {
    /** The sum of the errors before a vertex moves may exceed the limit by this factor. */
    private static final double HOPE = 3;

    private final SampledLevel.OfMesh own;
    private final int index;
    private final VertexShift best;
    private final SampledLevel.OfMesh.Closeness closeness;
    private final TriangleTree.Hit hit = new TriangleTree.Hit();
    private final double[] differences;
    private final double[] gap = new double[3];
    private final double[] moved = new double[3];

    /** The triangles around the vertex that are left after a merge: wedges and points. */
    private int[] wedges = new int[48];

    private int[] points = new int[48];
    private int count;

    Pricing(SampledLevel.OfMesh own, int index) {
      this.own = own;
      this.index = index;
      closeness = own.newCloseness();
      best = new VertexShift(own.posed.length);
      differences = new double[own.width];
    }

    @Nullable Removal cheapest(int p, double most) {
      int point = own.firstPoint + p;
      if (fixed.get(point)) {
        return null;
      }
      int near = 0;
      double before = 0;
      for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        for (int s : samples(c)) {
          before += own.poseWeight(s) * own.error[s];
          near++;
        }
      }
      if (near < FlipSamples.LEAST) {
        return null;
      }
      Removal cheapest = null;
      double least = most;
      for (int q : neighbours(point)) {
        Placement placement = mesh.placement(point, q);
        boolean may = placement == Placement.FREE || placement == Placement.ONTO_SECOND;
        Removal made = may && !fixed.get(q) ? price(point, q, before, least) : null;
        if (made != null && made.cost < least) {
          cheapest = made;
          least = made.cost;
        }
      }
      return cheapest;
    }

    private int[] samples(int corner) {
      return own.samples.of[corner / 3 - own.firstTriangle];
    }

    private int[] neighbours(int point) {
      int[] out = new int[16];
      int n = 0;
      for (int c = mesh.firstCorner(point); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        out = n + 2 > out.length ? Arrays.copyOf(out, 2 * n) : out;
        out[n++] = mesh.point(CollapseView.after(c));
        out[n++] = mesh.point(CollapseView.after(CollapseView.after(c)));
      }
      return Arrays.stream(out, 0, n).distinct().toArray();
    }

    /**
     * Returns the removal of a point into another; null if it turns triangles or costs too much.
     */
    private @Nullable Removal price(int from, int into, double before, double most) {
      collect(from, into);
      best.start(sampled.pair.levelSkin, into, into);
      if (turns(from, into, new double[3])) {
        return null;
      }
      double sum = -before;
      int vanishing = 0;
      for (int c = mesh.firstCorner(from); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        vanishing += isAt(c, into) ? 1 : 0;
        for (int s : samples(c)) {
          sum += own.poseWeight(s) * moveTo(s);
        }
        if (own.unit * sum > HOPE * most) {
          return null;
        }
      }
      addOthers(from, into);
      double[] shift = best.best();
      if (!isNear(into, shift) || turns(from, into, shift)) {
        Arrays.fill(shift, 0);
      } else {
        sum -= best.gain(1);
      }
      if (own.unit * sum > most) {
        return null;
      }
      return new Removal(
          index,
          from - own.firstPoint,
          into - own.firstPoint,
          Math.max(0, own.unit * sum + outward(from, into, shift)),
          vanishing,
          shift);
    }

    /** Returns what is added to the error that is seen from the level. */
    private double outward(int from, int into, double[] shift) {
      double[] moved = closeness.at(into - own.firstPoint);
      best.move(0, shift, moved);
      double sum = 0;
      for (int c = mesh.firstCorner(from); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        sum -= own.outward[c / 3 - own.firstTriangle];
      }
      int part = mesh.firstCorner(from) / 3 - own.firstTriangle;
      for (int t = 0; t < 3 * count; t += 3) {
        sum +=
            closeness.error(part, moved, closeness.at(points[t + 1]), closeness.at(points[t + 2]));
      }
      return sum;
    }

    /** Returns true if a displacement does not move a point away from the original. */
    private boolean isNear(int point, double[] shift) {
      double[] before = new double[3];
      for (int r = 0; r < 3; r++) {
        before[r] = own.posed[0][3 * (point - own.firstPoint) + r];
      }
      double[] after = before.clone();
      best.move(0, shift, after);
      return closeness.isKept(mesh.firstCorner(point) / 3 - own.firstTriangle, before, after);
    }

    private boolean isAt(int corner, int point) {
      int next = CollapseView.after(corner);
      return mesh.point(next) == point || mesh.point(CollapseView.after(next)) == point;
    }

    private void collect(int from, int into) {
      count = 0;
      for (int c = mesh.firstCorner(from); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        if (isAt(c, into)) {
          continue;
        }
        if (3 * count + 3 > wedges.length) {
          wedges = Arrays.copyOf(wedges, 2 * wedges.length);
          points = Arrays.copyOf(points, wedges.length);
        }
        int corner = c - 3 * own.firstTriangle;
        int at = 3 * count++;
        wedges[at] = merged(own.corners[corner], from, into);
        points[at] = into - own.firstPoint;
        for (int i = 1; i < 3; i++) {
          corner = CollapseView.after(corner);
          wedges[at + i] = own.corners[corner];
          points[at + i] = own.point(corner);
        }
      }
    }

    /**
     * Returns the wedge that takes the place of one of the removed point: that of the other point
     * in a triangle of both, or itself, since it is carried along.
     */
    private int merged(int wedge, int from, int into) {
      for (int c = mesh.firstCorner(from); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        if (own.corners[c - 3 * own.firstTriangle] == wedge) {
          for (int d = CollapseView.after(c); d != c; d = CollapseView.after(d)) {
            if (mesh.point(d) == into) {
              return own.corners[d - 3 * own.firstTriangle];
            }
          }
        }
      }
      return wedge;
    }

    /** Moves a sample to the triangles that are left; returns its error there. */
    private double moveTo(int s) {
      hit.clear();
      for (int t = 0; t < count; t++) {
        own.consider(points, t, s, hit);
      }
      int k = own.samples.pose[s];
      int first = 3 * hit.triangle();
      for (int axis = 0; axis < 3; axis++) {
        gap[axis] = own.samples.position[3 * s + axis];
        for (int c = 0; c < 3; c++) {
          gap[axis] -= hit.weight(c) * own.posed[k][3 * points[first + c] + axis];
        }
      }
      best.add(k, own.poseWeight(s) * own.distanceWeight(s), hit.weight(0), gap);
      return own.error(wedges, s, hit, differences);
    }

    /** Adds the samples around the other point that stay where they are. */
    private void addOthers(int from, int into) {
      for (int c = mesh.firstCorner(into); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
        if (isAt(c, from)) {
          continue;
        }
        for (int s : samples(c)) {
          double hat = own.weight(s, c % 3);
          if (hat > 0) {
            own.copyGap(c / 3 - own.firstTriangle, s, gap);
            best.add(own.samples.pose[s], own.poseWeight(s) * own.distanceWeight(s), hat, gap);
          }
        }
      }
    }

    /** Returns true if a triangle turns too far in a pose. */
    private boolean turns(int from, int into, double[] shift) {
      boolean stays = shift[0] == 0 && shift[1] == 0 && shift[2] == 0;
      int old = 3 * (from - own.firstPoint);
      int kept = 3 * (into - own.firstPoint);
      for (int k = 0; k < own.posed.length; k++) {
        float[] x = own.posed[k];
        for (int r = 0; r < 3; r++) {
          moved[r] = x[kept + r];
        }
        best.move(k, shift, moved);
        for (int t = 0; t < 3 * count; t += 3) {
          if (turns(x, old, 3 * points[t + 1], 3 * points[t + 2])) {
            return true;
          }
        }
        for (int c = mesh.firstCorner(into);
            !stays && c != CollapseView.NONE;
            c = mesh.nextCorner(c)) {
          int a = mesh.point(CollapseView.after(c));
          int b = mesh.point(CollapseView.after(CollapseView.after(c)));
          boolean vanishes = a == from || b == from;
          if (!vanishes && turns(x, kept, 3 * (a - own.firstPoint), 3 * (b - own.firstPoint))) {
            return true;
          }
        }
      }
      return false;
    }

    private boolean turns(float[] x, int old, int a, int b) {
      return Triangles.turns(Triangles.normal(x, old, a, b), Triangles.normalFrom(moved, x, a, b));
    }
  }
}
