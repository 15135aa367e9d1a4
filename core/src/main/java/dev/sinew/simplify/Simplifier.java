package dev.sinew.simplify;

import dev.sinew.skin.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collapses edges, the cheapest first, until few enough triangles are left or none may collapse.
 *
 * <p>An edge is priced at the beginning and again when it comes to the front of the queue with an
 * end that has changed since; where costs do not fall, nothing cheaper is missed. An edge that may
 * not collapse is put aside until something changes next to it. The result depends on neither
 * chance nor the number of threads.
 */
public final class Simplifier {
  /** So many edges make a piece of work for a thread. */
  private static final int PIECE = 2048;

  private final CollapseMesh mesh;
  private final Price price;
  private final Price.Pricer pricer;
  private final Progress progress;
  private final int[] version;
  private final int[] takenBy;
  private final WedgeBlends blends = new WedgeBlends();
  private final AsideEdges aside;
  private final List<Collapse> done = new ArrayList<>();
  private int[] trianglesAfter = new int[1024];

  /** Hears how far the work is; may throw to end it. */
  @FunctionalInterface
  public interface Progress {
    /** Hears nothing. */
    Progress SILENT = (gone, total) -> {};

    /**
     * Called now and then.
     *
     * @param gone triangles gone
     * @param total triangles to go
     */
    void at(long gone, long total);
  }

  private Simplifier(CollapseMesh mesh, Price price, Progress progress) {
    this.mesh = mesh;
    this.price = price;
    this.progress = progress;
    pricer = price.newPricer();
    version = new int[mesh.pointCount()];
    takenBy = new int[mesh.pointCount()];
    Arrays.fill(takenBy, CollapseMesh.NONE);
    aside = new AsideEdges(mesh.pointCount());
  }

  /**
   * Simplifies a mesh.
   *
   * @param mesh is simplified
   * @param price made for it; used up
   * @param goal as many triangles as may be left
   * @param workers share the first pricing
   */
  public static OperationStream run(
      CollapseMesh mesh, Price price, int goal, Workers workers, Progress progress) {
    return new Simplifier(mesh, price, progress).run(goal, workers);
  }

  private OperationStream run(int goal, Workers workers) {
    int before = mesh.triangleCount();
    CollapseQueue queue = firstPrices(workers);
    while (mesh.triangleCount() > goal && !queue.isEmpty()) {
      int a = owner(queue.first());
      int b = owner(queue.second());
      boolean current = queue.stamp() == version[a] + version[b];
      double cost = queue.cost();
      boolean same = a == queue.first() && b == queue.second();
      queue.remove();
      if (a == b) {
        continue;
      }
      if (current && same) {
        pricer.price(a, b, mesh.placement(a, b));
        attempt(a, b, cost, queue);
      } else {
        priceAgain(Math.min(a, b), Math.max(a, b), cost, queue);
      }
      if ((done.size() & 0x3FF) == 0) {
        progress.at(before - mesh.triangleCount(), Math.max(1, before - goal));
      }
    }
    return new OperationStream(
        mesh.pointCount(),
        mesh.fingerprint(),
        before,
        done,
        Arrays.copyOf(trianglesAfter, done.size()));
  }

  /** Prices all edges. */
  private CollapseQueue firstPrices(Workers workers) {
    EdgeList edges = new EdgeList();
    mesh.forEachEdge(edges::add);
    int count = edges.count();
    double[] costs = new double[count];
    int pieces = (count + PIECE - 1) / PIECE;
    workers.run(
        pieces,
        piece -> {
          Price.Pricer own = price.newPricer();
          for (int e = piece * PIECE; e < Math.min(count, (piece + 1) * PIECE); e++) {
            int a = edges.first(e);
            int b = edges.second(e);
            costs[e] = own.price(a, b, mesh.placement(a, b));
          }
        });
    CollapseQueue queue = new CollapseQueue(count);
    for (int e = 0; e < count; e++) {
      if (costs[e] < Double.POSITIVE_INFINITY) {
        queue.add(costs[e], edges.first(e), edges.second(e), 0);
      }
    }
    return queue;
  }

