package dev.sinew.transform;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.KeyReduction;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A skeleton without some joints. What hangs below one moves to the nearest joint above that is
 * left, and its clips are rewritten such that it moves as before: exactly at all keys, and between
 * them within a tolerance, for which keys are added. A joint stays where no translation, rotation
 * and scale has the same effect, as with shear, and where its motion takes more room below it:
 * where several branches hang below, or many keys have to be added.
 */
public final class WithoutJoints {
  /** The largest change of a motion in box sides, twice: by sampling, and by leaving keys out. */
  private static final double TOLERANCE = 5e-5;

  /** How often the time between two keys is halved. */
  private static final int MAX_HALVINGS = 6;

  /** Values that differ by less, relative to 1 or their size, are the same: rounding. */
  private static final double STILL = 1e-6;

  private static final int PARTS = 10;
  private static final List<Property> MOTION =
      List.of(Property.TRANSLATION, Property.ROTATION, Property.SCALE);
  private static final int[] OFFSET = {0, 3, 7, PARTS};

  private final SkinnedCharacter character;
  private final Skeleton skeleton;
  private final BitSet gone;
  private final double side;
  private final Pose rest;

  /** The tracks of every joint in the current clip: translation, rotation, scale, or null. */
  private @Nullable Track[][] tracks = {};

  /**
   * What is left.
   *
   * @param gone the joints that are gone
   * @param skeleton all joints; those that moved have the rest transform relative to their new
   *     parent, and still the old parent's index
   * @param clips the clips, without tracks of joints that are gone
   */
  public record Result(BitSet gone, Skeleton skeleton, List<Clip> clips) {
    /** Copies the list. */
    public Result {
      clips = List.copyOf(clips);
    }

    /** Returns the nearest joint over another that is left, or {@link Skeleton#NO_PARENT}. */
    public int above(int joint) {
      return WithoutJoints.above(skeleton, gone, joint);
    }
  }

  /** The keys of a joint that moved: times, and translation, rotation and scale at each. */
  private record Keys(List<Double> times, List<double[]> parts) {}

  private WithoutJoints(SkinnedCharacter character, BitSet gone) {
    this.character = character;
    this.gone = (BitSet) gone.clone();
    skeleton = character.skeleton();
    rest = character.restPose();
    CharacterSurface.Posed surface = CharacterSurface.of(character).newPosed();
    surface.set(rest);
    side = surface.mesh().bounds().longestSide();
  }

  /**
   * Takes joints out.
   *
   * @param gone joints that carry nothing and are in no skin
   */
  public static Result of(SkinnedCharacter character, BitSet gone, RunContext context) {
    WithoutJoints work = new WithoutJoints(character, gone);
    work.keepForks();
    while (true) {
      int before = work.gone.cardinality();
      Result made = work.run(context);
      if (work.gone.cardinality() == before) {
        return made;
      }
    }
  }

  /** Keeps joints whose motion would be written several times: once for each branch below. */
  private void keepForks() {
    BitSet animated = new BitSet();
    for (Clip clip : character.clips()) {
      clip.tracks().stream()
          .filter(track -> track.property() != Property.WEIGHTS)
          .forEach(track -> animated.set(track.joint()));
    }
    int[] branches = new int[skeleton.jointCount()];
    for (int j = branches.length - 1; j >= 0; j--) {
      if (branches[j] > 1 && animated.get(j)) {
        gone.clear(j);
      }
      if (skeleton.parent(j) != Skeleton.NO_PARENT) {
        branches[skeleton.parent(j)] += gone.get(j) ? branches[j] : 1;
      }
    }
  }

  private static int above(Skeleton skeleton, BitSet gone, int joint) {
    int at = skeleton.parent(joint);
    while (at != Skeleton.NO_PARENT && gone.get(at)) {
      at = skeleton.parent(at);
    }
    return at;
  }

  private boolean hasMoved(int joint) {
    int parent = skeleton.parent(joint);
    return !gone.get(joint) && parent != Skeleton.NO_PARENT && gone.get(parent);
  }

