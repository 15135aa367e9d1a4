package dev.sinew.influence;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.rig.KeyReduction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.DoubleStream;

/**
 * Adds helper joints to a character: at the end of the skeleton and of their skin's list, with keys
 * in each clip. Nothing else changes.
 */
public final class HelperJoints {
  /** Keys per second where the clip has fewer: rotations between keys are not linear. */
  private static final double RATE = 30;

  /**
   * The maximum number of keys of all helpers in all clips, about 150 MB; with more, keys are
   * spaced wider.
   */
  private static final int MAX_KEYS = 1 << 21;

  /**
   * The distance, in units of the size of the skeleton, by which a helper may be off between the
   * keys it keeps. The errors of the result include it, since they are measured with these keys.
   */
  private static final double KEY_TOLERANCE = 2e-5;

  private final SkinnedCharacter character;
  private final Skin skin;
  private final List<HelperJoint> helpers;
  private final int first;
  private final double size;
  private final double[] motions;
  private final double[] local = new double[Affine.SIZE];

  private HelperJoints(SkinnedCharacter character, Skin skin, List<HelperJoint> helpers) {
    this.character = character;
    this.skin = skin;
    this.helpers = helpers;
    first = character.skeleton().jointCount();
    size = size(character, skin);
    motions = new double[Affine.SIZE * skin.jointCount()];
  }

  /**
   * Adds helpers.
   *
   * @param character not modified
   * @param skin the index of the skin that they were found for
   */
  public static SkinnedCharacter addTo(
      SkinnedCharacter character, int skin, List<HelperJoint> helpers) {
    if (helpers.isEmpty()) {
      return character;
    }
    Skin own = character.skins().get(skin);
    HelperJoints added = new HelperJoints(character, own, helpers);
    // Skins that share their joints still do: some engines make one skeleton of each list.
    List<Skin> skins =
        character.skins().stream()
            .map(other -> haveSameJoints(own, other) ? added.extended(other) : other)
            .toList();
    return new SkinnedCharacter(
        added.extendedSkeleton(),
        skins,
        character.meshes(),
        character.parts(),
        character.clips().stream().map(added::extendedClip).toList(),
        character.materials());
  }

  /**
   * Returns the maximum number of keys of a helper in a clip, in proportion to the clip's duration.
   */
  private int maxKeys(Clip clip) {
    double total = character.clips().stream().mapToDouble(Clip::duration).sum();
    double part = total > 0 ? clip.duration() / total : 1;
    return 2 + (int) (part * MAX_KEYS / helpers.size());
  }

  private Skeleton extendedSkeleton() {
    Skeleton.Builder joints = Skeleton.builder(character.skeleton());
    skin.skinningMatrices(character.restPose(), motions);
    double[] translation = new double[3];
    double[] rotation = new double[4];
    for (int h = 0, number = 1; h < helpers.size(); h++, number++) {
      int parent = skin.joint(helpers.get(h).parent());
      while (character.skeleton().find(name(parent, number)) >= 0) {
        number++;
      }
      helpers.get(h).follow(motions, local);
      copyTranslation(translation, 0);
      Quaternion.fromMatrix(local, 0, rotation, 0);
      joints.add(name(parent, number), parent, translation, rotation, new double[] {1, 1, 1});
    }
    return joints.build();
  }

  private String name(int parent, int number) {
    return character.skeleton().name(parent) + "_helper" + number;
  }

  private void copyTranslation(double[] out, int at) {
    for (int r = 0; r < 3; r++) {
      out[at + r] = local[4 * r + 3];
    }
  }

  private static boolean haveSameJoints(Skin a, Skin b) {
    if (a.jointCount() != b.jointCount()) {
      return false;
    }
    for (int j = 0; j < a.jointCount(); j++) {
      if (a.joint(j) != b.joint(j)) {
        return false;
      }
    }
    return true;
  }

  private Skin extended(Skin given) {
    int own = given.jointCount();
    int[] joints = new int[own + helpers.size()];
    double[] binds = new double[Affine.SIZE * joints.length];
    for (int j = 0; j < joints.length; j++) {
      joints[j] = j < own ? given.joint(j) : first + j - own;
      given.copyInverseBind(j < own ? j : helpers.get(j - own).parent(), binds, Affine.SIZE * j);
    }
    return new Skin(given.name(), joints, binds);
  }

