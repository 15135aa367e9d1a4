package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.sinew.math.Affine;
import dev.sinew.math.VectorApi;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.sample.Samples;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The contract of every skinning model, and laws that only some obey. The test of a model extends
 * this class, creates its deformers and lists the laws.
 */
abstract class DeformerContract {
  /** A law that a model may obey besides the contract of {@link Deformer}. */
  enum Law {
    /** The bind pose gives the input mesh. */
    REST_IS_INPUT,
    /** A rigid motion of all roots moves the skin in the same way. */
    RIGID_MOTION_COMMUTES,
    /** Scaling about the origin scales the skin. */
    SCALING_COMMUTES,
    /** Mirroring mirrors the skin. */
    MIRRORING_COMMUTES,
    /** A point of one joint follows the joint's matrix, whatever that matrix is. */
    ONE_INFLUENCE_FOLLOWS_ITS_JOINT,
    /** A part without a skin follows the matrix of its node, whatever that matrix is. */
    UNSKINNED_PART_FOLLOWS_ITS_NODE
  }

  private static final long SEED = 1963;
  private static final double TOLERANCE = 1e-5;
  private static final Map<String, SkinnedCharacter> CHARACTERS = new ConcurrentHashMap<>();

  private final Random random = new Random(SEED);

  /** Returns a new deformer of the model under test. */
  abstract Deformer create(SkinnedCharacter character, Part part);

  /** Returns the laws that the model obeys; all by default. */
  Set<Law> laws() {
    return Set.of(Law.values());
  }

  private static SkinnedCharacter character(String sample) {
    return CHARACTERS.computeIfAbsent(sample, name -> Samples.create(name).character());
  }

  private static double side(SkinnedCharacter character) {
    return character.meshes().getFirst().mesh().bounds().longestSide();
  }

  private Deformer create(SkinnedCharacter character) {
    return create(character, Posing.part(character));
  }

