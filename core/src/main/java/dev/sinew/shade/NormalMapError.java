package dev.sinew.shade;

import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.run.RunContext;
import dev.sinew.shade.BakeResult.NormalErrors;
import org.jspecify.annotations.Nullable;

/**
 * The error of a normal map as a renderer shows it: texels of 8 bits, mixed bilinearly at points
 * anywhere between their centres. Points are spread evenly over the texture.
 */
final class NormalMapError {
  /** The largest number of points. */
  private static final double MAX_POINTS = 1 << 18;

  /** Triangles per task. */
  private static final int TASK = 128;

  /** Steps of a sequence that fills the unit square evenly: Roberts, 2018. */
  private static final double STEP_U = 0.7548776662466927;

  private static final double STEP_V = 0.5698402909980532;

  private final DetailModel detail;
  private final TargetModel target;
  private final Matching matching;
  private final BakePoses poses;
  private final Pixels map;

  /**
   * Prepares the measurement.
   *
   * @param map the finished map, with gutters
   */
  NormalMapError(
      DetailModel detail, TargetModel target, Matching matching, BakePoses poses, Pixels map) {
    this.detail = detail;
    this.target = target;
    this.matching = matching;
    this.poses = poses;
    this.map = map;
  }

  /** Returns the mean angles between normals. */
  NormalErrors measure(RunContext context) {
    int[] points = pointCounts();
    int tasks = (points.length + TASK - 1) / TASK;
    long[] first = new long[tasks + 1];
    for (int i = 0; i < points.length; i++) {
      first[i / TASK + 1] += points[i];
    }
    for (int i = 0; i < tasks; i++) {
      first[i + 1] += first[i];
    }
    double[][] sums = new double[tasks][3];
    context.run("measuring", tasks, i -> new Task(sums[i]).run(i, first[i], points, context));
    double without = 0, with = 0, weight = 0;
    for (double[] sum : sums) {
      without += sum[0];
      with += sum[1];
      weight += sum[2];
    }
    return new NormalErrors(
        weight > 0 ? Math.toDegrees(without / weight) : 0,
        weight > 0 ? Math.toDegrees(with / weight) : 0,
        poses.measuredCount());
  }

  /** Returns the number of points of every triangle: about one per texel, within the limit. */
  private int[] pointCounts() {
    double total = 0;
    for (int i = 0; i < target.count(); i++) {
      total += area(i);
    }
    double share = Math.min(1, MAX_POINTS / Math.max(1, total));
    int[] out = new int[target.count()];
    for (int i = 0; i < out.length; i++) {
      out[i] = (int) Math.clamp(Math.ceil(share * area(i)), 0, MAX_POINTS);
    }
    return out;
  }

  /** Returns the area of a triangle in texels. */
  private double area(int i) {
    double[] xy = new double[6];
    target.copyCorners(i, map.width(), xy);
    return 0.5 * Math.abs((xy[2] - xy[0]) * (xy[5] - xy[1]) - (xy[3] - xy[1]) * (xy[4] - xy[0]));
  }

  /** Adds up some triangles. */
  private final class Task {
    private final double[] sums;
    private final Matching.Search search = matching.search();
    private final double[] at = new double[3];
    private final double[] point = new double[3];
    private final double[] normal = new double[3];
    private final double[] frame = new double[9];
    private final double[] shown = new double[3];
    private final double[] texel = new double[3];
    private final double[] xy = new double[6];

    /**
     * @param sums receives angles without and with the map, and their weights
     */
    Task(double[] sums) {
      this.sums = sums;
    }

    void run(int task, long first, int[] points, RunContext context) {
      long number = first;
      for (int i = TASK * task; i < Math.min(points.length, TASK * (task + 1)); i++) {
        context.checkCancelled();
        target.copyCorners(i, map.width(), xy);
        for (int k = 0; k < points[i]; k++, number++) {
          double u = STEP_U * number % 1, v = STEP_V * number % 1;
          boolean outside = u + v > 1;
          at[1] = outside ? 1 - u : u;
          at[2] = outside ? 1 - v : v;
          at[0] = 1 - at[1] - at[2];
          add(i, area(i) / points[i]);
        }
      }
    }

    private void add(int i, double weight) {
      int t = target.triangle(i);
      target.copyPoint(i, at, point, normal);
      if (!search.find(t, target.rest().group(t), at, point, normal)) {
        return;
      }
      lookUp(
          at[0] * xy[0] + at[1] * xy[2] + at[2] * xy[4],
          at[0] * xy[1] + at[1] * xy[3] + at[2] * xy[5]);
      double @Nullable [] own =
          detail.normalMap(search.triangle(), search.weights(), target.density(i, map.width()));
      for (int p = 0; p < poses.count(); p++) {
        if (poses.measured(p) > 0
            && target.frames().frame(p, t, at, frame)
            && detail.normal(p, search.triangle(), search.weights(), own, normal)) {
          for (int k = 0; k < 3; k++) {
            shown[k] = texel[0] * frame[k] + texel[1] * frame[3 + k] + texel[2] * frame[6 + k];
          }
          PosedFrames.normalize(shown);
          double without = normal[0] * frame[6] + normal[1] * frame[7] + normal[2] * frame[8];
          double with = normal[0] * shown[0] + normal[1] * shown[1] + normal[2] * shown[2];
          double share = weight * poses.measured(p);
          sums[0] += share * StrictMath.acos(Math.clamp(without, -1.0, 1.0));
          sums[1] += share * StrictMath.acos(Math.clamp(with, -1.0, 1.0));
          sums[2] += share;
        }
      }
    }

    /** Mixes the four texels around a place, whose centres have whole numbers. */
    private void lookUp(double x, double y) {
      int left = (int) Math.floor(x), top = (int) Math.floor(y);
      double right = x - left, down = y - top;
      texel[0] = texel[1] = texel[2] = 0;
      for (int corner = 0; corner < 4; corner++) {
        int column = Math.clamp(left + corner % 2, 0, map.width() - 1);
        int row = Math.clamp(top + corner / 2, 0, map.height() - 1);
        int argb = map.argb()[row * map.width() + column];
        double weight = (corner % 2 == 0 ? 1 - right : right) * (corner / 2 == 0 ? 1 - down : down);
        for (int k = 0; k < 3; k++) {
          texel[k] += weight * ((argb >>> (16 - 8 * k) & 0xFF) / 127.5 - 1);
        }
      }
    }
  }
}
