package dev.sinew.distance;

import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the closest point of a triangle mesh. A bounding volume hierarchy over the triangles is
 * built once from one shape; for other shapes of the same mesh its boxes are refitted in linear
 * time, so that a sequence of poses needs one build.
 *
 * <p>Build O(n log n), refit O(n), a query about O(log n) for points near the surface.
 */
public final class TriangleTree {
  private static final int LEAF_SIZE = 2;

  /** Squared sine of the angle below which a triangle is degenerate. */
  private static final double FLAT = 1e-14;

  private static final int STEPS_PER_CHECK = 4096;

  private final RunContext context;
  private final int[] triangles;
  private final int[] order;
  private final int[] leafStart;

  /** The index of x of each corner, triangle by triangle in the order of the leaves. */
  private final int[] corners;

  /** The leaf node of each triangle. */
  private final int[] leafOf;

  private final int leaves;

  /** The centre and the half sides of each node's box. */
  private final float[] boxes;

  private float[] positions = {};

  /**
   * Builds the tree.
   *
   * @param positions x, y, z per vertex; read until the next {@link #refit}, not copied
   * @param triangles 3 vertices per triangle, at least one triangle; copied
   */
  public TriangleTree(float[] positions, int[] triangles) {
    this(positions, triangles, RunContext.ofThreads(1));
  }

  /** Builds the tree in a run that can be cancelled. */
  public TriangleTree(float[] positions, int[] triangles, RunContext context) {
    if (triangles.length == 0 || triangles.length % 3 != 0) {
      throw new IllegalArgumentException(
          "triangles: expected a positive multiple of 3 vertices, got " + triangles.length);
    }
    this.context = context;
    this.triangles = triangles.clone();
    int count = triangles.length / 3;
    int wanted = (count + LEAF_SIZE - 1) / LEAF_SIZE;
    leaves = wanted == 1 ? 1 : Integer.highestOneBit(wanted - 1) << 1;
    order = new int[count];
    Arrays.setAll(order, t -> t);
    leafStart = new int[leaves + 1];
    boxes = new float[6 * (2 * leaves)];
    split(centres(positions), 0, count, 1);
    leafStart[leaves] = count;
    leafOf = new int[count];
    corners = new int[3 * count];
    for (int leaf = 0; leaf < leaves; leaf++) {
      for (int i = leafStart[leaf]; i < leafStart[leaf + 1]; i++) {
        leafOf[order[i]] = leaves + leaf;
        for (int c = 0; c < 3; c++) {
          corners[3 * i + c] = 3 * triangles[3 * order[i] + c];
        }
      }
    }
    refit(positions);
  }

  /** Shares the structure of another tree, but not its boxes. */
  private TriangleTree(TriangleTree other) {
    context = other.context;
    triangles = other.triangles;
    order = other.order;
    leafStart = other.leafStart;
    leafOf = other.leafOf;
    corners = other.corners;
    leaves = other.leaves;
    boxes = other.boxes.clone();
    positions = other.positions;
  }

  /** Returns a tree of the same triangles that can be refitted independently. */
  public TriangleTree copy() {
    return new TriangleTree(this);
  }

  private double[] centres(float[] points) {
    double[] out = new double[triangles.length];
    for (int t = 0; t < order.length; t++) {
      checkEvery(t);
      for (int k = 0; k < 3; k++) {
        for (int c = 0; c < 3; c++) {
          out[3 * t + k] += points[3 * triangles[3 * t + c] + k];
        }
      }
    }
    return out;
  }

  /** Splits a range of triangles along its longest axis until it is a leaf. */
  private void split(double[] centres, int from, int to, int node) {
    if (node >= leaves) {
      leafStart[node - leaves] = from;
      return;
    }
    context.checkCancelled();
    int middle = (from + to) >>> 1;
    selectMiddle(centres, from, to, middle, longestAxis(centres, from, to));
    split(centres, from, middle, 2 * node);
    split(centres, middle, to, 2 * node + 1);
  }

