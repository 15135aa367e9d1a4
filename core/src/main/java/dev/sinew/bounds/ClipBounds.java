package dev.sinew.bounds;

import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.Directions;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Spheres and boxes that contain a character while its clips play, at any time and not only at keys
 * or frames; without clips, at rest.
 *
 * <p>The clips are sampled at every key and a few times between neighbouring keys. Between two
 * samples a point deviates from the chord by at most a proven margin ({@link KeyMotion}), which is
 * added at both ends: so the bounds are valid at any sampling density. Denser samples only make the
 * margins smaller; the goal is a thousandth of the character's size. This takes up to {@link
 * #NORMAL_STEPS} samples between keys, and up to {@link #CRITICAL_STEPS} where the margins would
 * enlarge the whole character's bounds.
 */
final class ClipBounds {
  private static final int NORMAL_STEPS = 8;
  private static final int CRITICAL_STEPS = 256;
  private static final double WANTED_MARGIN = 1e-3;
  private static final int CENTRE_STEPS = 400;
  private static final Directions COARSE = Directions.split(0);
  private static final Directions FINE = Directions.split(1);

  private final CharacterPieces pieces;
  private final RunContext context;
  private final double size;
  private final double[] rounding;
  private final double[] reach;
  private final double[] keyReach = new double[FINE.count()];
  private final List<int[]> stepsOfClip = new ArrayList<>();
  private final double[][] extremes;
  private final double[][] inside;
  private final double[][] low;
  private final double[][] high;
  private long samples;

  /**
   * A query for the distance of a set of pieces from a centre.
   *
   * @param set the indices of the pieces; kept, not copied
   * @param x first coordinate of the centre
   * @param y second coordinate of the centre
   * @param z third coordinate of the centre
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Query(int[] set, double x, double y, double z) {}

  /**
   * The largest distance of a set from a centre.
   *
   * @param reached largest distance at any sample
   * @param bound upper bound on the distance at any time
   */
  public record Reach(double reached, double bound) {}

  /** Receives the points of a part at one time, x, y, z per point, and the margin per point. */
  private interface Visitor {
    void at(int part, double[] points, double[] margins);
  }

  /**
   * Plays all clips once to find boxes and extreme points.
   *
   * @param bounds over joint ranges that contain the clips; gives the rounding errors
   */
  public ClipBounds(CharacterPieces pieces, ReachBounds bounds, RunContext context) {
    this.pieces = pieces;
    this.context = context;
    int parts = pieces.character().parts().size();
    rounding = new double[parts];
    reach = new double[parts];
    for (int p = 0; p < parts; p++) {
      rounding[p] = bounds.rounding(pieces.points(p));
      reach[p] = bounds.reach(pieces.points(p));
    }
    size = restSize();
    int n = pieces.pieces().size();
    extremes = new double[n][4 * COARSE.count()];
    inside = new double[n][4];
    low = new double[n][3];
    high = new double[n][3];
    for (int i = 0; i < n; i++) {
      Arrays.fill(extremes[i], Double.NEGATIVE_INFINITY);
      Arrays.fill(low[i], Double.POSITIVE_INFINITY);
      Arrays.fill(high[i], Double.NEGATIVE_INFINITY);
    }
    Arrays.fill(keyReach, Double.NEGATIVE_INFINITY);
    findKeyReach();
    play(this::includeExtremes);
  }

  /** Returns the number of poses sampled. */
  public long samples() {
    return samples;
  }

  /** Returns the box of a set of pieces over all clips. */
  public Box box(int[] set) {
    Box all = Box.EMPTY;
    for (int i : set) {
      all = all.union(new Box(low[i][0], low[i][1], low[i][2], high[i][0], high[i][1], high[i][2]));
    }
    return all;
  }