  private Pose randomPose(SkinnedCharacter character) {
    return Posing.random(character, random, 2, 0.05 * side(character));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "cylinder-twist", "arm", "biped"})
  void restIsInput(String sample) {
    assumeTrue(laws().contains(Law.REST_IS_INPUT), "the model does not obey this law");
    SkinnedCharacter character = character(sample);
    PointBuffer out = Posing.filled(create(character), character.restPose());

    float[] input = character.meshes().getFirst().mesh().wedgePositions();
    assertThat(Posing.distance(out.positions(), input)).isLessThan(TOLERANCE * side(character));
    float[] normals =
        character.meshes().getFirst().mesh().attribute("NORMAL").orElseThrow().toArray();
    assertThat(Posing.distance(Objects.requireNonNull(out.normals()), normals)).isLessThan(1e-5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "arm", "biped"})
  void rigidMotionCommutes(String sample) {
    assumeTrue(laws().contains(Law.RIGID_MOTION_COMMUTES), "the model does not obey this law");
    SkinnedCharacter character = character(sample);
    for (int k = 0; k < 5; k++) {
      assertCommutes(character, Posing.motion(random, Math.PI, side(character)), 1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "arm"})
  void scalingCommutes(String sample) {
    assumeTrue(laws().contains(Law.SCALING_COMMUTES), "the model does not obey this law");
    SkinnedCharacter character = character(sample);
    for (double scale : new double[] {0.01, 3}) {
      double[] by = new double[Affine.SIZE];
      by[0] = by[5] = by[10] = scale;
      assertCommutes(character, by, scale);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "arm"})
  void mirroringCommutes(String sample) {
    assumeTrue(laws().contains(Law.MIRRORING_COMMUTES), "the model does not obey this law");
    SkinnedCharacter character = character(sample);
    double[] by = Posing.motion(random, Math.PI, side(character));
    for (int at = 0; at < by.length; at += 4) {
      by[at] = -by[at];
    }
    assertCommutes(character, by, 1);
  }

  /**
   * Checks positions and normals; the linear part of the transform must be orthogonal up to scale.
   */
  private void assertCommutes(SkinnedCharacter character, double[] by, double scale) {
    Deformer deformer = create(character);
    Pose pose = randomPose(character);
    PointBuffer still = Posing.filled(deformer, pose);
    PointBuffer moved = Posing.filled(deformer, Posing.moved(character, pose, by));

    assertThat(Posing.distance(moved.positions(), Posing.moved(still.positions(), by)))
        .as("seed %d", SEED)
        .isLessThan(TOLERANCE * scale * side(character));
    double[] rotation = by.clone();
    for (int i = 0; i < rotation.length; i++) {
      rotation[i] = i % 4 == 3 ? 0 : rotation[i] / scale;
    }
    float[] normals = Objects.requireNonNull(still.normals());
    assertThat(
            Posing.distance(
                Objects.requireNonNull(moved.normals()), Posing.moved(normals, rotation)))
        .as("normals, seed %d", SEED)
        .isLessThan(2e-3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "arm"})
  void oneInfluenceFollowsItsJoint(String sample) {
    assumeTrue(
        laws().contains(Law.ONE_INFLUENCE_FOLLOWS_ITS_JOINT), "the model does not obey this law");
    SkinnedCharacter character = Posing.withOneInfluence(character(sample));
    Deformer deformer = create(character);
    Pose pose = randomPose(character);
    shear(pose, 1);

    float[] out = Posing.positions(deformer, pose);

    var geometry = character.meshes().getFirst();
    double[] matrices = new double[Affine.SIZE * character.skins().getFirst().jointCount()];
    character.skins().getFirst().skinningMatrices(pose, matrices);
    float[] expected = new float[out.length];
    double[] p = new double[3];
    for (int w = 0; w < geometry.mesh().wedgeCount(); w++) {
      int v = geometry.mesh().vertexOfWedge(w);
      for (int c = 0; c < 3; c++) {
        p[c] = geometry.mesh().position(v, c);
      }
      int joint = geometry.skinning().influences().orElseThrow().joint(v, 0);
      Affine.transformPoint(matrices, Affine.SIZE * joint, p, 0, p, 0);
      for (int c = 0; c < 3; c++) {
        expected[3 * w + c] = (float) p[c];
      }
    }
    assertThat(Posing.distance(out, expected)).isLessThan(TOLERANCE * side(character));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend"})
  void unskinnedPartFollowsItsNode(String sample) {
    assumeTrue(
        laws().contains(Law.UNSKINNED_PART_FOLLOWS_ITS_NODE), "the model does not obey this law");
    SkinnedCharacter skinned = character(sample);
    SkinnedCharacter character =
        new SkinnedCharacter(
            skinned.skeleton(),
            List.of(),
            skinned.meshes(),
            List.of(new Part("rigid", 1, 0, SkinnedCharacter.NO_SKIN)),
            List.of());
    Pose pose = randomPose(character);
    shear(pose, 1);
    double[] global = new double[Affine.SIZE];
    pose.copyGlobal(1, global, 0);

    float[] out = Posing.positions(create(character), pose);

    float[] expected = Posing.moved(character.meshes().getFirst().mesh().wedgePositions(), global);
    assertThat(Posing.distance(out, expected)).isLessThan(TOLERANCE * side(character));
  }

  private static void shear(Pose pose, int joint) {
    double[] local = new double[Affine.SIZE];
    pose.copyLocal(joint, local, 0);
    for (int r = 0; r < 3; r++) {
      local[4 * r] *= 1.5;
      local[4 * r + 1] += 0.3 * local[4 * r + 2];
    }
    pose.setLocal(joint, local, 0);
    pose.update();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend", "arm"})
  void everySplitGivesTheSameAndWritesNothingElse(String sample) {
    SkinnedCharacter character = character(sample);
    Deformer deformer = create(character);
    Pose pose = randomPose(character);
    PointBuffer whole = Posing.filled(deformer, pose);
    int n = deformer.pointCount();
    int first = 5;
    float[] positions = new float[3 * (n + 2 * first)];
    float[] normals = new float[positions.length];
    Arrays.fill(positions, 77);
    Arrays.fill(normals, 78);
    PointBuffer padded = new PointBuffer(positions, normals, first);
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    int from = 0;
    while (from < n) {
      int to = Math.min(n, from + random.nextInt(n / 4));
      float[] before = positions.clone();
      posed.fill(from, to, padded);
      for (int i = 0; i < positions.length; i++) {
        if (i < 3 * (first + from) || i >= 3 * (first + to)) {
          assertThat(positions[i]).isEqualTo(before[i]);
        }
      }
      from = to;
    }
    int end = 3 * (first + n);
    assertThat(Arrays.copyOfRange(positions, 3 * first, end)).isEqualTo(whole.positions());
    assertThat(Arrays.copyOfRange(normals, 3 * first, end)).isEqualTo(whole.normals());
    assertThat(Arrays.copyOf(normals, 3 * first)).containsOnly(78);
    assertThat(Arrays.copyOfRange(normals, end, normals.length)).containsOnly(78);
  }

  @ParameterizedTest
  @ValueSource(strings = {"arm"})
  void twoThreadsEqualOne(String sample) throws InterruptedException {
    SkinnedCharacter character = character(sample);
    Deformer deformer = create(character);
    Pose pose = randomPose(character);
    PointBuffer alone = Posing.filled(deformer, pose);
    PointBuffer shared = PointBuffer.allocate(deformer.pointCount(), true);
    Deformer.Posed posed = deformer.newPosed();
    posed.set(pose);
    int middle = deformer.pointCount() / 2;
    Thread other = Thread.ofPlatform().start(() -> posed.fill(0, middle, shared));
    posed.fill(middle, deformer.pointCount(), shared);
    other.join();

    assertThat(shared.positions()).isEqualTo(alone.positions());
    assertThat(shared.normals()).isEqualTo(alone.normals());
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend"})
  void posesAreIndependent(String sample) {
    SkinnedCharacter character = character(sample);
    Deformer deformer = create(character);
    Pose pose = randomPose(character);
    float[] fresh = Posing.positions(deformer, pose);
    Deformer.Posed posed = deformer.newPosed();
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), false);
    posed.set(randomPose(character));
    posed.set(pose);
    posed.fill(0, deformer.pointCount(), out);

    assertThat(out.positions()).isEqualTo(fresh);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-bend"})
  void wrongSizesAreRejected(String sample) {
    SkinnedCharacter character = character(sample);
    Deformer deformer = create(character);
    int n = deformer.pointCount();
    Deformer.Posed posed = deformer.newPosed();
    posed.set(character.restPose());
    PointBuffer fits = PointBuffer.allocate(n, true);
    PointBuffer shortPositions = new PointBuffer(new float[3 * n - 1], null, 0);
    PointBuffer shortNormals = new PointBuffer(new float[3 * n], new float[3 * n - 1], 0);
    PointBuffer shifted = new PointBuffer(new float[3 * n], null, 1);

    assertRejected(posed, -1, n, fits);
    assertRejected(posed, 0, n + 1, fits);
    assertRejected(posed, 2, 1, fits);
    assertRejected(posed, 0, n, shortPositions);
    assertRejected(posed, 0, n, shortNormals);
    assertRejected(posed, 0, n, shifted);
  }

  private static void assertRejected(Deformer.Posed posed, int from, int to, PointBuffer out) {
    assertThatThrownBy(() -> posed.fill(from, to, out))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cylinder-twist"})
  void posingAllocatesNothing(String sample) {
    SkinnedCharacter character = character(sample);
    Deformer deformer = create(character);
    Pose pose = randomPose(character);
    Deformer.Posed posed = deformer.newPosed();
    PointBuffer out = PointBuffer.allocate(deformer.pointCount(), true);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    // The first rounds load classes, and vectors are objects until the code is compiled; afterwards
    // a round must not allocate.
    long least = Long.MAX_VALUE;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5); // For a busy machine.
    while (least > 0 && System.nanoTime() < end) {
      long before = threads.getCurrentThreadAllocatedBytes();
      posed.set(pose);
      posed.fill(0, deformer.pointCount(), out);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    // Vector code that was compiled for other tests of this process may box its vectors.
    // KernelProbeTest checks a process of its own.
    assumeTrue(least == 0 || VectorApi.obstacle() != null, "vectors are boxed in this process");
    assertThat(least).isZero();
  }
}
