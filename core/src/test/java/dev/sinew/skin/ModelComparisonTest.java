package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.StretchTwist.Base;
import dev.sinew.skin.StretchTwist.Endpoints;
import dev.sinew.skin.StretchTwist.Options;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares the models in the same poses: for a tube on two bones, the area of its cross-sections
 * when twisted by a half turn and its volume when bent, relative to rest; and the direction in
 * which large rotations are blended.
 */
class ModelComparisonTest {
  private static final long SEED = 6;
  private static final int SIDES = 24;
  private static final int RINGS = 101;

  private static final Sample TWISTED = Cylinder.twisting(180, 2);
  private static final Sample BENT = Cylinder.bending(90, 2);
  private static final Sample SHARPLY_BENT = Cylinder.bending(110, 2);

  /** Models that are linear in the joint matrices: a half turn of twist collapses them. */
  private static final Set<Model> LINEAR_MODELS =
      Set.of(Model.LINEAR, Model.ANIMATION_SPACE, Model.MULTI_WEIGHT);

  enum Model {
    LINEAR,
    ANIMATION_SPACE,
    MULTI_WEIGHT,
    DUAL_QUATERNION,
    SPHERICAL,
    STRETCH_TWIST_LINEAR_PROJECTION,
    STRETCH_TWIST_LINEAR_HEAT,
    STRETCH_TWIST_DUAL_PROJECTION,
    STRETCH_TWIST_DUAL_HEAT;

    Deformer of(SkinnedCharacter character, Part part) {
      return switch (this) {
        case LINEAR -> LinearBlend.of(character, part);
        case ANIMATION_SPACE -> AnimationSpace.of(character, part);
        case MULTI_WEIGHT -> MultiWeight.of(character, part);
        case DUAL_QUATERNION -> DualQuaternionBlend.of(character, part);
        case SPHERICAL -> SphericalBlend.of(character, part);
        case STRETCH_TWIST_LINEAR_PROJECTION ->
            StretchTwist.of(character, part, new Options(Base.LINEAR, Endpoints.PROJECTION));
        case STRETCH_TWIST_LINEAR_HEAT ->
            StretchTwist.of(character, part, new Options(Base.LINEAR, Endpoints.BONE_HEAT));
        case STRETCH_TWIST_DUAL_PROJECTION ->
            StretchTwist.of(
                character, part, new Options(Base.DUAL_QUATERNION, Endpoints.PROJECTION));
        case STRETCH_TWIST_DUAL_HEAT ->
            StretchTwist.of(
                character, part, new Options(Base.DUAL_QUATERNION, Endpoints.BONE_HEAT));
      };
    }

