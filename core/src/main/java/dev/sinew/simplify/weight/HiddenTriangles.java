package dev.sinew.simplify.weight;

import dev.sinew.distance.Ray;
import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Vec3;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Triangles that nobody can see in any of some poses, such as skin under clothes. Rays leave points
 * all over a triangle, its corners and edges included, in directions all around. The triangle is
 * seen if a ray gets some way without meeting an opaque surface whose front it would see from
 * outside; a camera may then stand there. What is near a triangle that is seen is kept, since a
 * pose between those that were tried may show it.
 */
public final class HiddenTriangles {
  /** A camera may stand this far from a surface, in longest box sides at rest. */
  private static final double OUTSIDE = 0.25;

  /**
   * The surface around what is seen that is kept, in longest box sides at rest; at least the
   * triangles that touch what is seen, which on coarse meshes is more.
   */
  private static final double RIM = 0.006;

  /** Rays start this far above the surface, in longest box sides at rest. */
  private static final double ABOVE = 2e-5;

  /**
   * Points on a triangle are at most this far apart in the first pose, twice as far in the others;
   * in longest box sides at rest.
   */
  private static final double SPACING = 0.01;

  private static final int MOST_STEPS = 8;

  /** Points are moved this far towards the centre, so that neighbours do not cover them. */
  private static final double INWARDS = 0.02;

  /** Directions in the first pose, and in each of the others, which all have other ones. */
  private static final int DIRECTIONS = 64;

  private static final int FURTHER_DIRECTIONS = 24;

  /** Directions closer to the surface than this sine see nothing of it. */
  private static final double GRAZING = 0.02;

  private static final int TRIANGLES_AT_ONCE = 64;

  /** The surface at rest. */
  private final TriMesh mesh;

  private final boolean[] twoSided;
  private final boolean[] clear;
  private final double size;
  private final RunContext context;

  /** What was not seen yet, and what of it is not near what was: only that can be dropped. */
  private final BitSet unseen = new BitSet();

  private final BitSet left = new BitSet();
  private final double rim;
  private int[][] around = {};
  private double[] positions = {};
  private double[][] directions = {};
  private double spacing;

  private HiddenTriangles(CharacterSurface surface, TriMesh rest, RunContext context) {
    this.context = context;
    mesh = rest;
    size = rest.bounds().longestSide();
    rim = RIM * size;
    twoSided = new boolean[mesh.groupCount()];
    clear = new boolean[mesh.groupCount()];
    for (int g = 0; g < clear.length; g++) {
      Material material = surface.material(g).orElse(Material.PLAIN);
      twoSided[g] = material.doubleSided();
      clear[g] =
          material.opacity().alpha() != Material.Alpha.OPAQUE
              || material
                  .shading()
                  .others()
                  .filter(rules -> rules.contains("transmission"))
                  .isPresent();
    }
    left.set(0, mesh.triangleCount());
    unseen.set(0, mesh.triangleCount());
  }

  /**
   * Returns the triangles of the joined mesh that are hidden in all poses; none if the character
   * shows a mesh several times, whose triangles are then at several places.
   */
  public static BitSet of(JoinedCharacter joined, List<Pose> poses, RunContext context) {
    CharacterSurface surface = CharacterSurface.inOrderOfMeshes(joined.character());
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(joined.character().restPose(), context);
    HiddenTriangles work = new HiddenTriangles(surface, posed.mesh(), context);
    if (joined.mesh().triangleCount() != work.mesh.triangleCount() || !(work.size > 0)) {
      return new BitSet();
    }
    int[] occluders = work.occluders();
    TriangleTree tree = null;
    for (int k = 0; k < poses.size() && !work.left.isEmpty() && occluders.length > 0; k++) {
      posed.set(poses.get(k), context);
      TriMesh shown = posed.mesh();
      float[] points = shown.floatPositions();
      if (tree == null) {
        tree = new TriangleTree(points, occluders, context);
      } else {
        tree.refit(points);
      }
      work.look(shown.positions(), tree, k);
      work.keepRim();
      context.report("finding what is hidden", k + 1, poses.size());
    }
    return occluders.length == 0 ? new BitSet() : work.left;
  }

  /** Returns the triangles that hide others, with those of two sides once for each. */
  private int[] occluders() {
    IntStream.Builder out = IntStream.builder();
    for (int t = 0; t < mesh.triangleCount(); t++) {
      if (clear[mesh.group(t)]) {
        continue;
      }
      for (int c = 0; c < 3; c++) {
        out.add(mesh.vertex(t, c));
      }
      for (int c = 2; twoSided[mesh.group(t)] && c >= 0; c--) {
        out.add(mesh.vertex(t, c));
      }
    }
    return out.build().toArray();
  }

  /** Removes the triangles that are seen in a pose from those that are left. */
  private void look(double[] shown, TriangleTree tree, int pose) {
    positions = shown;
    directions = directions(pose);
    spacing = (pose == 0 ? 1 : 2) * SPACING * size;
    int[] tried = left.stream().toArray();
    boolean[] seen = new boolean[tried.length];
    context.run(
        Math.ceilDiv(tried.length, TRIANGLES_AT_ONCE),
        block -> {
          Look look = new Look(tree);
          int first = block * TRIANGLES_AT_ONCE;
          for (int i = first; i < Math.min(tried.length, first + TRIANGLES_AT_ONCE); i++) {
            context.checkCancelled();
            seen[i] = look.sees(tried[i]);
          }
        });
    for (int i = 0; i < tried.length; i++) {
      left.set(tried[i], !seen[i]);
      unseen.set(tried[i], !seen[i]);
    }
  }

