package dev.sinew.shade;

import dev.sinew.influence.TangentLimit;
import dev.sinew.metric.PoseMetric;
import dev.sinew.metric.SampledMetric;
import dev.sinew.metric.TangentPlaneFit;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the {@link TangentMap} of a full model for the atlas of another (Merry's thesis "Animation
 * Space", section 7.5.1): planes are fitted to the full model's triangles around every vertex, and
 * a texel has the mean of the planes at the corners of the triangle that it shows, weighted by
 * barycentric coordinates, tilted by the full model's own normal map. If the other model has fewer
 * influences per vertex than the full one, the planes of a texel lose the joints that do not move
 * its triangle (section 6.3): {@link TangentLimit}. Morph targets are not followed.
 */
public final class TangentMapBake {
  private static final int POSES = 12;
  private static final int BAND = 8;

  /** The largest resolution: a plane takes about 300 bytes. */
  public static final int MAX_RESOLUTION = 1024;

  private final DetailModel detail;
  private final TargetModel target;
  private final Matching matching;
  private final JoinedCharacter joined;
  private final PoseMetric metric;
  private final WeightedPoses poses;
  private final TangentPlaneFit planes;
  private final TiltedPlanes tilted;
  private final int[] pointOfCorner;
  private final Optional<LevelBones> levelBones;
  private final TangentLimit limit;
  private final int side;
  private final RunContext context;

  /** The triangle of the full model that every texel shows, or -1, and where. */
  private final int[] shown;

  /** The triangle of the target that every texel belongs to. */
  private final int[] own;

  private final float[] shownAt;

  /**
   * A tangent map of a full model.
   *
   * @param map its vectors refer to the bones of {@link JoinedCharacter} of the full model
   * @param metric the metric over poses in which planes were averaged, for {@link TangentMap#half}
   * @param degrees the mean angle between the map's normals and the full model's in the poses
   * @param poses the number of poses
   */
  public record Result(TangentMap map, PoseMetric metric, double degrees, int poses) {}

  private TangentMapBake(
      PoseKnowledge knowledge,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      int side,
      RunContext context) {
    SkinnedCharacter full = knowledge.character();
    this.side = side;
    this.context = context;
    shown = new int[side * side];
    own = new int[side * side];
    shownAt = new float[3 * shown.length];
    Arrays.fill(shown, -1);
    joined = new JoinedCharacter(full);
    poses = knowledge.samplePoses(joined, POSES);
    List<Pose> posesAndRest = new ArrayList<>(poses.poses());
    posesAndRest.add(full.restPose());
    detail = new DetailModel(full, posesAndRest, Set.of(Material.NORMAL), context);
    target = new TargetModel(level, sets, List.of(level.restPose()), context);
    if (detail.rest().triangleCount() == 0) {
      throw new RequestException("the scene shows no triangle");
    }
    target.check();
    MaterialPlan plan = new MaterialPlan(full, level, sets.keySet(), Set.of());
    matching = new Matching(detail.rest(), target.rest(), plan.sameMaterials(), context);
    List<double[]> matrices = poses.poses().stream().map(joined::matrices).toList();
    metric = new SampledMetric(matrices, poses.weightArray());
    planes = TangentPlaneFit.of(joined.mesh().triangles(), joined.coords(), metric);
    tilted = new TiltedPlanes(detail, joined, poses.poses().size(), planes);
    pointOfCorner = LevelBones.pointsOfCorners(joined, detail.rest());
    levelBones = LevelBones.of(joined, level, target.rest());
    limit = new TangentLimit(knowledge.expectation(joined.boneSkin()).boundBy(joined.boneSkin()));
  }

  /**
   * Makes the map.
   *
   * @param level the model with the atlas, in the same rest pose
   * @param sets the set of texture coordinates by index of its meshes
   * @param side the resolution, up to {@link #MAX_RESOLUTION}
   */
  public static Result run(
      SkinnedCharacter full,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      int side,
      PoseSource source,
      RunContext context) {
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(source, full, context.seed());
    return run(knowledge, level, sets, side, context);
  }

  /** Makes the map of the full model that pose knowledge is of. */
  public static Result run(
      PoseKnowledge knowledge,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      int side,
      RunContext context) {
    NumberRange.require("resolution", side, 1, MAX_RESOLUTION);
    return new TangentMapBake(knowledge, level, sets, side, context).run();
  }

  private Result run() {
    int bands = (side + BAND - 1) / BAND;
    TangentMap.Builder[] built = new TangentMap.Builder[bands];
    int[] rows = new int[side * side];
    double[] sums = new double[2];
    Arrays.fill(rows, -1);
    List<double[]> matrices = poses.poses().stream().map(joined::matrices).toList();
    context.run(
        "tangent planes",
        bands,
        b -> {
          built[b] = bake(b, rows);
        });
    TangentMap.Builder all = new TangentMap.Builder(metric);
    for (int b = 0; b < bands; b++) {
      int first = all.count();
      for (int i = b * BAND * side; i < end(b); i++) {
        rows[i] = rows[i] < 0 ? rows[i] : rows[i] + first;
      }
      all.addAll(built[b]);
      context.checkCancelled();
    }
    TangentMap map = all.build(side, rows);
    for (int p = 0; p < matrices.size(); p++) {
      measure(map, p, matrices.get(p), sums);
    }
    return new Result(
        map, metric, sums[1] > 0 ? Math.toDegrees(sums[0] / sums[1]) : 0, poses.poses().size());
  }

  /** Makes the planes of a band, without the joints that a limited level has lost. */
  private TangentMap.Builder bake(int band, int[] rows) {
    TangentMap.Builder out = new TangentMap.Builder(metric);
    AnimationCoords.Builder bones = AnimationCoords.builder();
    match(band);
    int[] points = new int[3];
    double[] weights = new double[3];
    for (int texel = band * BAND * side; texel < end(band); texel++) {
      if (shown[texel] >= 0) {
        int triangle = target.triangle(own[texel]);
        System.arraycopy(pointOfCorner, 3 * shown[texel], points, 0, 3);
        copyWeights(texel, weights);
        double texels = target.density(own[texel], side);
        int from = shown[texel];
        if (out.add(
            planes.first(),
            planes.second(),
            points,
            weights,
            (c, d) -> tilted.tilt(from, weights, texels, points, new double[][] {c, d}))) {
          rows[texel] = out.count() - 1;
          levelBones.ifPresent(known -> known.addRow(triangle, bones));
        }
      }
      if (texel % side == 0) {
        context.checkCancelled();
      }
    }
    return levelBones.isPresent() ? out.limited(limit, bones.buildVectors(), context) : out;
  }

  private int end(int band) {
    return Math.min(shown.length, (band + 1) * BAND * side);
  }

  private void copyWeights(int texel, double[] out) {
    for (int c = 0; c < 3; c++) {
      out[c] = shownAt[3 * texel + c];
    }
  }

  /** Adds the angles and the weights of all texels in a pose. */
  private void measure(TangentMap map, int pose, double[] matrices, double[] sums) {
    float[] normals = map.normals(matrices, context);
    double weight = poses.weightArray()[pose];
    double[] at = new double[3];
    double[] n = new double[3];
    for (int texel = 0; texel < shown.length; texel++) {
      if (!map.hasPlane(texel)) {
        continue;
      }
      copyWeights(texel, at);
      double[] ownMap = detail.normalMap(shown[texel], at, target.density(own[texel], side));
      if (detail.normal(pose, shown[texel], at, ownMap, n)) {
        double cosine = 0;
        for (int k = 0; k < 3; k++) {
          cosine += n[k] * normals[3 * texel + k];
        }
        sums[0] += weight * StrictMath.acos(Math.clamp(cosine, -1.0, 1.0));
        sums[1] += weight;
      }
    }
  }

  /** Finds the points of the full model that the texels of a band show. */
  private void match(int band) {
    int first = band * BAND;
    int rows = Math.min(BAND, side - first);
    TexelBand raster = new TexelBand(side, first, rows, 1.5);
    double[] xy = new double[6];
    for (int i = 0; i < target.count(); i++) {
      target.copyCorners(i, side, xy);
      raster.add(i, xy);
    }
    Matching.Search search = matching.search();
    double[] at = new double[3];
    double[] point = new double[3];
    for (int row = first; row < first + rows; row++) {
      context.checkCancelled();
      for (int column = 0; column < side; column++) {
        int i = raster.triangle(column, row);
        if (i != TexelBand.NOTHING) {
          raster.copyWeights(column, row, at);
          int t = target.triangle(i);
          target.frames().position(0, t, at, point);
          double[] facing = target.rest().areaNormal(t);
          if (search.find(t, target.rest().group(t), at, point, facing)) {
            int texel = row * side + column;
            shown[texel] = search.triangle();
            own[texel] = i;
            for (int c = 0; c < 3; c++) {
              shownAt[3 * texel + c] = (float) search.weights()[c];
            }
          }
        }
      }
    }
  }
}
