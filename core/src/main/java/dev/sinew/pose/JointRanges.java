package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Similarity;
import dev.sinew.math.Svd3;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Computes the ranges of joints from clips, including motion between keys: slerped rotations lie on
 * the arc between two keys, linear values between two keys, cubic ones in the hull of their Bézier
 * control points. A property that a clip does not animate has its rest value in it.
 */
public final class JointRanges {
  private static final int CUBIC_STEPS = 16;
  private static final int MEAN_STEPS = 400;

  private final Skeleton skeleton;
  private final List<Clip> clips;
  private final Clip.Track[][] tracks;

  private JointRanges(Skeleton skeleton, List<Clip> clips) {
    this.skeleton = skeleton;
    this.clips = clips;
    tracks = new Clip.Track[skeleton.jointCount()][];
    for (int c = 0; c < clips.size(); c++) {
      for (Clip.Track track : clips.get(c).tracks()) {
        if (track.property() != Clip.Property.WEIGHTS) {
          if (tracks[track.joint()] == null) {
            tracks[track.joint()] = new Clip.Track[3 * clips.size()];
          }
          tracks[track.joint()][3 * c + slot(track.property())] = track;
        }
      }
    }
  }

  /**
   * Returns the range of every joint over the clips: a small cone of rotations, the hull of its
   * translations, the box of its scales. Joints that no clip animates are fixed.
   */
  public static List<JointRange> ofClips(Skeleton skeleton, List<Clip> clips) {
    JointRanges ranges = new JointRanges(skeleton, clips);
    List<JointRange> out = new ArrayList<>();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      out.add(ranges.tracks[j] == null ? new JointRange.Fixed() : ranges.cone(j));
    }
    return out;
  }

  /**
   * Returns the same with given rotation ranges for some joints; their translations and scales are
   * those of the clips. The cone about the middle of the given ranges is found on a grid of angles
   * and widened by the error of the grid.
   *
   * @param given by joint index, the turns from the rest rotation as in {@link
   *     JointStatistics#turning}; a joint with an empty list keeps its rest rotation
   */
  public static List<JointRange> ofClips(
      Skeleton skeleton, List<Clip> clips, Map<Integer, List<Turn>> given) {
    JointRanges ranges = new JointRanges(skeleton, clips);
    List<JointRange> out = ofClips(skeleton, clips);
    given.forEach((joint, turns) -> out.set(joint, ranges.turned(joint, turns)));
    return out;
  }

  /**
   * Returns unlimited rotation for every joint that is listed or animated by a clip, with the
   * translations and scales of the clips or of the rest pose. All other joints are fixed.
   *
   * @param free joints with unlimited rotation
   */
  public static List<JointRange> anyRotation(Skeleton skeleton, List<Clip> clips, BitSet free) {
    JointRanges ranges = new JointRanges(skeleton, clips);
    List<JointRange> out = new ArrayList<>();
    for (int j = 0; j < skeleton.jointCount(); j++) {
      boolean fixed = ranges.tracks[j] == null && !free.get(j);
      out.add(fixed ? new JointRange.Fixed() : ranges.any(j));
    }
    return out;
  }

  /**
   * Returns, for every joint, all rotations within an angle of its rest rotation, with its rest
   * translation and scale, and all that it does in clips.
   *
   * @param angle in radians, 0 to π
   * @param given ranges of some joints instead, as for {@link #ofClips(Skeleton, List, Map)}
   */
  public static List<JointRange> withinAngle(
      Skeleton skeleton, List<Clip> clips, double angle, Map<Integer, List<Turn>> given) {
    List<Clip> withRest = new ArrayList<>(clips);
    withRest.add(new Clip("rest", List.of()));
    JointRanges ranges = new JointRanges(skeleton, withRest);
    List<JointRange> out = new ArrayList<>();
    double[] rest = new double[Quaternion.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestRotation(j, rest, 0);
      out.add(
          ranges.sheared(j)
              ? ranges.any(j)
              : new JointRange.Cone(
                  rest[0],
                  rest[1],
                  rest[2],
                  rest[3],
                  ranges.tracks[j] == null
                      ? angle
                      : Math.max(angle, ranges.arcs(j).angleAbout(rest)),
                  ranges.translations(j),
                  ranges.scales(j)));
    }
    given.forEach((joint, turns) -> out.set(joint, ranges.turned(joint, turns)));
    return out;
  }

  /** Returns the ranges of a model that is moved (section 3.4 of Merry's thesis, 2007). */
  public static List<JointRange> moved(
      Skeleton skeleton, List<JointRange> ranges, Similarity motion) {
    Similarity below = Similarity.scaling(motion.scale());
    List<JointRange> out = new ArrayList<>();
    for (int j = 0; j < ranges.size(); j++) {
      boolean root = skeleton.parent(j) == Skeleton.NO_PARENT;
      out.add(ranges.get(j).moved(root ? motion : below));
    }
    return out;
  }

  /** Returns the index of a property among a joint's tracks of one clip. */
  private static int slot(Clip.Property property) {
    return switch (property) {
      case TRANSLATION -> 0;
      case ROTATION -> 1;
      case SCALE -> 2;
      case WEIGHTS -> throw new IllegalArgumentException("morph weights move no joint");
    };
  }

  private JointRange any(int joint) {
    Box scale = scales(joint);
    double max = Math.max(largest(scale), keepsRest(joint) ? restNorm(joint) : 0);
    return new JointRange.Any(translations(joint), max);
  }

  private JointRange cone(int joint) {
    if (keepsRest(joint) && sheared(joint)) {
      // The rest matrix has shear, so no cone contains both it and the animated matrices.
      return any(joint);
    }
    Arcs arcs = arcs(joint);
    double[] mean = arcs.middle();
    double angle = arcs.angleAbout(mean);
    return new JointRange.Cone(
        mean[0], mean[1], mean[2], mean[3], angle, translations(joint), scales(joint));
  }

  private JointRange turned(int joint, List<Turn> turns) {
    if (sheared(joint)) {
      return any(joint);
    }
    double[] mean = new double[Quaternion.SIZE];
    skeleton.copyRestRotation(joint, mean, 0);
    for (Turn turn : turns) {
      Quaternion.multiply(mean, 0, turn.rotation(0.5), 0, mean, 0);
    }
    Quaternion.normalize(mean, 0);
    double angle = Math.min(Math.PI, TurnedCone.angle(turns));
    return new JointRange.Cone(
        mean[0], mean[1], mean[2], mean[3], angle, translations(joint), scales(joint));
  }

  /** Returns true if some clip does not animate the joint, so that it has its rest matrix. */
  private boolean keepsRest(int joint) {
    Clip.Track[] own = tracks[joint];
    if (own == null) {
      return true;
    }
    for (int c = 0; c < clips.size(); c++) {
      if (own[3 * c] == null && own[3 * c + 1] == null && own[3 * c + 2] == null) {
        return true;
      }
    }
    return false;
  }

  private boolean sheared(int joint) {
    double[] trs = new double[10];
    double[] composed = new double[Affine.SIZE];
    double[] rest = new double[Affine.SIZE];
    skeleton.copyRestTranslation(joint, trs, 0);
    skeleton.copyRestRotation(joint, trs, 3);
    skeleton.copyRestScale(joint, trs, 7);
    Affine.fromTrs(trs, 0, trs, 3, trs, 7, composed, 0);
    skeleton.copyRestLocal(joint, rest, 0);
    double tolerance = 1e-12 * restNorm(joint);
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        if (Math.abs(composed[4 * r + c] - rest[4 * r + c]) > tolerance) {
          return true;
        }
      }
    }
    return false;
  }

  private double restNorm(int joint) {
    double[] rest = new double[Affine.SIZE];
    double[] work = new double[Svd3.WORK];
    skeleton.copyRestLocal(joint, rest, 0);
    Svd3.decompose(rest, 0, 4, work);
    return work[Svd3.VALUES];
  }

  private static double largest(Box box) {
    double x = Math.max(Math.abs(box.minX()), Math.abs(box.maxX()));
    double y = Math.max(Math.abs(box.minY()), Math.abs(box.maxY()));
    double z = Math.max(Math.abs(box.minZ()), Math.abs(box.maxZ()));
    return Math.max(x, Math.max(y, z));
  }

  /** Returns the box of a joint's scales over all clips. */
  private Box scales(int joint) {
    double[] points = keys(joint, Clip.Property.SCALE);
    return Box.of(points);
  }

  /** Returns the hull of a joint's translations over all clips. */
  private DilatedHull translations(int joint) {
    return DilatedHull.around(keys(joint, Clip.Property.TRANSLATION));
  }

  /** Returns points whose hull contains a joint's translations or scales in all clips. */
  private double[] keys(int joint, Clip.Property property) {
    DoubleStream.Builder out = DoubleStream.builder();
    boolean usesRest = clips.isEmpty();
    Clip.Track[] own = tracks[joint];
    for (int c = 0; c < clips.size(); c++) {
      Clip.Track track = own == null ? null : own[3 * c + slot(property)];
      if (track == null) {
        usesRest = true;
      } else {
        new KeyCurve(track).forEachControl(out);
      }
    }
    if (usesRest) {
      double[] rest = new double[3];
      if (property == Clip.Property.TRANSLATION) {
        skeleton.copyRestTranslation(joint, rest, 0);
      } else {
        skeleton.copyRestScale(joint, rest, 0);
      }
      Arrays.stream(rest).forEach(out);
    }
    return out.build().toArray();
  }

  private Arcs arcs(int joint) {
    Arcs arcs = new Arcs();
    double[] q = new double[Quaternion.SIZE];
    Clip.Track[] own = tracks[joint];
    for (int c = 0; c < clips.size(); c++) {
      Clip.Track track = own[3 * c + slot(Clip.Property.ROTATION)];
      if (track == null) {
        skeleton.copyRestRotation(joint, q, 0);
        arcs.start(q);
      } else if (track.interpolation() == Clip.Interpolation.CUBICSPLINE) {
        addCubic(track, arcs);
      } else {
        for (int k = 0; k < track.keyCount(); k++) {
          track.sample(track.time(k), q, 0);
          if (k == 0 || track.interpolation() == Clip.Interpolation.STEP) {
            arcs.start(q);
          } else {
            arcs.arcTo(q);
          }
        }
      }
    }
    return arcs;
  }

  /** Adds samples of a cubic track; the slack covers the rotation between two of them. */
  private static void addCubic(Clip.Track track, Arcs arcs) {
    KeyCurve curve = new KeyCurve(track);
    double[] q = new double[Quaternion.SIZE];
    track.sample(track.time(0), q, 0);
    arcs.start(q);
    for (int piece = 0; piece < curve.pieces(); piece++) {
      double from = track.time(piece);
      double step = (track.time(piece + 1) - from) / CUBIC_STEPS;
      arcs.widen(curve.turning(piece).first() * step / 2);
      for (int s = 1; s <= CUBIC_STEPS; s++) {
        track.sample(from + s * step, q, 0);
        arcs.start(q);
      }
    }
  }

  /** Rotations, some joined by the shorter arc, and the largest deviation from them. */
  private static final class Arcs {
    private double[] points = new double[4 * Quaternion.SIZE];
    private final BitSet joined = new BitSet();
    private int count;
    private double slack;

    /** Adds a single rotation. */
    void start(double[] q) {
      if (Quaternion.SIZE * (count + 1) > points.length) {
        points = Arrays.copyOf(points, 2 * points.length);
      }
      System.arraycopy(q, 0, points, Quaternion.SIZE * count++, Quaternion.SIZE);
    }

    /** Adds a rotation joined with the previous one by slerp. */
    void arcTo(double[] q) {
      joined.set(count);
      start(q);
    }

    void widen(double angle) {
      slack = Math.max(slack, angle);
    }

    /**
     * Returns the centre of a small cap that contains all rotations: ever smaller steps towards the
     * furthest one.
     */
    double[] middle() {
      double[] mean = Arrays.copyOf(points, Quaternion.SIZE);
      double[] best = mean.clone();
      double bestCosine = -1;
      for (int step = 0; step < MEAN_STEPS; step++) {
        int furthest = 0;
        double min = 2;
        for (int i = 0; i < count; i++) {
          double cosine = Math.abs(dot(mean, i));
          if (cosine < min) {
            min = cosine;
            furthest = i;
          }
        }
        if (min > bestCosine) {
          bestCosine = min;
          best = mean.clone();
        }
        Quaternion.slerp(mean, 0, points, Quaternion.SIZE * furthest, 1.0 / (step + 2), mean, 0);
      }
      return best;
    }

    /** Returns the largest angle between a mean and any rotation on the arcs, in radians. */
    double angleAbout(double[] mean) {
      double min = 1;
      for (int i = 0; i < count; i++) {
        min = Math.min(min, Math.abs(dot(mean, i)));
        if (joined.get(i) && passesOpposite(mean, i)) {
          return Math.PI;
        }
      }
      // Near cosine 1, a rounding error of the cosine changes the angle by its square root.
      return Math.min(Math.PI, 2 * Math.acos(Math.min(1, min) - 1e-15) + slack);
    }

    /**
     * Returns true if an arc passes through a rotation 180° from the mean. Along the arc the cosine
     * of the half angle to the mean is a sinusoid: with ends of equal sign its smallest absolute
     * value is at an end, with ends of opposite sign it passes through zero.
     */
    private boolean passesOpposite(double[] mean, int i) {
      double between = 0;
      for (int k = 0; k < Quaternion.SIZE; k++) {
        between += points[Quaternion.SIZE * i + k] * points[Quaternion.SIZE * (i - 1) + k];
      }
      double a = dot(mean, i - 1);
      double b = between < 0 ? -dot(mean, i) : dot(mean, i);
      return a * b < 0;
    }

    private double dot(double[] mean, int i) {
      int at = Quaternion.SIZE * i;
      return mean[0] * points[at]
          + mean[1] * points[at + 1]
          + mean[2] * points[at + 2]
          + mean[3] * points[at + 3];
    }
  }
}
