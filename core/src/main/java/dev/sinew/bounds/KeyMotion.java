package dev.sinew.bounds;

import dev.sinew.math.Affine;
import dev.sinew.math.Svd3;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.pose.KeyCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A proven bound on the acceleration |v''| of points between two neighbouring keys of a clip.
 *
 * <p>Between the keys of all its tracks a clip is smooth. If the norms of two factors and of their
 * first and second derivatives are at most (n, a, b) and (n', a', b'), those of the product are at
 * most (n n', a n' + n a', b n' + 2 a a' + n b'). So the bounds of G_j = G_parent T R S follow from
 * the root down. A point with |v''| ≤ B deviates from the chord between its positions at two times
 * h apart by at most B h²/8: a convex set that contains both positions, dilated by that, contains
 * the path between them.
 */
final class KeyMotion {
  private final Skeleton skeleton;
  private final List<KeyCurve>[] curves;
  private final List<Clip.Track>[] tracks;
  private final double[] restShift;
  private final double[] restNorm;
  private final double[] norm;
  private final double[] first;
  private final double[] second;
  private final double[] originSecond;
  private double at;

  @SuppressWarnings({"unchecked", "rawtypes"}) // Arrays of lists cannot be made otherwise.
  KeyMotion(Skeleton skeleton, Clip clip) {
    this.skeleton = skeleton;
    int n = skeleton.jointCount();
    curves = new List[n];
    tracks = new List[n];
    Arrays.setAll(curves, j -> List.<KeyCurve>of());
    Arrays.setAll(tracks, j -> List.<Clip.Track>of());
    for (Clip.Track track : clip.tracks()) {
      int j = track.joint();
      if (tracks[j].isEmpty()) {
        tracks[j] = new ArrayList<>();
        curves[j] = new ArrayList<>();
      }
      tracks[j].add(track);
      curves[j].add(new KeyCurve(track));
    }
    restShift = new double[n];
    restNorm = new double[n];
    norm = new double[n];
    first = new double[n];
    second = new double[n];
    originSecond = new double[n];
    double[] rest = new double[Affine.SIZE];
    double[] work = new double[Svd3.WORK];
    for (int j = 0; j < n; j++) {
      skeleton.copyRestLocal(j, rest, 0);
      Svd3.decompose(rest, 0, 4, work);
      restNorm[j] = work[Svd3.VALUES];
      restShift[j] = Math.sqrt(rest[3] * rest[3] + rest[7] * rest[7] + rest[11] * rest[11]);
    }
  }

  /** Sets the interval between two neighbouring keys that contains a time. */
  void set(double time) {
    at = time;
    for (int j = 0; j < norm.length; j++) {
      double[] shift = {restShift[j], 0, 0};
      double[] turn = {1, 0, 0};
      double[] scale = {restNorm[j], 0, 0};
      for (int i = 0; i < curves[j].size(); i++) {
        KeyCurve curve = curves[j].get(i);
        int piece = curve.pieceAt(time);
        switch (tracks[j].get(i).property()) {
          case TRANSLATION -> fill(shift, curve, piece);
          case SCALE -> fill(scale, curve, piece);
          case ROTATION -> {
            KeyCurve.Turning turning = curve.turning(piece);
            turn[1] = turning.first();
            turn[2] = turning.second();
          }
          case WEIGHTS -> {}
        }
      }
      put(j, shift, turn, scale);
    }
  }

  private void fill(double[] bounds, KeyCurve curve, int piece) {
    bounds[0] = curve.length(piece, at);
    bounds[1] = curve.speed(piece);
    bounds[2] = curve.acceleration(piece);
  }

  private void put(int j, double[] shift, double[] turn, double[] scale) {
    int parent = skeleton.parent(j);
    double n = parent < 0 ? 1 : norm[parent];
    double a = parent < 0 ? 0 : first[parent];
    double b = parent < 0 ? 0 : second[parent];
    originSecond[j] =
        (parent < 0 ? 0 : originSecond[parent])
            + times(b, shift[0])
            + 2 * times(a, shift[1])
            + times(n, shift[2]);
    double turnedSecond = b + 2 * times(a, turn[1]) + times(n, turn[2]);
    double turnedFirst = a + times(n, turn[1]);
    norm[j] = times(n, scale[0]);
    first[j] = times(turnedFirst, scale[0]) + times(n, scale[1]);
    second[j] =
        times(turnedSecond, scale[0]) + 2 * times(turnedFirst, scale[1]) + times(n, scale[2]);
  }

  /** Returns the product, with 0 · ∞ = 0. */
  private static double times(double a, double b) {
    return a == 0 || b == 0 ? 0 : a * b;
  }

  /** Writes a bound on |v''| per point. */
  void accelerations(MovingPoints points, double[] out) {
    double[] morphFirst = points.morphRates((node, t) -> weightRate(node, t, 0));
    double[] morphSecond = points.morphRates((node, t) -> weightRate(node, t, 1));
    for (int r = 0, entry = 0; r < points.count(); r++) {
      double sum = 0;
      for (int i = 0; i < points.coords.count(r); i++, entry++) {
        int j = points.node(r, i);
        double x = points.coords.value(r, i, 0);
        double y = points.coords.value(r, i, 1);
        double z = points.coords.value(r, i, 2);
        double weight = Math.abs(points.coords.value(r, i, 3));
        double length = Math.sqrt(x * x + y * y + z * z) + points.slack[entry];
        sum += times(weight, originSecond[j]) + times(second[j], length);
        if (morphFirst != null && morphSecond != null) {
          double bind = weight * points.bindNorm(points.coords.joint(r, i));
          sum += 2 * times(first[j], bind * morphFirst[r]) + times(norm[j], bind * morphSecond[r]);
        }
      }
      out[r] = sum;
    }
  }

  private double weightRate(int node, int target, int derivative) {
    double max = 0;
    for (int i = 0; i < curves[node].size(); i++) {
      Clip.Track track = tracks[node].get(i);
      if (track.property() == Clip.Property.WEIGHTS && target < track.components()) {
        KeyCurve curve = curves[node].get(i);
        max = Math.max(max, curve.componentRates(curve.pieceAt(at), target)[derivative]);
      }
    }
    return max;
  }
}
