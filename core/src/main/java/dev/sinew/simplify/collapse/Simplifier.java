package dev.sinew.simplify.collapse;

import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collapses edges, the cheapest first, until few enough triangles are left or none may collapse;
 * where asked, takes influences from points in between.
 *
 * <p>An edge is priced at the beginning and again when it comes to the front of the queue; where
 * costs do not fall, nothing cheaper is missed. Where prices can be guessed, edges wait in the
 * queue by their guesses, and are priced when these bring them to the front: most change again
 * before. An edge that may not collapse is put aside until something changes next to it. The result
 * depends on neither chance nor the number of threads.
 */
public final class Simplifier {
  /** So many edges make a piece of work for a thread. */
  private static final int PIECE = 2048;

  /** The stamp of an edge to be priced whatever is known of it. */
  private static final int AGAIN = -1;

  private final CollapseMesh mesh;
  private final Price price;
  private final Price.Pricer pricer;
  private final @Nullable RemovalPrice removals;
  private final RemovalQueue removalQueue;
  private final RunContext context;
  private final int[] version;
  private final int[] takenBy;
  private final KnownEdges known;
  private final WedgeBlends blends = new WedgeBlends();
  private final AsideEdges aside;
  private final List<Operation> done = new ArrayList<>();
  private int[] trianglesAfter = new int[1024];

  private Simplifier(
      CollapseMesh mesh, Price price, @Nullable RemovalPrice removals, RunContext context) {
    this.mesh = mesh;
    this.price = price;
    this.removals = removals;
    this.context = context;
    pricer = price.newPricer();
    version = new int[mesh.pointCount()];
    removalQueue = new RemovalQueue(removals == null ? 0 : mesh.pointCount());
    takenBy = new int[mesh.pointCount()];
    Arrays.fill(takenBy, CollapseView.NONE);
    known = new KnownEdges(3 * mesh.pointCount());
    aside = new AsideEdges(mesh.pointCount());
  }

  /**
   * Simplifies a mesh.
   *
   * @param mesh is simplified
   * @param price made for it; used up
   * @param goal as many triangles as may be left
   * @param context share the first pricing
   */
  public static OperationStream run(CollapseMesh mesh, Price price, int goal, RunContext context) {
    return run(mesh, price, null, goal, context);
  }

  /**
   * The same with influences.
   *
   * @param removals what it costs to take them from points; null to leave them
   */
  public static OperationStream run(
      CollapseMesh mesh,
      Price price,
      @Nullable RemovalPrice removals,
      int goal,
      RunContext context) {
    return new Simplifier(mesh, price, removals, context).run(goal);
  }

