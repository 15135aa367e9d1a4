package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Cylinder;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.StretchTwist.Base;
import dev.sinew.skin.StretchTwist.Endpoints;
import dev.sinew.skin.StretchTwist.Options;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StretchTwistTest {
  private static final int SIDES = 24;
  private static final double MIDDLE = Cylinder.LENGTH / 2;

  /**
   * The points of a bone twist and stretch with its end, so points of one influence are not rigid.
   */
  abstract static class Contract extends DeformerContract {
    private final Options options;

    Contract(Base base, Endpoints endpoints) {
      options = new Options(base, endpoints);
    }

    @Override
    Deformer create(SkinnedCharacter character, Part part) {
      return StretchTwist.of(character, part, options);
    }

    @Override
    Set<Law> laws() {
      return EnumSet.complementOf(EnumSet.of(Law.ONE_INFLUENCE_FOLLOWS_ITS_JOINT));
    }
  }

  @Nested
  class LinearProjection extends Contract {
    LinearProjection() {
      super(Base.LINEAR, Endpoints.PROJECTION);
    }
  }

  @Nested
  class LinearHeat extends Contract {
    LinearHeat() {
      super(Base.LINEAR, Endpoints.BONE_HEAT);
    }
  }

  @Nested
  class DualProjection extends Contract {
    DualProjection() {
      super(Base.DUAL_QUATERNION, Endpoints.PROJECTION);
    }
  }

  @Nested
  class DualHeat extends Contract {
    DualHeat() {
      super(Base.DUAL_QUATERNION, Endpoints.BONE_HEAT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bendAloneEqualsTheBaseMethod(Base base) {
    Sample sample = Cylinder.bending(90, 2);
    Part part = Posing.part(sample.character());
    Deformer plain =
        base == Base.LINEAR
            ? LinearBlend.of(sample.character(), part)
            : DualQuaternionBlend.of(sample.character(), part);
    Deformer bones = projected(sample.character(), base);
    Pose bent = sample.poses().getLast();

    assertThat(Posing.distance(Posing.positions(bones, bent), Posing.positions(plain, bent)))
        .isLessThan(1e-5);
  }

  @ParameterizedTest
  @EnumSource
  void twistIsLinearAlongTheBone(Base base) {
    Sample sample = Cylinder.twisting(120, 2);
    float[] out = Posing.positions(projected(sample.character(), base), sample.poses().getLast());

    // The rings before the weights of the second bone begin, at 1.5 of 2.5.
    for (int ring = 0; ring <= 30; ring++) {
      int at = 3 * (SIDES + 1) * ring;
      double angle = Math.toDegrees(Math.atan2(-out[at + 2], out[at]));
      assertThat(angle).isCloseTo(120 * (0.05 * ring) / MIDDLE, within(1e-3));
      assertThat(out[at + 1]).isCloseTo(0.05f * ring, within(1e-5f));
    }
  }

  @ParameterizedTest
  @EnumSource
  void elongatedBoneMovesItsEndWithoutOvershoot(Base base) {
    SkinnedCharacter tube = Cylinder.bending(90, 2).character();
    Pose longer = tube.restPose();
    double[] local = new double[Affine.SIZE];
    longer.copyLocal(1, local, 0);
    local[7] = MIDDLE + 1;
    longer.setLocal(1, local, 0);
    longer.update();

    assertStretchedByOne(Posing.positions(projected(tube, base), longer));
  }

  @ParameterizedTest
  @EnumSource
  void boneScaledAlongItsAxisIsElongated(Base base) {
    SkinnedCharacter tube = Cylinder.bending(90, 2).character();
    Pose longer = tube.restPose();
    double factor = (MIDDLE + 1) / MIDDLE;
    double[] none = {0, 0, 0, 1};
    longer.setLocal(0, new double[3], 0, none, 0, new double[] {1, factor, 1}, 0);
    // The end joint cancels the scale for its own bone.
    longer.setLocal(1, new double[] {0, MIDDLE, 0}, 0, none, 0, new double[] {1, 1 / factor, 1}, 0);
    longer.update();

    assertStretchedByOne(Posing.positions(projected(tube, base), longer));
    float[] linear = Posing.positions(LinearBlend.of(tube, Posing.part(tube)), longer);
    assertThat(height(linear, 54)).as("linear blending overshoots").isGreaterThan(2.71 + 1);
  }

  /** Checks that the first half grew from 2.5 to 3.5 and the second half only moved up. */
  private static void assertStretchedByOne(float[] out) {
    for (int ring = 0; ring <= 100; ring++) {
      double s = 0.05 * ring;
      double expected = s <= MIDDLE ? s * (MIDDLE + 1) / MIDDLE : s + 1;
      // In the first half the second bone, not stretched, has some weight.
      double second = Math.clamp((s - MIDDLE + Cylinder.ZONE) / (2 * Cylinder.ZONE), 0, 1);
      second = second * second * (3 - 2 * second);
      double shared = s <= MIDDLE ? (1 - second) * expected + second * (s + 1) : expected;
      assertThat(height(out, ring)).isCloseTo(shared, within(2e-5));
    }
  }

  private static double height(float[] out, int ring) {
    return out[3 * (SIDES + 1) * ring + 1];
  }

  @Test
  void jointWithoutAChildIsRigid() {
    Sample sample = Cylinder.twisting(120, 2);
    Part part = Posing.part(sample.character());
    Pose twisted = sample.poses().getLast();
    float[] bones = Posing.positions(projected(sample.character(), Base.LINEAR), twisted);
    float[] plain = Posing.positions(LinearBlend.of(sample.character(), part), twisted);

    // The rings that the second bone moves alone.
    for (int at = 3 * (SIDES + 1) * 71; at < 3 * (SIDES + 1) * 101; at++) {
      assertThat(bones[at]).isCloseTo(plain[at], within(1e-5f));
    }
  }

  /**
   * Returns a long neck with a head that reaches forward and hangs down in front of it, all on the
   * neck's bone, after section 4.1.1 of the thesis.
   */
  private static SkinnedCharacter goose(List<double[]> path) {
    double[][] corners = {{0, 0}, {0, 4}, {2, 4}, {2, 1}};
    for (int k = 0; k + 1 < corners.length; k++) {
      double dx = corners[k + 1][0] - corners[k][0];
      double dy = corners[k + 1][1] - corners[k][1];
      double length = Math.hypot(dx, dy);
      int steps = (int) (10 * length);
      for (int i = 0; i < steps; i++) {
        double t = (double) i / steps;
        path.add(
            new double[] {
              corners[k][0] + t * dx, corners[k][1] + t * dy, dx / length, dy / length
            });
      }
    }
    int around = 8;
    double[] positions = new double[3 * around * path.size()];
    List<Integer> triangles = new ArrayList<>();
    Influences.Builder rows = Influences.builder();
    for (int r = 0; r < path.size(); r++) {
      double[] at = path.get(r);
      for (int side = 0; side < around; side++) {
        double angle = 2 * Math.PI * side / around;
        int v = around * r + side;
        positions[3 * v] = at[0] + 0.2 * Math.cos(angle) * at[3];
        positions[3 * v + 1] = at[1] - 0.2 * Math.cos(angle) * at[2];
        positions[3 * v + 2] = 0.2 * Math.sin(angle);
        rows.add(0, 1).endRow();
        if (r > 0) {
          int w = around * r + (side + 1) % around;
          triangles.addAll(List.of(v - around, w - around, w, v - around, w, v));
        }
      }
    }
    TriMesh mesh = TriMesh.of(positions, triangles.stream().mapToInt(Integer::intValue).toArray());
    Skeleton.Builder joints = Skeleton.builder();
    int neck = joints.add("neck", Skeleton.NO_PARENT, 0, 0, 0);
    joints.add("head", neck, 0, 3, 0);
    joints.add("goose", Skeleton.NO_PARENT, 0, 0, 0);
    return Posing.bound(joints.build(), mesh, rows.build());
  }

  @Test
  void heatAssignsTheBillToTheHead() {
    List<double[]> path = new ArrayList<>();
    SkinnedCharacter goose = goose(path);
    StretchTwist heat =
        StretchTwist.of(
            goose, Posing.part(goose), new Options(Base.DUAL_QUATERNION, Endpoints.BONE_HEAT));
    StretchTwist simple = projected(goose, Base.DUAL_QUATERNION);

    for (int v = 0; v < heat.pointCount(); v++) {
      double[] at = path.get(v / 8);
      if (at[0] > 1.9) {
        assertThat(heat.endpointWeight(v, 0)).isGreaterThan(0.97f);
        assertThat(simple.endpointWeight(v, 0)).isLessThan(0.03f);
      } else if (at[0] == 0 && at[1] < 3) {
        // Along the neck both equal the projection.
        assertThat(heat.endpointWeight(v, 0)).isCloseTo((float) at[1] / 3, within(0.1f));
        assertThat(simple.endpointWeight(v, 0)).isCloseTo((float) at[1] / 3, within(0.07f));
      }
    }
  }

  @Test
  void pointsFarFromTheAxisMoveWithTheirSurface() {
    List<double[]> path = new ArrayList<>();
    SkinnedCharacter goose = goose(path);
    Pose rotated = goose.restPose();
    double[] q = new double[4];
    Quaternion.fromAxisAngle(0, 1, 0, 2, q, 0);
    rotated.setLocal(1, new double[] {0, 4, 0}, 0, q, 0, new double[] {1, 1, 1}, 0);
    rotated.update();
    float[] rest = goose.meshes().getFirst().mesh().wedgePositions();
    float[] simple = Posing.positions(projected(goose, Base.DUAL_QUATERNION), rotated);
    float[] heat = Posing.positions(StretchTwist.of(goose, Posing.part(goose)), rotated);
    // By projection the bill stays with the neck's joint, by heat it follows the head rigidly.
    double[] head = new double[Affine.SIZE];
    Affine.fromTrs(new double[] {0, 1, 0}, 0, q, 0, new double[] {1, 1, 1}, 0, head, 0);
    float[] withHead = Posing.moved(rest, head);

    for (int v = 0; v < rest.length / 3; v++) {
      if (path.get(v / 8)[0] > 1.9) {
        for (int c = 3 * v; c < 3 * v + 3; c++) {
          assertThat(simple[c]).isCloseTo(rest[c], within(0.1f));
          assertThat(heat[c]).isCloseTo(withHead[c], within(0.15f));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void endpointWeightsAreBetweenZeroAndOne(Endpoints endpoints) {
    SkinnedCharacter biped = Samples.create("biped").character();
    StretchTwist skin =
        StretchTwist.of(biped, Posing.part(biped), new Options(Base.LINEAR, endpoints));
    Influences influences = biped.meshes().getFirst().skinning().influences().orElseThrow();
    TriMesh mesh = biped.meshes().getFirst().mesh();
    int near = 0;
    int far = 0;
    for (int p = 0; p < skin.pointCount(); p++) {
      for (int i = 0; i < influences.count(mesh.vertexOfWedge(p)); i++) {
        float e = skin.endpointWeight(p, i);
        assertThat(e).isBetween(0f, 1f);
        near += e < 0.2 ? 1 : 0;
        far += e > 0.8 ? 1 : 0;
      }
    }
    assertThat(near).isGreaterThan(500);
    assertThat(far).isGreaterThan(500);
  }

  /** The first bone is stretched by 60 %: its base stays, its end and what follows move on. */
  @ParameterizedTest
  @EnumSource
  void aStretchedBoneMovesNothingAtItsBase(Endpoints endpoints) {
    SkinnedCharacter tube = Cylinder.bending(90, 2).character();
    StretchTwist skin =
        StretchTwist.of(tube, Posing.part(tube), new Options(Base.LINEAR, endpoints));
    Pose longer = tube.restPose();
    double[] local = new double[Affine.SIZE];
    longer.copyLocal(1, local, 0);
    local[7] = 1.6 * MIDDLE;
    longer.setLocal(1, local, 0);
    longer.update();
    float[] out = Posing.positions(skin, longer);
    assertThat(skin.endpointWeight(0, 0)).isCloseTo(0, within(1e-4f));
    assertThat(height(out, 0)).isCloseTo(0, within(1e-4 * MIDDLE));
    for (int ring = 1; ring <= 100; ring++) {
      assertThat(height(out, ring)).isGreaterThan(height(out, ring - 1));
    }
    assertThat(height(out, 100)).isCloseTo(5 + 0.6 * MIDDLE, within(1e-4));
  }

  private static StretchTwist projected(SkinnedCharacter character, Base base) {
    return StretchTwist.of(
        character, Posing.part(character), new Options(base, Endpoints.PROJECTION));
  }
}