    /** Returns the vertices in the last pose of the sample. */
    double[] pose(Sample sample) {
      Deformer deformer = of(sample.character(), Posing.part(sample.character()));
      float[] wedges = Posing.positions(deformer, sample.poses().getLast());
      TriMesh mesh = sample.mesh();
      double[] out = new double[3 * mesh.vertexCount()];
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        for (int c = 0; c < 3; c++) {
          out[3 * mesh.vertexOfWedge(w) + c] = wedges[3 * w + c];
        }
      }
      return out;
    }
  }

  @ParameterizedTest
  @EnumSource
  void crossSectionsWhenTwistedByAHalfTurn(Model model) {
    double[] v = model.pose(TWISTED);
    double full = area(TWISTED.mesh().positions(), 0);
    double atJoint = area(v, RINGS / 2) / full;
    double least = 1;
    for (int ring = 0; ring < RINGS; ring++) {
      least = Math.min(least, area(v, ring) / full);
    }
    String figures = figures("%s: area at joint %.4f, least %.4f", model, atJoint, least);

    if (LINEAR_MODELS.contains(model)) {
      assertThat(atJoint).as(figures).isLessThan(0.05);
    } else {
      assertThat(atJoint).as(figures).isBetween(0.9, 1.001);
      assertThat(least).as(figures).isGreaterThan(0.9);
    }
  }

  @ParameterizedTest
  @EnumSource
  void halfTurnDoesNotDependOnTheMotionOfTheWhole(Model model) {
    SkinnedCharacter character = TWISTED.character();
    Deformer deformer = model.of(character, Posing.part(character));
    float[] still = Posing.positions(deformer, TWISTED.poses().getLast());
    Random random = new Random(SEED);
    for (int k = 0; k < 20; k++) {
      double[] by = Posing.motion(random, Math.PI, 5);
      Pose moved = Posing.moved(character, TWISTED.poses().getLast(), by);

      assertThat(Posing.distance(Posing.positions(deformer, moved), Posing.moved(still, by)))
          .as("seed %d", SEED)
          .isLessThan(5e-5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nearlyAHalfTurnGivesTheSameAsAHalfTurn(Model model) {
    SkinnedCharacter character = TWISTED.character();
    Deformer deformer = model.of(character, Posing.part(character));
    float[] half = Posing.positions(deformer, TWISTED.poses().getLast());
    for (double difference : new double[] {-1e-7, 1e-7}) {
      Pose pose = character.restPose();
      rotate(pose, 1, 0, 1, 0, Math.PI + difference);

      assertThat(Posing.distance(Posing.positions(deformer, pose), half)).isLessThan(1e-5);
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"LINEAR", ".*_LINEAR_.*"},
      mode = EnumSource.Mode.MATCH_NONE)
  void distantJointsBlendAlongTheShorterRotation(Model model) {
    // The third joint is rotated by 340° relative to the first, which is 20° in the other
    // direction.
    SkinnedCharacter arm = Samples.create("arm").character();
    TriMesh mesh = arm.meshes().getFirst().mesh();
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      rows.add(0, 0.5).add(2, 0.5).endRow();
    }
    SkinnedCharacter character = Posing.withInfluences(arm, rows.build());
    Pose pose = character.restPose();
    for (int j = 0; j < 3; j++) {
      rotate(pose, j, 0, 0, 1, Math.toRadians(170));
    }
    float[] rest = mesh.wedgePositions();

    float[] out = Posing.positions(model.of(character, Posing.part(character)), pose);

    int left = 0;
    int right = 0;
    for (int at = 0; at < rest.length; at += 3) {
      left = rest[at] < rest[left] ? at : left;
      right = rest[at] > rest[right] ? at : right;
    }
    double angle = heading(out, left, right) - heading(rest, left, right);
    // The middle between 170° and 510° (= 150°).
    assertThat(Math.IEEEremainder(Math.toDegrees(angle), 360)).isCloseTo(160, within(0.01));
  }

  private static double heading(float[] p, int from, int to) {
    return Math.atan2(p[to + 1] - p[from + 1], p[to] - p[from]);
  }

  private static void rotate(Pose pose, int joint, double x, double y, double z, double angle) {
    double[] local = new double[Affine.SIZE];
    double[] rotation = new double[Affine.SIZE];
    double[] q = new double[4];
    pose.copyLocal(joint, local, 0);
    Quaternion.fromAxisAngle(x, y, z, angle, q, 0);
    Affine.fromTrs(new double[3], 0, q, 0, new double[] {1, 1, 1}, 0, rotation, 0);
    Affine.multiply(local, 0, rotation, 0, local, 0);
    pose.setLocal(joint, local, 0);
    pose.update();
  }

  @ParameterizedTest
  @EnumSource
  void volumeWhenBent(Model model) {
    double right = volume(BENT, model);
    double sharp = volume(SHARPLY_BENT, model);
    String figures = figures("%s: volume at 90° %.4f, at 110° %.4f", model, right, sharp);

    // All models lose volume, but none more than linear blending.
    assertThat(right).as(figures).isBetween(0.93, 1.01);
    assertThat(sharp).as(figures).isBetween(0.85, 1.02);
    assertThat(right).as(figures).isGreaterThan(volume(BENT, Model.LINEAR) - 1e-3);
  }

  /** Returns the text of a failure; printed if the property {@code sinew.figures} is set. */
  private static String figures(String format, Model model, double a, double b) {
    String text = String.format(Locale.ROOT, format, model, a, b);
    if (Boolean.getBoolean("sinew.figures")) {
      System.out.println(text);
    }
    return text;
  }

  /** Returns the area of a ring of the tube, projected along its axis. */
  private static double area(double[] v, int ring) {
    double twice = 0;
    for (int side = 0; side < SIDES; side++) {
      int a = 3 * (SIDES * ring + side);
      int b = 3 * (SIDES * ring + (side + 1) % SIDES);
      twice += v[a + 2] * v[b] - v[a] * v[b + 2];
    }
    return twice / 2;
  }

  private static double volume(Sample sample, Model model) {
    TriMesh rest = sample.mesh();
    return volume(rest, model.pose(sample)) / volume(rest, rest.positions());
  }

  private static double volume(TriMesh mesh, double[] p) {
    double six = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      int a = 3 * mesh.vertex(t, 0);
      int b = 3 * mesh.vertex(t, 1);
      int c = 3 * mesh.vertex(t, 2);
      six +=
          p[a] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1])
              + p[a + 1] * (p[b + 2] * p[c] - p[b] * p[c + 2])
              + p[a + 2] * (p[b] * p[c + 1] - p[b + 1] * p[c]);
    }
    return six / 6;
  }
}