  /** The point that a point is part of by now. */
  private int owner(int point) {
    int p = point;
    while (takenBy[p] != CollapseMesh.NONE) {
      int next = takenBy[p];
      if (takenBy[next] != CollapseMesh.NONE) {
        takenBy[p] = takenBy[next];
      }
      p = next;
    }
    return p;
  }

  /** Prices an edge whose ends have changed; if it still is the cheapest, it collapses. */
  private void priceAgain(int a, int b, double least, CollapseQueue queue) {
    double priced = pricer.price(a, b, mesh.placement(a, b));
    double cost = price.mayFall() ? priced : Math.max(least, priced);
    if (queue.isEmpty() || cost < queue.cost()) {
      attempt(a, b, cost, queue);
    } else if (cost < Double.POSITIVE_INFINITY) {
      queue.add(cost, a, b, version[a] + version[b]);
    }
  }

  /** Collapses the edge priced last, or puts it aside when it may not. */
  private void attempt(int a, int b, double cost, CollapseQueue queue) {
    if (mesh.placement(a, b) == Placement.NOWHERE) {
      return;
    }
    if (!mesh.keepsConnectivity(a, b) || !pricer.keepsSides(mesh)) {
      aside.put(a, b, cost);
      return;
    }
    Collapse collapse = pricer.commit();
    mesh.collapse(collapse.from(), collapse.into(), blends);
    takenBy[collapse.from()] = collapse.into();
    version[collapse.into()] += version[collapse.from()] + 1;
    record(collapse);
    if (price.mayFall()) {
      priceAround(collapse.into(), queue);
    }
    takeUpAgain(collapse, queue);
  }

  /** Prices the edges of a new point; those of its neighbours are looked at again in their turn. */
  private void priceAround(int p, CollapseQueue queue) {
    for (int c = mesh.firstCorner(p); c != CollapseMesh.NONE; c = mesh.nextCorner(c)) {
      version[mesh.point(CollapseMesh.after(c))]++;
      version[mesh.point(CollapseMesh.after(CollapseMesh.after(c)))]++;
    }
    for (int c = mesh.firstCorner(p); c != CollapseMesh.NONE; c = mesh.nextCorner(c)) {
      int q = mesh.point(CollapseMesh.after(c));
      int a = Math.min(p, q);
      int b = Math.max(p, q);
      double cost = pricer.price(a, b, mesh.placement(a, b));
      if (cost < Double.POSITIVE_INFINITY) {
        queue.add(cost, a, b, version[a] + version[b]);
      }
    }
  }

  private void record(Collapse collapse) {
    if (done.size() == trianglesAfter.length) {
      trianglesAfter = Arrays.copyOf(trianglesAfter, 2 * done.size());
    }
    trianglesAfter[done.size()] = mesh.triangleCount();
    done.add(collapse);
  }

  /** Gives the edges put aside near a collapse another chance. */
  private void takeUpAgain(Collapse collapse, CollapseQueue queue) {
    int p = collapse.into();
    takeUpAt(collapse.from(), queue);
    takeUpAt(p, queue);
    for (int c = mesh.firstCorner(p); c != CollapseMesh.NONE; c = mesh.nextCorner(c)) {
      takeUpAt(mesh.point(CollapseMesh.after(c)), queue);
      takeUpAt(mesh.point(CollapseMesh.after(CollapseMesh.after(c))), queue);
    }
  }

  private void takeUpAt(int point, CollapseQueue queue) {
    aside.takeAll(
        point,
        (a, b, cost) -> {
          int p = owner(a);
          int q = owner(b);
          if (p != q) {
            // An old stamp has it priced again when it comes to the front.
            queue.add(cost, Math.min(p, q), Math.max(p, q), -1);
          }
        });
  }
}
