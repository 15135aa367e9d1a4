package dev.sinew.shade;

import dev.sinew.draw.Srgb;
import dev.sinew.model.Material;
import dev.sinew.model.Material.Alpha;
import dev.sinew.model.Material.Color;
import dev.sinew.run.RunContext;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Computes all texels of the new textures, in bands of rows. */
final class TexelBake {
  private static final int BAND = 16;

  /** Samples this far outside a triangle show it, in texels: as far as filtering reads. */
  private static final double MARGIN = 1.5;

  /** The least third component of a normal map: glTF allows none below 0. */
  private static final double LEAST_Z = 0.02;

  private final DetailModel detail;
  private final TargetModel target;
  private final Matching matching;
  private final MaterialPlan plan;
  private final BakePoses poses;
  private final int side;
  private final int samples;
  private final RunContext context;
  private final List<String> slots;

  /** The slot of normals, or -1. */
  private final int normalSlot;

  /** The pixels of the texture of each slot. */
  private final int[][] images;

  private final boolean[] known;
  private final int[][] trianglesOfBand;
  private final LongAdder covered = new LongAdder();
  private final LongAdder unmatched = new LongAdder();

  TexelBake(
      DetailModel detail,
      TargetModel target,
      Matching matching,
      MaterialPlan plan,
      BakePoses poses,
      BakeOptions options,
      RunContext context) {
    this.detail = detail;
    this.target = target;
    this.matching = matching;
    this.plan = plan;
    this.poses = poses;
    this.context = context;
    side = options.resolution();
    samples = options.samples();
    slots = List.copyOf(plan.slots());
    normalSlot = slots.indexOf(Material.NORMAL);
    images = new int[slots.size()][side * side];
    known = new boolean[side * side];
    int bands = (side + BAND - 1) / BAND;
    trianglesOfBand = bandLists(bands);
  }