  /**
   * Returns a good centre for a sphere about a set of pieces: ever smaller steps towards the
   * furthest extreme point (Bădoiu and Clarkson 2003).
   */
  public double[] centre(int[] set) {
    List<double[]> points = new ArrayList<>();
    for (int i : set) {
      for (int k = 0; k < COARSE.count(); k++) {
        if (extremes[i][4 * k] > Double.NEGATIVE_INFINITY) {
          points.add(Arrays.copyOfRange(extremes[i], 4 * k + 1, 4 * k + 4));
        }
      }
    }
    double[] centre = points.isEmpty() ? new double[3] : points.getFirst().clone();
    for (int step = 0; step < CENTRE_STEPS; step++) {
      double max = -1;
      double[] furthest = centre;
      for (double[] p : points) {
        double d = square(p[0] - centre[0]) + square(p[1] - centre[1]) + square(p[2] - centre[2]);
        if (d > max) {
          max = d;
          furthest = p;
        }
      }
      for (int c = 0; c < 3; c++) {
        centre[c] += (furthest[c] - centre[c]) / (step + 2);
      }
    }
    return centre;
  }

  /** Plays all clips again; returns the largest distance of each query, in the given order. */
  public List<Reach> reaches(List<Query> queries) {
    int[][] queriesOf = new int[pieces.pieces().size()][];
    for (int i = 0; i < queriesOf.length; i++) {
      int piece = i;
      queriesOf[i] =
          IntStream.range(0, queries.size())
              .filter(q -> Arrays.stream(queries.get(q).set).anyMatch(s -> s == piece))
              .toArray();
    }
    double[] reachedSquare = new double[queries.size()];
    double[] bound = new double[queries.size()];
    double[] centres = new double[3 * queries.size()];
    for (int q = 0; q < queries.size(); q++) {
      centres[3 * q] = queries.get(q).x;
      centres[3 * q + 1] = queries.get(q).y;
      centres[3 * q + 2] = queries.get(q).z;
    }
    play(
        (part, points, margins) -> {
          int[] piece = pieces.pieceOfRow(part);
          for (int r = 0; r < piece.length; r++) {
            for (int q : queriesOf[piece[r]]) {
              double d =
                  square(points[3 * r] - centres[3 * q])
                      + square(points[3 * r + 1] - centres[3 * q + 1])
                      + square(points[3 * r + 2] - centres[3 * q + 2]);
              reachedSquare[q] = Math.max(reachedSquare[q], d);
              double within = bound[q] - margins[r];
              if (!(within >= 0 && d <= within * within)) {
                bound[q] = Math.max(bound[q], Math.sqrt(d) + margins[r]);
              }
            }
          }
        });
    List<Reach> out = new ArrayList<>();
    for (int q = 0; q < queries.size(); q++) {
      out.add(new Reach(Math.sqrt(reachedSquare[q]), bound[q]));
    }
    return out;
  }

  private static double square(double x) {
    return x * x;
  }

  private void includeExtremes(int part, double[] points, double[] margins) {
    int[] piece = pieces.pieceOfRow(part);
    for (int r = 0; r < piece.length; r++) {
      int i = piece[r];
      double x = points[3 * r];
      double y = points[3 * r + 1];
      double z = points[3 * r + 2];
      double[] ball = inside[i];
      if (!(square(x - ball[0]) + square(y - ball[1]) + square(z - ball[2]) < ball[3])) {
        includeExtremes(i, x, y, z);
      }
      include(i, 0, x, margins[r]);
      include(i, 1, y, margins[r]);
      include(i, 2, z, margins[r]);
    }
  }

  private void include(int piece, int axis, double at, double margin) {
    low[piece][axis] = Math.min(low[piece][axis], at - margin);
    high[piece][axis] = Math.max(high[piece][axis], at + margin);
  }

