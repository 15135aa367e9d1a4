package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Knowledge of the poses of a character. Sample poses, expectation matrix and joint ranges of a run
 * all come from one value, so that all parts of a run use the same poses.
 */
public final class PoseKnowledge {
  /** The number of clips that a note names. */
  private static final int NAMED_CLIPS = 5;

  /** The largest turn of a joint in radians if only the skeleton is known. */
  public static final double SKELETON_TURN = Math.PI / 4;

  /** Number of frames that sample poses are chosen from. */
  private static final int CANDIDATE_FRAMES = 400;

  /** Weight of the rest pose among sampled clips. */
  private static final double REST_SHARE = 0.02;

  private static final double FRAMES_PER_SECOND = 30;

  /** Maximum number of frames of an expectation matrix; long clips are sampled more coarsely. */
  private static final double MAX_FRAMES = 4000;

  private final PoseSource source;
  private final SkinnedCharacter character;
  private final Map<Clip, Double> clipWeights;
  private final Map<Integer, List<Turn>> ranges;
  private final Optional<PoseSamples> samples;
  private final long seed;

  private final PoseSource asked;

  /** The indices of the clips that move the character. */
  private final BitSet moving;

  private PoseKnowledge(
      PoseSource source,
      PoseSource asked,
      BitSet moving,
      SkinnedCharacter character,
      Map<Clip, Double> clipWeights,
      Map<Integer, List<Turn>> ranges,
      Optional<PoseSamples> samples,
      long seed) {
    this.source = source;
    this.asked = asked;
    this.moving = moving;
    this.character = character;
    this.clipWeights = clipWeights;
    this.ranges = ranges;
    this.samples = samples;
    this.seed = seed;
  }

  /**
   * Returns the knowledge of a character from a source.
   *
   * @param seed seed of random sample poses
   * @throws RequestException if the source needs clips and none moves the character
   */
  public static PoseKnowledge of(PoseSource source, SkinnedCharacter character, long seed) {
    BitSet moving = moving(character);
    if (source.needsClips() && moving.isEmpty()) {
      throw new RequestException(
          "metric "
              + source
              + ": expected a model with clips, "
              + (character.clips().isEmpty()
                  ? "this one has none"
                  : "those of this one hardly move"));
    }
    return new PoseKnowledge(
        source, source, moving, character, Map.of(), Map.of(), Optional.empty(), seed);
  }

  /**
   * Returns the knowledge of a character from a source; if the source needs clips and none moves
   * the character, from its skeleton, and without a skin, too, from its rest pose.
   */
  public static PoseKnowledge orSkeleton(PoseSource asked, SkinnedCharacter character, long seed) {
    BitSet moving = moving(character);
    boolean known = !asked.needsClips() || !moving.isEmpty();
    PoseSource assumed = isSkinned(character) ? PoseSource.SKELETON : PoseSource.REST;
    PoseSource source = known ? asked : assumed;
    return new PoseKnowledge(
        source, asked, moving, character, Map.of(), Map.of(), Optional.empty(), seed);
  }

  private static boolean isSkinned(SkinnedCharacter character) {
    return character.parts().stream().anyMatch(ClipMotion::isSkinned);
  }

  /** Returns the clips of a character that move it, and so tell its poses. */
  public static List<Clip> movingClips(SkinnedCharacter character) {
    return moving(character).stream().mapToObj(c -> character.clips().get(c)).toList();
  }

  private static BitSet moving(SkinnedCharacter character) {
    BitSet out = new BitSet();
    if (!character.clips().isEmpty()) {
      ClipMotion motion = new ClipMotion(character);
      for (int c = 0; c < character.clips().size(); c++) {
        out.set(c, motion.counts(character.clips().get(c)));
      }
    }
    return out;
  }

  /** Returns knowledge from given frames, for example of a motion file, instead of the clips. */
  public static PoseKnowledge ofSamples(SkinnedCharacter character, PoseSamples samples) {
    if (samples.skeleton() != character.skeleton()) {
      throw new IllegalArgumentException("samples: expected poses of the character's skeleton");
    }
    BitSet all = new BitSet();
    all.set(0, character.clips().size());
    return new PoseKnowledge(
        PoseSource.CLIPS,
        PoseSource.CLIPS,
        all,
        character,
        Map.of(),
        Map.of(),
        Optional.of(samples),
        1);
  }

