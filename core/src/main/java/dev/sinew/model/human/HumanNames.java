package dev.sinew.model.human;

import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Tells the bones of an upright human body by the names of joints and by what hangs on what, in the
 * ways of modelling and capture programs: "mixamorig:LeftUpLeg", "thigh_l", "Bip001 L Thigh",
 * "DEF-thigh.L", "lThighBend", "J_Bip_L_UpperLeg", "leg_joint_L_1", "左足". A name that may mean
 * several bones, such as "LeftLeg", means the first of its limb that no other joint is.
 */
public final class HumanNames {
  /** What one joint's name says. */
  private enum Word {
    HIPS,
    SPINE,
    NECK,
    HEAD,
    EYE,
    JAW,
    HIP,
    UPPER_LEG,
    LEG,
    LOWER_LEG,
    FOOT,
    TOES,
    SHOULDER,
    UPPER_ARM,
    ARM,
    LOWER_ARM,
    HAND,
    THUMB,
    INDEX,
    MIDDLE,
    RING,
    LITTLE,
    NOTHING
  }

  private enum Side {
    LEFT,
    RIGHT,
    NONE
  }

  /** Parts of a body by their words. Of several the last counts: "thumb" in "LeftHandThumb1". */
  private static final Map<Word, Set<String>> PLAIN = new EnumMap<>(Word.class);

  static {
    PLAIN.put(Word.THUMB, Set.of("thumb", "親指"));
    PLAIN.put(Word.INDEX, Set.of("index", "pointer", "人指"));
    PLAIN.put(Word.MIDDLE, Set.of("middle", "中指"));
    PLAIN.put(Word.RING, Set.of("ring", "薬指"));
    PLAIN.put(Word.LITTLE, Set.of("pinky", "pinkie", "little", "小指"));
    PLAIN.put(Word.EYE, Set.of("eye", "目"));
    PLAIN.put(Word.JAW, Set.of("jaw", "顎"));
    PLAIN.put(Word.TOES, Set.of("toe", "toes", "ball", "つま先"));
    PLAIN.put(Word.FOOT, Set.of("foot", "ankle", "足首"));
    PLAIN.put(Word.LOWER_LEG, Set.of("calf", "shin", "knee", "ひざ"));
    PLAIN.put(Word.UPPER_LEG, Set.of("thigh", "足"));
    PLAIN.put(Word.HAND, Set.of("hand", "wrist", "手首"));
    PLAIN.put(Word.LOWER_ARM, Set.of("elbow", "forearm", "ひじ"));
    PLAIN.put(Word.UPPER_ARM, Set.of("shldr", "腕"));
    PLAIN.put(Word.SHOULDER, Set.of("shoulder", "clavicle", "collar", "肩"));
    PLAIN.put(Word.HEAD, Set.of("head", "頭"));
    PLAIN.put(Word.NECK, Set.of("neck", "首"));
    PLAIN.put(Word.HIPS, Set.of("hips", "pelvis", "下半身"));
    PLAIN.put(
        Word.SPINE,
        Set.of("spine", "chest", "torso", "abdomen", "waist", "tummy", "belly", "back", "上半身"));
  }

  /** The bones of the fingers of the left hand, from the palm. */
  private static final Map<Word, List<HumanBone>> FINGERS =
      Map.of(
          Word.THUMB,
          List.of(
              HumanBone.LEFT_THUMB_METACARPAL,
              HumanBone.LEFT_THUMB_PROXIMAL,
              HumanBone.LEFT_THUMB_DISTAL),
          Word.INDEX,
          List.of(
              HumanBone.LEFT_INDEX_PROXIMAL,
              HumanBone.LEFT_INDEX_INTERMEDIATE,
              HumanBone.LEFT_INDEX_DISTAL),
          Word.MIDDLE,
          List.of(
              HumanBone.LEFT_MIDDLE_PROXIMAL,
              HumanBone.LEFT_MIDDLE_INTERMEDIATE,
              HumanBone.LEFT_MIDDLE_DISTAL),
          Word.RING,
          List.of(
              HumanBone.LEFT_RING_PROXIMAL,
              HumanBone.LEFT_RING_INTERMEDIATE,
              HumanBone.LEFT_RING_DISTAL),
          Word.LITTLE,
          List.of(
              HumanBone.LEFT_LITTLE_PROXIMAL,
              HumanBone.LEFT_LITTLE_INTERMEDIATE,
              HumanBone.LEFT_LITTLE_DISTAL));

