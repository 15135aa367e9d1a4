package dev.sinew.simplify.polish;

import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Vec3;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.ShownAttributes;
import dev.sinew.simplify.polish.FlipSamples.PosedMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Flips edges of a level where the other diagonal of the two triangles is closer to the original
 * over poses, in position and appearance. Samples of the original are assigned to the closest
 * triangle of the level in every pose; a flip is priced by the samples of its two triangles. Edges
 * of seams, of different materials and of locked points are kept, and so are those whose flip would
 * bring a layer through another one.
 */
public final class EdgeFlips {
  /** The least reduction of the error of two triangles. */
  private static final double MIN_GAIN = 0.03;

  private static final int PASSES = 4;

  /** Squared cosine of the largest turn of a triangle, and its least share of the area. */
  private static final double MIN_COSINE_SQUARED = 0.25;

  private static final double MIN_AREA_SHARE = 0.02;

  private final float[][] posed;
  private final double[] poseWeights;
  private final int[] corners;
  private final int[] wedgePoint;
  private final int[] groups;
  private final BitSet fixed;
  private final float[] wedgeValues;
  private final int width;

  /** The factor of each value: what it costs in a level of this error. */
  private final double[] factors;

  private final RunContext context;

  /** Samples of the original: changes with every flip. */
  private final FlipSamples samples;

  /** Layers, which flips keep in order: changes likewise. */
  private final FlipLayers layers;

  private EdgeFlips(
      PosedMesh posedLevel,
      double[] poseWeights,
      AttributeLengths lengths,
      FlipSamples samples,
      FlipLayers layers,
      double size,
      BitSet fixed,
      RunContext context) {
    this.layers = layers;
    TriMesh level = posedLevel.mesh();
    posed = posedLevel.shapes();
    this.poseWeights = poseWeights;
    this.samples = samples;
    this.fixed = fixed;
    this.context = context;
    corners = level.cornerWedges();
    wedgePoint = level.wedgeVertices();
    groups = level.groups();
    width = lengths.width();
    wedgeValues = lengths.of(level);
    factors = lengths.factors(size > 0 ? samples.rms / size : 0);
  }

  /**
   * Flips edges of a level.
   *
   * @param origin where the level comes from
   * @param level the level: the same skeleton, skins and meshes
   * @param poses poses with weights
   * @param fixed points of the joined level whose triangles are not changed
   * @param look the share of appearance, 0 to 1
   */
  public static SkinnedCharacter run(
      LevelOrigin origin,
      SkinnedCharacter level,
      WeightedPoses poses,
      BitSet fixed,
      double look,
      RunContext context) {
    JoinedCharacter original = origin.original();
    LevelPair pair = new LevelPair(original, level, poses);
    float[][] originalShapes = pair.originalSkin.shapes(context);
    float[][] levelShapes = pair.levelSkin.shapes(context);
    TriMesh rest = original.restMesh();
    ShownAttributes shown = ShownAttributes.of(original, rest, look);
    double size = rest.bounds().longestSide();
    List<Geometry> meshes = new ArrayList<>(level.meshes());
    for (int m = 0; m < meshes.size(); m++) {
      TriMesh from = pair.originalMesh(m);
      TriMesh to = pair.levelMesh(m);
      if (pair.isShown(m) && to.triangleCount() > 1) {
        float[][] fromShapes = slices(originalShapes, original.firstPoint(m), from.vertexCount());
        float[][] toShapes = slices(levelShapes, pair.level.firstPoint(m), to.vertexCount());
        AttributeLengths lengths = new AttributeLengths(shown, pair.level.firstGroup(m));
        BitSet kept = pair.ofMesh(m, fixed);
        PosedMesh posedLevel = new PosedMesh(to, origin.partsOf(pair.level, m), toShapes);
        FlipSamples samples =
            new FlipSamples(
                new PosedMesh(from, origin.partsOf(m), fromShapes),
                origin.importanceOf(m),
                posedLevel,
                lengths,
                FlipSamples.PER_TRIANGLE * to.triangleCount(),
                context);
        FlipLayers layers = FlipLayers.of(origin, pair.level, m, toShapes);
        EdgeFlips flips =
            new EdgeFlips(
                posedLevel, poses.weightArray(), lengths, samples, layers, size, kept, context);
        meshes.set(m, meshes.get(m).withMesh(flips.flipped(to)));
      }
      context.report("flipping edges", m + 1, meshes.size());
    }
    return level.withMeshes(meshes);
  }

