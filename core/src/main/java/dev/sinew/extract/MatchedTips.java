package dev.sinew.extract;

import dev.sinew.extract.field.Extremities;
import dev.sinew.model.Issue;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The tips of all shapes in correspondence. A pose with the triangles of the reference has its tips
 * at the same vertices. Those of any other pose are found, and matched by the distances between
 * them; that leaves open which side is left.
 *
 * @param shapes the shapes used, the reference first; tip 0 is the source
 * @param pairs the mirror images of the tips
 * @param givenSource whether the source is an option, and so stays
 * @param used the index of each shape among the given ones
 * @param corresponding whether the vertices of each shape are those of the reference
 * @param issues shapes that were left out, tips and sides that were not looked for
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record MatchedTips(
    List<ShapeTips> shapes,
    MirrorPairs pairs,
    boolean givenSource,
    int[] used,
    boolean[] corresponding,
    List<Issue> issues) {

  /** Poses are searched for tips down to this fraction of the least length of a limb. */
  private static final double SHORTER = 0.4;

  /**
   * The largest root mean square difference between distances of matched tips, relative to the
   * square root of the area.
   */
  private static final double MATCH_LIMIT = 0.12;

  /** The lengths of two mirrored tips differ by less than this factor. */
  private static final double SAME_LENGTH = 2;

  /** Bending and other triangles change the size less than this. */
  private static final double OTHER_SIZE = 0.02;

  /** Finds and matches the tips of shapes, the reference first. */
  static MatchedTips of(List<NamedShape> given, SkeletonOptions options, RunContext context) {
    context.report("finding limbs", 0, given.size());
    TriMesh mesh = given.getFirst().mesh();
    ShapeTips found =
        ShapeTips.find(given.getFirst().name(), mesh, ShapeTips.OWN_SIZE, context)
            .withTips(options.minLimb());
    int near = options.source().map(found::tipNear).orElse(-1);
    boolean added = options.source().isPresent() && near < 0;
    ShapeTips reference = added ? found.startingAt(options.source().orElseThrow()) : found;
    List<Issue> issues = new ArrayList<>();
    List<ShapeTips> matched = new ArrayList<>(List.of(reference));
    List<Integer> used = new ArrayList<>(List.of(0));
    List<Boolean> corresponding = new ArrayList<>(List.of(true));
    for (int k = 1; k < given.size(); k++) {
      context.report("finding limbs", k, given.size());
      NamedShape shape = given.get(k);
      ShapeTips surface =
          ShapeTips.find(shape.name(), shape.mesh(), reference.surface().area(), context);
      Optional<ShapeTips> same =
          correspond(mesh, shape.mesh()) ? surface.atVerticesOf(reference, mesh) : Optional.empty();
      Optional<ShapeTips> tips =
          same.isPresent()
              ? same
              : surface
                  .withTips(SHORTER * options.minLimb())
                  .matching(found, MATCH_LIMIT)
                  .map(pose -> added ? pose.startingLike(reference) : pose);
      if (tips.isPresent()) {
        matched.add(tips.get());
        used.add(k);
        corresponding.add(same.isPresent());
        addSize(tips.get(), issues);
      } else {
        issues.add(leftOut(shape.name(), reference.tips().count()));
      }
    }
    context.report("finding limbs", given.size(), given.size());
    double[][] distances = meanDistances(matched);
    MirrorPairs pairs = MirrorPairs.of(distances, reference.tipPositions());
    addLimits(reference, issues);
    int source = added ? 0 : near >= 0 ? near : pairs.source(distances);
    boolean[] sameVertices = new boolean[matched.size()];
    for (int k = 0; k < sameVertices.length; k++) {
      sameVertices[k] = corresponding.get(k);
    }
    return new MatchedTips(
            matched,
            pairs,
            options.source().isPresent(),
            used.stream().mapToInt(Integer::intValue).toArray(),
            sameVertices,
            issues)
        .with(sourceFirst(source, distances.length));
  }

  /** Returns true if a pose has the triangles of the reference. */
  static boolean correspond(TriMesh reference, TriMesh pose) {
    return pose.vertexCount() == reference.vertexCount()
        && Arrays.equals(pose.triangles(), reference.triangles());
  }

  private static Issue leftOut(String name, int tips) {
    return Issue.warning(
        name,
        "left out: it has no tips like the "
            + tips
            + " of the reference; limbs that touch each other, or another character?");
  }

  private static void addSize(ShapeTips pose, List<Issue> issues) {
    if (Math.abs(pose.scale() - 1) > OTHER_SIZE) {
      issues.add(
          Issue.info(
              pose.name(),
              String.format(
                  Locale.ROOT,
                  "%.4g times the size of the reference, by area; its pose has this scale",
                  pose.scale())));
    }
  }

  private static void addLimits(ShapeTips reference, List<Issue> issues) {
    if (reference.tips().further() > 0) {
      issues.add(
          Issue.warning(
              reference.name(),
              reference.tips().further()
                  + " more tips than "
                  + Extremities.MAX
                  + " were found: the shortest were left out"));
    }
    if (reference.tips().count() > MirrorPairs.MAX_TIPS) {
      issues.add(
          Issue.info(
              reference.name(),
              reference.tips().count()
                  + " tips: left and right are told apart for up to "
                  + MirrorPairs.MAX_TIPS));
    }
  }

  private static int[] sourceFirst(int source, int count) {
    return IntStream.concat(
            IntStream.of(source), IntStream.range(0, count).filter(i -> i != source))
        .toArray();
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

  /** Returns some of the tips in the order of a list. */
  private MatchedTips with(int[] list) {
    return new MatchedTips(
        shapes.stream().map(shape -> shape.with(list)).toList(),
        pairs.subset(list),
        givenSource,
        used,
        corresponding,
        issues);
  }

  /** Returns the number of tips, the source included. */
  int count() {
    return pairs.partner().length;
  }

  /**
   * Returns all tips but the shortest and, if that is about as short, its mirror image. Pairs are
   * found again, and so is the source unless it was given.
   */
  MatchedTips withoutShortest() {
    double[] lengths = shapes.getFirst().tips().lengths();
    int shortest = givenSource ? 1 : 0;
    for (int i = shortest + 1; i < count(); i++) {
      shortest = lengths[i] < lengths[shortest] ? i : shortest;
    }
    int gone = shortest;
    int image = pairs.partner()[gone];
    boolean both = lengths[image] < SAME_LENGTH * lengths[gone] && !(givenSource && image == 0);
    int[] left =
        IntStream.range(0, count()).filter(i -> i != gone && !(both && i == image)).toArray();
    MatchedTips rest = with(left);
    double[][] distances = meanDistances(rest.shapes);
    MirrorPairs again = MirrorPairs.of(distances, rest.shapes.getFirst().tipPositions());
    int source = givenSource ? 0 : again.source(distances);
    return new MatchedTips(rest.shapes, again, givenSource, used, corresponding, issues)
        .with(sourceFirst(source, distances.length));
  }
}