  private int longestAxis(double[] centres, int from, int to) {
    int best = 0;
    double longest = -1;
    for (int axis = 0; axis < 3; axis++) {
      double min = Double.POSITIVE_INFINITY;
      double max = Double.NEGATIVE_INFINITY;
      for (int i = from; i < to; i++) {
        double x = centres[3 * order[i] + axis];
        min = Math.min(min, x);
        max = Math.max(max, x);
      }
      if (max - min > longest) {
        longest = max - min;
        best = axis;
      }
    }
    return best;
  }

  /**
   * Partitions the range: the middle element is the median, with smaller ones before and larger
   * ones after it.
   */
  private void selectMiddle(double[] centres, int from, int to, int middle, int axis) {
    int lo = from;
    int hi = to - 1;
    while (lo < hi) {
      double pivot = centres[3 * order[(lo + hi) >>> 1] + axis];
      int i = lo;
      int j = hi;
      while (i <= j) {
        while (centres[3 * order[i] + axis] < pivot) {
          i++;
        }
        while (centres[3 * order[j] + axis] > pivot) {
          j--;
        }
        if (i <= j) {
          int swap = order[i];
          order[i++] = order[j];
          order[j--] = swap;
        }
      }
      if (middle <= j) {
        hi = j;
      } else if (middle >= i) {
        lo = i;
      } else {
        return;
      }
    }
  }

  /**
   * Refits the boxes to another shape of the same mesh.
   *
   * @param newPositions x, y, z per vertex; read until the next call, not copied
   */
  public void refit(float[] newPositions) {
    positions = newPositions;
    for (int node = 2 * leaves - 1; node >= 1; node--) {
      checkEvery(node);
      int b = 6 * node;
      Arrays.fill(boxes, b, b + 3, Float.POSITIVE_INFINITY);
      Arrays.fill(boxes, b + 3, b + 6, Float.NEGATIVE_INFINITY);
      if (node >= leaves) {
        int leaf = node - leaves;
        for (int c = 3 * leafStart[leaf]; c < 3 * leafStart[leaf + 1]; c++) {
          extend(b, positions, corners[c], corners[c]);
        }
      } else {
        for (int child = 2 * b; child <= 2 * b + 6; child += 6) {
          extend(b, boxes, child, child + 3);
          toCentre(child);
        }
      }
    }
    toCentre(6);
  }

  /** Extends bounds by a point or by other bounds. */
  private void extend(int b, float[] from, int least, int largest) {
    for (int k = 0; k < 3; k++) {
      boxes[b + k] = Math.min(boxes[b + k], from[least + k]);
      boxes[b + 3 + k] = Math.max(boxes[b + 3 + k], from[largest + k]);
    }
  }

  /** Replaces bounds by centre and half sides. Rounding makes the box larger, never smaller. */
  private void toCentre(int b) {
    for (int k = 0; k < 3; k++) {
      double least = boxes[b + k];
      double largest = boxes[b + 3 + k];
      float centre = (float) ((least + largest) / 2);
      boxes[b + k] = centre;
      boxes[b + 3 + k] = Math.nextUp((float) Math.max(largest - centre, centre - least));
    }
  }

  private void checkEvery(int i) {
    if (i % STEPS_PER_CHECK == 0) {
      context.checkCancelled();
    }
  }

  /** A point on the surface, overwritten by queries. */
  public static final class Hit {
    private double squared;
    private int triangle;
    private final double[] weights = new double[3];

    /** The direction that considered triangles face, if all do not count. */
    private double @Nullable [] facing;

    /** The part of every triangle, if only one counts. */
    private int @Nullable [] parts;

    private int part;

    /** True if all parts but one count. */
    private boolean isOther;

    /** Returns the distance from the query point. */
    public double distance() {
      return Math.sqrt(squared);
    }

    /** Returns the triangle of the point. */
    public int triangle() {
      return triangle;
    }

    /** Returns the barycentric coordinate of the triangle's corner 0, 1 or 2. */
    public double weight(int corner) {
      return weights[corner];
    }