  private OperationStream run(int goal) {
    int before = mesh.triangleCount();
    CollapseQueue queue = firstPrices();
    while (mesh.triangleCount() > goal && cheapest(queue) < Double.POSITIVE_INFINITY) {
      if (removalQueue.cost() < queue.cost()) {
        takeInfluence(queue);
      } else {
        takeEdge(queue);
      }
      if ((done.size() & 0x3FF) == 0) {
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

  /** The least that anything costs next; infinite when nothing is left. */
  private double cheapest(CollapseQueue queue) {
    return Math.min(queue.cost(), removalQueue.cost());
  }

  /** Prices the edge in front, if only by a guess where its ends have taken in other points. */
  private void takeEdge(CollapseQueue queue) {
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
    if (stamp == AGAIN || (same && stamp == now)) {
      priceAgain(a, b, cost, queue);
    } else if (!known.contains(a, b, now)) {
      guess(a, b, cost, queue);
    }
  }

  /** Prices all edges, and influences where they may go. */
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
            int a = edges.first(e);
            int b = edges.second(e);
            double cost =
                price.guesses()
                    ? own.guess(a, b, mesh.placement(a, b))
                    : own.price(a, b, mesh.placement(a, b));
            costs[e] = rank(cost, own);
          }
        });
    CollapseQueue queue = new CollapseQueue(count);
    for (int e = 0; e < count; e++) {
      if (costs[e] < Double.POSITIVE_INFINITY) {
        queue.add(costs[e], edges.first(e), edges.second(e), 0);
      }
    }
    for (int p = 0; p < mesh.pointCount(); p++) {
      if (mesh.firstCorner(p) != CollapseView.NONE) {
        priceRemoval(p);
      }
    }
    return queue;
  }

  /** Where a collapse just priced comes in the queue. */
  private double rank(double cost, Price.Pricer by) {
    return removals == null ? cost : removals.rank(cost, by);
  }

  private void priceRemoval(int p) {
    if (removals != null) {
      removalQueue.set(p, removals.price(p));
    }
  }

  /** Takes an influence from the point that asks least for it, if no triangle turns round. */
  private void takeInfluence(CollapseQueue queue) {
    int p = removalQueue.first();
    Removal removal = removals == null ? null : removals.commit(mesh, p);
    if (removal == null) {
      removalQueue.set(p, Double.POSITIVE_INFINITY);
      return;
    }
    record(removal);
    if (price.mayFall()) {
      priceAround(p, queue);
    }
    priceRemoval(p);
    takeUpAround(p, queue);
  }

  /** The point that a point is part of by now. */
  private int owner(int point) {
    int p = point;
    while (takenBy[p] != CollapseView.NONE) {
      int next = takenBy[p];
      if (takenBy[next] != CollapseView.NONE) {
        takenBy[p] = takenBy[next];
      }
      p = next;
    }
    return p;
  }

  /** Puts an edge whose ends have changed where a guess sees it; prices it if that is in front. */
  private void guess(int a, int b, double least, CollapseQueue queue) {
    int now = version[a] + version[b];
    known.note(a, b, now);
    if (!price.guesses()) {
      priceAgain(a, b, least, queue);
      return;
    }
    double guess = Math.max(least, rank(pricer.guess(a, b, mesh.placement(a, b)), pricer));
    if (guess <= cheapest(queue)) {
      priceAgain(a, b, least, queue);
    } else if (guess < Double.POSITIVE_INFINITY) {
      queue.add(guess, a, b, now);
    }
  }

  /**
   * Prices an edge; if it still is the cheapest, it collapses.
   *
   * @param least what it was in front of all others for
   */
  private void priceAgain(int a, int b, double least, CollapseQueue queue) {
    double priced = rank(pricer.price(a, b, mesh.placement(a, b)), pricer);
    double cost = price.mayFall() ? priced : Math.max(least, priced);
    if (!(cost < Double.POSITIVE_INFINITY)) {
      return;
    }
    if (cost <= least || cost < cheapest(queue)) {
      attempt(a, b, cost, queue);
    } else {
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
    if (removals != null) {
      removalQueue.set(collapse.from(), Double.POSITIVE_INFINITY);
      priceRemoval(collapse.into());
    }
    takeUpAt(collapse.from(), queue);
    takeUpAround(collapse.into(), queue);
  }

  /** Prices the edges of a new point; those of its neighbours are looked at again in their turn. */
  private void priceAround(int p, CollapseQueue queue) {
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      version[mesh.point(CollapseView.after(c))]++;
      version[mesh.point(CollapseView.after(CollapseView.after(c)))]++;
    }
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      priceNew(p, mesh.point(CollapseView.after(c)), queue);
      priceNew(p, mesh.point(CollapseView.after(CollapseView.after(c))), queue);
    }
  }

  /** Prices an edge unless it is in the queue as it is now: most are sides of two triangles. */
  private void priceNew(int p, int q, CollapseQueue queue) {
    int a = Math.min(p, q);
    int b = Math.max(p, q);
    int now = version[a] + version[b];
    if (known.contains(a, b, now)) {
      return;
    }
    known.note(a, b, now);
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

  /** Gives the edges put aside near a point that has changed another chance. */
  private void takeUpAround(int p, CollapseQueue queue) {
    takeUpAt(p, queue);
    for (int c = mesh.firstCorner(p); c != CollapseView.NONE; c = mesh.nextCorner(c)) {
      takeUpAt(mesh.point(CollapseView.after(c)), queue);
      takeUpAt(mesh.point(CollapseView.after(CollapseView.after(c))), queue);
    }
  }

  private void takeUpAt(int point, CollapseQueue queue) {
    if (aside.isEmptyAt(point)) {
      return; // As nearly always.
    }
    aside.takeAll(
        point,
        (a, b, cost) -> {
          int p = owner(a);
          int q = owner(b);
          if (p != q) {
            queue.add(cost, Math.min(p, q), Math.max(p, q), AGAIN);
          }
        });
  }
}
