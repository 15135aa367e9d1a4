package dev.sinew.io.usd;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A character with everything that USD stores in another way: names that are the same or not
 * allowed, a node with a scale of no half precision that moves, two skins of which the second has
 * other bind matrices, more than four influences, a mesh on a joint, one that stands still, morph
 * targets with and without a skin, and clips of all interpolations with keys at different times.
 */
final class OddRig {
  private static final int SIDES = 7;

  private OddRig() {}

  static SkinnedCharacter create(long seed) {
    Random random = new Random(seed);
    Skeleton.Builder nodes = Skeleton.builder();
    double[] still = {0, 0, 0, 1};
    int top = nodes.add("Armature", -1, new double[3], still, new double[] {0.01, 0.01, 0.01});
    int hip = nodes.add("mixamorig:Hips", top, 0, 90, 0);
    int[] spine = new int[5];
    int above = hip;
    for (int i = 0; i < spine.length; i++) {
      double[] turn = rotation(random, 0.3);
      spine[i] = above = nodes.add("böne", above, new double[] {0, 10, i}, turn, scale(random));
    }
    int hat = nodes.add("hat.001", above, 0, 12, 0);
    int rock = nodes.add("1 rock", -1, 2, 0, 0);
    Skeleton skeleton = nodes.build();
    Geometry body = mesh("body", random, true, 6);
    Geometry coat = mesh("coat", random, false, 2);
    Geometry plain = new Geometry("hat", mesh("hat", random, true, 1).mesh());
    Geometry face = plain.withMorphs(mesh("face", random, true, 1).morphs());
    int[] joints = {top, hip, spine[0], spine[1], spine[2], spine[3], spine[4]};
    Skin first = skin("first", joints, random);
    return new SkinnedCharacter(
        skeleton,
        List.of(first, shifted(first), skin("other", joints, random)),
        List.of(body, coat, plain, face),
        List.of(
            new Part("body", top, 0, 0, List.of(0.25, 0.0)),
            new Part("body", hip, 1, 1),
            new Part("Coat", hip, 1, 2),
            new Part("hat.001", hat, 2, SkinnedCharacter.NO_SKIN),
            new Part("1 rock", rock, 2, SkinnedCharacter.NO_SKIN),
            new Part("face", hat, 3, SkinnedCharacter.NO_SKIN)),
        List.of(
            clip("Walk", random, joints, hat, Interpolation.LINEAR),
            clip("Walk", random, joints, hat, Interpolation.STEP),
            clip("Take 001 | \"wave\"", random, joints, hat, Interpolation.LINEAR)));
  }

  private static double[] rotation(Random random, double size) {
    double[] q = {size * random.nextGaussian(), size * random.nextGaussian(), 0, 1};
    double length = Math.sqrt(Arrays.stream(q).map(x -> x * x).sum());
    return Arrays.stream(q).map(x -> x / length).toArray();
  }

  private static double[] scale(Random random) {
    return new double[] {1 + 0.5 * random.nextDouble(), 1, 0.7 + random.nextDouble()};
  }

  private static Skin skin(String name, int[] joints, Random random) {
    double[] inverses = new double[12 * joints.length];
    for (int j = 0; j < joints.length; j++) {
      double[] matrix = {100, 0, 0, 0, 0, 100, 0, -10 * j, 0, 0, 100, 0};
      for (int i = 0; i < 12; i++) {
        inverses[12 * j + i] = (float) (matrix[i] + 3 * random.nextGaussian());
      }
    }
    return new Skin(name, joints, inverses);
  }

  /** A skin whose matrices are those of another after one transform: powers of two are exact. */
  private static Skin shifted(Skin skin) {
    int[] joints = new int[skin.jointCount()];
    double[] inverses = new double[12 * joints.length];
    for (int j = 0; j < joints.length; j++) {
      joints[j] = skin.joint(j);
      skin.copyInverseBind(j, inverses, 12 * j);
      for (int i = 0; i < 12; i++) {
        inverses[12 * j + i] *= i % 4 == 3 ? 1 : 0.5;
      }
    }
    return new Skin("shifted", joints, inverses);
  }

