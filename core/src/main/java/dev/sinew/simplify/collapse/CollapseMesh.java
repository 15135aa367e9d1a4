package dev.sinew.simplify.collapse;

import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The triangles of a mesh while edges collapse. Decides which edges may collapse without changing
 * the mesh's topology, seams and boundaries.
 *
 * <p>A <em>feature</em> is a boundary edge, an edge where texture coordinates or colours are
 * discontinuous, or an edge between two groups. Points on a feature move only along it, together
 * with the wedges of both sides. Points where features end, branch or cross are fixed, and so are
 * the ends of edges with three or more triangles. A collapse preserves the topology (the link
 * condition of Dey, Edelsbrunner, Guha and Nekhayev): components neither merge nor vanish, holes do
 * not close.
 *
 * <p>Discontinuities of normals alone are not features. They do not restrict collapses and are kept
 * where possible.
 *
 * <p>Triangles that use a point twice are dropped at the start, and so are duplicates with the same
 * wedges and group.
 */
public final class CollapseMesh implements CollapseView {
  /** Points with more corners are fixed: the work per collapse grows with the square of these. */
  private static final int MAX_CORNERS = 1000;

  /** Long loops check for cancellation once per this number of steps, a power of 2. */
  private static final int CHECK_STEPS = 1024;

  private static final byte REGULAR = 0;
  private static final byte LINE = 1;
  private static final byte FIXED = 2;

  private final int[] wedgePoint;
  private final int[] chart;
  private final int[] corners;
  private final int[] groups;
  private final boolean[] dead;
  private final int[] firstCorner;
  private final int[] nextCorner;
  private final int[] previousCorner;
  private final int[] valence;
  private final byte[] kind;
  private final int[] seen;
  private final long fingerprint;
  private final double largestCoordinate;
  private final RunContext context;
  private int mark;
  private int triangleCount;

  /**
   * Prepares a mesh.
   *
   * @param mesh copied
   * @param seams the attributes whose seams are kept
   * @param locked vertices that are neither moved nor removed; not modified
   * @param context cancels the preparation and the loops over all edges
   */
  public CollapseMesh(TriMesh mesh, SeamRule seams, BitSet locked, RunContext context) {
    this.context = context;
    int points = mesh.vertexCount();
    wedgePoint = mesh.wedgeVertices();
    chart = WedgeClasses.of(mesh, seams, context);
    int[] same = WedgeClasses.of(mesh, SeamRule.ANY, context);
    corners = mesh.cornerWedges();
    Arrays.setAll(corners, c -> same[corners[c]]);
    groups = mesh.groups();
    dead = new boolean[groups.length];
    firstCorner = new int[points];
    nextCorner = new int[corners.length];
    previousCorner = new int[corners.length];
    Arrays.fill(previousCorner, NONE);
    valence = new int[points];
    kind = new byte[points];
    seen = new int[points];
    Arrays.fill(firstCorner, NONE);
    context.checkCancelled();
    fingerprint = fingerprint(mesh);
    largestCoordinate = largestCoordinate(mesh);
    triangleCount = groups.length;
    dropUselessTriangles();
    for (int c = corners.length - 1; c >= 0; c--) {
      checkCancelled(c);
      if (!dead[c / 3]) {
        int p = point(c);
        nextCorner[c] = firstCorner[p];
        if (firstCorner[p] != NONE) {
          previousCorner[firstCorner[p]] = c;
        }
        firstCorner[p] = c;
        valence[p]++;
      }
    }
    for (int p = 0; p < points; p++) {
      checkCancelled(p);
      kind[p] = locked.get(p) ? FIXED : kindOf(p);
    }
  }

  private void checkCancelled(int step) {
    if ((step & (CHECK_STEPS - 1)) == 0) {
      context.checkCancelled();
    }
  }

  private void dropUselessTriangles() {
    TriangleSet known = new TriangleSet(groups.length);
    for (int t = 0; t < groups.length; t++) {
      checkCancelled(t);
      int a = point(3 * t), b = point(3 * t + 1), c = point(3 * t + 2);
      if (a == b
          || b == c
          || c == a
          || !known.add(corners[3 * t], corners[3 * t + 1], corners[3 * t + 2], groups[t])) {
        dead[t] = true;
        triangleCount--;
      }
    }
  }

  /** Returns a hash of the mesh and its seams. */
  public long fingerprint() {
    return fingerprint;
  }

  /** Returns the largest absolute value of a coordinate. */
  double largestCoordinate() {
    return largestCoordinate;
  }

  private static double largestCoordinate(TriMesh mesh) {
    double largest = 0;
    for (double coordinate : mesh.positions()) {
      largest = Math.max(largest, Math.abs(coordinate));
    }
    return largest;
  }

  private long fingerprint(TriMesh mesh) {
    long hash = mix(wedgePoint.length, firstCorner.length);
    for (int[] values : new int[][] {wedgePoint, corners, groups, chart}) {
      context.checkCancelled();
      for (int value : values) {
        hash = mix(hash, value);
      }
    }
    context.checkCancelled();
    for (double coordinate : mesh.positions()) {
      hash = mix(hash, Double.doubleToLongBits(coordinate));
    }
    return hash;
  }

