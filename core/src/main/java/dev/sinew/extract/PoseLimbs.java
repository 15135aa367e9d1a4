package dev.sinew.extract;

import dev.sinew.extract.field.HarmonicField;
import dev.sinew.extract.field.Surface;
import dev.sinew.extract.graph.LimbCurves;
import dev.sinew.extract.graph.LimbTree;
import dev.sinew.extract.graph.ReebGraph;
import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The limbs of all shapes, in correspondence: tips, fields, Reeb graphs and the common tree (stages
 * i to iii of section 3.2 of the thesis "Character animation from examples").
 *
 * @param shapes the shapes used, the reference first, with corresponding tips; tip 0 is the source
 * @param partner the mirror image of each tip besides the source, counted without it
 * @param fields the harmonic field of each shape
 * @param graphs the Reeb graph of each shape
 * @param curves the iso-curves of each shape by limb
 * @param tree the limbs; its tips are counted without the source
 * @param used the index of each shape among the given ones
 * @param issues shapes that were left out
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record PoseLimbs(
    List<ShapeTips> shapes,
    int[] partner,
    List<HarmonicField> fields,
    List<ReebGraph> graphs,
    List<LimbCurves> curves,
    LimbTree tree,
    int[] used,
    List<Issue> issues) {

  /** Poses are searched for tips down to this fraction of the least length of a limb. */
  private static final double SHORTER = 0.4;

  /**
   * The largest root mean square difference between distances of matched tips, relative to the
   * square root of the area.
   */
  private static final double MATCH_LIMIT = 0.12;

  /** The least length of a part of the trunk, relative to the square root of the area. */
  private static final double MIN_TRUNK = 0.08;

  /** Finds the limbs of shapes, the reference first. */
  static PoseLimbs of(List<NamedShape> given, SkeletonOptions options, RunContext context) {
    List<ShapeTips> found = new ArrayList<>();
    for (int k = 0; k < given.size(); k++) {
      context.report("finding limbs", k, given.size());
      double minLimb = k == 0 ? options.minLimb() : SHORTER * options.minLimb();
      found.add(ShapeTips.of(given.get(k).name(), given.get(k).mesh(), minLimb, context));
    }
    context.report("finding limbs", given.size(), given.size());
    ShapeTips reference =
        options.source().map(found.getFirst()::startingAt).orElse(found.getFirst());
    List<Issue> issues = new ArrayList<>();
    List<ShapeTips> matched = new ArrayList<>(List.of(reference));
    List<Integer> used = new ArrayList<>(List.of(0));
    for (int k = 1; k < found.size(); k++) {
      Optional<ShapeTips> same = found.get(k).matching(reference, MATCH_LIMIT);
      if (same.isPresent()) {
        matched.add(same.get());
        used.add(k);
      } else {
        issues.add(
            Issue.warning(
                found.get(k).name(),
                "left out: it has no tips like the "
                    + reference.tips().count()
                    + " of the reference; limbs that touch each other, or another character?"));
      }
    }
    double[][] distances = meanDistances(matched);
    MirrorPairs pairs = MirrorPairs.of(distances, reference.tipPositions());
    int source = options.source().isPresent() ? 0 : pairs.source(distances);
    for (int k = 1; k < matched.size(); k++) {
      matched.set(k, Sides.resolved(matched.get(k), reference, pairs));
    }
    int[] order =
        IntStream.concat(
                IntStream.of(source), IntStream.range(0, distances.length).filter(i -> i != source))
            .toArray();
    matched.replaceAll(shape -> shape.with(order));
    return withGraphs(
        matched,
        partners(pairs, order),
        used.stream().mapToInt(Integer::intValue).toArray(),
        issues,
        options,
        context);
  }

  private static PoseLimbs withGraphs(
      List<ShapeTips> shapes,
      int[] partner,
      int[] used,
      List<Issue> issues,
      SkeletonOptions options,
      RunContext context) {
    List<HarmonicField> fields = new ArrayList<>();
    List<ReebGraph> graphs = new ArrayList<>();
    List<LimbCurves> curves = new ArrayList<>();
    double[] minSpans = new double[shapes.size()];
    for (int k = 0; k < shapes.size(); k++) {
      context.report("tracing iso-curves", k, shapes.size());
      ShapeTips shape = shapes.get(k);
      int source = shape.tips().vertices()[0];
      int[] tips = Arrays.copyOfRange(shape.tips().vertices(), 1, shape.tips().count());
      if (tips.length == 0) {
        throw new RequestException(
            shape.name(), "a skeleton needs two ends of the surface, got one");
      }
      // Equal values: by the maximum principle every tip is then a maximum.
      double[] ones = new double[tips.length];
      Arrays.fill(ones, 1);
      HarmonicField field = HarmonicField.solve(shape.heat(), source, tips, ones);
      ReebGraph graph = ReebGraph.of(shape.heat().laplacian(), field.values(), options.levels());
      fields.add(field);
      graphs.add(graph);
      curves.add(LimbCurves.of(graph, source, tips));
      minSpans[k] = MIN_TRUNK * Math.sqrt(shape.surface().area());
    }
    context.report("tracing iso-curves", shapes.size(), shapes.size());
    LimbTree tree = LimbTree.of(curves, partner.length, minSpans);
    return new PoseLimbs(shapes, partner, fields, graphs, curves, tree, used, issues);
  }

  private static double[][] meanDistances(List<ShapeTips> shapes) {
    double[][] mean = new double[shapes.getFirst().tips().count()][];
    for (ShapeTips shape : shapes) {
      double[][] one = shape.distances();
      for (int i = 0; i < mean.length; i++) {
        mean[i] = mean[i] == null ? new double[mean.length] : mean[i];
        for (int j = 0; j < mean.length; j++) {
          mean[i][j] += one[i][j] / shapes.size();
        }
      }
    }
    return mean;
  }

  /** Returns the mirror image of each tip after the source; itself if the source has one. */
  private static int[] partners(MirrorPairs pairs, int[] order) {
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    boolean symmetric = pairs.partner()[order[0]] == order[0];
    int[] out = new int[order.length - 1];
    for (int i = 1; i < order.length; i++) {
      out[i - 1] = symmetric ? place[pairs.partner()[order[i]]] - 1 : i - 1;
    }
    return out;
  }

  /** Returns the surface of a shape. */
  Surface surface(int pose) {
    return shapes.get(pose).surface();
  }

  /** Returns the centre line of a limb; mirror images are sampled at the same places. */
  LimbLine line(int limb) {
    return LimbLine.of(curves, tree.sets()[limb], tree.sets()[mirrored(limb)]);
  }

  /** Returns the limb of a vertex of the reference's surface. */
  int limbOfVertex(int vertex) {
    return tree.limbOf(curves.getFirst().nodeSets()[graphs.getFirst().nodeOf(vertex)]);
  }

  /** Returns the limb that is the mirror image of a limb; itself on the plane of symmetry. */
  int mirrored(int limb) {
    long set = tree.sets()[limb];
    long image = 0;
    for (int i = 0; i < partner.length; i++) {
      image |= (set >> i & 1) << partner[i];
    }
    for (int l = 0; l < tree.count(); l++) {
      if (tree.sets()[l] == image) {
        return l;
      }
    }
    return limb;
  }
}
