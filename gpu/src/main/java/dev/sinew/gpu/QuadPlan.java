package dev.sinew.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a kernel computes points. Points that follow the same bones are together: four
 * of them are a quad, padded with copies of a point where it must be. Quads in the order of their
 * numbers of bones are slots, each the work of a warp; slots are tiles, each the work of a block,
 * which keeps the matrices of the tile's bones in shared memory.
 *
 * <p>Kernels keep the coordinates of a quad of up to {@link #IN_REGISTERS} bones in registers. What
 * is left of sets of bones after whole quads is joined to quads with as few bones as possible, and
 * if it can be, within that number.
 */
final class QuadPlan {
  static final int QUAD = 4;

  /** The bones per quad up to which a kernel has a loop of its own. */
  static final int IN_REGISTERS = 4;

  /** The quads of a whole number of lines of 128 bytes: no line is written by two warps. */
  private static final int ALIGNED = 8;

  /** Stands for no point in a quad that is not full. */
  private static final int NONE = -1;

  /** The bones of a tile after which no further slot is added: about 9 KB of shared memory. */
  private static final int TILE_BONES = 96;

  /**
   * The leftover points that are compared for a place in a quad; more cost time and save little.
   */
  private static final int CANDIDATES = 512;

  /**
   * The quads of a warp.
   *
   * @param bones per quad
   */
  record Slot(int firstQuad, int quads, int bones) {}

  /**
   * The slots of a block.
   *
   * @param bones what any of them needs, sorted
   */
  record Tile(List<Slot> slots, int[] bones) {}

  private final int[] pointOf;
  private final int points;
  private final int[][] quadBones;
  private final List<Tile> tiles;

  private QuadPlan(int[] pointOf, int points, int[][] quadBones, List<Tile> tiles) {
    this.pointOf = pointOf;
    this.points = points;
    this.quadBones = quadBones;
    this.tiles = tiles;
  }

  /**
   * Plans points.
   *
   * @param start the first entry of each point, and the end of the last
   * @param bones the bone of each entry, without repeats per point
   * @param quadsPerSlot the quads that a warp computes at once
   * @param slotsPerTile the warps of a block
   */
  static QuadPlan of(int[] start, int[] bones, int quadsPerSlot, int slotsPerTile) {
    List<Quad> quads = quads(start, bones);
    quads.sort(Comparator.comparingInt((Quad quad) -> quad.bones.length).thenComparing(QUAD_ORDER));
    int points = start.length - 1;
    while (quads.size() % ALIGNED != 0) {
      quads.add(new Quad(new int[] {NONE, NONE, NONE, NONE}, quads.getLast().bones));
    }
    int[] pointOf = new int[QUAD * quads.size()];
    int[][] quadBones = new int[quads.size()][];
    for (int q = 0; q < quads.size(); q++) {
      System.arraycopy(quads.get(q).points, 0, pointOf, QUAD * q, QUAD);
      quadBones[q] = quads.get(q).bones;
    }
    return new QuadPlan(pointOf, points, quadBones, tiles(quadBones, quadsPerSlot, slotsPerTile));
  }

  private static final Comparator<Quad> QUAD_ORDER = (a, b) -> Arrays.compare(a.bones, b.bones);

  private record Quad(int[] points, int[] bones) {}

  /** Points with the same bones. */
  private static final class Group {
    private final int[] bones;
    private final List<Integer> points = new ArrayList<>();

    private Group(int[] bones) {
      this.bones = bones;
    }
  }

  private static List<Quad> quads(int[] start, int[] bones) {
    Map<List<Integer>, Group> groups = new HashMap<>();
    List<Group> order = new ArrayList<>();
    for (int p = 0; p + 1 < start.length; p++) {
      int[] own = Arrays.stream(bones, start[p], start[p + 1]).sorted().toArray();
      // A point without bones is zeros of any bone.
      int[] set = own.length == 0 ? new int[] {0} : own;
      Group group =
          groups.computeIfAbsent(
              Arrays.stream(set).boxed().toList(),
              key -> {
                order.add(new Group(set));
                return order.getLast();
              });
      group.points.add(p);
    }
    List<Quad> out = new ArrayList<>();
    List<Group> left = new ArrayList<>();
    for (Group group : order) {
      int whole = group.points.size() / QUAD * QUAD;
      for (int i = 0; i < whole; i += QUAD) {
        out.add(
            new Quad(
                group.points.subList(i, i + QUAD).stream().mapToInt(p -> p).toArray(),
                group.bones));
      }
      group.points.subList(0, whole).clear();
      if (!group.points.isEmpty()) {
        left.add(group);
      }
    }
    joinLeft(left, out);
    return out;
  }

  /** Joins points of different sets to quads, the largest sets first. */
  private static void joinLeft(List<Group> left, List<Quad> out) {
    left.sort(
        Comparator.comparingInt((Group group) -> -group.bones.length)
            .thenComparing((a, b) -> Arrays.compare(a.bones, b.bones)));
    while (!left.isEmpty()) {
      int[] points = new int[QUAD];
      Arrays.fill(points, NONE);
      int[] bones = left.getFirst().bones;
      int limit = Math.max(IN_REGISTERS, bones.length);
      int filled = 0;
      Group next = left.getFirst();
      while (next != null) {
        bones = union(bones, next.bones);
        while (filled < QUAD && !next.points.isEmpty()) {
          points[filled++] = next.points.removeLast();
        }
        if (next.points.isEmpty()) {
          left.remove(next);
        }
        next = filled == QUAD ? null : closest(left, bones, limit);
      }
      for (int i = filled; i < QUAD; i++) {
        points[i] = NONE;
      }
      out.add(new Quad(points, bones));
    }
  }

  /** Returns the group that adds the fewest bones; null if all would exceed a limit. */
  private static @Nullable Group closest(List<Group> left, int[] bones, int limit) {
    Group best = null;
    int least = Integer.MAX_VALUE;
    for (Group group : left.subList(0, Math.min(CANDIDATES, left.size()))) {
      int size = union(bones, group.bones).length;
      // Of equal ones the set with most bones, which is the hardest to place.
      if (size <= limit && size < least) {
        best = group;
        least = size;
      }
    }
    return best;
  }

  private static int[] union(int[] a, int[] b) {
    int[] out = new int[a.length + b.length];
    int size = 0;
    for (int i = 0, j = 0; i < a.length || j < b.length; ) {
      int next = j == b.length || (i < a.length && a[i] <= b[j]) ? a[i] : b[j];
      i += i < a.length && a[i] == next ? 1 : 0;
      j += j < b.length && b[j] == next ? 1 : 0;
      out[size++] = next;
    }
    return Arrays.copyOf(out, size);
  }

  private static List<Tile> tiles(int[][] quadBones, int quadsPerSlot, int slotsPerTile) {
    List<Tile> out = new ArrayList<>();
    List<Slot> slots = new ArrayList<>();
    TreeSet<Integer> tileBones = new TreeSet<>();
    for (int q = 0; q < quadBones.length; ) {
      TreeSet<Integer> own = new TreeSet<>();
      int end = q;
      while (end < quadBones.length
          && end - q < quadsPerSlot
          && (end == q || own.size() + quadBones[end].length <= TILE_BONES)) {
        Arrays.stream(quadBones[end++]).forEach(own::add);
      }
      TreeSet<Integer> both = new TreeSet<>(tileBones);
      both.addAll(own);
      if (!slots.isEmpty() && (slots.size() == slotsPerTile || both.size() > TILE_BONES)) {
        out.add(new Tile(List.copyOf(slots), tileBones.stream().mapToInt(b -> b).toArray()));
        slots.clear();
        both = own;
      }
      // Sorted by the number of bones, so the last quad has most.
      slots.add(new Slot(q, end - q, quadBones[end - 1].length));
      tileBones = both;
      q = end;
    }
    if (!slots.isEmpty()) {
      out.add(new Tile(List.copyOf(slots), tileBones.stream().mapToInt(b -> b).toArray()));
    }
    return out;
  }

  /** Returns the number of points with padding, a multiple of 32. */
  int vertexCount() {
    return pointOf.length;
  }

  /** Returns the number of points that were planned. */
  int pointCount() {
    return points;
  }

  int quadCount() {
    return quadBones.length;
  }

  /** Returns the point that a vertex is, or a negative number for padding. */
  int pointOf(int vertex) {
    return pointOf[vertex];
  }

  /** Returns the point whose values a vertex has: its own, or for padding one before it. */
  int sourceOf(int vertex) {
    int own = vertex;
    while (pointOf[own] == NONE) {
      own--;
    }
    return pointOf[own];
  }

  /** Returns the vertex of every point. */
  int[] vertexOfPoint() {
    int[] out = new int[points];
    for (int v = 0; v < pointOf.length; v++) {
      if (pointOf[v] != NONE) {
        out[pointOf[v]] = v;
      }
    }
    return out;
  }

  /** Returns the bones of a quad, sorted. */
  int[] bones(int quad) {
    return quadBones[quad];
  }

  List<Tile> tiles() {
    return tiles;
  }

  /** Returns the bones per quad, on average. */
  double meanBones() {
    return Arrays.stream(quadBones).mapToInt(bones -> bones.length).average().orElse(0);
  }

  /** Returns the largest number of bones of a tile. */
  int maxTileBones() {
    return tiles.stream().mapToInt(tile -> tile.bones.length).max().orElse(0);
  }
}
