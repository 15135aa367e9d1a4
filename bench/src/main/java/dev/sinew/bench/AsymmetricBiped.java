package dev.sinew.bench;

import dev.sinew.math.Quaternion;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.PoseExamples;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.subdivide.Subdivide;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The built-in biped in random poses whose limbs move independently. Its correct shape is that of
 * spherical blend skinning, which differs from linear blending at every joint by what that joint
 * does.
 */
final class AsymmetricBiped {
  /** The largest angle of a joint, in radians. */
  private static final double ANGLE = 1.1;

  private AsymmetricBiped() {}

  static SkinnedCharacter create() {
    return Samples.create("biped").character();
  }

  /** Returns a finer biped of about 8,000 vertices. */
  static SkinnedCharacter fine(RunContext context) {
    SkinnedCharacter fine =
        Subdivide.run(create(), SubdivisionScheme.LOOP, SubdivisionOptions.DEFAULTS, context)
            .character();
    SimplifyOptions quick =
        SimplifyOptions.DEFAULTS.withRatios(0.586).withPolish(false).withMeasuring(Measuring.NONE);
    return Simplify.run(fine, quick, context).levels().getFirst().character();
  }

  static Pose pose(SkinnedCharacter character, long seed) {
    Random random = new Random(seed);
    Skeleton skeleton = character.skeleton();
    Pose pose = character.restPose();
    double[] t = new double[3];
    double[] rest = new double[4];
    double[] q = new double[4];
    for (int j = 1; j < skeleton.jointCount(); j++) {
      skeleton.copyRestTranslation(j, t, 0);
      skeleton.copyRestRotation(j, rest, 0);
      double x = random.nextGaussian(), y = random.nextGaussian(), z = random.nextGaussian();
      double length = Math.sqrt(x * x + y * y + z * z);
      double angle = ANGLE * (2 * random.nextDouble() - 1);
      Quaternion.fromAxisAngle(x / length, y / length, z / length, angle, q, 0);
      Quaternion.multiply(q, 0, rest, 0, q, 0);
      pose.setLocal(j, t, 0, q, 0, new double[] {1, 1, 1}, 0);
    }
    pose.update();
    return pose;
  }

  static PoseExamples examples(SkinnedCharacter character, long firstSeed, int count) {
    CharacterSurface surface = CharacterSurface.of(character, SkinningMethod.SBS);
    CharacterSurface.Posed posed = surface.newPosed();
    List<String> names = new ArrayList<>();
    List<Pose> poses = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      Pose pose = pose(character, firstSeed + k);
      posed.set(pose);
      float[] shape = new float[3 * surface.vertexCount()];
      posed.copyVertexPositions(shape);
      names.add("random " + (firstSeed + k));
      poses.add(pose);
      shapes.add(shape);
    }
    return new PoseExamples(names, poses, shapes);
  }
}
