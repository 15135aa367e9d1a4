package dev.sinew.simplify.collapse;

import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collapses edges, the cheapest first, until the goal is reached or no edge may collapse.
 * Optionally removes influences of points in between.
 *
 * <p>An edge is priced at the start and again when it reaches the front of the queue. If costs do
 * not decrease, no cheaper edge is missed. If the price has estimates, changed edges are queued by
 * these and priced at the front: most change again before. An edge that may not collapse is
 * deferred until something next to it changes. The result is deterministic and does not depend on
 * the number of threads.
 */
public final class Simplifier {
  /** Edges per parallel task. */
  private static final int PIECE = 2048;

  /** The stamp of a deferred edge, which is always priced again. */
  private static final int DEFERRED = -1;

  /** Iterations per progress report, a power of 2. */
  private static final int REPORT_STEPS = 1024;

  private final CollapseMesh mesh;
  private final Price price;
  private final Price.Pricer pricer;
  private final @Nullable RemovalPrice removals;
  private final RemovalQueue removalQueue;
  private final TriangleBudget budget;
  private final RunContext context;
  private final int[] version;
  private final int[] mergedInto;
  private final PricedEdges priced;
  private final WedgeBlends blends = new WedgeBlends();
  private final DeferredEdges deferred;
  private final List<Operation> done = new ArrayList<>();
  private int[] trianglesAfter = new int[1024];

  private Simplifier(
      CollapseMesh mesh,
      Price price,
      @Nullable RemovalPrice removals,
      TriangleBudget budget,
      RunContext context) {
    this.mesh = mesh;
    this.price = price;
    this.removals = removals;
    this.budget = budget;
    this.context = context;
    pricer = price.newPricer();
    version = new int[mesh.pointCount()];
    removalQueue = new RemovalQueue(removals == null ? 0 : mesh.pointCount());
    mergedInto = new int[mesh.pointCount()];
    Arrays.fill(mergedInto, CollapseView.NONE);
    priced = new PricedEdges(3 * mesh.pointCount());
    deferred = new DeferredEdges(mesh.pointCount());
  }

  /**
   * Simplifies a mesh.
   *
   * @param mesh simplified in place
   * @param price made for this mesh; not usable afterwards
   * @param goal the largest number of triangles to stop at
   * @param context runs the first pricing in parallel
   */
  public static OperationStream run(CollapseMesh mesh, Price price, int goal, RunContext context) {
    return run(mesh, price, null, TriangleBudget.of(goal), context);
  }

  /**
   * Simplifies a mesh and removes influences.
   *
   * @param removals the cost of removing influences; null to keep them
   * @param budget the triangles to stop at; used up
   */
  public static OperationStream run(
      CollapseMesh mesh,
      Price price,
      @Nullable RemovalPrice removals,
      TriangleBudget budget,
      RunContext context) {
    return new Simplifier(mesh, price, removals, budget, context).run();
  }

  private OperationStream run() {
    int before = mesh.triangleCount();
    int goal = budget.goal();
    budget.start(mesh);
    CollapseQueue queue = firstPrices();
    // Counts iterations, since many edges may be priced again without an operation.
    for (int i = 0; !budget.isReached() && cheapest(queue) < Double.POSITIVE_INFINITY; i++) {
      if (removalQueue.cost() < queue.cost()) {
        removeInfluence(queue);
      } else {
        processEdge(queue);
      }
      context.checkCancelled();
      if ((i & (REPORT_STEPS - 1)) == 0) {
        context.report(
            "collapsing edges", before - mesh.triangleCount(), Math.max(1, before - goal));
      }
    }
    return new OperationStream(
        mesh.pointCount(),
        mesh.fingerprint(),
        before,
        done,
        Arrays.copyOf(trianglesAfter, done.size()));
  }

  /** Returns the lowest cost in both queues; infinite if both are empty. */
  private double cheapest(CollapseQueue queue) {
    return Math.min(queue.cost(), removalQueue.cost());
  }