  private static Geometry mesh(String name, Random random, boolean morphed, int influences) {
    int count = 3 * SIDES;
    double[] positions = new double[3 * count];
    float[] normals = new float[3 * count];
    float[] uvs = new float[2 * count];
    Influences.Builder weights = Influences.builder();
    for (int v = 0; v < count; v++) {
      double angle = 2 * Math.PI * (v % SIDES) / SIDES;
      positions[3 * v] = (float) (0.3 * Math.cos(angle));
      int ring = v / SIDES;
      positions[3 * v + 1] = 0.5 * ring;
      positions[3 * v + 2] = (float) (0.3 * Math.sin(angle));
      normals[3 * v + 1] = 1;
      uvs[2 * v] = random.nextFloat();
      uvs[2 * v + 1] = random.nextFloat();
      for (int i = 0; i < influences; i++) {
        weights.add((v + i) % 7, 0.1 + random.nextDouble());
      }
      weights.endRow();
    }
    List<Integer> corners = new ArrayList<>();
    List<Integer> groups = new ArrayList<>();
    for (int ring = 0; ring < 2; ring++) {
      for (int i = 0; i < SIDES; i++) {
        int a = ring * SIDES + i;
        int b = ring * SIDES + (i + 1) % SIDES;
        corners.addAll(List.of(a, b, a + SIDES, b, b + SIDES, a + SIDES));
        groups.addAll(List.of(ring, ring));
      }
    }
    int[] same = new int[count];
    Arrays.setAll(same, i -> i);
    TriMesh mesh =
        new TriMesh(
            positions,
            same,
            corners.stream().mapToInt(Integer::intValue).toArray(),
            groups.stream().mapToInt(Integer::intValue).toArray(),
            List.of(
                new MeshAttribute(MeshAttribute.NORMAL, 3, normals),
                new MeshAttribute(MeshAttribute.UV, 2, uvs)));
    Geometry plain = new Geometry(name, mesh, new Skinning.Linear(weights.build()));
    return morphed ? plain.withMorphs(morphs(count, random)) : plain;
  }

  private static MorphTargets morphs(int count, Random random) {
    List<float[]> offsets = List.of(new float[3 * count], new float[3 * count]);
    for (int i = 0; i < 9; i++) {
      offsets.get(0)[i + 6] = (float) (0.1 * random.nextGaussian());
      offsets.get(1)[3 * count - 1 - i] = (float) (0.1 * random.nextGaussian());
    }
    List<float @Nullable []> normals = new ArrayList<>();
    normals.add(null);
    normals.add(null);
    return new MorphTargets(offsets, normals, new double[] {0, 0.5});
  }

  private static Clip clip(
      String name, Random random, int[] joints, int hat, Interpolation interpolation) {
    List<Clip.Track> tracks = new ArrayList<>();
    for (int j = 0; j < joints.length; j++) {
      double[] times = new double[3 + j % 3];
      for (int k = 0; k < times.length; k++) {
        times[k] =
            (float) (k == 0 ? 0.1 * random.nextDouble() : times[k - 1] + 0.1 + random.nextDouble());
      }
      double[] turns = new double[4 * times.length];
      double[] ways = new double[3 * times.length];
      for (int k = 0; k < times.length; k++) {
        System.arraycopy(rotation(random, 1), 0, turns, 4 * k, 4);
        ways[3 * k] = (float) random.nextGaussian();
        ways[3 * k + 1] = (float) (10 + random.nextGaussian());
      }
      tracks.add(new Clip.Track(joints[j], Property.ROTATION, interpolation, times, turns));
      if (j % 2 == 1) {
        tracks.add(new Clip.Track(joints[j], Property.TRANSLATION, interpolation, times, ways));
      }
    }
    double[] times = {0, 0.75, 1.5};
    double[] weights = {0, 1, 0.5, 0.5, 1, 0};
    tracks.add(new Clip.Track(joints[0], Property.WEIGHTS, interpolation, times, weights));
    if (interpolation == Interpolation.LINEAR) {
      tracks.add(new Clip.Track(hat, Property.WEIGHTS, interpolation, times, weights));
    }
    return new Clip(name, tracks);
  }
}