  private static long mix(long hash, long value) {
    long h = (hash ^ value) * 0x9E3779B97F4A7C15L;
    return h ^ (h >>> 29);
  }

  @Override
  public int pointCount() {
    return firstCorner.length;
  }

  @Override
  public int wedgeCount() {
    return wedgePoint.length;
  }

  @Override
  public int triangleCount() {
    return triangleCount;
  }

  @Override
  public int firstTriangleCount() {
    return dead.length;
  }

  @Override
  public boolean isDead(int triangle) {
    return dead[triangle];
  }

  @Override
  public int group(int triangle) {
    return groups[triangle];
  }

  @Override
  public int wedge(int corner) {
    return corners[corner];
  }

  @Override
  public int chart(int corner) {
    return chart[corners[corner]];
  }

  @Override
  public int point(int corner) {
    return wedgePoint[corners[corner]];
  }

  @Override
  public int firstCorner(int point) {
    return firstCorner[point];
  }

  @Override
  public int nextCorner(int corner) {
    return nextCorner[corner];
  }

  @Override
  public boolean isFree(int point) {
    return kind[point] == REGULAR && firstCorner[point] != NONE;
  }

  @Override
  public void forEachEdge(EdgeConsumer consumer) {
    for (int p = 0; p < firstCorner.length; p++) {
      checkCancelled(p);
      int now = ++mark;
      for (int c = firstCorner[p]; c != NONE; c = nextCorner[c]) {
        for (int d = CollapseView.after(c); d != c; d = CollapseView.after(d)) {
          int q = point(d);
          if (seen[q] != now) {
            seen[q] = now;
            if (p < q) {
              consumer.accept(p, q);
            }
          }
        }
      }
    }
  }

  @Override
  public void forEachFeature(FeatureConsumer consumer) {
    for (int c = 0; c < corners.length; c++) {
      checkCancelled(c);
      if (!dead[c / 3]) {
        int a = point(c);
        int b = point(CollapseView.after(c));
        int count = triangleCount(a, b);
        if (count != 2 || isFeature(a, b)) {
          consumer.accept(c / 3, a, b, count == 1);
        }
      }
    }
  }

  @Override
  public Placement placement(int a, int b) {
    if (valence[a] + valence[b] > MAX_CORNERS) {
      return Placement.NOWHERE;
    }
    if (kind[a] == REGULAR || kind[b] == REGULAR) {
      return kind[a] == kind[b]
          ? Placement.FREE
          : kind[a] == REGULAR ? Placement.ONTO_SECOND : Placement.ONTO_FIRST;
    }
    if ((kind[a] == FIXED && kind[b] == FIXED) || !isFeature(a, b)) {
      return Placement.NOWHERE;
    }
    return kind[a] == FIXED
        ? Placement.ONTO_FIRST
        : kind[b] == FIXED ? Placement.ONTO_SECOND : Placement.FREE;
  }

  /** Returns true if collapsing an edge preserves the topology. */
  public boolean preservesTopology(int a, int b) {
    int now = ++mark;
    for (int c = firstCorner[a]; c != NONE; c = nextCorner[c]) {
      seen[point(CollapseView.after(c))] = now;
      seen[point(CollapseView.after(CollapseView.after(c)))] = now;
    }
    int onEdge = 0;
    boolean feature = isFeature(a, b);
    int common = 0;
    int counted = ++mark;
    for (int c = firstCorner[b]; c != NONE; c = nextCorner[c]) {
      int p = point(CollapseView.after(c));
      int q = point(CollapseView.after(CollapseView.after(c)));
      if (p == a || q == a) {
        onEdge++;
        int third = p == a ? q : p;
        if (feature && isFeature(a, third) && isFeature(b, third)) {
          return false;
        }
      } else if (seen[p] >= now && seen[q] >= now && hasTriangle(a, p, q)) {
        return false;
      }
      common += countOnce(p, a, now, counted) + countOnce(q, a, now, counted);
    }
    return (onEdge == 1 || onEdge == 2) && common == onEdge;
  }

  /** Returns 1 if a point is a neighbour of both ends and was not counted before, else 0. */
  private int countOnce(int p, int end, int now, int counted) {
    if (p == end || seen[p] != now) {
      return 0;
    }
    seen[p] = counted;
    return 1;
  }

  private boolean hasTriangle(int a, int p, int q) {
    for (int c = firstCorner[a]; c != NONE; c = nextCorner[c]) {
      int x = point(CollapseView.after(c));
      int y = point(CollapseView.after(CollapseView.after(c)));
      if ((x == p && y == q) || (x == q && y == p)) {
        return true;
      }
    }
    return false;
  }

  private int triangleCount(int u, int v) {
    int a = valence[u] <= valence[v] ? u : v;
    int b = a == u ? v : u;
    int n = 0;
    for (int c = firstCorner[a]; c != NONE; c = nextCorner[c]) {
      if (point(CollapseView.after(c)) == b
          || point(CollapseView.after(CollapseView.after(c))) == b) {
        n++;
      }
    }
    return n;
  }