  /**
   * Flips edges of a level of meshes in correspondence.
   *
   * @param whole the mesh the level was made from
   * @param shapes x, y, z per vertex of the whole mesh in every shape
   * @param level the level
   * @param levelShapes x, y, z per vertex of the level in the same shapes
   */
  public static TriMesh run(
      TriMesh whole,
      List<float[]> shapes,
      TriMesh level,
      List<float[]> levelShapes,
      RunContext context) {
    float[][] from = shapes.toArray(float[][]::new);
    float[][] to = levelShapes.toArray(float[][]::new);
    double[] weights = new double[from.length];
    Arrays.fill(weights, 1.0 / weights.length);
    AttributeLengths lengths = new AttributeLengths(new ShownAttributes(List.of()), 0);
    double[] importance = new double[whole.triangleCount()];
    Arrays.fill(importance, 1);
    PosedMesh posedLevel = new PosedMesh(level, new int[level.triangleCount()], to);
    FlipSamples samples =
        new FlipSamples(
            new PosedMesh(whole, new int[importance.length], from),
            importance,
            posedLevel,
            lengths,
            FlipSamples.PER_TRIANGLE * level.triangleCount(),
            context);
    double size = whole.bounds().longestSide();
    FlipLayers layers = FlipLayers.none(level.triangleCount());
    return new EdgeFlips(posedLevel, weights, lengths, samples, layers, size, new BitSet(), context)
        .flipped(level);
  }

  static float[][] slices(float[][] shapes, int first, int count) {
    float[][] out = new float[shapes.length][];
    Arrays.setAll(out, k -> Arrays.copyOfRange(shapes[k], 3 * first, 3 * (first + count)));
    return out;
  }

  // Flips.

  /** An edge between two triangles, with the corner at which it starts in each. */
  private record Edge(int corner, int opposite) {}

  private TriMesh flipped(TriMesh mesh) {
    BitSet active = new BitSet();
    active.set(0, groups.length);
    for (int pass = 0; pass < PASSES && !active.isEmpty(); pass++) {
      context.checkCancelled();
      active = pass(active);
    }
    return new TriMesh(mesh.positions(), mesh.wedgeVertices(), corners, groups, mesh.attributes());
  }

  /** Flips edges of active triangles; returns the triangles whose edges should be tried again. */
  private BitSet pass(BitSet active) {
    Set<Long> existing = new HashSet<>();
    List<Edge> edges = edges(existing);
    double[] gains = new double[edges.size()];
    context.runRanges(
        gains.length,
        (from, to) -> {
          Pricing pricing = new Pricing();
          for (int e = from; e < to; e++) {
            Edge edge = edges.get(e);
            if (active.get(edge.corner / 3) || active.get(edge.opposite / 3)) {
              gains[e] = pricing.gain(edge);
            }
          }
        });
    List<Integer> order = new ArrayList<>();
    for (int e = 0; e < gains.length; e++) {
      if (gains[e] > 0) {
        order.add(e);
      }
    }
    order.sort((a, b) -> Double.compare(gains[b], gains[a]));
    BitSet touched = new BitSet();
    Pricing pricing = new Pricing();
    for (int e : order) {
      Edge edge = edges.get(e);
      boolean free = !touched.get(edge.corner / 3) && !touched.get(edge.opposite / 3);
      if (free && existing.add(key(tip(edge.corner), tip(edge.opposite)))) {
        pricing.flip(edge);
        touched.set(edge.corner / 3);
        touched.set(edge.opposite / 3);
      }
    }
    return neighbours(touched, edges);
  }

  private static BitSet neighbours(BitSet touched, List<Edge> edges) {
    BitSet out = (BitSet) touched.clone();
    for (Edge edge : edges) {
      if (touched.get(edge.corner / 3) || touched.get(edge.opposite / 3)) {
        out.set(edge.corner / 3);
        out.set(edge.opposite / 3);
      }
    }
    return touched.isEmpty() ? touched : out;
  }

  private int point(int corner) {
    return wedgePoint[corners[corner]];
  }

  /** Returns the point opposite to the edge that starts at a corner. */
  private int tip(int corner) {
    return point(CollapseView.after(CollapseView.after(corner)));
  }

