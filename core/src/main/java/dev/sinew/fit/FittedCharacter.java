package dev.sinew.fit;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.StretchSplit;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.CreaseNormals;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneFreedom;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.rig.JointCentres;
import dev.sinew.rig.UnitBox;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Builds a character with a skeleton from a fitted skin: joints at the {@link JointCentres},
 * without rotation in the reference, and clips with keys at the examples.
 */
final class FittedCharacter {
  private final FittedSkin fitted;
  private final BoneTree tree;
  private final List<String> names;
  private final double[] centres;

  /** The skeleton joint of each bone. */
  private final int[] jointOf;

  /**
   * The node that moves each bone: its joint, or for an affine bone the node above it, which
   * rotates and scales after the joint has rotated. Both together have any linear part U S Vᵀ.
   */
  private final int[] nodeOf;

  private final Skeleton skeleton;
  private final Skin skin;

  private FittedCharacter(FittedSkin fitted, BoneTree tree, List<String> names, double[] expected) {
    this.fitted = fitted;
    this.tree = tree;
    this.names = names;
    Articulation articulation = fitted.articulation();
    centres =
        articulation != null
            ? articulation.joints().clone()
            : JointCentres.of(fitted.bones().motions(), tree, expected);
    toModelUnits(centres);
    jointOf = new int[fitted.boneCount()];
    nodeOf = new int[fitted.boneCount()];
    skeleton = buildSkeleton();
    skin = bind();
  }

  /**
   * The linear blend skin beside another model, for other programs: the reference with the weights
   * that suit it best.
   *
   * @param maxInfluences the maximum number of influences per vertex
   * @param allowed the bones that may move each vertex, or null for all
   */
  record Fallback(int maxInfluences, int @Nullable [][] allowed) {}

  /** Prepares the character with a hierarchy found from the skin. */
  static FittedCharacter of(FittedSkin fitted) {
    BoneTree tree = fitted.hierarchy();
    List<String> names = new ArrayList<>();
    for (int b = 0; b < fitted.boneCount(); b++) {
      names.add(String.format(Locale.ROOT, "bone-%02d", b + 1));
    }
    return new FittedCharacter(fitted, tree, names, fitted.shared().expectedJoints(tree));
  }

  /**
   * Prepares the character with a given hierarchy.
   *
   * @param tree the hierarchy of the fitted bones
   * @param boneNames one name per bone
   * @param expected x, y, z of the expected joint of each bone in units of the model, or null to
   *     find it from the skin
   */
  static FittedCharacter of(
      FittedSkin fitted, BoneTree tree, List<String> boneNames, double @Nullable [] expected) {
    if (boneNames.size() != fitted.boneCount()) {
      throw new IllegalArgumentException(
          "names: expected " + fitted.boneCount() + ", got " + boneNames.size());
    }
    double[] points = fitted.shared().expectedJoints(tree);
    if (expected != null) {
      for (int i = 0; i < points.length; i++) {
        points[i] = fitted.examples().box().toUnit(expected[i], i % 3);
      }
    }
    return new FittedCharacter(fitted, tree, boneNames, points);
  }

  private void toModelUnits(double[] points) {
    for (int i = 0; i < points.length; i++) {
      points[i] = fitted.examples().box().fromUnit(points[i], i % 3);
    }
  }