  /** Returns true if the edge between two points is a boundary, a seam or a group border. */
  private boolean isFeature(int u, int v) {
    int a = valence[u] <= valence[v] ? u : v;
    int b = a == u ? v : u;
    int n = 0;
    int chartA = 0;
    int chartB = 0;
    int group = 0;
    for (int c = firstCorner[a]; c != NONE; c = nextCorner[c]) {
      int d = CollapseView.after(c);
      if (point(d) != b) {
        d = CollapseView.after(d);
        if (point(d) != b) {
          continue;
        }
      }
      if (n > 0
          && (chart[corners[c]] != chartA
              || chart[corners[d]] != chartB
              || groups[c / 3] != group)) {
        return true;
      }
      n++;
      chartA = chart[corners[c]];
      chartB = chart[corners[d]];
      group = groups[c / 3];
    }
    return n != 2;
  }

  private byte kindOf(int p) {
    if (valence[p] == 0 || valence[p] > MAX_CORNERS) {
      return FIXED;
    }
    int features = 0;
    int boundary = NONE;
    int now = ++mark;
    for (int c = firstCorner[p]; c != NONE; c = nextCorner[c]) {
      for (int d = CollapseView.after(c); d != c; d = CollapseView.after(d)) {
        int q = point(d);
        if (seen[q] == now) {
          continue;
        }
        seen[q] = now;
        int count = triangleCount(p, q);
        if (count > 2) {
          return FIXED;
        }
        boundary = count == 1 ? q : boundary;
        features += isFeature(p, q) ? 1 : 0;
      }
    }
    if (fanSize(p, boundary) != valence[p]) {
      return FIXED;
    }
    return features == 0 ? REGULAR : features == 2 ? LINE : FIXED;
  }

  /**
   * Counts the triangles of one fan around a point that has manifold edges only.
   *
   * @param boundary a neighbour across a boundary edge to start at, or {@link #NONE}
   */
  private int fanSize(int p, int boundary) {
    int start = boundary == NONE ? firstCorner[p] : cornerAcross(p, boundary, NONE);
    int q = boundary == NONE ? point(CollapseView.after(start)) : boundary;
    int size = 0;
    int c = start;
    do {
      size++;
      q =
          point(CollapseView.after(c)) == q
              ? point(CollapseView.after(CollapseView.after(c)))
              : point(CollapseView.after(c));
      c = cornerAcross(p, q, c);
    } while (c != NONE && c != start);
    return size;
  }

  /** Returns another corner at p whose triangle contains q, or {@link #NONE}. */
  private int cornerAcross(int p, int q, int corner) {
    for (int c = firstCorner[p]; c != NONE; c = nextCorner[c]) {
      if (c != corner
          && (point(CollapseView.after(c)) == q
              || point(CollapseView.after(CollapseView.after(c))) == q)) {
        return c;
      }
    }
    return NONE;
  }

  /**
   * Collapses an edge.
   *
   * @param from the end that is removed
   * @param into the end that is kept
   * @param blends receives how the wedges of both ends are merged; overwritten
   */
  public void collapse(int from, int into, WedgeBlends blends) {
    blends.clear();
    for (int c = firstCorner[from]; c != NONE; c = nextCorner[c]) {
      int d = CollapseView.after(c);
      int other = point(d) == into ? d : CollapseView.after(d);
      if (point(other) == into) {
        blends.link(corners[c], corners[other]);
        removeTriangle(c / 3);
      }
    }
    for (int c = firstCorner[into]; c != NONE; c = nextCorner[c]) {
      blends.keep(corners[c], chart);
    }
    int last = NONE;
    for (int c = firstCorner[from]; c != NONE; c = nextCorner[c]) {
      int linked = blends.linkOf(corners[c]);
      if (linked == NONE) {
        blends.carry(corners[c], chart);
      } else {
        corners[c] = linked;
      }
      last = c;
    }
    blends.moveCarried(wedgePoint, chart, into);
    if (last != NONE) {
      nextCorner[last] = firstCorner[into];
      if (firstCorner[into] != NONE) {
        previousCorner[firstCorner[into]] = last;
      }
      firstCorner[into] = firstCorner[from];
      firstCorner[from] = NONE;
      valence[into] += valence[from];
      valence[from] = 0;
    }
    kind[into] = (byte) Math.max(kind[into], kind[from]);
  }

  /** Unlinks the corners of a triangle from their points; their own links stay intact. */
  private void removeTriangle(int t) {
    dead[t] = true;
    triangleCount--;
    for (int c = 3 * t; c < 3 * t + 3; c++) {
      int p = point(c);
      valence[p]--;
      if (previousCorner[c] == NONE) {
        firstCorner[p] = nextCorner[c];
      } else {
        nextCorner[previousCorner[c]] = nextCorner[c];
      }
      if (nextCorner[c] != NONE) {
        previousCorner[nextCorner[c]] = previousCorner[c];
      }
    }
  }
}