  private static long key(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /** Returns the edges that may flip; collects all edges. */
  private List<Edge> edges(Set<Long> existing) {
    Map<Long, Integer> first = new HashMap<>();
    Set<Long> shared = new HashSet<>();
    List<Edge> out = new ArrayList<>();
    Set<Long> many = new HashSet<>();
    for (int c = 0; c < corners.length; c++) {
      long key = key(point(c), point(CollapseView.after(c)));
      if (first.putIfAbsent(key, c) != null && !shared.add(key)) {
        many.add(key);
      }
    }
    existing.addAll(first.keySet());
    for (int c = 0; c < corners.length; c++) {
      long key = key(point(c), point(CollapseView.after(c)));
      int other = first.getOrDefault(key, c);
      if (other != c && !many.contains(key) && mayFlip(other, c)) {
        out.add(new Edge(other, c));
      }
    }
    return out;
  }

  private boolean mayFlip(int corner, int opposite) {
    boolean sameWedges =
        corners[corner] == corners[CollapseView.after(opposite)]
            && corners[CollapseView.after(corner)] == corners[opposite];
    boolean isFixed =
        fixed.get(point(corner))
            || fixed.get(point(CollapseView.after(corner)))
            || fixed.get(tip(corner))
            || fixed.get(tip(opposite));
    return sameWedges
        && !isFixed
        && groups[corner / 3] == groups[opposite / 3]
        && tip(corner) != tip(opposite);
  }

  /** Prices one flip at a time. */
  private final class Pricing {
    private final TriangleTree.Hit hit = new TriangleTree.Hit();
    private final int[] before = new int[6];
    private final int[] after = new int[6];
    private final double[] normal = new double[3];

    /** Sets the wedges of both triangles before and after the flip. */
    private void set(Edge edge) {
      int a = edge.corner;
      int b = edge.opposite;
      int start = corners[a];
      int end = corners[CollapseView.after(a)];
      int tip = corners[CollapseView.after(CollapseView.after(a))];
      int other = corners[CollapseView.after(CollapseView.after(b))];
      put(before, start, end, tip, end, start, other);
      put(after, start, other, tip, other, end, tip);
    }

    private static void put(int[] out, int... wedges) {
      System.arraycopy(wedges, 0, out, 0, out.length);
    }

    /** Returns how much a flip reduces the error; 0 if it must not be done. */
    double gain(Edge edge) {
      int[] one = samples.of[edge.corner / 3];
      int[] other = samples.of[edge.opposite / 3];
      if (one.length + other.length < FlipSamples.LEAST) {
        return 0;
      }
      set(edge);
      if (turns()) {
        return 0;
      }
      double old = error(before, one) + error(before, other);
      double flipped = error(after, one) + error(after, other);
      return flipped < (1 - MIN_GAIN) * old && !swapsLayers(edge) ? old - flipped : 0;
    }

    private boolean swapsLayers(Edge edge) {
      return layers.forbid(
          edge.corner / 3, edge.opposite / 3, points(before), points(after), posed, hit);
    }

    private int[] points(int[] wedges) {
      return Arrays.stream(wedges).map(w -> wedgePoint[w]).toArray();
    }

    private double error(int[] wedges, int[] some) {
      double sum = 0;
      for (int s : some) {
        sum += poseWeights[samples.pose[s]] * error(wedges, s);
      }
      return sum;
    }

    /** Returns the squared error of a sample at the closest point of two triangles. */
    private double error(int[] wedges, int s) {
      hit.clear();
      float[] points = posed[samples.pose[s]];
      double x = samples.position[3 * s];
      double y = samples.position[3 * s + 1];
      double z = samples.position[3 * s + 2];
      for (int t = 0; t < 2; t++) {
        hit.consider(
            points,
            3 * wedgePoint[wedges[3 * t]],
            3 * wedgePoint[wedges[3 * t + 1]],
            3 * wedgePoint[wedges[3 * t + 2]],
            t,
            x,
            y,
            z);
      }
      double squared = hit.squaredDistance();
      int first = 3 * hit.triangle();
      for (int v = 0; v < width; v++) {
        double difference = samples.values[width * s + v];
        for (int c = 0; c < 3; c++) {
          difference -= hit.weight(c) * wedgeValues[width * wedges[first + c] + v];
        }
        squared += factors[v] * factors[v] * difference * difference;
      }
      return squared;
    }

    /** Returns true if a new triangle turns too far from the old ones, or is thin, in a pose. */
    private boolean turns() {
      for (float[] points : posed) {
        double[] mean = normal(points, before, 0).clone();
        double[] second = normal(points, before, 3);
        for (int k = 0; k < 3; k++) {
          mean[k] += second[k];
        }
        double whole = Vec3.dot(mean, mean);
        for (int t = 0; t < 6; t += 3) {
          double[] own = normal(points, after, t);
          double dot = Vec3.dot(own, mean);
          double size = Vec3.dot(own, own);
          if (dot <= 0
              || dot * dot < MIN_COSINE_SQUARED * size * whole
              || size < MIN_AREA_SHARE * MIN_AREA_SHARE * whole) {
            return true;
          }
        }
      }
      return false;
    }

    private double[] normal(float[] s, int[] wedges, int first) {
      int a = 3 * wedgePoint[wedges[first]];
      int b = 3 * wedgePoint[wedges[first + 1]];
      int c = 3 * wedgePoint[wedges[first + 2]];
      Vec3.areaNormal(s, a, b, c, normal);
      return normal;
    }

    /** Flips an edge and assigns the samples to the new triangles. */
    void flip(Edge edge) {
      set(edge);
      int one = edge.corner / 3;
      int other = edge.opposite / 3;
      System.arraycopy(after, 0, corners, 3 * one, 3);
      System.arraycopy(after, 3, corners, 3 * other, 3);
      int[] all = Arrays.copyOf(samples.of[one], samples.of[one].length + samples.of[other].length);
      System.arraycopy(samples.of[other], 0, all, samples.of[one].length, samples.of[other].length);
      int[] first = new int[all.length];
      int[] second = new int[all.length];
      int a = 0;
      int b = 0;
      for (int s : all) {
        error(after, s);
        if (hit.triangle() == 0) {
          first[a++] = s;
        } else {
          second[b++] = s;
        }
      }
      samples.of[one] = Arrays.copyOf(first, a);
      samples.of[other] = Arrays.copyOf(second, b);
      layers.flip(one, other, points(after), posed, hit);
    }
  }
}
