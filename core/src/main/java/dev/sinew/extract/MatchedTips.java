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
 * at the same vertices. Tips of any other pose are found, and matched by the distances between
 * them; that leaves open which side is left.
 *
 * @param shapes the shapes used, the reference first; tip 0 is the source
 * @param pairs the mirror images of the tips
 * @param givenSource whether the source is an option, and so stays
 * @param used the index of each shape among the given ones
 * @param corresponding whether the vertices of each shape are those of the reference
 * @param body the tips of an upright body, if they were looked for
 * @param issues shapes that were left out, tips and sides that were not looked for
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record MatchedTips(
    List<ShapeTips> shapes,
    MirrorPairs pairs,
    boolean givenSource,
    int[] used,
    boolean[] corresponding,
    Optional<BipedBody> body,
    List<Issue> issues) {

  /** Poses are searched for tips down to this fraction of the least length of a limb. */
  private static final double SHORTER = 0.4;

  /**
   * The largest root mean square difference between distances of matched tips once both have the
   * same size, relative to the square root of the area. Poses and triangulations of one character
   * stay below 0.1; bodies with other limbs begin at about that.
   */
  private static final double MATCH_LIMIT = 0.12;

  /** The lengths of two mirrored tips differ by less than this factor. */
  private static final double SAME_LENGTH = 2;

  /** Bending and other triangles change the size less than this. */
  private static final double OTHER_SIZE = 0.02;

  /** Prepares shapes for the search of tips, the reference first. */
  static List<ShapeTips> prepared(List<NamedShape> given, RunContext context) {
    List<ShapeTips> out = new ArrayList<>();
    for (NamedShape shape : given) {
      context.report("finding limbs", out.size(), given.size());
      double size = out.isEmpty() ? ShapeTips.OWN_SIZE : out.getFirst().surface().area();
      out.add(ShapeTips.find(shape.name(), shape.mesh(), size, context));
    }
    context.report("finding limbs", given.size(), given.size());
    return out;
  }

  /**
   * Finds and matches the tips of shapes, the reference first.
   *
   * @param surfaces the same shapes, prepared
   */
  static MatchedTips of(List<NamedShape> given, List<ShapeTips> surfaces, SkeletonOptions options) {
    ShapeTips fine = surfaces.getFirst().withTips(SHORTER * options.minLimb());
    ShapeTips found = surfaces.getFirst().withTips(options.minLimb());
    int near = options.source().map(found::tipNear).orElse(-1);
    boolean added = options.source().isPresent() && near < 0;
    ShapeTips reference = added ? found.startingAt(options.source().orElseThrow()) : found;
    MatchedTips all =
        matched(new Reference(fine, found, reference, added), given, surfaces, options);
    double[][] distances = meanDistances(all.shapes);
    int source = added ? 0 : near >= 0 ? near : all.pairs.source(distances);
    return all.with(sourceFirst(source, distances.length));
  }

  /**
   * Finds and matches the tips of an upright body, its head first, and those of all other limbs
   * that are as long as limbs must be. Its own may be shorter.
   *
   * @param surfaces the same shapes, prepared
   * @return empty if the reference has no such body or a source is given
   */
  static Optional<MatchedTips> upright(
      List<NamedShape> given, List<ShapeTips> surfaces, SkeletonOptions options) {
    ShapeTips fine = surfaces.getFirst().withTips(SHORTER * options.minLimb());
    Optional<BipedBody> body =
        options.source().isPresent()
            ? Optional.empty()
            : BipedBody.of(fine.distances(), fine.tipPositions());
    if (body.isEmpty()) {
      return Optional.empty();
    }
    int[] own = body.get().tips();
    int[] list =
        IntStream.concat(
                Arrays.stream(own),
                IntStream.range(0, fine.countFrom(options.minLimb()))
                    .filter(i -> Arrays.stream(own).noneMatch(o -> o == i)))
            .toArray();
    ShapeTips found = fine.with(list);
    MatchedTips all = matched(new Reference(fine, found, found, false), given, surfaces, options);
    return Optional.of(all.with(BipedBody.FIRST));
  }

  /**
   * The tips of the reference.
   *
   * @param fine with those of shorter limbs
   * @param found those of limbs
   * @param used the same, and perhaps a source
   * @param added whether there is a source that is no tip
   */
  private record Reference(ShapeTips fine, ShapeTips found, ShapeTips used, boolean added) {}

  private static MatchedTips matched(
      Reference reference,
      List<NamedShape> given,
      List<ShapeTips> surfaces,
      SkeletonOptions options) {
    TriMesh mesh = given.getFirst().mesh();
    List<Issue> issues = new ArrayList<>();
    List<ShapeTips> matched = new ArrayList<>(List.of(reference.used));
    List<Integer> used = new ArrayList<>(List.of(0));
    List<Boolean> corresponding = new ArrayList<>(List.of(true));
    for (int k = 1; k < given.size(); k++) {
      NamedShape shape = given.get(k);
      ShapeTips surface = surfaces.get(k);
      Optional<ShapeTips> same =
          correspond(mesh, shape.mesh())
              ? surface.atVerticesOf(reference.used, mesh)
              : Optional.empty();
      ShapeTips tips;
      if (same.isPresent()) {
        tips = same.get();
      } else {
        ShapeTips own = surface.withTips(SHORTER * options.minLimb());
        Optional<ShapeTips> like = own.matching(reference.found, MATCH_LIMIT);
        int limbs = own.countFrom(options.minLimb());
        int most = reference.fine.tips().count();
        if (like.isEmpty() || limbs > most) {
          issues.add(leftOut(own, reference.found.tips().count(), limbs, most));
          continue;
        }
        tips = reference.added ? like.get().startingLike(reference.used) : like.get();
      }
      matched.add(tips);
      used.add(k);
      corresponding.add(same.isPresent());
      addSize(tips, issues);
    }
    addLimits(reference.used, issues);
    boolean[] sameVertices = new boolean[matched.size()];
    for (int k = 0; k < sameVertices.length; k++) {
      sameVertices[k] = corresponding.get(k);
    }
    return new MatchedTips(
        matched,
        MirrorPairs.of(meanDistances(matched), reference.used.tipPositions()),
        options.source().isPresent(),
        used.stream().mapToInt(Integer::intValue).toArray(),
        sameVertices,
        Optional.empty(),
        issues);
  }

  /** Returns true if a pose has the triangles of the reference. */
  static boolean correspond(TriMesh reference, TriMesh pose) {
    return pose.vertexCount() == reference.vertexCount()
        && Arrays.equals(pose.triangles(), reference.triangles());
  }

  /**
   * Says why a pose is left out.
   *
   * @param wanted the limbs of the reference
   * @param limbs the limbs of the pose that are as long as those of a reference must be
   * @param most the limbs of the reference, shorter ones included
   */
  private static Issue leftOut(ShapeTips pose, int wanted, int limbs, int most) {
    String why;
    if (pose.tips().count() < wanted) {
      why = "it has " + pose.tips().count() + " ends of limbs, the reference " + wanted;
    } else if (limbs > most) {
      why = "it has " + limbs + " ends of limbs, the reference " + most;
    } else {
      why = "the distances between the ends of its limbs have other proportions";
    }
    return Issue.warning(
        pose.name(), "left out: " + why + "; limbs that touch each other, or another character?");
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
        body,
        issues);
  }

  private MatchedTips with(BipedBody known) {
    return new MatchedTips(
        shapes, pairs, givenSource, used, corresponding, Optional.of(known), issues);
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
    int shortest = body.isPresent() ? body.get().tips().length : givenSource ? 1 : 0;
    for (int i = shortest + 1; i < count(); i++) {
      shortest = lengths[i] < lengths[shortest] ? i : shortest;
    }
    int gone = shortest;
    int image = pairs.partner()[gone];
    boolean keeps = body.isPresent() ? image < body.get().tips().length : givenSource && image == 0;
    boolean both = lengths[image] < SAME_LENGTH * lengths[gone] && !keeps;
    int[] left =
        IntStream.range(0, count()).filter(i -> i != gone && !(both && i == image)).toArray();
    MatchedTips rest = with(left);
    if (body.isPresent()) {
      return rest;
    }
    double[][] distances = meanDistances(rest.shapes);
    MirrorPairs again = MirrorPairs.of(distances, rest.shapes.getFirst().tipPositions());
    int source = givenSource ? 0 : again.source(distances);
    return new MatchedTips(rest.shapes, again, givenSource, used, corresponding, body, issues)
        .with(sourceFirst(source, distances.length));
  }
}