  private void includeExtremes(int piece, double x, double y, double z) {
    double[] found = extremes[piece];
    boolean further = false;
    for (int k = 0; k < COARSE.count(); k++) {
      double h = COARSE.dot(k, x, y, z);
      if (h > found[4 * k]) {
        found[4 * k] = h;
        found[4 * k + 1] = x;
        found[4 * k + 2] = y;
        found[4 * k + 3] = z;
        further = true;
      }
    }
    if (further) {
      widenInside(piece);
    }
  }

  /** Updates a ball inside the hull of a piece's extreme points; points in it are not extreme. */
  private void widenInside(int piece) {
    double[] found = extremes[piece];
    double[] ball = inside[piece];
    for (int c = 0; c < 3; c++) {
      ball[c] = (found[4 * c] - found[4 * (c + 3)]) / 2;
    }
    double radius = Double.POSITIVE_INFINITY;
    for (int k = 0; k < COARSE.count(); k++) {
      radius = Math.min(radius, found[4 * k] - COARSE.dot(k, ball[0], ball[1], ball[2]));
    }
    // Slightly smaller, so that rounding does not exclude an extreme point on the surface.
    radius = Math.max(0, radius * (1 - 1e-9));
    ball[3] = radius * radius;
  }

  private double restSize() {
    Box all = Box.EMPTY;
    Pose rest = pieces.character().restPose();
    for (int p = 0; p < rounding.length; p++) {
      double[] points = new double[3 * pieces.points(p).count()];
      pieces.points(p).project(rest, points);
      all = all.union(Box.of(points));
    }
    return all.diagonal();
  }

  private void play(Visitor visitor) {
    SkinnedCharacter character = pieces.character();
    Pose pose = character.restPose();
    if (character.clips().isEmpty()) {
      new Player(visitor).visit(pose);
    }
    for (int c = 0; c < character.clips().size(); c++) {
      Player player = new Player(visitor);
      if (stepsOfClip.size() == c) {
        stepsOfClip.add(player.chooseSteps(character.clips().get(c), pose));
      }
      player.play(character.clips().get(c), stepsOfClip.get(c), pose);
    }
  }

  /** Computes the reach of the whole character at the keys. */
  private void findKeyReach() {
    Player player = new Player((part, points, margins) -> widen(points, keyReach));
    Pose pose = pieces.character().restPose();
    for (Clip clip : pieces.character().clips()) {
      for (double time : keyTimes(clip)) {
        clip.sample(time, pose);
        player.visit(pose);
      }
    }
  }

  private static void widen(double[] points, double[] reach) {
    for (int i = 0; i < points.length; i += 3) {
      for (int k = 0; k < FINE.count(); k++) {
        reach[k] = Math.max(reach[k], FINE.dot(k, points[i], points[i + 1], points[i + 2]));
      }
    }
  }

  /** Samples one clip. */
  private final class Player {
    private final Visitor visitor;
    private final double[][] points = new double[rounding.length][];
    private final double[][] accelerations = new double[rounding.length][];
    private final double[][] margins = new double[rounding.length][];
    private final double[][] margin = new double[rounding.length][];

    Player(Visitor visitor) {
      this.visitor = visitor;
      for (int p = 0; p < rounding.length; p++) {
        int count = pieces.points(p).count();
        points[p] = new double[3 * count];
        accelerations[p] = new double[count];
        margins[p] = new double[count];
        margin[p] = new double[count];
        Arrays.fill(margins[p], rounding[p]);
        Arrays.fill(margin[p], rounding[p]);
      }
    }

    /** Returns the number of samples from each key time to the next. */
    int[] chooseSteps(Clip clip, Pose pose) {
      KeyMotion motion = new KeyMotion(pose.skeleton(), clip);
      double[] times = keyTimes(clip);
      int[] steps = new int[times.length - 1];
      for (int k = 0; k < steps.length; k++) {
        double span = times[k + 1] - times[k];
        motion.set(times[k] + span / 2);
        double wanted = wantedSteps(motion, span);
        steps[k] = (int) Math.min(NORMAL_STEPS, wanted);
        if (wanted > steps[k] && isCritical(clip, times[k], times[k + 1], span / steps[k], pose)) {
          steps[k] = (int) Math.min(CRITICAL_STEPS, wanted);
        }
      }
      return steps;
    }

