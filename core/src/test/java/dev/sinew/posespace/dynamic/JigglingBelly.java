package dev.sinew.posespace.dynamic;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearSkin;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.Samples;
import dev.sinew.sample.SoftParts;
import dev.sinew.testkit.MassSpring;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The sample biped with a soft belly, simulated by {@link MassSpring} in motions of its clips and
 * in a made-up dance, as takes of displacements in rest space.
 */
final class JigglingBelly {
  static final double RATE = 30;

  /** Every how many vertices the takes show; the others are simulated, but do not move in takes. */
  private static final int SHOWN = 5;

  final SkinnedCharacter character = Samples.create("biped").character();
  final LinearSkin skin = LinearSkin.of(character, character.parts().getFirst());
  private final AnimationCoords coords = skin.coords();
  private final MassSpring simulation;
  final int vertices = coords.rowCount();

  JigglingBelly() {
    this(new MassSpring.Flesh(2.2, 0.1, 150, 1));
  }

  JigglingBelly(MassSpring.Flesh flesh) {
    TriMesh mesh = character.meshes().getFirst().mesh();
    simulation = new MassSpring(mesh.triangles(), SoftParts.bellyOfBiped(mesh), flesh);
  }

  /** Returns a clip played again and again. */
  List<Pose> looped(String name, double seconds, double rate) {
    Clip clip = character.clip(name);
    List<Pose> poses = new ArrayList<>();
    for (int f = 0; f < seconds * rate; f++) {
      Pose pose = character.restPose();
      clip.sample(f / rate % clip.duration(), pose);
      poses.add(pose);
    }
    return poses;
  }