  /** Words that complete others, or say a side. */
  private static final Set<String> BESIDE =
      Set.of("left", "right", "左", "右", "upper", "up", "lower", "low", "fore", "arm", "leg", "hip");

  /** Joints that control or end others, or lie over them. */
  private static final Set<String> NOT_BONES =
      Set.of(
          "ik",
          "fk",
          "pole",
          "target",
          "control",
          "ctrl",
          "slot",
          "socket",
          "attach",
          "end",
          "tip",
          "nub",
          "top",
          "twist",
          "roll",
          "mch",
          "org",
          "tweak",
          "helper",
          "prop",
          "weapon",
          "hair",
          "skirt",
          "brow",
          "lid",
          "lash",
          "metacarpal",
          "carpal",
          "sleeve",
          "cloth",
          "dummy");

  /** The share of a spine's length that it must rise over the feet: a body on four legs is none. */
  private static final double UPRIGHT = 0.5;

  private final Skeleton skeleton;
  private final Word[] words;
  private final Side[] sides;
  private final Map<HumanBone, Integer> found = new EnumMap<>(HumanBone.class);

  private HumanNames(Skeleton skeleton) {
    this.skeleton = skeleton;
    words = new Word[skeleton.jointCount()];
    sides = new Side[words.length];
    for (int j = 0; j < words.length; j++) {
      String own = skeleton.name(j).substring(skeleton.name(j).lastIndexOf(':') + 1);
      List<String> said = NameWords.of(own, HumanNames::isKnown);
      sides[j] = side(said);
      words[j] = word(said, sides[j]);
    }
  }

  /**
   * Returns the bones of a body: those that the skeleton's file tells, or else those that its names
   * tell; none if they are not those of an upright body with two arms and two legs.
   */
  public static Humanoid of(Skeleton skeleton) {
    if (!skeleton.humanoid().joints().isEmpty()) {
      return skeleton.humanoid();
    }
    HumanNames names = new HumanNames(skeleton);
    return names.findBody() ? new Humanoid(names.found) : Humanoid.NONE;
  }

  private static boolean isKnown(String word) {
    return BESIDE.contains(word) || PLAIN.values().stream().anyMatch(set -> set.contains(word));
  }

  private static Side side(List<String> said) {
    boolean left = said.contains("left") || said.contains("l") || said.contains("左");
    boolean right = said.contains("right") || said.contains("r") || said.contains("右");
    return left == right ? Side.NONE : left ? Side.LEFT : Side.RIGHT;
  }

  private static Word word(List<String> said, Side side) {
    if (said.stream().anyMatch(NOT_BONES::contains)) {
      return Word.NOTHING;
    }
    boolean upper = said.contains("upper") || said.contains("up");
    boolean lower = said.contains("lower") || said.contains("low") || said.contains("fore");
    // Without a side, the middle of a spine is no finger.
    boolean mayBeFinger = side != Side.NONE && !said.contains("toe") && !said.contains("foot");
    Word plain = Word.NOTHING;
    for (Map.Entry<Word, Set<String>> part : PLAIN.entrySet()) {
      boolean isFinger = part.getKey().compareTo(Word.THUMB) >= 0;
      if ((!isFinger || mayBeFinger) && said.stream().anyMatch(part.getValue()::contains)) {
        plain = part.getKey();
      }
    }
    boolean isLimb = plain == Word.NOTHING || plain.compareTo(Word.JAW) <= 0;
    if (isLimb && said.contains("leg")) {
      return upper ? Word.UPPER_LEG : lower ? Word.LOWER_LEG : Word.LEG;
    }
    if (isLimb && said.contains("arm")) {
      return upper ? Word.UPPER_ARM : lower ? Word.LOWER_ARM : Word.ARM;
    }
    if (plain == Word.NOTHING && said.contains("hip")) {
      return side == Side.NONE ? Word.HIPS : Word.HIP;
    }
    boolean isCentral = plain.compareTo(Word.NECK) <= 0;
    if (isCentral && side != Side.NONE) {
      // Some rigs hang arms on a chest and legs on a pelvis of their own.
      return said.contains("chest") ? Word.SHOULDER : Word.NOTHING;
    }
    return plain;
  }

