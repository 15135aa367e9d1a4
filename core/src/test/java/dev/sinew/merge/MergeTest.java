package dev.sinew.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Interpolation;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A merged character has the same surface in every pose, with one mesh and one skin. */
class MergeTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(2);
  private static final int TRIANGLES = 12;

  private final List<Geometry> meshes = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private final List<Skin> skins = new ArrayList<>();

  /**
   * Two skins of the same joints, one in another space; one that no motion explains; rigid parts
   * below a joint, on a moving node, on a mirrored node and on a node of their own.
   */
  private SkinnedCharacter character(Random random) {
    Skeleton.Builder tree = Skeleton.builder();
    int root = tree.add("root", Skeleton.NO_PARENT, 0.1, 0.2, 0.3);
    int spine = joint(tree, "spine", root, random);
    int head = joint(tree, "head", spine, random);
    int hat = joint(tree, "hat", head, random);
    int wing = joint(tree, "wing", spine, random);
    double[] mirrored = {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, -1, 0.1};
    int mirror = tree.addMatrix("mirror", head, mirrored);
    int prop = joint(tree, "prop", Skeleton.NO_PARENT, random);
    int body = tree.add("body", root, 0, 0, 0);
    int dress = tree.add("dress", root, 0, 0, 0);
    int odd = tree.add("odd", root, 0, 0, 0);
    Skeleton skeleton = tree.build();
    int[] joints = {root, spine, head};
    skins.add(skin("a", skeleton, joints, new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, null));
    double[] centimetres = {0.01, 0, 0, 0.3, 0, 0, -0.01, 0.1, 0, 0.01, 0, 0};
    skins.add(skin("b", skeleton, new int[] {head, spine}, centimetres, null));
    skins.add(skin("c", skeleton, joints, centimetres, random));
    addPart("body", body, 0, 3, random);
    addPart("dress", dress, 1, 2, random);
    addPart("odd", odd, 2, 3, random);
    for (int node : new int[] {hat, wing, mirror, prop}) {
      addPart(skeleton.name(node), node, SkinnedCharacter.NO_SKIN, 0, random);
    }
    List<Clip> clips = List.of(clip("move", List.of(spine, head, wing), body, dress, random));
    return new SkinnedCharacter(skeleton, skins, meshes, parts, clips);
  }

  private static int joint(Skeleton.Builder tree, String name, int parent, Random random) {
    double[] q = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), 1};
    double length = Math.sqrt(Arrays.stream(q).map(x -> x * x).sum());
    double[] unit = Arrays.stream(q).map(x -> x / length).toArray();
    double[] t = {random.nextDouble(), random.nextDouble(), random.nextDouble()};
    return tree.add(name, parent, t, unit, new double[] {1.1, 1.1, 1.1});
  }

  /** Returns a skin whose mesh is in another space; with other random binds per joint if asked. */
  private static Skin skin(
      String name, Skeleton skeleton, int[] joints, double[] space, @Nullable Random perturb) {
    Pose rest = new Pose(skeleton);
    double[] binds = new double[Affine.SIZE * joints.length];
    for (int i = 0; i < joints.length; i++) {
      double[] bind = new double[Affine.SIZE];
      rest.copyGlobal(joints[i], bind, 0);
      Affine.invert(bind, 0, bind, 0);
      Affine.multiply(bind, 0, space, 0, binds, Affine.SIZE * i);
      if (perturb != null) {
        binds[Affine.SIZE * i + 3] += perturb.nextDouble();
      }
    }
    return new Skin(name, joints, binds);
  }

  private void addPart(String name, int node, int skin, int joints, Random random) {
    int vertices = 8;
    double scale = skin > 0 ? 100 : 1;
    double[] positions = random.doubles(3L * vertices).map(x -> scale * (x - 0.5)).toArray();
    int[] corners = random.ints(3L * TRIANGLES, 0, vertices).toArray();
    float[] normals = new float[3 * vertices];
    for (int v = 0; v < vertices; v++) {
      normals[3 * v + v % 3] = 1;
    }
    int[] same = new int[vertices];
    Arrays.setAll(same, v -> v);
    TriMesh mesh =
        new TriMesh(
            positions,
            same,
            corners,
            new int[TRIANGLES],
            List.of(new MeshAttribute(MeshAttribute.NORMAL, 3, normals)));
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < vertices && joints > 0; v++) {
      rows.add(random.nextInt(joints), 1).add(random.nextInt(joints), 0.5).endRow();
    }
    List<float[]> offsets = new ArrayList<>();
    List<float[]> none = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      float[] own = new float[3 * vertices];
      for (int i = 0; i < own.length; i++) {
        own[i] = (float) (scale * 0.2 * random.nextGaussian());
      }
      offsets.add(own);
      none.add(null);
    }
    meshes.add(
        new Geometry(
            name,
            mesh,
            joints == 0 ? Skinning.rigid() : new Skinning.Linear(rows.build()),
            new MorphTargets(offsets, none, new double[] {0, 0.3})
                .withNames(List.of("blink", "smile"))));
    parts.add(new Part(name, node, meshes.size() - 1, skin));
  }

  private static Clip clip(String name, List<Integer> moved, int driven, int other, Random random) {
    List<Track> tracks = new ArrayList<>();
    for (int joint : moved) {
      double[] values = random.doubles(12, -1, 1).toArray();
      tracks.add(
          new Track(
              joint, Property.ROTATION, Interpolation.LINEAR, new double[] {0, 0.5, 1}, values));
    }
    tracks.add(
        new Track(
            driven,
            Property.WEIGHTS,
            Interpolation.CUBICSPLINE,
            new double[] {0.1, 0.6, 1},
            random.doubles(18).toArray()));
    tracks.add(
        new Track(
            other,
            Property.WEIGHTS,
            Interpolation.LINEAR,
            new double[] {0, 0.3, 0.9},
            random.doubles(6).toArray()));
    return new Clip(name, tracks);
  }

  @RepeatedTest(20)
  void hasTheSameSurfaceInEveryPose(RepetitionInfo run) {
    long seed = 370L + run.getCurrentRepetition();
    Random random = new Random(seed);
    SkinnedCharacter character = character(random);
    MergeResult result = Merge.run(character, MergeOptions.DEFAULTS, CONTEXT);
    assertThat(result.before().drawCalls()).isEqualTo(7);
    assertThat(result.after().drawCalls()).isEqualTo(1);
    CharacterSurface.Posed before = CharacterSurface.of(character).newPosed();
    CharacterSurface.Posed after = CharacterSurface.of(result.character()).newPosed();
    for (double time = 0; time <= 1.1; time += 0.05) {
      before.set(posed(character, time));
      after.set(posed(result.character(), time));
      for (int c = 0; c < 3 * before.mesh().triangleCount(); c++) {
        // The surface flips the triangles of a mirrored part, so that their fronts stay in front.
        int a = before.mesh().vertex(c / 3, c % 3);
        int b = after.mesh().vertex(c / 3, c % 3);
        for (int k = 0; k < 3; k++) {
          assertThat(after.mesh().position(b, k))
              .as("seed %d, time %s, corner %d", seed, time, c)
              .isCloseTo(before.mesh().position(a, k), within(2e-5));
        }
      }
    }
  }

  private static Pose posed(SkinnedCharacter character, double time) {
    Pose pose = character.restPose();
    character.clips().getFirst().sample(time, pose);
    return pose;
  }

  @Test
  void targetsOfOneNameAreOneWhereTheyAlwaysMoveTogether() {
    SkinnedCharacter character = character(new Random(1));
    MergeResult result = Merge.run(character, MergeOptions.DEFAULTS, CONTEXT);
    MorphTargets morphs = result.character().meshes().getLast().morphs();
    // The body and the dress have tracks of their own; the other five have none.
    assertThat(morphs.names())
        .containsExactly(
            "blink", "smile", "blink (dress)", "smile (dress)", "blink (odd)", "smile (odd)");
  }

  @Test
  void whatIsKeptStaysApart() {
    SkinnedCharacter character = character(new Random(2));
    MergeOptions options = MergeOptions.DEFAULTS.withKeep(Pattern.compile("hat|wing"));
    MergeResult result = Merge.run(character, options, CONTEXT);
    assertThat(result.after().drawCalls()).isEqualTo(3);
    assertThat(result.character().parts().stream().map(Part::name).toList())
        .contains("hat", "wing");
  }

  @Test
  void oneMeshOfOneMaterialStaysAsItIs() {
    SkinnedCharacter character = SkinnedCharacter.ofMesh("one", triangle());
    MergeResult result = Merge.run(character, MergeOptions.DEFAULTS, CONTEXT);
    assertThat(result.character()).isSameAs(character);
    assertThat(result.notes()).anyMatch(note -> note.contains("nothing to merge"));
  }

  private static TriMesh triangle() {
    return TriMesh.of(new double[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
  }
}