  /** Removes the cheapest edge from the queue and prices it, or estimates it if it has changed. */
  private void processEdge(CollapseQueue queue) {
    int a = Math.min(owner(queue.first()), owner(queue.second()));
    int b = Math.max(owner(queue.first()), owner(queue.second()));
    boolean same = a == queue.first() && b == queue.second();
    int stamp = queue.stamp();
    double cost = queue.cost();
    queue.remove();
    int now = version[a] + version[b];
    if (a == b) {
      return;
    }
    if (stamp == DEFERRED || (same && stamp == now)) {
      priceAgain(a, b, cost, queue);
    } else if (!priced.contains(a, b, now)) {
      estimate(a, b, cost, queue);
    }
  }

  /** Prices all edges and, if wanted, all removals. */
  private CollapseQueue firstPrices() {
    EdgeList edges = new EdgeList();
    mesh.forEachEdge(edges::add);
    int count = edges.count();
    double[] costs = new double[count];
    int pieces = (count + PIECE - 1) / PIECE;
    context.run(
        pieces,
        piece -> {
          Price.Pricer own = price.newPricer();
          for (int e = piece * PIECE; e < Math.min(count, (piece + 1) * PIECE); e++) {
            context.checkCancelled();
            int a = edges.first(e);
            int b = edges.second(e);
            double cost =
                price.hasEstimates()
                    ? own.estimate(a, b, mesh.placement(a, b))
                    : own.price(a, b, mesh.placement(a, b));
            costs[e] = rank(cost, own);
          }
        });
    CollapseQueue queue = new CollapseQueue(count);
    for (int e = 0; e < count; e++) {
      context.checkCancelled();
      if (costs[e] < Double.POSITIVE_INFINITY) {
        queue.add(costs[e], edges.first(e), edges.second(e), 0);
      }
    }
    for (int p = 0; p < mesh.pointCount(); p++) {
      context.checkCancelled();
      if (mesh.firstCorner(p) != CollapseView.NONE) {
        priceRemoval(p);
      }
    }
    return queue;
  }

  /** Returns the queue key of the collapse that a pricer priced or estimated last. */
  private double rank(double cost, Price.Pricer by) {
    return removals == null ? cost : removals.rank(cost, by);
  }

  private void priceRemoval(int p) {
    if (removals != null) {
      removalQueue.set(p, removals.price(p));
    }
  }

  /** Removes the cheapest influence unless a triangle would flip. */
  private void removeInfluence(CollapseQueue queue) {
    int p = removalQueue.first();
    Removal removal = removals == null ? null : removals.commit(mesh, p);
    if (removal == null) {
      removalQueue.set(p, Double.POSITIVE_INFINITY);
      return;
    }
    record(removal);
    if (price.costsMayDecrease()) {
      priceAround(p, queue);
    }
    priceRemoval(p);
    requeueAround(p, queue);
  }

  /** Returns the point that a point has been merged into, or itself. */
  private int owner(int point) {
    int p = point;
    while (mergedInto[p] != CollapseView.NONE) {
      int next = mergedInto[p];
      if (mergedInto[next] != CollapseView.NONE) {
        mergedInto[p] = mergedInto[next];
      }
      p = next;
    }
    return p;
  }

  /** Queues a changed edge by its estimate; prices it if that is the lowest cost. */
  private void estimate(int a, int b, double least, CollapseQueue queue) {
    int now = version[a] + version[b];
    priced.add(a, b, now);
    if (!price.hasEstimates()) {
      priceAgain(a, b, least, queue);
      return;
    }
    double estimate = Math.max(least, rank(pricer.estimate(a, b, mesh.placement(a, b)), pricer));
    if (estimate <= cheapest(queue)) {
      priceAgain(a, b, least, queue);
    } else if (estimate < Double.POSITIVE_INFINITY) {
      queue.add(estimate, a, b, now);
    }
  }

