package dev.sinew.extract;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.CreaseNormals;
import dev.sinew.model.Influences;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.ExamplesClip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Builds the character: the joints of a plan with their axes along the bones, a skin of all joints
 * that are no tips, and a clip per pose.
 */
final class RiggedShape {
  private static final double[] NO_SCALE = {1, 1, 1};

  private final JointPlan plan;
  private final BoneAxes axes;
  private final int[] skinJoints;
  private final int[] indexInSkin;
  private final Skeleton skeleton;

  RiggedShape(JointPlan plan, String meshName) {
    this.plan = plan;
    axes = BoneAxes.of(plan);
    skinJoints = new int[plan.jointCount()];
    indexInSkin = new int[plan.count()];
    Arrays.fill(indexInSkin, -1);
    Skeleton.Builder builder = Skeleton.builder();
    int n = 0;
    for (int j = 0; j < plan.count(); j++) {
      int parent = plan.parent(j);
      double[] at = plan.at(j, 0);
      double[] from =
          parent < 0 ? at : axes.inOwn(parent, Points.difference(at, plan.at(parent, 0)));
      double[] turn = new double[Quaternion.SIZE];
      Quaternion.identity(turn, 0);
      axes.toOwn(j, parent, turn, 0);
      builder.add(plan.name(j), parent, from, turn, NO_SCALE);
      if (!plan.isTip(j)) {
        indexInSkin[j] = n;
        skinJoints[n++] = j;
      }
    }
    builder.add(meshName, Skeleton.NO_PARENT, 0, 0, 0);
    skeleton = builder.build();
  }

  /**
   * Returns the character.
   *
   * @param weights weights of the joints of the plan
   * @param poses the parameters of the poses after the reference
   */
  SkinnedCharacter character(
      TriMesh mesh, Influences weights, List<String> poseNames, List<PoseParameters> poses) {
    double[] inverse = new double[Affine.SIZE * skinJoints.length];
    for (int i = 0; i < skinJoints.length; i++) {
      axes.writeInverse(skinJoints[i], plan.at(skinJoints[i], 0), inverse, Affine.SIZE * i);
    }
    String name = skeleton.name(skeleton.jointCount() - 1);
    return new SkinnedCharacter(
        skeleton,
        List.of(new Skin("skeleton", skinJoints, inverse)),
        List.of(
            new Geometry(name, CreaseNormals.ensure(mesh), new Skinning.Linear(inSkin(weights)))),
        List.of(new Part(name, skeleton.jointCount() - 1, 0, 0)),
        clips(poseNames, poses));
  }

  private Influences inSkin(Influences weights) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < weights.vertexCount(); v++) {
      for (int i = 0; i < weights.count(v); i++) {
        rows.add(indexInSkin[weights.joint(v, i)], weights.weight(v, i));
      }
      rows.endRow();
    }
    return rows.build();
  }

  private List<Clip> clips(List<String> names, List<PoseParameters> poses) {
    List<Clip> clips = new ArrayList<>();
    if (poses.isEmpty()) {
      return clips;
    }
    List<PoseParameters> all = new ArrayList<>(poses);
    all.addFirst(PoseParameters.atRest(plan.tree()));
    clips.add(clip(ExamplesClip.NAME, all, ExamplesClip.times(all.size())));
    Set<String> used = new HashSet<>(Set.of(ExamplesClip.NAME));
    for (int k = 0; k < poses.size(); k++) {
      String name = names.get(k);
      for (int i = 2; !used.add(name); i++) {
        name = names.get(k) + " " + i;
      }
      // Two equal keys: players skip clips without a duration.
      clips.add(clip(name, List.of(poses.get(k), poses.get(k)), new double[] {0, 1}));
    }
    return clips;
  }

  private Clip clip(String name, List<PoseParameters> keys, double[] times) {
    List<Track> tracks = new ArrayList<>();
    for (int j = 0; j < plan.count(); j++) {
      if (plan.isTip(j)) {
        continue;
      }
      if (plan.parent(j) < 0) {
        double[] at = new double[3 * keys.size()];
        for (int k = 0; k < keys.size(); k++) {
          keys.get(k).copyPosition(j, at, 3 * k);
        }
        tracks.add(new Track(j, Property.TRANSLATION, Interpolation.LINEAR, times, at));
      }
      tracks.add(new Track(j, Property.ROTATION, Interpolation.LINEAR, times, rotations(j, keys)));
      double[] scales = new double[3 * keys.size()];
      boolean scaled = false;
      for (int k = 0; k < keys.size(); k++) {
        double s = keys.get(k).scales()[j];
        Arrays.fill(scales, 3 * k, 3 * k + 3, s);
        scaled |= Math.abs(s - 1) > 1e-9;
      }
      if (scaled) {
        tracks.add(new Track(j, Property.SCALE, Interpolation.LINEAR, times, scales));
      }
    }
    return new Clip(name, tracks);
  }

  /** Returns the quaternions of a joint; of q and −q the one nearer to the key before. */
  private double[] rotations(int joint, List<PoseParameters> keys) {
    double[] out = new double[Quaternion.SIZE * keys.size()];
    for (int k = 0; k < keys.size(); k++) {
      System.arraycopy(keys.get(k).rotations(), 4 * joint, out, 4 * k, 4);
      axes.toOwn(joint, plan.parent(joint), out, 4 * k);
      double dot = 0;
      for (int i = 0; i < Quaternion.SIZE; i++) {
        dot += k == 0 ? 1 : out[4 * k + i] * out[4 * k - 4 + i];
      }
      for (int i = 0; i < Quaternion.SIZE && dot < 0; i++) {
        out[4 * k + i] = -out[4 * k + i];
      }
    }
    return out;
  }
}
