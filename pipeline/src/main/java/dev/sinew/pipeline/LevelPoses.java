package dev.sinew.pipeline;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.WeightedPoses;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The poses that a simplification has to hold in, chosen by what is known of the character. */
final class LevelPoses {
  /** Frames looked at before a few are chosen. */
  private static final int FRAMES = 400;

  /** What the rest pose counts for beside the others. */
  private static final double REST_SHARE = 0.02;

  private final SkinnedCharacter character;
  private final Map<String, Double> clipWeights;
  private final long seed;

  /**
   * @param clipWeights how much clips count, by name; 1 for those not named
   */
  LevelPoses(SkinnedCharacter character, Map<String, Double> clipWeights, long seed) {
    this.character = character;
    this.clipWeights = clipWeights;
    this.seed = seed;
    for (String name : clipWeights.keySet()) {
      ModelFile.clip(character, name);
    }
  }

  /** Whether there are clips that last. */
  boolean hasClips() {
    return character.clips().stream().anyMatch(clip -> clip.duration() > 0);
  }

  /**
   * Chooses poses.
   *
   * @param few how many at most
   */
  WeightedPoses choose(PoseKnowledge metric, JoinedCharacter joined, int few) {
    return switch (metric) {
      case REST -> WeightedPoses.alike(List.of(character.restPose()));
      case SKELETON -> spread(joined, turned(4 * few), few);
      case CLIPS -> ofClips(joined, few);
      case RANGE -> spread(joined, recombined(4 * few), few);
    };
  }

  private static WeightedPoses spread(JoinedCharacter joined, List<Pose> many, int few) {
    double[] counts = new double[many.size()];
    Arrays.fill(counts, 1);
    return WeightedPoses.choose(joined, many, counts, few);
  }

  private WeightedPoses ofClips(JoinedCharacter joined, int few) {
    List<Pose> poses = new ArrayList<>();
    List<Double> counts = new ArrayList<>();
    poses.add(character.restPose());
    List<Clip> clips = everyNth(character.clips(), FRAMES);
    double total = clips.stream().mapToDouble(Clip::duration).sum();
    double sum = 0;
    for (Clip clip : clips) {
      int frames = Math.max(2, (int) Math.round(FRAMES * clip.duration() / Math.max(total, 1e-9)));
      for (int f = 0; f < frames; f++) {
        Pose pose = character.restPose();
        clip.sample(clip.duration() * f / (frames - 1), pose);
        poses.add(pose);
        double weight = weightOf(clip) * clip.duration() / frames;
        counts.add(weight);
        sum += weight;
      }
    }
    if (!(sum > 0)) {
      throw new IllegalArgumentException("clip weights: expected one above 0 among the clips used");
    }
    counts.addFirst(REST_SHARE * sum);
    return WeightedPoses.choose(
        joined, poses, counts.stream().mapToDouble(Double::doubleValue).toArray(), few);
  }

  /** All clips, or, of more than one can look at, as many spread over them. */
  static List<Clip> everyNth(List<Clip> clips, int most) {
    int step = (clips.size() + most - 1) / most;
    List<Clip> out = new ArrayList<>();
    for (int c = 0; c < clips.size(); c += step) {
      out.add(clips.get(c));
    }
    return out;
  }

  private double weightOf(Clip clip) {
    for (Map.Entry<String, Double> entry : clipWeights.entrySet()) {
      if (ModelFile.clip(character, entry.getKey()) == clip) {
        return entry.getValue();
      }
    }
    return 1;
  }

  /** The rest pose, and poses with every joint turned at random. */
  private List<Pose> turned(int count) {
    SkinnedCharacter still =
        new SkinnedCharacter(
            character.skeleton(),
            character.skins(),
            character.meshes(),
            character.parts(),
            List.of());
    return PoseSampling.of(still, count, seed);
  }

  /** The rest pose, and poses whose joints each stand as in some frame of some clip. */
  private List<Pose> recombined(int count) {
    Random random = new Random(seed);
    List<Pose> poses = new ArrayList<>();
    poses.add(character.restPose());
    Pose frame = character.restPose();
    double[] local = new double[Affine.SIZE];
    List<Clip> clips = character.clips().stream().filter(c -> c.duration() > 0).toList();
    for (int i = 1; i < count; i++) {
      Pose pose = character.restPose();
      for (int j = 0; j < character.skeleton().jointCount(); j++) {
        Clip clip = clips.get(random.nextInt(clips.size()));
        clip.sample(clip.duration() * random.nextDouble(), frame);
        frame.copyLocal(j, local, 0);
        pose.setLocal(j, local, 0);
      }
      pose.update();
      poses.add(pose);
    }
    return poses;
  }
}
