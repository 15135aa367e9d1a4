package dev.sinew.transform;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Characters with everything that a transformation must handle: several roots, one with a sheared
 * matrix; skins whose bind matrices are no rest matrices; a mesh that is shown with a skin and
 * without, one with two skins; morph targets; clips with all interpolations on roots and below.
 */
final class MixedCharacter {
  private static final int POINTS = 12;

  private final Random random;

  private MixedCharacter(long seed) {
    random = new Random(seed);
  }

  static SkinnedCharacter create(long seed) {
    return new MixedCharacter(seed).character();
  }

  private SkinnedCharacter character() {
    Skeleton.Builder skeleton = Skeleton.builder();
    int root = skeleton.add("root", -1, numbers(3), rotation(), new double[] {1.2, 0.9, 1.1});
    int arm = skeleton.add("arm", root, numbers(3), rotation(), new double[] {1, 1, -0.8});
    int hand = skeleton.add("hand", arm, numbers(3), rotation(), new double[] {1, 1, 1});
    int sheared = skeleton.addMatrix("sheared", -1, numbers(Affine.SIZE));
    int prop = skeleton.add("prop", sheared, numbers(3), rotation(), new double[] {2, 1, 1});
    int shown = skeleton.add("shown", -1, 0, 0, 0);
    Skin first = new Skin("first", new int[] {root, arm, hand}, numbers(3 * Affine.SIZE));
    Skin second = new Skin("second", new int[] {arm, prop}, numbers(2 * Affine.SIZE));
    Skin third = new Skin("third", new int[] {prop, root}, numbers(2 * Affine.SIZE));
    List<Geometry> meshes =
        List.of(geometry("skinned", 3), geometry("both", 2), geometry("rigid", 0));
    List<Part> parts =
        List.of(
            new Part("skinned", shown, 0, 0),
            new Part("with second", root, 1, 1),
            new Part("with third", arm, 1, 2),
            new Part("rigid", prop, 2, SkinnedCharacter.NO_SKIN),
            new Part("unskinned", sheared, 1, SkinnedCharacter.NO_SKIN));
    List<Clip> clips =
        List.of(
            new Clip(
                "all",
                List.of(
                    track(root, Property.TRANSLATION, Interpolation.CUBICSPLINE),
                    track(root, Property.ROTATION, Interpolation.CUBICSPLINE),
                    track(root, Property.SCALE, Interpolation.LINEAR),
                    track(arm, Property.TRANSLATION, Interpolation.LINEAR),
                    track(hand, Property.ROTATION, Interpolation.LINEAR),
                    track(shown, Property.WEIGHTS, Interpolation.LINEAR))),
            new Clip(
                "some",
                List.of(
                    track(root, Property.ROTATION, Interpolation.STEP),
                    track(prop, Property.TRANSLATION, Interpolation.CUBICSPLINE))));
    return new SkinnedCharacter(
        skeleton.build(), List.of(first, second, third), meshes, parts, clips);
  }

  private Geometry geometry(String name, int joints) {
    int[] same = new int[POINTS];
    Arrays.setAll(same, i -> i);
    int[] triangles = new int[3 * POINTS];
    Arrays.setAll(triangles, i -> random.nextInt(POINTS));
    TriMesh mesh =
        new TriMesh(
            numbers(3 * POINTS),
            same,
            triangles,
            new int[POINTS],
            List.of(
                new MeshAttribute(MeshAttribute.NORMAL, 3, directions(3)),
                new MeshAttribute(MeshAttribute.TANGENT, 4, directions(4)),
                new MeshAttribute(MeshAttribute.UV, 2, narrow(numbers(2 * POINTS)))));
    MorphTargets morphs =
        new MorphTargets(
            List.of(narrow(numbers(3 * POINTS)), narrow(numbers(3 * POINTS))),
            Arrays.asList(narrow(numbers(3 * POINTS)), null),
            new double[] {0.5, -0.25});
    return new Geometry(
        name,
        mesh,
        joints == 0 ? Skinning.rigid() : new Skinning.Linear(influences(joints)),
        morphs);
  }

  private Influences influences(int joints) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < POINTS; v++) {
      double t = random.nextDouble();
      rows.add(v % joints, t).add((v + 1) % joints, 1 - t).endRow();
    }
    return rows.build();
  }

  private Clip.Track track(int joint, Property property, Interpolation interpolation) {
    double[] times = {0, 0.5, 1.25};
    int components = property == Property.WEIGHTS ? 2 : property == Property.ROTATION ? 4 : 3;
    int perKey = interpolation == Interpolation.CUBICSPLINE ? 3 : 1;
    return new Clip.Track(
        joint, property, interpolation, times, numbers(times.length * perKey * components));
  }

  private double[] numbers(int count) {
    return random.doubles(count, -1, 1).map(x -> x + Math.signum(x) / 4).toArray();
  }

  private double[] rotation() {
    double[] q = numbers(Quaternion.SIZE);
    Quaternion.normalize(q, 0);
    return q;
  }

  private float[] directions(int components) {
    double[] out = new double[components * POINTS];
    for (int i = 0; i < out.length; i += components) {
      double[] v = numbers(3);
      double length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      for (int k = 0; k < 3; k++) {
        out[i + k] = v[k] / length;
      }
      if (components == 4) {
        out[i + 3] = random.nextBoolean() ? 1 : -1;
      }
    }
    return narrow(out);
  }

  private static float[] narrow(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }
}