    private double wantedSteps(KeyMotion motion, double span) {
      double max = 0;
      for (int p = 0; p < rounding.length; p++) {
        motion.accelerations(pieces.points(p), accelerations[p]);
        for (double a : accelerations[p]) {
          max = Math.max(max, a);
        }
      }
      double wanted = Math.ceil(Math.sqrt(max * span * span / 8 / (WANTED_MARGIN * size)));
      // A character of one point has size 0: 0/0 gives one step too.
      return wanted > 1 ? wanted : 1;
    }

    /** Returns true if the margins could enlarge the whole character's bounds noticeably. */
    private boolean isCritical(Clip clip, double from, double to, double step, Pose pose) {
      for (double time : new double[] {from, (from + to) / 2, to}) {
        clip.sample(time, pose);
        for (int p = 0; p < rounding.length; p++) {
          pieces.points(p).project(pose, points[p]);
          for (int r = 0; r < accelerations[p].length; r++) {
            double margin = accelerations[p][r] * step * step / 8 - WANTED_MARGIN * size;
            for (int k = 0; k < FINE.count() && margin > 0; k++) {
              double h = FINE.dot(k, points[p][3 * r], points[p][3 * r + 1], points[p][3 * r + 2]);
              if (h + margin > keyReach[k]) {
                return true;
              }
            }
          }
        }
      }
      return false;
    }

    void play(Clip clip, int[] steps, Pose pose) {
      KeyMotion motion = new KeyMotion(pose.skeleton(), clip);
      boolean jumps =
          clip.tracks().stream().anyMatch(t -> t.interpolation() == Clip.Interpolation.STEP);
      double[] times = keyTimes(clip);
      for (int k = 0; k < steps.length; k++) {
        double from = times[k];
        double span = times[k + 1] - from;
        motion.set(from + span / 2);
        setMargins(motion, span / steps[k]);
        for (int s = 0; s < steps[k]; s++) {
          clip.sample(from + span * s / steps[k], pose);
          visit(pose);
          dropOlderMargins();
        }
        if (jumps) {
          // A stepped value is constant until just before its next key.
          clip.sample(Math.nextDown(times[k + 1]), pose);
          visit(pose);
        }
      }
      clip.sample(times[times.length - 1], pose);
      visit(pose);
    }

    /**
     * Sets the margins of an interval; at its first sample they also cover the previous interval.
     */
    private void setMargins(KeyMotion motion, double step) {
      for (int p = 0; p < rounding.length; p++) {
        motion.accelerations(pieces.points(p), accelerations[p]);
        for (int r = 0; r < margin[p].length; r++) {
          double deviation = Math.min(accelerations[p][r] * step * step / 8, 2 * reach[p]);
          margin[p][r] = deviation + rounding[p];
          margins[p][r] = Math.max(margins[p][r], margin[p][r]);
        }
      }
    }

    private void dropOlderMargins() {
      for (int p = 0; p < rounding.length; p++) {
        System.arraycopy(margin[p], 0, margins[p], 0, margin[p].length);
      }
    }

    void visit(Pose pose) {
      context.checkCancelled();
      samples++;
      for (int p = 0; p < rounding.length; p++) {
        pieces.points(p).project(pose, points[p]);
        visitor.at(p, points[p], margins[p]);
      }
    }
  }

  /** Returns 0, the end, and all keys between. */
  private static double[] keyTimes(Clip clip) {
    TreeSet<Double> times = new TreeSet<>();
    times.add(0.0);
    times.add(clip.duration());
    for (Clip.Track track : clip.tracks()) {
      for (double time : track.times()) {
        if (time > 0 && time < clip.duration()) {
          times.add(time);
        }
      }
    }
    return times.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
