package dev.sinew.bounds;

import dev.sinew.math.Affine;
import dev.sinew.math.Svd3;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.pose.KeyCurve;
import org.jspecify.annotations.Nullable;

/**
 * The points of a part in the form that bounds are computed from: v = Σ_j G_j (p_j + δ_j), with p_j
 * in the space of node j of the skeleton and δ_j any vector of length up to a slack. The slack
 * represents morph targets: p is the shape at the middle of the weights' ranges in the clips, δ the
 * difference to any other shape. A part without morph targets has one row per vertex and no slack;
 * one with morph targets has one row per wedge.
 */
public final class MovingPoints {
  private final Skin skin;
  final AnimationCoords coords;
  final double[] slack;
  private final double[] bindNorms;
  private final double restSize;
  private final @Nullable Morphing morphing;

  /** The data needed to morph in every pose. */
  private record Morphing(Influences influences, float[] rest, MorphTargets targets, int node) {}

  private MovingPoints(
      Skin skin,
      AnimationCoords coords,
      double[] slack,
      double restSize,
      @Nullable Morphing morphing) {
    this.skin = skin;
    this.coords = coords;
    this.slack = slack;
    this.restSize = restSize;
    this.morphing = morphing;
    bindNorms = bindNorms(skin);
  }

  /** Returns the points of a linear skin. */
  public static MovingPoints of(LinearSkin linear) {
    AnimationCoords coords = linear.coords();
    return new MovingPoints(linear.skin(), coords, new double[coords.totalCount()], 0, null);
  }

  /**
   * Returns the points of a part with its own skinning: its animation coordinates if it has them,
   * else linear blending after morphing, else the motion of its node.
   */
  public static MovingPoints of(SkinnedCharacter character, Part part) {
    Geometry geometry = character.geometry(part);
    Skinning skinning = character.skinning(part);
    LinearSkin linear = LinearSkin.of(character, part);
    if (skinning.coords().isPresent()) {
      return of(linear);
    }
    Skin skin = linear.skin();
    MorphTargets morphs = geometry.morphs();
    if (morphs.isEmpty()) {
      AnimationCoords coords = linear.coords();
      double size = maxDistance(geometry.mesh().positions());
      return new MovingPoints(skin, coords, new double[coords.totalCount()], size, null);
    }
    Influences influences =
        skinning.influences().orElseGet(() -> rigid(geometry.mesh().vertexCount()));
    Influences rows = influences.rows(geometry.mesh().wedgeVertices());
    return morphing(
        skin,
        new Morphing(rows, geometry.mesh().wedgePositions(), morphs, part.node()),
        weightRanges(character, part, morphs));
  }

  private static MovingPoints morphing(Skin skin, Morphing morphing, double[][] ranges) {
    double[] middle = new double[ranges.length];
    float[] halves = new float[morphing.rest.length / 3];
    for (int t = 0; t < ranges.length; t++) {
      middle[t] = (ranges[t][0] + ranges[t][1]) / 2;
      addLengths(morphing.targets.positionOffsets(t), (ranges[t][1] - ranges[t][0]) / 2, halves);
    }
    AnimationCoords coords = morphed(skin, morphing, middle);
    double[] norms = bindNorms(skin);
    double[] slack = new double[coords.totalCount()];
    for (int r = 0, at = 0; r < coords.rowCount(); r++) {
      for (int i = 0; i < coords.count(r); i++, at++) {
        slack[at] = Math.abs(coords.value(r, i, 3)) * norms[coords.joint(r, i)] * halves[r];
      }
    }
    double size = maxDistance(morphing.rest);
    for (int t = 0; t < ranges.length; t++) {
      double max = Math.max(Math.abs(ranges[t][0]), Math.abs(ranges[t][1]));
      size += max * maxDistance(morphing.targets.positionOffsets(t));
    }
    return new MovingPoints(skin, coords, slack, size, morphing);
  }

  private static void addLengths(float[] offsets, double factor, float[] out) {
    for (int w = 0; w < out.length; w++) {
      double x = offsets[3 * w];
      double y = offsets[3 * w + 1];
      double z = offsets[3 * w + 2];
      out[w] = Math.nextUp(out[w] + (float) (factor * Math.sqrt(x * x + y * y + z * z)));
    }
  }

  private static AnimationCoords morphed(Skin skin, Morphing morphing, double[] weights) {
    float[] shape = morphing.rest.clone();
    for (int t = 0; t < weights.length; t++) {
      if (weights[t] != 0) {
        morphing.targets.addPositions(t, weights[t], shape);
      }
    }
    double[] wide = new double[shape.length];
    for (int i = 0; i < shape.length; i++) {
      wide[i] = shape[i];
    }
    return AnimationCoords.ofLinearBlend(skin, morphing.influences, wide);
  }