  /** Returns a dance: sums of three waves for the hips' position and the turns of the trunk. */
  List<Pose> dance(long seed, double seconds, double rate) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] amplitudes = {0.05, 0.05, 0.05, 14, 25, 10, 8, 10, 8};
    double[][] waves = new double[amplitudes.length][9];
    for (double[] wave : waves) {
      for (int i = 0; i < 3; i++) {
        wave[3 * i] = random.nextDouble(0.3, 1);
        wave[3 * i + 1] = 2 * Math.PI * random.nextDouble(0.3, 2.2);
        wave[3 * i + 2] = random.nextDouble(2 * Math.PI);
      }
    }
    List<Pose> poses = new ArrayList<>();
    for (int f = 0; f < seconds * rate; f++) {
      double[] now = new double[waves.length];
      for (int c = 0; c < now.length; c++) {
        double[] w = waves[c];
        for (int i = 0; i < 3; i++) {
          // Waves of high frequency are lower, as in real motion.
          now[c] +=
              amplitudes[c]
                  * w[3 * i]
                  * 2
                  / w[3 * i + 1]
                  * Math.sin(w[3 * i + 1] * f / rate + w[3 * i + 2]);
        }
      }
      poses.add(posture(now));
    }
    return poses;
  }

  /** Returns a jump on the spot: down, off the ground with the speed of the fall, and a landing. */
  List<Pose> jump(double rate) {
    List<Pose> poses = new ArrayList<>();
    for (int f = 0; f < 2 * rate; f++) {
      double t = f / rate;
      double flight = t - 0.7;
      double crouch = 0.12 * (hump(t, 0.2, 0.7) + hump(t, 1.2, 1.7));
      double height = flight > 0 && flight < 0.5 ? 0.5 * 9.81 * flight * (0.5 - flight) : 0;
      double[] now = new double[9];
      now[1] = height - crouch;
      now[3] = 100 * crouch;
      poses.add(posture(now));
    }
    return poses;
  }

  /** A smooth rise from 0 to 1 and back between two times. */
  private static double hump(double t, double from, double to) {
    double u = (t - from) / (to - from);
    return u > 0 && u < 1 ? Math.pow(Math.sin(Math.PI * u), 2) : 0;
  }

  private Pose posture(double[] now) {
    Pose pose = character.restPose();
    move(pose, "hips", now, 0, now, 3);
    move(pose, "spine", new double[3], 0, now, 6);
    pose.update();
    return pose;
  }

  private void move(Pose pose, String joint, double[] shift, int s, double[] degrees, int d) {
    int j = character.skeleton().find(joint);
    double[] t = new double[3];
    character.skeleton().copyRestTranslation(j, t, 0);
    double[] q = {0, 0, 0, 1};
    double[] turn = new double[4];
    for (int k = 0; k < 3; k++) {
      t[k] += shift[s + k];
      Quaternion.fromAxisAngle(
          k == 0 ? 1 : 0, k == 1 ? 1 : 0, k == 2 ? 1 : 0, Math.toRadians(degrees[d + k]), turn, 0);
      Quaternion.multiply(turn, 0, q, 0, q, 0);
    }
    pose.setLocal(j, t, 0, q, 0, new double[] {1, 1, 1}, 0);
  }

  /** Returns a pose with the whole character turned about y and shifted. */
  Pose turned(Pose pose, double degrees, double x, double y, double z) {
    double[] q = new double[4];
    Quaternion.fromAxisAngle(0, 1, 0, Math.toRadians(degrees), q, 0);
    double[] motion = new double[Affine.SIZE];
    Affine.fromTrs(new double[] {x, y, z}, 0, q, 0, new double[] {1, 1, 1}, 0, motion, 0);
    Pose out = pose.copy();
    double[] local = new double[Affine.SIZE];
    for (int j = 0; j < character.skeleton().jointCount(); j++) {
      if (character.skeleton().parent(j) == Skeleton.NO_PARENT) {
        pose.copyLocal(j, local, 0);
        Affine.multiply(motion, 0, local, 0, local, 0);
        out.setLocal(j, local, 0);
      }
    }
    out.update();
    return out;
  }

  /** Simulates the belly in a motion. */
  Take take(String name, List<Pose> poses, double rate) {
    List<double[]> targets = new ArrayList<>();
    double[] globals = new double[Affine.SIZE * skin.skin().jointCount()];
    for (Pose pose : poses) {
      for (int j = 0; j < skin.skin().jointCount(); j++) {
        pose.copyGlobal(skin.skin().joint(j), globals, Affine.SIZE * j);
      }
      double[] target = new double[3 * vertices];
      for (int v = 0; v < vertices; v++) {
        coords.project(v, globals, target, 3 * v);
      }
      targets.add(target);
    }
    int steps = (int) Math.ceil(480 / rate);
    List<double[]> flesh = simulation.run(targets, rate, steps);
    List<float[]> displacements = new ArrayList<>();
    for (int f = 0; f < poses.size(); f++) {
      displacements.add(inRestSpace(poses.get(f), targets.get(f), flesh.get(f)));
    }
    return new Take(name, rate, poses, displacements);
  }

  /** Takes flesh − target to rest space by the inverse of the blended matrix of each vertex. */
  private float[] inRestSpace(Pose pose, double[] target, double[] flesh) {
    double[] matrices = new double[Affine.SIZE * skin.skin().jointCount()];
    skin.skin().skinningMatrices(pose, matrices);
    float[] out = new float[3 * vertices];
    double[] blend = new double[Affine.SIZE];
    double[] u = new double[3];
    for (int v = 0; v < vertices; v += SHOWN) {
      Arrays.fill(blend, 0);
      boolean moved = false;
      for (int k = 0; k < 3; k++) {
        u[k] = flesh[3 * v + k] - target[3 * v + k];
        moved |= u[k] != 0;
      }
      if (!moved) {
        continue;
      }
      for (int i = 0; i < coords.count(v); i++) {
        for (int e = 0; e < Affine.SIZE; e++) {
          blend[e] += coords.value(v, i, 3) * matrices[Affine.SIZE * coords.joint(v, i) + e];
        }
      }
      Affine.invert(blend, 0, blend, 0);
      Affine.transformVector(blend, 0, u, 0, u, 0);
      for (int k = 0; k < 3; k++) {
        out[3 * v + k] = (float) u[k];
      }
    }
    return out;
  }
}