  /**
   * Prices an edge and collapses it if it still is the cheapest.
   *
   * @param least the cost it had in the queue
   */
  private void priceAgain(int a, int b, double least, CollapseQueue queue) {
    double own = pricer.price(a, b, mesh.placement(a, b));
    double exact = rank(own, pricer);
    double cost = price.costsMayDecrease() ? exact : Math.max(least, exact);
    if (!(cost < Double.POSITIVE_INFINITY)) {
      return;
    }
    if (cost <= least || cost < cheapest(queue)) {
      attempt(a, b, own, cost, queue);
    } else {
      queue.add(cost, a, b, version[a] + version[b]);
    }
  }

  /**
   * Collapses the edge priced last, or defers it if it may not collapse.
   *
   * @param own its price
   * @param cost its rank, or the one it had in the queue if that is more
   */
  private void attempt(int a, int b, double own, double cost, CollapseQueue queue) {
    if (mesh.placement(a, b) == Placement.NOWHERE || !budget.allows(mesh, a, b)) {
      return;
    }
    if (!mesh.preservesTopology(a, b) || !pricer.flipsNoTriangle(mesh)) {
      deferred.add(a, b, cost);
      return;
    }
    double whole = rank(own + pricer.surcharge(mesh), pricer);
    if (whole > cost && whole > cheapest(queue)) {
      queue.add(whole, a, b, version[a] + version[b]);
      return;
    }
    Collapse collapse = pricer.commit();
    budget.remove(mesh, a, b);
    mesh.collapse(collapse.from(), collapse.into(), blends);
    mergedInto[collapse.from()] = collapse.into();
    version[collapse.into()] += version[collapse.from()] + 1;
    record(collapse);
    if (price.costsMayDecrease()) {
      priceAround(collapse.into(), queue);
    }
    if (removals != null) {
      removalQueue.set(collapse.from(), Double.POSITIVE_INFINITY);
      priceRemoval(collapse.into());
    }
    requeueAt(collapse.from(), queue);
    requeueAround(collapse.into(), queue);
  }

  /**
   * Prices the edges of a changed point; the other edges of its neighbours are marked as changed.
   */
  private void priceAround(int p, CollapseQueue queue) {
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      version[mesh.point(CollapseView.after(c))]++;
      version[mesh.point(CollapseView.after(CollapseView.after(c)))]++;
    }
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      context.checkCancelled();
      priceNew(p, mesh.point(CollapseView.after(c)), queue);
      priceNew(p, mesh.point(CollapseView.after(CollapseView.after(c))), queue);
    }
  }

  /** Prices an edge unless its price is up to date: most edges are visited from two triangles. */
  private void priceNew(int p, int q, CollapseQueue queue) {
    int a = Math.min(p, q);
    int b = Math.max(p, q);
    int now = version[a] + version[b];
    if (priced.contains(a, b, now)) {
      return;
    }
    priced.add(a, b, now);
    double cost = rank(pricer.price(a, b, mesh.placement(a, b)), pricer);
    if (cost < Double.POSITIVE_INFINITY) {
      queue.add(cost, a, b, now);
    }
  }

  private void record(Operation operation) {
    if (done.size() == trianglesAfter.length) {
      trianglesAfter = Arrays.copyOf(trianglesAfter, 2 * done.size());
    }
    trianglesAfter[done.size()] = mesh.triangleCount();
    done.add(operation);
  }

  /** Queues the deferred edges around a changed point again. */
  private void requeueAround(int p, CollapseQueue queue) {
    requeueAt(p, queue);
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      requeueAt(mesh.point(CollapseView.after(c)), queue);
      requeueAt(mesh.point(CollapseView.after(CollapseView.after(c))), queue);
    }
  }

  private void requeueAt(int point, CollapseQueue queue) {
    if (deferred.isEmptyAt(point)) {
      return; // The common case.
    }
    deferred.removeAll(
        point,
        (a, b, cost) -> {
          int p = owner(a);
          int q = owner(b);
          if (p != q) {
            queue.add(cost, Math.min(p, q), Math.max(p, q), DEFERRED);
          }
        });
  }
}
