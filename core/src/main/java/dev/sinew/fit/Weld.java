package dev.sinew.fit;

import dev.sinew.fit.system.BoneRegions;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.model.MultiWeights;
import dev.sinew.rig.ShapeSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Vertices that coincide in all frames, made one for the fit. Meshes whose corners are not shared
 * between triangles would otherwise have no neighbours, and their corners would come apart.
 */
final class Weld {
  /** Vertices coincide that are nearer than this in every frame, in box sides. */
  private static final double SAME = 1e-6;

  private final Examples whole;
  private final Examples unique;

  /** The vertex of the welded examples for each vertex. */
  private final int[] of;

  private Weld(Examples whole, Examples unique, int[] of) {
    this.whole = whole;
    this.unique = unique;
    this.of = of;
  }

  /** A position of the reference. */
  private record Position(double x, double y, double z) {}

  /** Welds the vertices with equal positions in the reference that stay together. */
  static Weld of(Examples examples) {
    int vertices = examples.vertexCount();
    int[] first = new int[vertices];
    int[] next = new int[vertices];
    Map<Position, Integer> found = new HashMap<>();
    Arrays.fill(next, -1);
    for (int v = 0; v < vertices; v++) {
      Position at =
          new Position(
              examples.rest[3 * v] + 0.0,
              examples.rest[3 * v + 1] + 0.0,
              examples.rest[3 * v + 2] + 0.0);
      Integer head = found.putIfAbsent(at, v);
      first[v] = head == null ? v : partner(examples, head, v, next);
    }
    int[] kept = IntStream.range(0, vertices).filter(v -> first[v] == v).toArray();
    if (kept.length == vertices) {
      return new Weld(examples, examples, IntStream.range(0, vertices).toArray());
    }
    int[] index = new int[vertices];
    for (int i = 0; i < kept.length; i++) {
      index[kept[i]] = i;
    }
    int[] of = Arrays.stream(first).map(v -> index[v]).toArray();
    return new Weld(examples, examples.welded(kept, of), of);
  }

  /**
   * Returns the first vertex of a list that stays with a vertex, which otherwise joins the list.
   */
  private static int partner(Examples examples, int head, int vertex, int[] next) {
    int last = head;
    for (int v = head; v >= 0; v = next[v]) {
      if (staysWith(examples, v, vertex)) {
        return v;
      }
      last = v;
    }
    next[last] = vertex;
    return vertex;
  }

  private static boolean staysWith(Examples examples, int a, int b) {
    ShapeSet shapes = examples.shapes();
    int size = 3 * examples.frameCount();
    for (int i = 0; i < size; i++) {
      if (Math.abs(shapes.value(size * a + i) - shapes.value(size * b + i)) > SAME) {
        return false;
      }
    }
    return true;
  }

  /** Returns the examples without coincident vertices. */
  Examples unique() {
    return unique;
  }

  /** Returns the given examples. */
  Examples whole() {
    return whole;
  }

  /** Returns a skin of the given examples from one of the welded ones. */
  SkinRows expand(SkinRows rows) {
    return unique == whole ? rows : rows.subset(of);
  }

  /** Returns multi-weights of the given examples from those of the welded ones. */
  MultiWeights expand(MultiWeights weights) {
    return unique == whole ? weights : weights.rows(of);
  }

  /** Returns regions of the given examples from those of the welded ones. */
  BoneRegions expand(BoneRegions regions, int bones) {
    return unique == whole
        ? regions
        : new BoneRegions(
            whole.topology, bones, Arrays.stream(of).map(v -> regions.bone[v]).toArray());
  }

  /**
   * Returns bones that are given for the welded examples: a vertex is in the core of the first of
   * its vertices that is in any, and may be moved by the bones of the first.
   */
  GivenBones reduce(GivenBones given) {
    if (unique == whole) {
      return given;
    }
    int[] cores = new int[unique.vertexCount()];
    Arrays.fill(cores, -1);
    int[][] allowed = given.influences();
    int[][] influences = allowed == null ? null : new int[cores.length][];
    for (int v = 0; v < of.length; v++) {
      cores[of[v]] = cores[of[v]] < 0 ? given.cores()[v] : cores[of[v]];
      if (influences != null && allowed != null && influences[of[v]] == null) {
        influences[of[v]] = allowed[v];
      }
    }
    return new GivenBones(given.count(), cores, influences);
  }
}