  /** Creates the joints of the bones, under an added root if there are several trees. */
  private Skeleton buildSkeleton() {
    Skeleton.Builder builder = Skeleton.builder();
    int top =
        tree.rootCount() > 1
            ? builder.add(unused("root"), Skeleton.NO_PARENT, 0, 0, 0)
            : Skeleton.NO_PARENT;
    for (int b : tree.order()) {
      int parent = tree.parents()[b];
      int above = parent < 0 ? top : jointOf[parent];
      double[] at = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        at[axis] = centres[3 * b + axis] - (parent < 0 ? 0 : centres[3 * parent + axis]);
      }
      nodeOf[b] = builder.add(names.get(b), above, at[0], at[1], at[2]);
      jointOf[b] =
          isAffine() ? builder.add(unused(names.get(b) + "-axes"), nodeOf[b], 0, 0, 0) : nodeOf[b];
    }
    builder.add(unused("mesh"), Skeleton.NO_PARENT, 0, 0, 0);
    return builder.build();
  }

  private boolean isAffine() {
    return fitted.freedom() == BoneFreedom.AFFINE;
  }

  /** Returns a name that no bone has. */
  private String unused(String name) {
    String free = name;
    for (int i = 2; names.contains(free); i++) {
      free = name + "-" + i;
    }
    return free;
  }

  private Skin bind() {
    double[] inverse = new double[Affine.SIZE * jointOf.length];
    for (int b = 0; b < jointOf.length; b++) {
      Affine.identity(inverse, Affine.SIZE * b);
      for (int axis = 0; axis < 3; axis++) {
        inverse[Affine.SIZE * b + 4 * axis + 3] = -centres[3 * b + axis];
      }
    }
    return new Skin("bones", jointOf, inverse);
  }

  /** Returns other motions of the bones as a clip, one key per frame. */
  Clip clip(String name, BoneMotions poses, double[] times) {
    return new Motion(poses).clip(name, IntStream.range(0, poses.frameCount()).toArray(), times);
  }

  /** Returns the character with clips of the examples. */
  SkinnedCharacter assemble(String name, Fallback fallback, RunContext context) {
    Motion motion = new Motion(fitted.bones().motions());
    return new SkinnedCharacter(
        skeleton,
        List.of(skin),
        List.of(geometry(name, fallback, context)),
        List.of(new Part(name, skeleton.jointCount() - 1, 0, 0)),
        motion.clips());
  }

  private Geometry geometry(String name, Fallback fallback, RunContext context) {
    TriMesh mesh = CreaseNormals.ensure(fitted.examples().reference());
    if (fitted.model() == FitModel.LINEAR_BLEND) {
      return new Geometry(name, mesh, new Skinning.Linear(fitted.weights()));
    }
    Skinning.AnimationSpace space =
        new Skinning.AnimationSpace(
            inJointSpace(),
            fitted.linearWeights(fallback.maxInfluences(), fallback.allowed(), context));
    return new Geometry(
        name,
        mesh,
        fitted
            .multiWeights()
            .<Skinning>map(unit -> new Skinning.MultiWeight(space, inSkinSpace(unit)))
            .orElse(space));
  }

  /**
   * Returns the multi-weights for skinning matrices in units of the model: with X = s x + c the
   * change of units, the row (a, w) of a bone becomes (s a + w c, w).
   */
  private MultiWeights inSkinSpace(MultiWeights unit) {
    UnitBox box = fitted.examples().box();
    double[] values = unit.values();
    for (int i = 0; i < values.length; i += 4) {
      for (int axis = 0; axis < 3; axis++) {
        values[i + axis] = box.side() * values[i + axis] + values[i + 3] * box.centre(axis);
      }
    }
    return new MultiWeights(unit.rowStarts(), unit.joints(), values);
  }

  /** Returns the coordinates in units of the model, relative to the joint centres. */
  private AnimationCoords inJointSpace() {
    AnimationCoords unit = fitted.coordinates();
    UnitBox box = fitted.examples().box();
    AnimationCoords.Builder rows = AnimationCoords.builder();
    double[] p = new double[3];
    for (int v = 0; v < unit.rowCount(); v++) {
      for (int i = 0; i < unit.count(v); i++) {
        int b = unit.joint(v, i);
        double w = unit.value(v, i, 3);
        for (int axis = 0; axis < 3; axis++) {
          p[axis] =
              box.side() * unit.value(v, i, axis) + w * (box.centre(axis) - centres[3 * b + axis]);
        }
        rows.add(b, p[0], p[1], p[2], w);
      }
      rows.endRow();
    }
    return rows.buildPoints();
  }

  /** The transform of each bone relative to its parent in each frame. */
  private final class Motion {
    private final BoneMotions motions;
    private final int frames;
    private final double[][] translations;
    private final double[][] rotations;
    private final double[][] scales;

    /** The rotations of the joints of affine bones. */
    private final double[][] axes;

    private final StretchSplit[] splits = new StretchSplit[jointOf.length];

    Motion(BoneMotions motions) {
      this.motions = motions;
      frames = motions.frameCount();
      translations = new double[jointOf.length][3 * frames];
      rotations = new double[jointOf.length][4 * frames];
      scales = new double[jointOf.length][3 * frames];
      axes = new double[jointOf.length][4 * frames];
      Arrays.setAll(splits, b -> new StretchSplit());
      double[] globals = new double[Affine.SIZE * jointOf.length];
      double[] local = new double[Affine.SIZE];
      double[] above = new double[Affine.SIZE];
      for (int k = 0; k < frames; k++) {
        for (int b : tree.order()) {
          fillGlobal(b, k, globals);
          int parent = tree.parents()[b];
          if (parent < 0) {
            System.arraycopy(globals, Affine.SIZE * b, local, 0, Affine.SIZE);
          } else {
            Affine.invert(globals, Affine.SIZE * parent, above, 0);
            Affine.multiply(above, 0, globals, Affine.SIZE * b, local, 0);
          }
          if (isAffine()) {
            split(local, b, k);
          } else {
            Affine.toTrs(local, 0, translations[b], 3 * k, rotations[b], 4 * k, scales[b], 3 * k);
            keepSign(rotations[b], k);
          }
        }
      }
    }

    /** Splits a transform into the node's translation, U and S, and the joint's Vᵀ. */
    private void split(double[] local, int b, int k) {
      for (int r = 0; r < 3; r++) {
        translations[b][3 * k + r] = local[4 * r + 3];
      }
      splits[b].next(local, 0);
      splits[b].copyLeft(rotations[b], 4 * k);
      splits[b].copyScale(scales[b], 3 * k);
      splits[b].copyRightInverse(axes[b], 4 * k);
    }

    /** Computes G = M Ĝ with Ĝ the translation to the joint centre. */
    private void fillGlobal(int b, int frame, double[] globals) {
      int g = Affine.SIZE * b;
      fitted.copyMotion(motions, b, frame, globals, g);
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
          globals[g + 4 * r + 3] += globals[g + 4 * r + c] * centres[3 * b + c];
        }
      }
    }

    /**
     * Chooses of q and −q the one nearer to the previous frame, so that linear interpolation of the
     * values takes the short way.
     */
    private void keepSign(double[] q, int k) {
      double dot = 0;
      for (int i = 0; i < Quaternion.SIZE && k > 0; i++) {
        dot += q[4 * k + i] * q[4 * k - 4 + i];
      }
      if (dot < 0) {
        for (int i = 0; i < Quaternion.SIZE; i++) {
          q[4 * k + i] = -q[4 * k + i];
        }
      }
    }

    List<Clip> clips() {
      List<Clip> clips = new ArrayList<>();
      int[] all = IntStream.range(0, frames).toArray();
      clips.add(clip(ExamplesClip.NAME, all, ExamplesClip.times(frames)));
      if (frames - 1 <= ExamplesClip.MAX_SHOWN) {
        for (int k = 1; k < frames; k++) {
          // Two equal keys: players skip clips without a duration.
          clips.add(
              clip(
                  String.format(Locale.ROOT, "pose-%02d", k),
                  new int[] {k, k},
                  new double[] {0, 1}));
        }
      }
      return clips;
    }

    private Clip clip(String name, int[] keys, double[] times) {
      List<Track> tracks = new ArrayList<>();
      for (int b = 0; b < jointOf.length; b++) {
        if (fitted.articulation() == null || tree.parents()[b] < 0) {
          add(tracks, nodeOf[b], Property.TRANSLATION, translations[b], 3, keys, times);
        }
        add(tracks, nodeOf[b], Property.ROTATION, rotations[b], 4, keys, times);
        if (isScaled(scales[b])) {
          add(tracks, nodeOf[b], Property.SCALE, scales[b], 3, keys, times);
        }
        if (isAffine()) {
          add(tracks, jointOf[b], Property.ROTATION, axes[b], 4, keys, times);
        }
      }
      return new Clip(name, tracks);
    }

    private void add(
        List<Track> tracks,
        int node,
        Property property,
        double[] all,
        int size,
        int[] keys,
        double[] times) {
      double[] values = new double[size * times.length];
      for (int k = 0; k < keys.length; k++) {
        System.arraycopy(all, size * keys[k], values, size * k, size);
      }
      tracks.add(new Track(node, property, Interpolation.LINEAR, times, values));
    }

    private boolean isScaled(double[] scale) {
      for (double s : scale) {
        if (Math.abs(s - 1) > 1e-9) {
          return true;
        }
      }
      return false;
    }
  }
}