  /**
   * Returns the smallest and largest weight of every target over all clips; at rest without clips.
   */
  private static double[][] weightRanges(
      SkinnedCharacter character, Part part, MorphTargets morphs) {
    Pose rest = character.restPose();
    double[][] ranges = new double[morphs.count()][2];
    for (double[] range : ranges) {
      range[0] = Double.POSITIVE_INFINITY;
      range[1] = Double.NEGATIVE_INFINITY;
    }
    for (Clip clip : character.clips()) {
      boolean driven = false;
      for (Clip.Track track : clip.tracks()) {
        if (track.property() == Clip.Property.WEIGHTS && track.joint() == part.node()) {
          driven = true;
          KeyCurve curve = new KeyCurve(track);
          for (int t = 0; t < Math.min(ranges.length, track.components()); t++) {
            curve.widen(t, ranges[t]);
          }
        }
      }
      if (!driven) {
        includeRest(rest, part.node(), ranges);
      }
    }
    if (character.clips().isEmpty()) {
      includeRest(rest, part.node(), ranges);
    }
    for (int t = 0; t < ranges.length; t++) {
      if (ranges[t][0] > ranges[t][1]) {
        ranges[t][0] = ranges[t][1] = rest.morphWeight(part.node(), t);
      }
    }
    return ranges;
  }

  private static void includeRest(Pose rest, int node, double[][] ranges) {
    for (int t = 0; t < ranges.length; t++) {
      ranges[t][0] = Math.min(ranges[t][0], rest.morphWeight(node, t));
      ranges[t][1] = Math.max(ranges[t][1], rest.morphWeight(node, t));
    }
  }

  /**
   * Returns a bound on the distance of all points from the origin: the largest coordinate times √3.
   */
  private static double maxDistance(double[] points) {
    double max = 0;
    for (double x : points) {
      max = Math.max(max, Math.abs(x));
    }
    return max * Math.sqrt(3);
  }

  private static double maxDistance(float[] points) {
    double max = 0;
    for (float x : points) {
      max = Math.max(max, Math.abs(x));
    }
    return max * Math.sqrt(3);
  }

  private static Influences rigid(int points) {
    Influences.Builder rows = Influences.builder();
    for (int i = 0; i < points; i++) {
      rows.add(0, 1).endRow();
    }
    return rows.build();
  }

  private static double[] bindNorms(Skin skin) {
    double[] bind = new double[Affine.SIZE];
    double[] work = new double[Svd3.WORK];
    double[] norms = new double[skin.jointCount()];
    for (int j = 0; j < norms.length; j++) {
      skin.copyInverseBind(j, bind, 0);
      Svd3.decompose(bind, 0, 4, work);
      norms[j] = work[Svd3.VALUES];
    }
    return norms;
  }

  /** Returns the number of points. */
  public int count() {
    return coords.rowCount();
  }

  /** Returns the node of entry i of a row. */
  int node(int row, int i) {
    return skin.joint(coords.joint(row, i));
  }

  Skin skin() {
    return skin;
  }

  /** Returns the main node of a point: the one of the largest weight. */
  public int mainNode(int row) {
    int best = 0;
    for (int i = 1; i < coords.count(row); i++) {
      if (Math.abs(coords.value(row, i, 3)) > Math.abs(coords.value(row, best, 3))) {
        best = i;
      }
    }
    return node(row, best);
  }

  /**
   * Returns, per row, the sum of the targets' offset lengths times rates; null without morph
   * targets.
   */
  double @Nullable [] morphRates(MorphRate rate) {
    if (morphing == null) {
      return null;
    }
    double[] out = new double[count()];
    for (int t = 0; t < morphing.targets.count(); t++) {
      double r = rate.of(morphing.node, t);
      if (r != 0) {
        float[] offsets = morphing.targets.positionOffsets(t);
        for (int w = 0; w < out.length; w++) {
          double x = offsets[3 * w];
          double y = offsets[3 * w + 1];
          double z = offsets[3 * w + 2];
          out[w] += r * Math.sqrt(x * x + y * y + z * z);
        }
      }
    }
    return out;
  }

  /** The rate of change of a node's morph weight. */
  interface MorphRate {
    double of(int node, int target);
  }

  /**
   * Returns a bound on the length of a rest point times the linear part of an inverse bind matrix.
   */
  double restReach(int row, int i) {
    return bindNorms[coords.joint(row, i)] * restSize;
  }

  double bindNorm(int joint) {
    return bindNorms[joint];
  }

  /** Writes the positions of all points in a pose, x, y, z per point, in double precision. */
  public void project(Pose pose, double[] out) {
    double[] globals = new double[Affine.SIZE * skin.jointCount()];
    for (int j = 0; j < skin.jointCount(); j++) {
      pose.copyGlobal(skin.joint(j), globals, Affine.SIZE * j);
    }
    AnimationCoords shape = coords;
    if (morphing != null) {
      double[] weights = new double[morphing.targets.count()];
      for (int t = 0; t < weights.length; t++) {
        weights[t] = pose.morphWeight(morphing.node, t);
      }
      shape = morphed(skin, morphing, weights);
    }
    for (int r = 0; r < count(); r++) {
      shape.project(r, globals, out, 3 * r);
    }
  }
}
