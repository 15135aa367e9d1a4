package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
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
 * The freedom that clips give joints. Between keys counts too: a slerp's rotations lie on the arc
 * between its keys, linear values between theirs, cubic ones within their Bézier control points. A
 * property that a clip does not drive is at rest in it.
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
   * Every joint a clip drives anywhere within what it does in the clips, each joint on its own: the
   * smallest cone about a mean rotation, the hull of its translations, the box of its scales. All
   * others fixed.
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
   * As {@link #ofClips}, but some joints turn from their rest rotation within given ranges instead
   * of those of the clips; their translations and scales stay those of the clips. The cone about
   * the ranges' middle is found on a grid of angles, and widened by what can lie between.
   *
   * @param given joints by their numbers, with the turns that {@link JointStatistics#turning} has;
   *     a joint without turns keeps its rest rotation
   */
  public static List<JointRange> ofClips(
      Skeleton skeleton, List<Clip> clips, Map<Integer, List<Turn>> given) {
    JointRanges ranges = new JointRanges(skeleton, clips);
    List<JointRange> out = ofClips(skeleton, clips);
    given.forEach((joint, turns) -> out.set(joint, ranges.turned(joint, turns)));
    return out;
  }

  /**
   * Every joint that is named or driven by a clip turned in any way, translated and scaled as in
   * the clips or else as at rest. All others fixed.
   *
   * @param free the joints to set free
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
   * Every joint turned about any axis by up to an angle from its rest rotation, its translation and
   * scale at rest.
   *
   * @param angle in radians, 0 to π
   */
  public static List<JointRange> withinAngle(Skeleton skeleton, double angle) {
    JointRanges ranges = new JointRanges(skeleton, List.of());
    List<JointRange> out = new ArrayList<>();
    double[] rest = new double[Quaternion.SIZE];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      skeleton.copyRestRotation(j, rest, 0);
      out.add(
          ranges.sheared(j)
              ? ranges.any(j)
              : new JointRange.Cone(
                  rest[0], rest[1], rest[2], rest[3], angle, ranges.places(j), ranges.range(j)));
    }
    return out;
  }

  /** Where a joint's tracks of one clip keep a property. */
  private static int slot(Clip.Property property) {
    return switch (property) {
      case TRANSLATION -> 0;
      case ROTATION -> 1;
      case SCALE -> 2;
      case WEIGHTS -> throw new IllegalArgumentException("weights move no joint");
    };
  }

  private JointRange any(int joint) {
    Box scale = range(joint);
    double most = Math.max(largest(scale), restAlone(joint) ? restNorm(joint) : 0);
    return new JointRange.Any(places(joint), most);
  }

  private JointRange cone(int joint) {
    if (restAlone(joint) && sheared(joint)) {
      // Its rest matrix is no rotation and scale, so no cone holds both it and the driven ones.
      return any(joint);
    }
    Arcs arcs = arcs(joint);
    double[] mean = arcs.middle();
    double angle = arcs.angleAbout(mean);
    return new JointRange.Cone(
        mean[0], mean[1], mean[2], mean[3], angle, places(joint), range(joint));
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
        mean[0], mean[1], mean[2], mean[3], angle, places(joint), range(joint));
  }

  /** Whether some clip leaves the joint alone, so that its matrix is the rest one. */
  private boolean restAlone(int joint) {
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

  /** The box of a joint's scales over all clips. */
  private Box range(int joint) {
    double[] points = keys(joint, Clip.Property.SCALE);
    return Box.of(points);
  }

  /** The hull of a joint's translations over all clips. */
  private Hull places(int joint) {
    return Hull.around(keys(joint, Clip.Property.TRANSLATION));
  }

  /** Points whose hull a joint's translations or scales never leave in any clip. */
  private double[] keys(int joint, Clip.Property property) {
    DoubleStream.Builder out = DoubleStream.builder();
    boolean rests = clips.isEmpty();
    Clip.Track[] own = tracks[joint];
    for (int c = 0; c < clips.size(); c++) {
      Clip.Track track = own == null ? null : own[3 * c + slot(property)];
      if (track == null) {
        rests = true;
      } else {
        new KeyCurve(track).forEachControl(out);
      }
    }
    if (rests) {
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

  /** Samples of a cubic; between two of them it turns no further than its speed allows. */
  private static void addCubic(Clip.Track track, Arcs arcs) {
    KeyCurve curve = new KeyCurve(track);
    double[] q = new double[Quaternion.SIZE];
    track.sample(track.time(0), q, 0);
    arcs.start(q);
    for (int piece = 0; piece < curve.pieces(); piece++) {
      double from = track.time(piece);
      double step = (track.time(piece + 1) - from) / CUBIC_STEPS;
      arcs.allow(curve.turning(piece).first() * step / 2);
      for (int s = 1; s <= CUBIC_STEPS; s++) {
        track.sample(from + s * step, q, 0);
        arcs.start(q);
      }
    }
  }

  /** Rotations met, some joined by the shorter arc, and how far off the arcs the joint may be. */
  private static final class Arcs {
    private double[] points = new double[4 * Quaternion.SIZE];
    private final BitSet joined = new BitSet();
    private int count;
    private double slack;

    /** A rotation on its own. */
    void start(double[] q) {
      if (Quaternion.SIZE * (count + 1) > points.length) {
        points = Arrays.copyOf(points, 2 * points.length);
      }
      System.arraycopy(q, 0, points, Quaternion.SIZE * count++, Quaternion.SIZE);
    }

    /** A rotation reached from the one before by slerp. */
    void arcTo(double[] q) {
      joined.set(count);
      start(q);
    }

    void allow(double angle) {
      slack = Math.max(slack, angle);
    }

    /** The middle of a small cap about all points: steps towards the furthest, ever smaller. */
    double[] middle() {
      double[] mean = Arrays.copyOf(points, Quaternion.SIZE);
      double[] best = mean.clone();
      double bestCosine = -1;
      for (int step = 0; step < MEAN_STEPS; step++) {
        int furthest = 0;
        double least = 2;
        for (int i = 0; i < count; i++) {
          double cosine = Math.abs(dot(mean, i));
          if (cosine < least) {
            least = cosine;
            furthest = i;
          }
        }
        if (least > bestCosine) {
          bestCosine = least;
          best = mean.clone();
        }
        Quaternion.slerp(mean, 0, points, Quaternion.SIZE * furthest, 1.0 / (step + 2), mean, 0);
      }
      return best;
    }

    /** How far any rotation on the arcs is from a mean, radians. */
    double angleAbout(double[] mean) {
      double least = 1;
      for (int i = 0; i < count; i++) {
        least = Math.min(least, Math.abs(dot(mean, i)));
        if (joined.get(i) && crossesOver(mean, i)) {
          return Math.PI;
        }
      }
      // A rounding unit less of cosine: near 1 the angle feels rounding as its square root.
      return Math.min(Math.PI, 2 * Math.acos(Math.min(1, least) - 1e-15) + slack);
    }

    /**
     * Along the shorter arc the cosine to the mean is a sinusoid: between ends of one sign it is
     * least at an end, between ends of two it passes through zero, half a turn away.
     */
    private boolean crossesOver(double[] mean, int i) {
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