  private Result run(RunContext context) {
    BitSet kept = (BitSet) gone.clone();
    Skeleton.Builder joints = Skeleton.builder();
    double[] local = new double[Affine.SIZE];
    double[] parts = new double[PARTS];
    tracks = new Track[skeleton.jointCount()][MOTION.size()];
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (hasMoved(j)) {
        local(j, 0, local);
        if (decompose(j, local, parts) > TOLERANCE * side) {
          kept.clear(skeleton.parent(j));
        }
        joints.add(
            skeleton.name(j),
            skeleton.parent(j),
            part(parts, 0, 3),
            part(parts, 3, 7),
            part(parts, 7, PARTS));
      } else {
        joints.add(skeleton, j);
      }
    }
    Skeleton made = joints.humanoid(skeleton.humanoid()).build();
    List<Clip> clips = new ArrayList<>();
    long[] growth = new long[skeleton.jointCount()];
    for (Clip clip : character.clips()) {
      clips.add(rewritten(clip, made, kept, growth));
      context.report("rewriting clips", clips.size(), character.clips().size());
    }
    for (int j = 0; j < growth.length; j++) {
      if (growth[j] > 0) {
        kept.clear(skeleton.parent(j));
      }
    }
    gone.and(kept);
    return new Result((BitSet) gone.clone(), made, clips);
  }

  private static double[] part(double[] parts, int from, int to) {
    return Arrays.copyOfRange(parts, from, to);
  }

  /**
   * Decomposes a transform of a joint.
   *
   * @return the error of the parts, as a distance in the scene
   */
  private double decompose(int joint, double[] local, double[] parts) {
    Affine.toTrs(local, 0, parts, 0, parts, 3, parts, 7);
    return error(joint, local, parts);
  }

  private double error(int joint, double[] local, double[] parts) {
    double[] again = new double[Affine.SIZE];
    Affine.fromTrs(parts, 0, parts, 3, parts, 7, again, 0);
    double turn = 0;
    double shift = 0;
    for (int i = 0; i < Affine.SIZE; i++) {
      double d = again[i] - local[i];
      if (i % 4 == 3) {
        shift += d * d;
      } else {
        turn += d * d;
      }
    }
    double own = Math.cbrt(Math.abs(Affine.determinant(local, 0)));
    return scaleAbove(joint) * Math.sqrt(shift) + (own > 0 ? side / 2 * Math.sqrt(turn) / own : 0);
  }

  /** Returns the length of a unit of a joint's translation in the scene at rest. */
  private double scaleAbove(int joint) {
    double[] parent = new double[Affine.SIZE];
    int above = above(skeleton, gone, joint);
    Affine.identity(parent, 0);
    if (above != Skeleton.NO_PARENT) {
      rest.copyGlobal(above, parent, 0);
    }
    return Math.cbrt(Math.abs(Affine.determinant(parent, 0)));
  }

  // ---- clips -----------------------------------------------------------------------------------

  /**
   * Rewrites a clip.
   *
   * @param kept loses joints that must stay
   * @param growth receives how many numbers more each joint that moved has, beyond its own and
   *     those of the joints between it and its new parent
   */
  private Clip rewritten(Clip clip, Skeleton made, BitSet kept, long[] growth) {
    tracks = new Track[skeleton.jointCount()][MOTION.size()];
    List<Track> out = new ArrayList<>();
    for (Track track : clip.tracks()) {
      if (track.property() != Property.WEIGHTS) {
        tracks[track.joint()][MOTION.indexOf(track.property())] = track;
      }
    }
    for (Track track : clip.tracks()) {
      boolean moves = track.property() != Property.WEIGHTS;
      if (!moves || !(gone.get(track.joint()) || isRewritten(track.joint()))) {
        out.add(track);
      }
    }
    for (int j = 0; j < skeleton.jointCount(); j++) {
      if (isRewritten(j)) {
        int before = out.size();
        addTracks(j, keys(j, kept), made, out);
        growth[j] += size(out.subList(before, out.size()));
        int above = j;
        do {
          growth[j] -= size(Arrays.asList(tracks[above]));
          above = skeleton.parent(above);
        } while (above != Skeleton.NO_PARENT && gone.get(above));
      }
    }
    return out.size() == clip.tracks().size() && out.containsAll(clip.tracks())
        ? clip
        : new Clip(clip.name(), out);
  }

  /** Returns the numbers of tracks, of which some are null: times and values. */
  private static long size(List<@Nullable Track> some) {
    long sum = 0;
    for (Track track : some) {
      sum += track == null ? 0 : track.keyCount() * (1L + track.components());
    }
    return sum;
  }

  /** Returns true if a joint moved and it, or one between it and its new parent, has keys. */
  private boolean isRewritten(int joint) {
    return hasMoved(joint) && !times(joint).isEmpty();
  }

  private Set<Double> times(int joint) {
    Set<Double> times = new TreeSet<>();
    for (int j = joint; j == joint || (j != Skeleton.NO_PARENT && gone.get(j)); ) {
      for (Track track : tracks[j]) {
        for (int k = 0; track != null && k < track.keyCount(); k++) {
          times.add(track.time(k));
        }
      }
      j = skeleton.parent(j);
    }
    return times;
  }

  /** Computes the transform of a joint relative to its new parent. */
  private void local(int joint, double time, double[] out) {
    own(joint, time, out);
    double[] above = new double[Affine.SIZE];
    for (int j = skeleton.parent(joint);
        j != Skeleton.NO_PARENT && gone.get(j);
        j = skeleton.parent(j)) {
      own(j, time, above);
      Affine.multiply(above, 0, out.clone(), 0, out, 0);
    }
  }

  private void own(int joint, double time, double[] out) {
    @Nullable Track[] own = tracks[joint];
    if (own[0] == null && own[1] == null && own[2] == null) {
      skeleton.copyRestLocal(joint, out, 0);
      return;
    }
    double[] parts = new double[PARTS];
    skeleton.copyRestTranslation(joint, parts, 0);
    skeleton.copyRestRotation(joint, parts, 3);
    skeleton.copyRestScale(joint, parts, 7);
    for (int p = 0; p < MOTION.size(); p++) {
      if (own[p] != null) {
        own[p].sample(time, parts, OFFSET[p]);
      }
    }
    Affine.fromTrs(parts, 0, parts, 3, parts, 7, out, 0);
  }

  /** Samples a joint's motion at all keys, and between them where interpolation differs. */
  private Keys keys(int joint, BitSet kept) {
    Keys keys = new Keys(new ArrayList<>(), new ArrayList<>());
    double[] last = new double[0];
    for (double time : times(joint)) {
      double[] parts = parts(joint, time, kept);
      if (last.length > 0) {
        refine(joint, keys, time, parts, 0, kept);
      }
      add(keys, time, parts);
      last = parts;
    }
    return reduced(joint, keys);
  }

  /** Returns the keys that interpolation between others does not reproduce. */
  private Keys reduced(int joint, Keys all) {
    int count = all.times.size();
    double[] translations = new double[3 * count];
    double[] rotations = new double[Quaternion.SIZE * count];
    boolean scales = false;
    for (int k = 0; k < count; k++) {
      double[] parts = all.parts.get(k);
      System.arraycopy(parts, 0, translations, 3 * k, 3);
      System.arraycopy(parts, 3, rotations, Quaternion.SIZE * k, Quaternion.SIZE);
      scales |= !isNear(parts, all.parts.getFirst(), 7, PARTS);
    }
    if (count < 3 || scales) {
      return all;
    }
    double[] times = all.times.stream().mapToDouble(Double::doubleValue).toArray();
    int[] kept =
        new KeyReduction(times, translations, rotations, scaleAbove(joint), side / 2)
            .keep(TOLERANCE * side);
    return new Keys(
        Arrays.stream(kept).mapToObj(all.times::get).toList(),
        Arrays.stream(kept).mapToObj(all.parts::get).toList());
  }

  private static boolean isNear(double[] a, double[] b, int from, int to) {
    for (int i = from; i < to; i++) {
      if (!(Math.abs(a[i] - b[i]) <= STILL * Math.max(1, Math.abs(b[i])))) {
        return false;
      }
    }
    return true;
  }

  private double[] parts(int joint, double time, BitSet kept) {
    double[] local = new double[Affine.SIZE];
    double[] parts = new double[PARTS];
    local(joint, time, local);
    if (decompose(joint, local, parts) > TOLERANCE * side) {
      kept.clear(skeleton.parent(joint));
    }
    return parts;
  }

  private static void add(Keys keys, double time, double[] parts) {
    if (!keys.parts.isEmpty()) {
      double[] before = keys.parts.getLast();
      double dot = 0;
      for (int i = 3; i < 7; i++) {
        dot += before[i] * parts[i];
      }
      for (int i = 3; i < 7 && dot < 0; i++) {
        parts[i] = -parts[i];
      }
    }
    keys.times.add(time);
    keys.parts.add(parts);
  }

  /** Adds keys between the last one and a later one. */
  private void refine(int joint, Keys keys, double to, double[] end, int halvings, BitSet kept) {
    double from = keys.times.getLast();
    double middle = (from + to) / 2;
    double[] local = new double[Affine.SIZE];
    local(joint, middle, local);
    double[] between = between(keys.parts.getLast(), end);
    if (halvings < MAX_HALVINGS
        && middle > from
        && middle < to
        && error(joint, local, between) > TOLERANCE * side) {
      double[] parts = parts(joint, middle, kept);
      refine(joint, keys, middle, parts, halvings + 1, kept);
      add(keys, middle, parts);
      refine(joint, keys, to, end, halvings + 1, kept);
    }
  }

  private static double[] between(double[] a, double[] b) {
    double[] out = new double[PARTS];
    for (int i = 0; i < PARTS; i++) {
      out[i] = (a[i] + b[i]) / 2;
    }
    Quaternion.slerp(a, 3, b, 3, 0.5, out, 3);
    return out;
  }

  /** Adds a track for every property that differs from rest; with two keys if it is constant. */
  private void addTracks(int joint, Keys keys, Skeleton made, List<Track> out) {
    double[] atRest = new double[PARTS];
    made.copyRestTranslation(joint, atRest, 0);
    made.copyRestRotation(joint, atRest, 3);
    made.copyRestScale(joint, atRest, 7);
    double[] first = keys.parts.getFirst();
    for (int p = 0; p < MOTION.size(); p++) {
      int from = OFFSET[p];
      int to = OFFSET[p + 1];
      boolean still = keys.parts.stream().allMatch(parts -> isNear(parts, first, from, to));
      if (still && isNear(first, atRest, from, to)) {
        continue;
      }
      int last = keys.times.size() - 1;
      int step = still ? Math.max(1, last) : 1;
      int count = 1 + last / step;
      double[] values = new double[(to - from) * count];
      double[] times = new double[count];
      for (int k = 0; k < count; k++) {
        System.arraycopy(keys.parts.get(step * k), from, values, (to - from) * k, to - from);
        times[k] = keys.times.get(step * k);
      }
      out.add(new Track(joint, MOTION.get(p), Interpolation.LINEAR, times, values));
    }
  }
}