  private Clip extendedClip(Clip clip) {
    double[] times = times(clip, maxKeys(clip));
    double[][] translations = new double[helpers.size()][3 * times.length];
    double[][] rotations = new double[helpers.size()][4 * times.length];
    Pose pose = character.restPose();
    for (int key = 0; key < times.length; key++) {
      clip.sample(times[key], pose);
      skin.skinningMatrices(pose, motions);
      for (int h = 0; h < helpers.size(); h++) {
        helpers.get(h).follow(motions, local);
        copyTranslation(translations[h], 3 * key);
        Quaternion.fromMatrix(local, 0, rotations[h], 4 * key);
        keepSign(rotations[h], 4 * key);
      }
    }
    List<Track> tracks = new ArrayList<>(clip.tracks());
    for (int h = 0; h < helpers.size(); h++) {
      int[] keys =
          new KeyReduction(times, translations[h], rotations[h], parentScale(h), size / 2)
              .keep(KEY_TOLERANCE * size);
      double[] kept = Arrays.stream(keys).mapToDouble(key -> times[key]).toArray();
      tracks.add(
          new Track(
              first + h,
              Property.TRANSLATION,
              Interpolation.LINEAR,
              kept,
              values(translations[h], 3, keys)));
      tracks.add(
          new Track(
              first + h,
              Property.ROTATION,
              Interpolation.LINEAR,
              kept,
              values(rotations[h], 4, keys)));
    }
    return new Clip(clip.name(), tracks);
  }

  private static double[] values(double[] all, int size, int[] keys) {
    double[] out = new double[size * keys.length];
    for (int k = 0; k < keys.length; k++) {
      System.arraycopy(all, size * keys[k], out, size * k, size);
    }
    return out;
  }

  /** Returns the scale of the space of a helper's translations, at rest. */
  private double parentScale(int helper) {
    double[] global = new double[Affine.SIZE];
    character.restPose().copyGlobal(skin.joint(helpers.get(helper).parent()), global, 0);
    double squares = 0;
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        squares += global[4 * r + c] * global[4 * r + c];
      }
    }
    return Math.sqrt(squares / 3);
  }

  /** Returns the longest side of the box around the joints of a skin at rest. */
  private static double size(SkinnedCharacter character, Skin skin) {
    Pose rest = character.restPose();
    double[] global = new double[Affine.SIZE];
    double[] min = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
    double[] max = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
    double longest = 0;
    for (int j = 0; j < skin.jointCount(); j++) {
      rest.copyGlobal(skin.joint(j), global, 0);
      for (int axis = 0; axis < 3; axis++) {
        min[axis] = Math.min(min[axis], global[4 * axis + 3]);
        max[axis] = Math.max(max[axis], global[4 * axis + 3]);
        longest = Math.max(longest, max[axis] - min[axis]);
      }
    }
    return longest;
  }

  /** Chooses q or −q, whichever is nearer to the previous key. */
  private static void keepSign(double[] rotations, int at) {
    double dot = 0;
    for (int i = 0; i < 4 && at > 0; i++) {
      dot += rotations[at + i] * rotations[at + i - 4];
    }
    for (int i = 0; i < 4 && dot < 0; i++) {
      rotations[at + i] = -rotations[at + i];
    }
  }

  /**
   * Returns the times of all keys of the clip, with more in between where they are far apart. Times
   * that are equal as floats occur once. Before a step, the preceding float is added. A clip with
   * too many keys gets evenly spaced ones instead.
   */
  private static double[] times(Clip clip, int max) {
    TreeSet<Float> keys = new TreeSet<>();
    for (Track track : clip.tracks()) {
      for (double time : track.times()) {
        if (time > 0 && track.interpolation() == Interpolation.STEP) {
          keys.add(Math.nextDown((float) time));
        }
        keys.add((float) Math.max(0, time));
      }
    }
    if (keys.size() > max / 2) {
      keys.clear();
      keys.add((float) clip.duration());
    }
    double rate = Math.min(RATE, max / (2 * Math.max(clip.duration(), 1e-9)));
    DoubleStream.Builder times = DoubleStream.builder();
    float last = 0;
    times.add(last);
    for (float key : keys) {
      float start = last;
      int pieces = (int) Math.max(1, Math.ceil((key - start) * rate - 1e-6));
      for (int i = 1; i <= pieces; i++) {
        float time = i == pieces ? key : (float) (start + ((double) key - start) * i / pieces);
        if (time > last) {
          times.add(time);
          last = time;
        }
      }
    }
    return times.build().toArray();
  }
}