  /** Returns directions that cover a sphere evenly, other ones for every pose. */
  private static double[][] directions(int pose) {
    double golden = Math.PI * (3 - Math.sqrt(5));
    int count = pose == 0 ? DIRECTIONS : FURTHER_DIRECTIONS;
    double[][] out = new double[count][];
    for (int i = 0; i < count; i++) {
      double z = 1 - (2 * i + 1.0) / count;
      double r = Math.sqrt(1 - z * z);
      double angle = golden * i + 2.4 * pose;
      double[] d = {r * StrictMath.cos(angle), r * StrictMath.sin(angle), z};
      // The poles are elsewhere in every pose.
      int shift = pose % 3;
      out[i] = new double[] {d[shift], d[(shift + 1) % 3], d[(shift + 2) % 3]};
    }
    return out;
  }

  /** Looks from triangles outwards. */
  private final class Look {
    private final TriangleTree tree;
    private final int[] scratch = TriangleTree.newScratch();
    private final double[] normal = new double[3];

    Look(TriangleTree tree) {
      this.tree = tree;
    }

    boolean sees(int t) {
      int a = 3 * mesh.vertex(t, 0), b = 3 * mesh.vertex(t, 1), c = 3 * mesh.vertex(t, 2);
      double longest = Math.max(length(a, b), Math.max(length(b, c), length(c, a)));
      for (int k = 0; k < 3; k++) {
        int l = (k + 1) % 3, m = (k + 2) % 3;
        normal[k] =
            (positions[b + l] - positions[a + l]) * (positions[c + m] - positions[a + m])
                - (positions[b + m] - positions[a + m]) * (positions[c + l] - positions[a + l]);
      }
      if (!(Vec3.length(normal) > 0)) {
        return false; // It covers no pixel.
      }
      Vec3.normalise(normal);
      int steps = (int) Math.clamp(Math.ceil(longest / spacing), 2, MOST_STEPS);
      for (int i = 0; i <= steps; i++) {
        for (int j = 0; j <= steps - i; j++) {
          double u = inside((double) i / steps);
          double v = inside((double) j / steps);
          double w = 1 - u - v;
          double x = u * positions[a] + v * positions[b] + w * positions[c];
          double y = u * positions[a + 1] + v * positions[b + 1] + w * positions[c + 1];
          double z = u * positions[a + 2] + v * positions[b + 2] + w * positions[c + 2];
          if (escapes(x, y, z, 1) || (twoSided[mesh.group(t)] && escapes(x, y, z, -1))) {
            return true;
          }
        }
      }
      return false;
    }

    private static double inside(double weight) {
      return weight + INWARDS * (1.0 / 3 - weight);
    }

    private double length(int a, int b) {
      double x = positions[a] - positions[b];
      double y = positions[a + 1] - positions[b + 1];
      double z = positions[a + 2] - positions[b + 2];
      return Math.sqrt(x * x + y * y + z * z);
    }

    /** Returns true if some ray gets away from a point on one side of the triangle. */
    private boolean escapes(double x, double y, double z, int side) {
      double above = side * ABOVE * size;
      for (double[] d : directions) {
        if (side * Vec3.dot(normal, d) > GRAZING) {
          Ray ray =
              new Ray(
                  x + above * normal[0],
                  y + above * normal[1],
                  z + above * normal[2],
                  d[0],
                  d[1],
                  d[2]);
          if (!tree.meetsFront(ray, OUTSIDE * size, scratch)) {
            return true;
          }
        }
      }
      return false;
    }
  }

  /** Removes the surface around what was seen from what is left. */
  private void keepRim() {
    double[] far = distances();
    for (int t = left.nextSetBit(0); t >= 0; t = left.nextSetBit(t + 1)) {
      boolean near = false;
      for (int c = 0; c < 3; c++) {
        near |= far[mesh.vertex(t, c)] <= rim;
      }
      left.set(t, !near);
    }
  }

  private record Reached(int vertex, double distance) {}

  /** Returns the distance along edges of every vertex from triangles that are seen. */
  private double[] distances() {
    double[] out = new double[mesh.vertexCount()];
    Arrays.fill(out, Double.POSITIVE_INFINITY);
    PriorityQueue<Reached> queue =
        new PriorityQueue<>(Comparator.comparingDouble(Reached::distance));
    for (int t = unseen.nextClearBit(0); t < mesh.triangleCount(); t = unseen.nextClearBit(t + 1)) {
      for (int c = 0; c < 3; c++) {
        int v = mesh.vertex(t, c);
        if (out[v] > 0) {
          out[v] = 0;
          queue.add(new Reached(v, 0));
        }
      }
    }
    around = around.length == 0 ? trianglesAround() : around;
    while (!queue.isEmpty()) {
      Reached from = queue.remove();
      if (from.distance > out[from.vertex] || from.distance > rim) {
        continue;
      }
      for (int t : around[from.vertex]) {
        for (int c = 0; c < 3; c++) {
          int v = mesh.vertex(t, c);
          double distance = from.distance + distance(from.vertex, v);
          if (distance < out[v]) {
            out[v] = distance;
            queue.add(new Reached(v, distance));
          }
        }
      }
    }
    return out;
  }

  private int[][] trianglesAround() {
    int[] counts = new int[mesh.vertexCount()];
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      counts[mesh.vertex(c / 3, c % 3)]++;
    }
    int[][] out = new int[counts.length][];
    Arrays.setAll(out, v -> new int[counts[v]]);
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      int v = mesh.vertex(c / 3, c % 3);
      out[v][--counts[v]] = c / 3;
    }
    return out;
  }

  private double distance(int p, int q) {
    double x = mesh.position(p, 0) - mesh.position(q, 0);
    double y = mesh.position(p, 1) - mesh.position(q, 1);
    double z = mesh.position(p, 2) - mesh.position(q, 2);
    return Math.sqrt(x * x + y * y + z * z);
  }
}