  /**
   * Returns the same with weights for clips.
   *
   * @param weights at least 0, by name or index of the clip; others have weight 1
   * @throws RequestException if there is no such clip
   */
  public PoseKnowledge withClipWeights(Map<String, Double> weights) {
    checkClipWeights(weights);
    Map<Clip, Double> byClip = new HashMap<>();
    weights.forEach((name, weight) -> byClip.put(character.clip(name), weight));
    return new PoseKnowledge(
        source, asked, moving, character, Map.copyOf(byClip), ranges, samples, seed);
  }

  /** Throws an exception if a weight is negative or not finite. */
  public static void checkClipWeights(Map<String, Double> weights) {
    weights.forEach(
        (clip, weight) -> {
          NumberRange.requireAtLeast("weight of clip " + clip, weight, 0);
        });
  }

  /** Returns the clips that move the character. */
  public List<Clip> clips() {
    return moving.stream().mapToObj(c -> character.clips().get(c)).toList();
  }

  /**
   * Returns what a user should know about the poses: clips that hardly move and so do not count,
   * and what stands in for clips where none counts.
   */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    List<Clip> still = new ArrayList<>(character.clips());
    still.removeAll(clips());
    if (!still.isEmpty()) {
      notes.add(stillNote(still));
    }
    boolean isMesh = character.clips().isEmpty() && !isSkinned(character);
    if (source != asked && !isMesh) {
      String why = character.clips().isEmpty() ? "the model has no clips: " : "no clip counts: ";
      notes.add(
          why
              + (source == PoseSource.REST
                  ? "its rest pose is used alone"
                  : "poses with each joint turned by up to 45 degrees are used, also to measure"
                      + " errors"));
    }
    return notes;
  }

  private static String stillNote(List<Clip> still) {
    String names =
        still.stream()
            .limit(NAMED_CLIPS)
            .map(clip -> "'" + clip.name() + "'")
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%s %s%s hardly move%s: no point by %.0f %% of the size of the model, relative to others; "
            + "%s not count",
        still.size() == 1 ? "clip" : "clips",
        names,
        still.size() > NAMED_CLIPS ? ", ..." : "",
        still.size() == 1 ? "s" : "",
        100 * ClipMotion.LEAST,
        still.size() == 1 ? "it does" : "they do");
  }

  /** Returns the clips that move the character and have a weight above 0. */
  private List<Clip> countedClips() {
    List<Clip> counted = clips().stream().filter(clip -> weightOf(clip) > 0).toList();
    if (counted.isEmpty() && !moving.isEmpty()) {
      throw new RequestException("clip weights: expected at least one above 0");
    }
    return counted;
  }

  private double weightOf(Clip clip) {
    return clipWeights.getOrDefault(clip, 1.0);
  }

  /**
   * Returns the same with given ranges for some joints.
   *
   * @param given turns from the rest rotation by joint index, instead of the range in the clips
   */
  public PoseKnowledge withRanges(Map<Integer, List<Turn>> given) {
    return new PoseKnowledge(
        source, asked, moving, character, clipWeights, Map.copyOf(given), samples, seed);
  }

  /** Returns true if ranges are given for some joints. */
  public boolean hasGivenRanges() {
    return !ranges.isEmpty();
  }

  /** Returns the same for a character with the same clips and other meshes or more joints. */
  public PoseKnowledge withCharacter(SkinnedCharacter changed) {
    return new PoseKnowledge(source, asked, moving, changed, clipWeights, ranges, samples, seed);
  }

  /** Returns the source of the knowledge. */
  public PoseSource source() {
    return source;
  }

  /** Returns the character. */
  public SkinnedCharacter character() {
    return character;
  }

  // Sample poses.

  /**
   * Chooses sample poses and weights that represent all poses.
   *
   * @param joined gives the shapes by which poses are compared
   * @param count maximum number of poses, at least 1
   */
  public WeightedPoses samplePoses(JoinedCharacter joined, int count) {
    return switch (source) {
      case REST -> WeightedPoses.ofEqualWeight(List.of(character.restPose()));
      case SKELETON -> spread(joined, PlausiblePoses.of(character, 4 * count, seed), count);
      case CLIPS -> samples.isPresent() ? ofSamples(joined, count) : ofClips(joined, count);
      case RANGE -> spread(joined, recombinedPoses(4 * count), count);
    };
  }

  /**
   * Returns the rest pose and poses spread evenly over the clips by duration; or, if no clip of
   * some duration counts, {@link PlausiblePoses}, and without a skin, too, the rest pose.
   *
   * @param count maximum number of poses, at least 1
   */
  public List<Pose> spreadPoses(int count) {
    List<Moment> moments = spreadMoments(count);
    if (moments.isEmpty()) {
      return isSkinned(character)
          ? PlausiblePoses.of(character, count, seed)
          : List.of(character.restPose());
    }
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    for (Moment moment : moments) {
      poses.add(sampled(character, moment.clip, moment.time));
    }
    return poses;
  }

  /**
   * Returns the poses of another character that correspond to those of {@link #spreadPoses(int)}.
   *
   * @param paired its clip for each of {@link #clips}; or, where none of these counts, the one of
   *     {@link PlausiblePoses}
   */
  public List<Pose> spreadPoses(int count, SkinnedCharacter other, List<Clip> paired) {
    List<Moment> moments = spreadMoments(count);
    List<Pose> poses = new ArrayList<>(List.of(other.restPose()));
    for (Moment moment : moments) {
      poses.add(sampled(other, paired.get(clips().indexOf(moment.clip)), moment.time));
    }
    while (moments.isEmpty() && isSkinned(character) && poses.size() < count) {
      poses.add(sampled(other, paired.getFirst(), PlausiblePoses.time(poses.size())));
    }
    return poses;
  }

  private static Pose sampled(SkinnedCharacter character, Clip clip, double time) {
    Pose pose = character.restPose();
    clip.sample(time, pose);
    return pose;
  }

  /** Returns the names of {@link #spreadPoses}: "rest", "walk 0.400 s", or "pose 3" at random. */
  public List<String> spreadNames(int count) {
    List<String> names = new ArrayList<>(List.of("rest"));
    for (Moment moment : spreadMoments(count)) {
      names.add(String.format(Locale.ROOT, "%s %.3f s", moment.clip.name(), moment.time));
    }
    while (names.size() < count) {
      names.add("pose " + names.size());
    }
    return names;
  }

  private record Moment(Clip clip, double time) {}

  /** Spreads times over the concatenated clips; none if they have no duration. */
  private List<Moment> spreadMoments(int count) {
    double total = clips().stream().mapToDouble(Clip::duration).sum();
    List<Moment> moments = new ArrayList<>();
    for (int i = 1; i < count && total > 0; i++) {
      double left = total * (i - 0.5) / (count - 1);
      Iterator<Clip> clips = clips().iterator();
      Clip clip = clips.next();
      while (left > clip.duration() && clips.hasNext()) {
        left -= clip.duration();
        clip = clips.next();
      }
      moments.add(new Moment(clip, left));
    }
    return moments;
  }

  private static WeightedPoses spread(JoinedCharacter joined, List<Pose> many, int count) {
    double[] weights = new double[many.size()];
    Arrays.fill(weights, 1);
    return WeightedPoses.choose(joined, many, weights, count);
  }

  private WeightedPoses ofSamples(JoinedCharacter joined, int count) {
    PoseSamples given = samples.orElseThrow();
    int step = (given.count() + CANDIDATE_FRAMES - 1) / CANDIDATE_FRAMES;
    List<Pose> poses = new ArrayList<>();
    int[] index = {0};
    given.forEach(
        pose -> {
          if (index[0]++ % step == 0) {
            poses.add(pose.copy());
          }
        });
    return spread(joined, poses, count);
  }

  private WeightedPoses ofClips(JoinedCharacter joined, int count) {
    List<Pose> poses = new ArrayList<>();
    List<Double> weights = new ArrayList<>();
    poses.add(character.restPose());
    List<Clip> clips = everyNth(countedClips(), CANDIDATE_FRAMES);
    double total = clips.stream().mapToDouble(Clip::duration).sum();
    double sum = 0;
    for (Clip clip : clips) {
      int frames =
          Math.max(2, (int) Math.round(CANDIDATE_FRAMES * clip.duration() / Math.max(total, 1e-9)));
      double length = total > 0 ? clip.duration() : 1;
      for (int f = 0; f < frames; f++) {
        Pose pose = character.restPose();
        clip.sample(clip.duration() * f / (frames - 1), pose);
        poses.add(pose);
        double weight = weightOf(clip) * length / frames;
        weights.add(weight);
        sum += weight;
      }
    }
    weights.addFirst(REST_SHARE * sum);
    return WeightedPoses.choose(
        joined, poses, weights.stream().mapToDouble(Double::doubleValue).toArray(), count);
  }

  /** Returns all clips, or at most {@code limit} of them at regular steps. */
  public static List<Clip> everyNth(List<Clip> clips, int limit) {
    int step = (clips.size() + limit - 1) / limit;
    List<Clip> out = new ArrayList<>();
    for (int c = 0; c < clips.size(); c += step) {
      out.add(clips.get(c));
    }
    return out;
  }

  /** Returns the rest pose, and poses with each joint at an independent random time of a clip. */
  private List<Pose> recombinedPoses(int count) {
    Random random = new Random(seed);
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    Pose frame = character.restPose();
    int[] joints = PlausiblePoses.shapingJoints(character);
    double[] local = new double[Affine.SIZE];
    List<Clip> counted = countedClips();
    List<Clip> lasting = counted.stream().filter(c -> c.duration() > 0).toList();
    List<Clip> clips = lasting.isEmpty() ? counted : lasting;
    double most = clips.stream().mapToDouble(this::weightOf).max().orElse(1);
    for (int i = 1; i < count; i++) {
      Pose pose = character.restPose();
      for (int j : joints) {
        Clip clip = clips.get(random.nextInt(clips.size()));
        while (weightOf(clip) < most && random.nextDouble() * most >= weightOf(clip)) {
          clip = clips.get(random.nextInt(clips.size()));
        }
        clip.sample(clip.duration() * random.nextDouble(), frame);
        frame.copyLocal(j, local, 0);
        pose.setLocal(j, local, 0);
      }
      pose.update();
      poses.add(pose);
    }
    return poses;
  }

  // Statistics.

  /** Returns the given samples, or the frames of the clips; there must be at least one clip. */
  public PoseSamples frames() {
    if (samples.isPresent()) {
      return samples.get();
    }
    List<Clip> clips = countedClips();
    double total = clips.stream().mapToDouble(Clip::duration).sum();
    double rate = Math.min(FRAMES_PER_SECOND, MAX_FRAMES / Math.max(total, 1e-9));
    return PoseSamples.ofClips(character.skeleton(), clips, rate, this::weightOf);
  }

  /** Returns E[GᵀG] over the joints of a skin, regularised just enough to be positive definite. */
  public ExpectationMatrix expectation(Skin skin) {
    return expectation(skin, Regularisation.DEFAULTS);
  }

  /**
   * Returns E[GᵀG] regularised more strongly beside few frames. Removing influences one after the
   * other solves for coordinates again and again; with the weak regularisation they would fit the
   * frames and be far off in other poses (measured in docs/influences.md).
   */
  public ExpectationMatrix generalisingExpectation(Skin skin) {
    return expectation(
        skin,
        source == PoseSource.CLIPS
            ? Regularisation.forSamples(frames().count())
            : Regularisation.DEFAULTS);
  }

  private ExpectationMatrix expectation(Skin skin, Regularisation regularisation) {
    ExpectationMatrix made = moments(skin).regularised(regularisation);
    for (int i = 0; i < 4 * made.jointCount(); i++) {
      if (!Double.isFinite(made.get(i, i))) {
        throw new RequestException(skin.name() + ": the transforms of its joints are out of range");
      }
    }
    return made;
  }

  private ExpectationMatrix moments(Skin skin) {
    Skeleton skeleton = character.skeleton();
    return switch (source) {
      case REST -> new PoseDistribution(skeleton).expectation(skin);
      case SKELETON ->
          PoseDistribution.turning(skeleton, SKELETON_TURN)
              .measuredFrom(PoseDistribution.commonRoot(skeleton, skin))
              .expectation(skin);
      case CLIPS -> PoseDistribution.sampleMean(frames(), skin);
      case RANGE ->
          PoseDistribution.ofSamples(frames(), JointModel.INDEPENDENT_JOINTS).expectation(skin);
    };
  }

  /**
   * Returns the range of every joint: what it does in the clips of a weight above 0, or what was
   * given for it. Ranges contain all clips, also those that hardly move.
   */
  public List<JointRange> jointRanges() {
    Skeleton skeleton = character.skeleton();
    return switch (source) {
      case REST -> JointRanges.ofClips(skeleton, List.of(), ranges);
      case SKELETON -> JointRanges.withinAngle(skeleton, character.clips(), SKELETON_TURN, ranges);
      case CLIPS, RANGE ->
          JointRanges.ofClips(
              skeleton, character.clips().stream().filter(c -> weightOf(c) > 0).toList(), ranges);
    };
  }
}