  private boolean findBody() {
    for (Side side : List.of(Side.LEFT, Side.RIGHT)) {
      if (!findLeg(side) || !findArm(side)) {
        return false;
      }
    }
    if (!findTrunk() || !isUpright()) {
      return false;
    }
    findFace();
    for (Side side : List.of(Side.LEFT, Side.RIGHT)) {
      findFingers(side);
    }
    return true;
  }

  private boolean findLeg(Side side) {
    List<Integer> some = those(side, Word.LEG, -1);
    int upper = first(side, Word.UPPER_LEG, -1);
    if (upper < 0 && !some.isEmpty()) {
      int knee = first(side, Word.LOWER_LEG, some.getFirst());
      upper = knee >= 0 || some.size() > 1 ? some.getFirst() : -1;
    }
    upper = upper < 0 ? first(side, Word.HIP, -1) : upper;
    int lower = next(side, Word.LOWER_LEG, Word.LEG, upper);
    if (upper < 0 || lower < 0) {
      return false;
    }
    put(side, HumanBone.LEFT_UPPER_LEG, upper);
    put(side, HumanBone.LEFT_LOWER_LEG, lower);
    int foot = next(side, Word.FOOT, Word.LEG, lower);
    put(side, HumanBone.LEFT_FOOT, foot);
    int toes = foot < 0 ? -1 : next(side, Word.TOES, Word.FOOT, foot);
    put(side, HumanBone.LEFT_TOES, foot >= 0 && toes < 0 ? first(side, Word.LEG, foot) : toes);
    return true;
  }

  private boolean findArm(Side side) {
    List<Integer> some = those(side, Word.ARM, -1);
    int shoulder = first(side, Word.SHOULDER, -1);
    int upper = first(side, Word.UPPER_ARM, -1);
    if (upper < 0 && !some.isEmpty()) {
      boolean hasElbow = first(side, Word.LOWER_ARM, some.getFirst()) >= 0;
      boolean isFour = shoulder < 0 && !hasElbow && some.size() > 3;
      shoulder = isFour ? some.getFirst() : shoulder;
      upper = hasElbow || some.size() > 1 ? some.get(isFour ? 1 : 0) : -1;
    }
    if (upper < 0) {
      upper = shoulder;
      shoulder = -1;
    }
    int lower = next(side, Word.LOWER_ARM, Word.ARM, upper);
    if (upper < 0 || lower < 0) {
      return false;
    }
    if (shoulder >= 0 && skeleton.isUnder(upper, shoulder)) {
      put(side, HumanBone.LEFT_SHOULDER, shoulder);
    }
    put(side, HumanBone.LEFT_UPPER_ARM, upper);
    put(side, HumanBone.LEFT_LOWER_ARM, lower);
    put(side, HumanBone.LEFT_HAND, next(side, Word.HAND, Word.ARM, lower));
    return true;
  }

  /** Finds hips, spine, neck and head: what carries the limbs. */
  private boolean findTrunk() {
    int fork = common(at(HumanBone.LEFT_UPPER_LEG), at(HumanBone.RIGHT_UPPER_LEG));
    int chest = common(top(HumanBone.LEFT_SHOULDER), top(HumanBone.RIGHT_SHOULDER));
    if (fork < 0 || chest < 0) {
      return false;
    }
    int hips = fork;
    for (int named : those(Side.NONE, Word.HIPS, -1)) {
      if (skeleton.isUnder(chest, named)) {
        hips = named;
        break;
      }
    }
    if (!skeleton.isUnder(chest, hips)) {
      hips = common(hips, chest); // A rig that hangs the legs beside the spine.
    }
    if (hips < 0) {
      return false;
    }
    found.put(HumanBone.HIPS, hips);
    List<Integer> spine = new ArrayList<>();
    for (int j = chest; j != hips; j = skeleton.parent(j)) {
      spine.addFirst(j);
    }
    putSpine(spine);
    List<Integer> neck = those(Side.NONE, Word.NECK, chest);
    int head = first(Side.NONE, Word.HEAD, chest);
    if (head < 0 && neck.size() > 1) {
      head = neck.removeLast();
    }
    if (!neck.isEmpty()) {
      found.put(HumanBone.NECK, neck.getFirst());
    }
    if (head >= 0) {
      found.put(HumanBone.HEAD, head);
    }
    return true;
  }