    /** Returns true if a point was found; false if no triangle is among those that count. */
    public boolean isFound() {
      return squared < Double.POSITIVE_INFINITY;
    }

    /**
     * Lets searches find only triangles whose normal has a positive component along a direction.
     */
    public void onlyFacing(double x, double y, double z) {
      facing = new double[] {x, y, z};
    }

    /**
     * Lets searches find only triangles of one part.
     *
     * @param partOf the part of every triangle; kept
     */
    public void onlyPart(int[] partOf, int part) {
      parts = partOf;
      this.part = part;
      isOther = false;
    }

    /** Lets searches find only triangles of other parts than one, likewise. */
    public void exceptPart(int[] partOf, int part) {
      onlyPart(partOf, part);
      isOther = true;
    }

    private boolean excludes(int triangle) {
      return parts != null && (parts[triangle] == part) == isOther;
    }

    private boolean excludes(float[] positions, int a, int b, int c) {
      if (facing == null) {
        return false;
      }
      double ux = positions[b] - positions[a];
      double uy = positions[b + 1] - positions[a + 1];
      double uz = positions[b + 2] - positions[a + 2];
      double vx = positions[c] - positions[a];
      double vy = positions[c + 1] - positions[a + 1];
      double vz = positions[c + 2] - positions[a + 2];
      return !(facing[0] * (uy * vz - uz * vy)
              + facing[1] * (uz * vx - ux * vz)
              + facing[2] * (ux * vy - uy * vx)
          > 0);
    }

    /** Forgets the point: the next one considered is closer. */
    public void clear() {
      squared = Double.POSITIVE_INFINITY;
    }

    /** Returns the squared distance from the query point. */
    public double squaredDistance() {
      return squared;
    }

    /** Replaces the hit by a point on a ray. */
    private void set(int t, double at, double[] weights) {
      squared = at * at;
      triangle = t;
      System.arraycopy(weights, 0, this.weights, 0, 3);
    }

    /** Does the same for the edge from a corner to the next one of the triangle. */
    private void considerEdge(
        float[] positions, int a, int b, int from, int t, double x, double y, double z) {
      double dx = positions[b] - positions[a];
      double dy = positions[b + 1] - positions[a + 1];
      double dz = positions[b + 2] - positions[a + 2];
      double px = x - positions[a], py = y - positions[a + 1], pz = z - positions[a + 2];
      double length = dx * dx + dy * dy + dz * dz;
      double s = length > 0 ? Math.clamp((px * dx + py * dy + pz * dz) / length, 0.0, 1.0) : 0;
      double ex = px - s * dx, ey = py - s * dy, ez = pz - s * dz;
      double squared = ex * ex + ey * ey + ez * ez;
      if (squared < this.squared) {
        this.squared = squared;
        this.triangle = t;
        Arrays.fill(this.weights, 0);
        this.weights[from] = 1 - s;
        this.weights[(from + 1) % 3] = s;
      }
    }

