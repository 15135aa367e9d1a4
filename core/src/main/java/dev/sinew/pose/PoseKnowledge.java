package dev.sinew.pose;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
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
import java.util.stream.IntStream;

/**
 * Knowledge of the poses of a character. Sample poses, expectation matrix and joint ranges of a run
 * all come from one value, so that all parts of a run use the same poses.
 */
public final class PoseKnowledge {
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

  private PoseKnowledge(
      PoseSource source,
      SkinnedCharacter character,
      Map<Clip, Double> clipWeights,
      Map<Integer, List<Turn>> ranges,
      Optional<PoseSamples> samples,
      long seed) {
    this.source = source;
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
   * @throws RequestException if the source needs clips and the character has none
   */
  public static PoseKnowledge of(PoseSource source, SkinnedCharacter character, long seed) {
    if (source.needsClips() && character.clips().isEmpty()) {
      throw new RequestException(
          "metric " + source + ": expected a model with clips, this one has none");
    }
    return new PoseKnowledge(source, character, Map.of(), Map.of(), Optional.empty(), seed);
  }

  /**
   * Returns the knowledge of a character from a source, or from the skeleton if the source needs
   * clips and the character has none.
   */
  public static PoseKnowledge orSkeleton(PoseSource source, SkinnedCharacter character, long seed) {
    boolean known = !source.needsClips() || !character.clips().isEmpty();
    return of(known ? source : PoseSource.SKELETON, character, seed);
  }

  /** Returns knowledge from given frames, for example of a motion file, instead of the clips. */
  public static PoseKnowledge ofSamples(SkinnedCharacter character, PoseSamples samples) {
    if (samples.skeleton() != character.skeleton()) {
      throw new IllegalArgumentException("samples: expected poses of the character's skeleton");
    }
    return new PoseKnowledge(
        PoseSource.CLIPS, character, Map.of(), Map.of(), Optional.of(samples), 1);
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
    return new PoseKnowledge(source, character, Map.copyOf(byClip), ranges, samples, seed);
  }

  /** Throws an exception if a weight is negative or not finite. */
  public static void checkClipWeights(Map<String, Double> weights) {
    weights.forEach(
        (clip, weight) -> {
          NumberRange.requireAtLeast("weight of clip " + clip, weight, 0);
        });
  }

  /** Returns the clips of a weight above 0. */
  private List<Clip> countedClips() {
    List<Clip> counted = character.clips().stream().filter(clip -> weightOf(clip) > 0).toList();
    if (counted.isEmpty() && !character.clips().isEmpty()) {
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
    return new PoseKnowledge(source, character, clipWeights, Map.copyOf(given), samples, seed);
  }

  /** Returns true if ranges are given for some joints. */
  public boolean hasGivenRanges() {
    return !ranges.isEmpty();
  }

  /** Returns the same for a character with the same clips and other meshes or more joints. */
  public PoseKnowledge withCharacter(SkinnedCharacter changed) {
    return new PoseKnowledge(source, changed, clipWeights, ranges, samples, seed);
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
      case SKELETON -> spread(joined, turnedPoses(4 * count), count);
      case CLIPS -> samples.isPresent() ? ofSamples(joined, count) : ofClips(joined, count);
      case RANGE -> spread(joined, recombinedPoses(4 * count), count);
    };
  }

  /**
   * Returns the rest pose and poses spread evenly over the clips by duration; or, if all clips have
   * duration 0, poses with all joints turned at random.
   *
   * @param count number of poses, at least 1
   */
  public List<Pose> spreadPoses(int count) {
    List<Moment> moments = spreadMoments(count);
    if (moments.isEmpty()) {
      return turnedPoses(count);
    }
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    for (Moment moment : moments) {
      Pose pose = character.restPose();
      moment.clip.sample(moment.time, pose);
      poses.add(pose);
    }
    return poses;
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
    double total = character.clips().stream().mapToDouble(Clip::duration).sum();
    List<Moment> moments = new ArrayList<>();
    for (int i = 1; i < count && total > 0; i++) {
      double left = total * (i - 0.5) / (count - 1);
      Iterator<Clip> clips = character.clips().iterator();
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

  /**
   * Returns the joints that change the shape of the character: those with bones below them, or
   * bones themselves. Nodes that only carry the whole of it, such as the node of an armature, and
   * nodes that carry nothing have no influence on the shape, so they must have none on random
   * poses.
   */
  private int[] shapingJoints() {
    Skeleton skeleton = character.skeleton();
    BitSet bones = new BitSet();
    for (SkinnedCharacter.Part part : character.parts()) {
      if (part.skin() == SkinnedCharacter.NO_SKIN) {
        bones.set(part.node());
      } else {
        Skin skin = character.skins().get(part.skin());
        IntStream.range(0, skin.jointCount()).forEach(i -> bones.set(skin.joint(i)));
      }
    }
    int[] below = new int[skeleton.jointCount()];
    for (int j = below.length - 1; j >= 0; j--) {
      below[j] += bones.get(j) ? 1 : 0;
      if (skeleton.parent(j) != Skeleton.NO_PARENT) {
        below[skeleton.parent(j)] += below[j];
      }
    }
    return IntStream.range(0, below.length)
        .filter(j -> bones.get(j) || below[j] > 0 && below[j] < bones.cardinality())
        .toArray();
  }

  /** Returns the rest pose, and poses with every joint turned about a random axis. */
  private List<Pose> turnedPoses(int count) {
    Random random = new Random(seed);
    int[] joints = shapingJoints();
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    for (int i = 1; i < count; i++) {
      Pose pose = character.restPose();
      turnJoints(random, joints, pose);
      poses.add(pose);
    }
    return poses;
  }

  private static void turnJoints(Random random, int[] joints, Pose pose) {
    double[] trs = new double[10];
    double[] turn = new double[4];
    for (int j : joints) {
      pose.skeleton().copyRestTranslation(j, trs, 0);
      pose.skeleton().copyRestRotation(j, trs, 3);
      pose.skeleton().copyRestScale(j, trs, 7);
      Quaternion.fromAxisAngle(
          random.nextGaussian(),
          random.nextGaussian(),
          random.nextGaussian(),
          SKELETON_TURN * random.nextDouble(),
          turn,
          0);
      Quaternion.multiply(trs, 3, turn, 0, trs, 3);
      pose.setLocal(j, trs, 0, trs, 3, trs, 7);
    }
    pose.update();
  }

  /** Returns the rest pose, and poses with each joint at an independent random time of a clip. */
  private List<Pose> recombinedPoses(int count) {
    Random random = new Random(seed);
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    Pose frame = character.restPose();
    int[] joints = shapingJoints();
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
   * given for it.
   */
  public List<JointRange> jointRanges() {
    Skeleton skeleton = character.skeleton();
    return switch (source) {
      case REST -> JointRanges.ofClips(skeleton, List.of(), ranges);
      case SKELETON -> JointRanges.withinAngle(skeleton, SKELETON_TURN);
      case CLIPS, RANGE -> JointRanges.ofClips(skeleton, countedClips(), ranges);
    };
  }
}