  private void putSpine(List<Integer> spine) {
    int count = spine.size();
    if (count > 0) {
      found.put(HumanBone.SPINE, spine.getFirst());
    }
    if (count > 1) {
      found.put(HumanBone.CHEST, spine.get(count == 2 ? 1 : count / 2));
    }
    if (count > 2) {
      found.put(HumanBone.UPPER_CHEST, spine.getLast());
    }
  }

  private boolean isUpright() {
    double[] chest = place(common(top(HumanBone.LEFT_SHOULDER), top(HumanBone.RIGHT_SHOULDER)));
    double[] fork = middle(HumanBone.LEFT_UPPER_LEG, HumanBone.RIGHT_UPPER_LEG);
    double[] knees = middle(HumanBone.LEFT_LOWER_LEG, HumanBone.RIGHT_LOWER_LEG);
    double product = 0;
    double spine = 0;
    double legs = 0;
    for (int k = 0; k < 3; k++) {
      double up = chest[k] - fork[k];
      double down = fork[k] - knees[k];
      product += up * down;
      spine += up * up;
      legs += down * down;
    }
    return product > UPRIGHT * Math.sqrt(spine * legs);
  }

  private void findFace() {
    int head = at(HumanBone.HEAD);
    if (head >= 0) {
      put(Side.LEFT, HumanBone.LEFT_EYE, first(Side.LEFT, Word.EYE, head));
      put(Side.RIGHT, HumanBone.LEFT_EYE, first(Side.RIGHT, Word.EYE, head));
      put(Side.LEFT, HumanBone.JAW, first(Side.NONE, Word.JAW, head));
    }
  }

  private void findFingers(Side side) {
    int hand = at(mirrored(HumanBone.LEFT_HAND, side));
    if (hand >= 0) {
      FINGERS.forEach(
          (finger, bones) -> {
            List<Integer> chain = those(side, finger, hand);
            for (int k = 0; k < Math.min(bones.size(), chain.size()); k++) {
              put(side, bones.get(k), chain.get(k));
            }
          });
    }
  }

  private static HumanBone mirrored(HumanBone left, Side side) {
    return side == Side.RIGHT ? left.mirrored() : left;
  }

  private void put(Side side, HumanBone left, int joint) {
    if (joint >= 0) {
      found.put(mirrored(left, side), joint);
    }
  }

  private int at(HumanBone bone) {
    return found.getOrDefault(bone, -1);
  }

  /** Returns the first joint of an arm: the shoulder, or what there is below it. */
  private int top(HumanBone shoulder) {
    int joint = at(shoulder);
    HumanBone arm =
        shoulder == HumanBone.LEFT_SHOULDER ? HumanBone.LEFT_UPPER_ARM : HumanBone.RIGHT_UPPER_ARM;
    return joint < 0 ? at(arm) : joint;
  }

  /** Returns the joint after another with one word, or with a second word that may mean it. */
  private int next(Side side, Word word, Word vague, int above) {
    if (above < 0) {
      return -1;
    }
    int clear = first(side, word, above);
    return clear >= 0 ? clear : first(side, vague, above);
  }

  private int first(Side side, Word word, int above) {
    List<Integer> all = those(side, word, above);
    return all.isEmpty() ? -1 : all.getFirst();
  }

  /** Returns the joints with a word below another, the first one and those of its own branch. */
  private List<Integer> those(Side side, Word word, int above) {
    Predicate<Integer> isMeant =
        j ->
            words[j] == word
                && sides[j] == side
                && (above < 0 || (j != above && skeleton.isUnder(j, above)));
    List<Integer> out = new ArrayList<>();
    for (int j = 0; j < words.length; j++) {
      if (isMeant.test(j) && (out.isEmpty() || skeleton.isUnder(j, out.getLast()))) {
        out.add(j);
      }
    }
    return out;
  }

  /** Returns the lowest joint above both; -1 if there is none. */
  private int common(int a, int b) {
    int joint = a;
    while (joint >= 0 && (joint == a || joint == b || !skeleton.isUnder(b, joint))) {
      joint = skeleton.parent(joint);
    }
    return joint;
  }

  private double[] place(int joint) {
    double[] global = new double[Affine.SIZE];
    new Pose(skeleton).copyGlobal(joint, global, 0);
    return new double[] {global[3], global[7], global[11]};
  }

  private double[] middle(HumanBone left, HumanBone right) {
    double[] a = place(at(left));
    double[] b = place(at(right));
    return IntStream.range(0, 3).mapToDouble(k -> (a[k] + b[k]) / 2).toArray();
  }
}