  private int[][] bandLists(int bands) {
    int[] counts = new int[bands];
    double[] xy = new double[6];
    int[][] out = new int[bands][];
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < target.count(); i++) {
        target.copyCorners(i, side, xy);
        double low = Math.min(xy[1], Math.min(xy[3], xy[5])) - MARGIN - 1;
        double high = Math.max(xy[1], Math.max(xy[3], xy[5])) + MARGIN + 1;
        int first = (int) Math.clamp(Math.floor(low / BAND), 0, bands);
        int last = (int) Math.clamp(Math.floor(high / BAND), -1, bands - 1);
        for (int b = first; b <= last; b++) {
          if (pass == 1) {
            out[b][counts[b]] = i;
          }
          counts[b]++;
        }
      }
      if (pass == 0) {
        Arrays.setAll(out, b -> new int[counts[b]]);
        Arrays.fill(counts, 0);
      }
    }
    return out;
  }

  /** Computes all textures. */
  void run() {
    context.run("baking", trianglesOfBand.length, b -> new Band(b).run());
    GutterFill gutters = new GutterFill(side, known, context);
    for (int[] image : images) {
      gutters.fill(image);
      context.checkCancelled();
    }
  }

  /** Returns the pixels of a texture. */
  int[] image(String slot) {
    int index = slots.indexOf(slot);
    return index < 0 ? new int[0] : images[index];
  }

  /** Returns the share of the texels that show a triangle. */
  double covered() {
    return covered.sum() / ((double) side * side);
  }

  /** Returns the share of these texels without a point of the full model. */
  double unmatched() {
    return covered.sum() == 0 ? 0 : unmatched.sum() / (double) covered.sum();
  }

  /** Some rows of texels. */
  private final class Band {
    private final int index;
    private final int firstRow;
    private final int endRow;
    private final TexelBand raster;
    private final Matching.Search search = matching.search();

    /** What the samples of a texel add up to, per slot. */
    private final double[][] sums = new double[slots.size()][6];

    private final double[] at = new double[3];
    private final double[] point = new double[3];
    private final double[] normal = new double[3];
    private final double[] value = new double[4];
    private final double[] frame = new double[9];

    Band(int index) {
      this.index = index;
      firstRow = BAND * index;
      endRow = Math.min(side, firstRow + BAND);
      raster =
          new TexelBand(
              side * samples, firstRow * samples, (endRow - firstRow) * samples, MARGIN * samples);
    }

    void run() {
      double[] xy = new double[6];
      for (int i : trianglesOfBand[index]) {
        target.copyCorners(i, (double) side * samples, xy);
        raster.add(i, xy);
      }
      for (int row = firstRow; row < endRow; row++) {
        context.checkCancelled();
        for (int column = 0; column < side; column++) {
          bake(column, row);
        }
      }
    }

    /** Computes a texel from its samples: those inside triangles, or else those just outside. */
    private void bake(int column, int row) {
      boolean inside = anyInside(column, row);
      for (double[] sum : sums) {
        Arrays.fill(sum, 0);
      }
      boolean found = false;
      for (int s = 0; s < samples * samples; s++) {
        int x = column * samples + s % samples;
        int y = row * samples + s / samples;
        int i = raster.triangle(x, y);
        if (i != TexelBand.NOTHING && raster.isInside(x, y) == inside) {
          raster.copyWeights(x, y, at);
          if (find(i)) {
            addSample(i);
            found = true;
          }
        }
      }
      if (inside) {
        covered.increment();
        if (!found) {
          unmatched.increment();
        }
      }
      if (found) {
        write(row * side + column);
      }
    }

    private boolean anyInside(int column, int row) {
      for (int s = 0; s < samples * samples; s++) {
        int x = column * samples + s % samples;
        int y = row * samples + s / samples;
        if (raster.triangle(x, y) != TexelBand.NOTHING && raster.isInside(x, y)) {
          return true;
        }
      }
      return false;
    }

    private boolean find(int i) {
      int t = target.triangle(i);
      target.copyPoint(i, at, point, normal);
      return search.find(t, target.rest().group(t), at, point, normal);
    }

    private void addSample(int i) {
      double density = target.density(i, (double) side * samples);
      for (int slot = 0; slot < sums.length; slot++) {
        if (slot == normalSlot) {
          addNormal(target.triangle(i), density, sums[slot]);
        } else {
          addColor(slots.get(slot), density, sums[slot]);
        }
      }
    }

    private void addColor(String slot, double density, double[] sum) {
      int t = search.triangle();
      detail.sample(slot, t, search.weights(), density, value);
      Material material = detail.material(t);
      if (plan.includesFactor(slot)) {
        Color factor = material.factor(slot);
        value[0] *= factor.red();
        value[1] *= factor.green();
        value[2] *= factor.blue();
        value[3] *= factor.alpha();
      }
      boolean see = slot.equals(material.colorSlot()) && material.opacity().alpha() != Alpha.OPAQUE;
      double weight = see ? Math.max(value[3], 1e-3) : 1;
      for (int k = 0; k < 3; k++) {
        sum[k] += weight * value[k];
      }
      sum[3] += value[3];
      sum[4] += weight;
      sum[5]++;
    }

    /** Adds the weighted mean over the poses of the full model's normal in the level's frame. */
    private void addNormal(int t, double density, double[] sum) {
      double @Nullable [] map = detail.normalMap(search.triangle(), search.weights(), density);
      for (int p = 0; p < poses.count(); p++) {
        if (poses.fitted(p) > 0
            && target.frames().frame(p, t, at, frame)
            && detail.normal(p, search.triangle(), search.weights(), map, normal)) {
          addInFrame(poses.fitted(p), sum);
        }
      }
    }

    /** Adds F⁻¹ n with the frame F by Cramer's rule. */
    private void addInFrame(double weight, double[] sum) {
      double det = 0;
      double[] solved = new double[3];
      for (int k = 0; k < 3; k++) {
        int a = 3 * ((k + 1) % 3), b = 3 * ((k + 2) % 3);
        double cx = frame[a + 1] * frame[b + 2] - frame[a + 2] * frame[b + 1];
        double cy = frame[a + 2] * frame[b] - frame[a] * frame[b + 2];
        double cz = frame[a] * frame[b + 1] - frame[a + 1] * frame[b];
        solved[k] = cx * normal[0] + cy * normal[1] + cz * normal[2];
        det = cx * frame[3 * k] + cy * frame[3 * k + 1] + cz * frame[3 * k + 2];
      }
      if (Math.abs(det) > 1e-6 && PosedFrames.normalize(solved)) {
        double sign = det < 0 ? -1 : 1;
        for (int k = 0; k < 3; k++) {
          sum[k] += weight * sign * solved[k];
        }
        sum[4] += weight;
      }
    }

    private void write(int texel) {
      for (int slot = 0; slot < sums.length; slot++) {
        double[] sum = sums[slot];
        boolean isNormal = slot == normalSlot;
        if (isNormal) {
          sum[2] = Math.max(sum[2], LEAST_Z * Math.hypot(sum[0], sum[1]));
          if (!PosedFrames.normalize(sum)) {
            sum[0] = sum[1] = 0;
            sum[2] = 1;
          }
        }
        images[slot][texel] = isNormal ? encodedNormal(sum) : encodedColor(slots.get(slot), sum);
      }
      known[texel] = true;
    }

    private static int encodedNormal(double[] n) {
      return Srgb.opaqueNumbers((n[0] + 1) / 2, (n[1] + 1) / 2, (n[2] + 1) / 2);
    }

    private int encodedColor(String slot, double[] sum) {
      double w = sum[4];
      int opaque =
          Material.isColor(slot)
              ? Srgb.opaque(sum[0] / w, sum[1] / w, sum[2] / w)
              : Srgb.opaqueNumbers(sum[0] / w, sum[1] / w, sum[2] / w);
      int alpha = (int) Math.round(255 * Math.min(1, sum[3] / sum[5]));
      return alpha << 24 | (opaque & 0xFFFFFF);
    }
  }
}
