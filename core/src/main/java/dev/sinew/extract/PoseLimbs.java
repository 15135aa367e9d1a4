package dev.sinew.extract;

import dev.sinew.extract.field.Surface;
import dev.sinew.extract.graph.LimbCurves;
import dev.sinew.extract.graph.LimbTree;
import dev.sinew.model.Issue;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The limbs of all shapes, in correspondence: tips, fields, Reeb graphs and the common tree (stages
 * i to iii of section 3.2 of the thesis "Character animation from examples").
 *
 * @param traced the shapes used, the reference first, with corresponding tips; tip 0 is the source
 * @param partner the mirror image of each tip
 * @param curves the iso-curves of each shape by limb
 * @param tree the limbs; its tips are counted without the source
 * @param used the index of each shape among the given ones
 * @param corresponding whether the vertices of each shape are those of the reference
 * @param body the limbs of an upright body, if they are one
 * @param issues shapes and tips that were left out, and what is not sure
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record PoseLimbs(
    List<TracedShape> traced,
    int[] partner,
    List<LimbCurves> curves,
    LimbTree tree,
    int[] used,
    boolean[] corresponding,
    Optional<BipedBody> body,
    List<Issue> issues) {

  /** The least length of a part of the trunk, relative to the square root of the area. */
  private static final double MIN_TRUNK = 0.08;

  /**
   * The mirror image of a limb.
   *
   * @param limb a limb, possibly the same
   * @param flipped true if one of the two leads to the source and the other away from it
   */
  record Image(int limb, boolean flipped) {}

  /** Finds the limbs of shapes, the reference first. */
  static PoseLimbs of(List<NamedShape> given, SkeletonOptions options, RunContext context) {
    List<ShapeTips> surfaces = MatchedTips.prepared(given, context);
    return MatchedTips.upright(given, surfaces, options)
        .flatMap(tips -> upright(tips, options, context))
        .orElseGet(() -> of(MatchedTips.of(given, surfaces, options), options, context));
  }

  /** Returns the limbs of an upright body; empty if it has not a limb for each of its tips. */
  private static Optional<PoseLimbs> upright(
      MatchedTips given, SkeletonOptions options, RunContext context) {
    MatchedTips tips = given;
    List<TracedShape> traced = traced(tips, options, context);
    while (!haveLimbs(traced)) {
      if (tips.count() == BipedBody.FIRST.tips().length) {
        return Optional.empty();
      }
      tips = tips.withoutShortest();
      traced = traced(tips, options, context);
    }
    PoseLimbs limbs = of(tips, traced, given.count() - tips.count(), options);
    return BipedBody.FIRST.isOnFourFeet(limbs) ? Optional.empty() : Optional.of(limbs);
  }

  private static PoseLimbs of(MatchedTips given, SkeletonOptions options, RunContext context) {
    MatchedTips tips = given;
    List<TracedShape> traced = traced(tips, options, context);
    while (!haveLimbs(traced)) {
      requireOthers(tips);
      tips = tips.withoutShortest();
      traced = traced(tips, options, context);
    }
    return of(tips, traced, given.count() - tips.count(), options);
  }

  private static PoseLimbs of(
      MatchedTips tips, List<TracedShape> traced, int leftOut, SkeletonOptions options) {
    List<Issue> issues = new ArrayList<>(tips.issues());
    if (leftOut > 0) {
      issues.add(
          Issue.info(
              tips.shapes().getFirst().name(),
              leftOut
                  + " tips were left out, the shortest first, so that each of the others has a limb"
                  + " of its own"));
    }
    resolveSides(traced, tips, options, issues);
    List<LimbCurves> curves = traced.stream().map(TracedShape::curves).toList();
    double[] minSpans =
        traced.stream()
            .mapToDouble(shape -> MIN_TRUNK * Math.sqrt(shape.shape().surface().area()))
            .toArray();
    return new PoseLimbs(
        traced,
        tips.pairs().partner(),
        curves,
        LimbTree.of(curves, tips.count() - 1, minSpans),
        tips.used(),
        tips.corresponding(),
        tips.body(),
        issues);
  }

  private static List<TracedShape> traced(
      MatchedTips tips, SkeletonOptions options, RunContext context) {
    List<TracedShape> out = new ArrayList<>();
    int count = tips.shapes().size();
    for (int k = 0; k < count; k++) {
      context.report("tracing iso-curves", k, count);
      out.add(TracedShape.of(tips.shapes().get(k), options.levels()));
    }
    context.report("tracing iso-curves", count, count);
    return out;
  }

  /**
   * Returns true if every tip ends a limb in all shapes. Otherwise a tip lies on the way to another
   * one, or next to one.
   */
  private static boolean haveLimbs(List<TracedShape> traced) {
    return traced.stream().allMatch(TracedShape::hasLimbs);
  }

  private static void requireOthers(MatchedTips tips) {
    if (tips.count() < 3) {
      throw new RequestException(
          tips.shapes().getFirst().name(),
          tips.givenSource()
              ? "the source is not at the end of a limb; expected another source or more levels"
              : "a skeleton needs two ends of the surface with levels between them");
    }
  }

  /** Swaps left and right in poses where needed; corresponding vertices tell the sides. */
  private static void resolveSides(
      List<TracedShape> traced, MatchedTips tips, SkeletonOptions options, List<Issue> issues) {
    for (int k = 1; k < traced.size(); k++) {
      if (!tips.corresponding()[k]) {
        Sides.Resolved sides =
            Sides.resolved(traced.getFirst(), traced.get(k), tips.pairs(), options.levels());
        traced.set(k, sides.pose());
        if (sides.unsure()) {
          issues.add(
              Issue.warning(
                  sides.pose().shape().name(),
                  "left and right look alike and may be swapped in this pose"));
        }
      }
    }
  }

  /** Returns the number of shapes, the reference included. */
  int poseCount() {
    return traced.size();
  }

  /** Returns the number of poses with the vertices of the reference, without it. */
  int correspondingCount() {
    return (int) IntStream.range(1, poseCount()).filter(k -> corresponding[k]).count();
  }

  /** Returns a shape and its tips. */
  ShapeTips shape(int pose) {
    return traced.get(pose).shape();
  }

  /** Returns the surface of a shape. */
  Surface surface(int pose) {
    return shape(pose).surface();
  }

  /** Returns the centre line of a limb; mirror images are sampled at the same places. */
  LimbLine line(int limb) {
    Image image = mirrored(limb);
    return LimbLine.of(
        curves.stream().map(pose -> pose.curves(tree.sets()[limb])).toList(),
        curves.stream().map(pose -> pose.curves(tree.sets()[image.limb])).toList(),
        image.flipped);
  }

  /** Returns the limb of a vertex of the reference's surface. */
  int limbOfVertex(int vertex) {
    TracedShape reference = traced.getFirst();
    return tree.limbOf(reference.curves().nodeSets()[reference.graph().nodeOf(vertex)]);
  }

  /**
   * Returns the limb that is the mirror image of a limb; itself on the plane of symmetry. A limb is
   * a division of all tips in two sets, the one with the source on the inner side.
   */
  Image mirrored(int limb) {
    long outer = tree.sets()[limb] << 1;
    long image = 0;
    for (int i = 0; i < partner.length; i++) {
      image |= (outer >> i & 1) << partner[i];
    }
    boolean flipped = (image & 1) != 0;
    long all = (1L << partner.length) - 1;
    long set = (flipped ? all & ~image : image) >> 1;
    for (int l = 0; l < tree.count(); l++) {
      if (tree.sets()[l] == set) {
        return new Image(l, flipped && l != limb);
      }
    }
    return new Image(limb, false);
  }
}