    /**
     * Replaces the hit by the closest point on a triangle if that is closer. Tests the Voronoi
     * regions of the triangle: corners, edges, then face.
     *
     * @param positions x, y, z per point
     * @param a the index of the first corner's x; b and c likewise
     * @param t the number to give the triangle
     */
    public void consider(
        float[] positions, int a, int b, int c, int t, double x, double y, double z) {
      double ax = positions[a], ay = positions[a + 1], az = positions[a + 2];
      double abx = positions[b] - ax, aby = positions[b + 1] - ay, abz = positions[b + 2] - az;
      double acx = positions[c] - ax, acy = positions[c + 1] - ay, acz = positions[c + 2] - az;
      double px = x - ax, py = y - ay, pz = z - az;
      double d1 = abx * px + aby * py + abz * pz;
      double d2 = acx * px + acy * py + acz * pz;
      double bb = abx * abx + aby * aby + abz * abz;
      double bc = abx * acx + aby * acy + abz * acz;
      double cc = acx * acx + acy * acy + acz * acz;
      if (!(bb * cc - bc * bc > FLAT * bb * cc)) {
        // The regions below are not defined for a degenerate triangle; its edges suffice.
        considerEdge(positions, a, b, 0, t, x, y, z);
        considerEdge(positions, b, c, 1, t, x, y, z);
        considerEdge(positions, c, a, 2, t, x, y, z);
        return;
      }
      double d3 = d1 - bb, d4 = d2 - bc;
      double d5 = d1 - bc, d6 = d2 - cc;
      double v, w;
      double va = d3 * d6 - d5 * d4;
      double vb = d5 * d2 - d1 * d6;
      double vc = d1 * d4 - d3 * d2;
      if (d1 <= 0 && d2 <= 0) {
        v = 0;
        w = 0;
      } else if (d3 >= 0 && d4 <= d3) {
        v = 1;
        w = 0;
      } else if (d6 >= 0 && d5 <= d6) {
        v = 0;
        w = 1;
      } else if (vc <= 0 && d1 >= 0 && d3 <= 0) {
        v = d1 / (d1 - d3);
        w = 0;
      } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
        v = 0;
        w = d2 / (d2 - d6);
      } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
        w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        v = 1 - w;
      } else {
        double scale = 1 / (va + vb + vc);
        v = vb * scale;
        w = vc * scale;
      }
      double ex = px - v * abx - w * acx;
      double ey = py - v * aby - w * acy;
      double ez = pz - v * abz - w * acz;
      double squared = ex * ex + ey * ey + ez * ez;
      if (squared < this.squared) {
        this.squared = squared;
        this.triangle = t;
        this.weights[0] = 1 - v - w;
        this.weights[1] = v;
        this.weights[2] = w;
      }
    }
  }

  /**
   * Finds the closest point of the surface.
   *
   * @param hit receives the result
   * @param scratch from {@link #newScratch}
   */
  public void closest(double x, double y, double z, Hit hit, int[] scratch) {
    hit.squared = Double.POSITIVE_INFINITY;
    search(1, x, y, z, hit, scratch);
  }

  /**
   * Finds the closest point of the surface within a radius; if there is none, the squared distance
   * of the hit is that of the radius.
   *
   * @param hit receives the result
   * @param scratch from {@link #newScratch}
   */
  public void closestWithin(double x, double y, double z, double radius, Hit hit, int[] scratch) {
    hit.squared = radius * radius;
    search(1, x, y, z, hit, scratch);
  }

  /**
   * Finds the closest point of the surface, faster if a triangle near it is known.
   *
   * @param hint a triangle that counts; among equally close points the one on it is preferred
   * @param hit receives the result
   * @param scratch from {@link #newScratch}
   */
  public void closest(double x, double y, double z, int hint, Hit hit, int[] scratch) {
    hit.squared = Double.POSITIVE_INFINITY;
    consider(hint, x, y, z, hit);
    // From the hint's leaf upwards: nearly all subtrees beside the path are too far away.
    int node = leafOf[hint];
    considerLeaf(node, hint, x, y, z, hit);
    for (; node > 1; node >>>= 1) {
      search(node ^ 1, x, y, z, hit, scratch);
    }
  }

  /** Finds a point in a subtree that is closer than the hit, if there is one. */
  private void search(int start, double x, double y, double z, Hit hit, int[] scratch) {
    if (!(boxDistance(start, x, y, z) < hit.squared)) {
      return;
    }
    int depth = 0;
    int node = start;
    while (true) {
      if (node >= leaves) {
        considerLeaf(node, -1, x, y, z, hit);
      } else {
        double left = boxDistance(2 * node, x, y, z);
        double right = boxDistance(2 * node + 1, x, y, z);
        boolean leftFirst = left <= right;
        if (Math.max(left, right) < hit.squared) {
          scratch[depth++] = leftFirst ? 2 * node + 1 : 2 * node;
          scratch[depth++] = lowerBits(Math.max(left, right));
        }
        if (Math.min(left, right) < hit.squared) {
          node = leftFirst ? 2 * node : 2 * node + 1;
          continue;
        }
      }
      do {
        if (depth == 0) {
          return;
        }
        depth -= 2;
      } while (Float.intBitsToFloat(scratch[depth + 1]) >= hit.squared);
      node = scratch[depth];
    }
  }

  /** Returns a distance or its square rounded down, as the bits of a float. */
  private static int lowerBits(double distance) {
    return Float.floatToRawIntBits((float) (distance * (1 - 1e-6)));
  }

  private void considerLeaf(int node, int known, double x, double y, double z, Hit hit) {
    int leaf = node - leaves;
    for (int i = leafStart[leaf]; i < leafStart[leaf + 1]; i++) {
      int c = 3 * i;
      if (order[i] != known
          && !hit.excludes(order[i])
          && !hit.excludes(positions, corners[c], corners[c + 1], corners[c + 2])) {
        hit.consider(positions, corners[c], corners[c + 1], corners[c + 2], order[i], x, y, z);
      }
    }
  }

  /**
   * Finds the first point of the surface on a ray, among the triangles that count.
   *
   * @param least hits that are nearer do not count, such as those on triangles around the start
   * @param farthest hits that are farther do not count
   * @param hit receives the result; {@link Hit#isFound} tells whether there is one
   * @param scratch from {@link #newScratch}
   */
  public void firstAlong(Ray ray, double least, double farthest, Hit hit, int[] scratch) {
    hit.squared = Double.POSITIVE_INFINITY;
    along(new RayBoxes(ray, false), least, farthest, -1, null, hit, scratch);
  }

  /**
   * Returns true if a ray meets a front side within a distance: a triangle whose normal has a
   * positive component along the ray.
   *
   * @param scratch from {@link #newScratch}
   */
  public boolean meetsFront(Ray ray, double farthest, int[] scratch) {
    RayBoxes line = new RayBoxes(ray, false);
    double[] weights = new double[3];
    int depth = 0;
    scratch[depth++] = 1;
    while (depth > 0) {
      int node = scratch[--depth];
      if (line.distance(boxes, 6 * node, farthest) > farthest) {
        continue;
      }
      if (node < leaves) {
        scratch[depth++] = 2 * node + 1;
        scratch[depth++] = 2 * node;
        continue;
      }
      for (int i = leafStart[node - leaves]; i < leafStart[node - leaves + 1]; i++) {
        int a = corners[3 * i], b = corners[3 * i + 1], c = corners[3 * i + 2];
        double at = line.distance(positions, a, b, c, weights);
        if (at >= 0 && at <= farthest && isFront(ray, a, b, c)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isFront(Ray ray, int a, int b, int c) {
    double ux = positions[b] - positions[a];
    double uy = positions[b + 1] - positions[a + 1];
    double uz = positions[b + 2] - positions[a + 2];
    double vx = positions[c] - positions[a];
    double vy = positions[c + 1] - positions[a + 1];
    double vz = positions[c + 2] - positions[a + 2];
    return ray.dx() * (uy * vz - uz * vy)
            + ray.dy() * (uz * vx - ux * vz)
            + ray.dz() * (ux * vy - uy * vx)
        > 0;
  }

  /** Returns the nodes above some triangles, for searches that look at these alone. */
  public BitSet nodesAbove(BitSet some) {
    BitSet out = new BitSet(2 * leaves);
    for (int t = some.nextSetBit(0); t >= 0; t = some.nextSetBit(t + 1)) {
      for (int node = leafOf[t]; node >= 1 && !out.get(node); node >>>= 1) {
        out.set(node);
      }
    }
    return out;
  }

  /**
   * Finds the point of the surface on the line of a ray that is nearest to the ray's start, in
   * front of it or behind it. What was found in an earlier shape saves most of the search: only
   * triangles that have moved since can be nearer.
   *
   * @param farthest hits that are farther do not count
   * @param known the triangle found in the earlier shape, if it has not moved since; negative if
   *     none was found
   * @param moved from {@link #nodesAbove} of the triangles that have moved; null for all triangles,
   *     whatever was found
   * @param hit receives the result; {@link Hit#isFound} tells whether there is one
   * @param scratch from {@link #newScratch}
   */
  public void nearestOnLine(
      Ray ray, double farthest, int known, @Nullable BitSet moved, Hit hit, int[] scratch) {
    hit.squared = Double.POSITIVE_INFINITY;
    along(new RayBoxes(ray, true), 0, farthest, moved == null ? -1 : known, moved, hit, scratch);
  }

  private void along(
      RayBoxes line,
      double least,
      double farthest,
      int known,
      @Nullable BitSet among,
      Hit hit,
      int[] scratch) {
    double[] weights = new double[3];
    double reach = farthest;
    // Of triangles at the same distance, the one in the first leaf counts, in any order of search.
    int leafOfHit = Integer.MAX_VALUE;
    if (known >= 0) {
      int c = 3 * known;
      reach =
          line.distance(
              positions, 3 * triangles[c], 3 * triangles[c + 1], 3 * triangles[c + 2], weights);
      hit.set(known, reach, weights);
      leafOfHit = leafOf[known];
    }
    if (among != null && among.isEmpty()) {
      return;
    }
    int depth = 0;
    int node = 1;
    while (true) {
      if (node >= leaves) {
        for (int i = leafStart[node - leaves]; i < leafStart[node - leaves + 1]; i++) {
          int a = corners[3 * i], b = corners[3 * i + 1], c = corners[3 * i + 2];
          if (!hit.excludes(order[i]) && !hit.excludes(positions, a, b, c)) {
            double at = line.distance(positions, a, b, c, weights);
            if (at >= least && (at < reach || (at == reach && node <= leafOfHit))) {
              hit.set(order[i], at, weights);
              reach = at;
              leafOfHit = node;
            }
          }
        }
      } else {
        double left = distance(line, 2 * node, among, reach);
        double right = distance(line, 2 * node + 1, among, reach);
        boolean leftFirst = left <= right;
        if (Math.max(left, right) <= reach) {
          scratch[depth++] = leftFirst ? 2 * node + 1 : 2 * node;
          scratch[depth++] = lowerBits(Math.max(left, right));
        }
        if (Math.min(left, right) <= reach) {
          node = leftFirst ? 2 * node : 2 * node + 1;
          continue;
        }
      }
      do {
        if (depth == 0) {
          return;
        }
        depth -= 2;
      } while (Float.intBitsToFloat(scratch[depth + 1]) > reach);
      node = scratch[depth];
    }
  }

  /**
   * Returns a lower bound of the distance at which a line meets a node; infinite if it does not.
   */
  private double distance(RayBoxes line, int node, @Nullable BitSet among, double reach) {
    return among == null || among.get(node)
        ? line.distance(boxes, 6 * node, reach)
        : Double.POSITIVE_INFINITY;
  }

  /** Finds the closest point of some triangles, at least one. */
  public void closestAmong(int[] some, double x, double y, double z, Hit hit) {
    hit.squared = Double.POSITIVE_INFINITY;
    for (int t : some) {
      consider(t, x, y, z, hit);
    }
  }

  /** Returns scratch space for {@link #closest}. */
  public static int[] newScratch() {
    return new int[256];
  }

  private double boxDistance(int node, double x, double y, double z) {
    int b = 6 * node;
    double dx = Math.abs(x - boxes[b]) - boxes[b + 3];
    double dy = Math.abs(y - boxes[b + 1]) - boxes[b + 4];
    double dz = Math.abs(z - boxes[b + 2]) - boxes[b + 5];
    // Twice the positive parts: Math.max takes longer, for the sake of NaN and -0.
    dx += Math.abs(dx);
    dy += Math.abs(dy);
    dz += Math.abs(dz);
    return 0.25 * (dx * dx + dy * dy + dz * dz);
  }

  private void consider(int t, double x, double y, double z, Hit hit) {
    hit.consider(
        positions,
        3 * triangles[3 * t],
        3 * triangles[3 * t + 1],
        3 * triangles[3 * t + 2],
        t,
        x,
        y,
        z);
  }
}
