package dev.sinew.simplify;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.testkit.RawMesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Test meshes and characters. */
final class Cases {
  /** A context of the calling thread alone: it need not be closed. */
  static final RunContext CONTEXT = RunContext.ofThreads(1);

  private Cases() {}

  /** Converts a mesh of the test suite. */
  static TriMesh mesh(RawMesh raw) {
    return TriMesh.of(raw.positions(), raw.triangles());
  }

  /** Moves every vertex at random, so that no two edges have the same cost. */
  static TriMesh shaken(TriMesh mesh, double by, long seed) {
    Random random = new Random(seed);
    double[] positions = mesh.positions();
    for (int i = 0; i < positions.length; i++) {
      positions[i] += by * (random.nextDouble() - 0.5);
    }
    return mesh.withPositions(positions);
  }

  /** Returns a character without a skin. */
  static SkinnedCharacter still(TriMesh mesh) {
    return character(mesh, Skinning.rigid(), MorphTargets.NONE);
  }

  /**
   * Returns a mesh on two joints; the second bends at z = 0, where the weights change gradually.
   */
  static SkinnedCharacter bending(TriMesh mesh) {
    return bending(mesh, MorphTargets.NONE);
  }

  /** Returns the same with morph targets. */
  static SkinnedCharacter bending(TriMesh mesh, MorphTargets morphs) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double upper = Math.min(1, Math.max(0, 0.5 + 2 * mesh.position(v, 2)));
      rows.add(0, 1 - upper).add(1, upper).endRow();
    }
    return character(mesh, new Skinning.Linear(rows.build()), morphs);
  }

  private static SkinnedCharacter character(TriMesh mesh, Skinning skinning, MorphTargets morphs) {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    joints.add("bend", 0, 0, 0, 0);
    Skeleton skeleton = joints.build();
    double[] binds = new double[2 * Affine.SIZE];
    Affine.identity(binds, 0);
    Affine.identity(binds, Affine.SIZE);
    double h = Math.sqrt(0.5);
    Clip clip =
        new Clip(
            "bend",
            List.of(
                new Clip.Track(
                    1,
                    Clip.Property.ROTATION,
                    Clip.Interpolation.LINEAR,
                    new double[] {0, 1},
                    new double[] {0, 0, 0, 1, h, 0, 0, h})));
    return new SkinnedCharacter(
        skeleton,
        List.of(new Skin("skin", new int[] {0, 1}, binds)),
        List.of(new SkinnedCharacter.Geometry("mesh", mesh, skinning, morphs)),
        List.of(
            new SkinnedCharacter.Part(
                "mesh", 0, 0, skinning.isRigid() ? SkinnedCharacter.NO_SKIN : 0)),
        List.of(clip));
  }

  /** Returns the same character with equivalent animation coordinates. */
  static SkinnedCharacter inAnimationSpace(SkinnedCharacter linear) {
    SkinnedCharacter.Geometry old = linear.meshes().getFirst();
    Influences influences = old.skinning().influences().orElseThrow();
    AnimationCoords coords =
        AnimationCoords.ofLinearBlend(
            linear.skins().getFirst(), influences, old.mesh().positions());
    return new SkinnedCharacter(
        linear.skeleton(),
        linear.skins(),
        List.of(old.withSkinning(new Skinning.AnimationSpace(coords, influences))),
        linear.parts(),
        linear.clips());
  }

  /**
   * Returns a tube along z from -1 to 1 with a texture seam at angle 0 and two groups that meet at
   * z = 0.
   */
  static TriMesh tube(int around, int along) {
    List<Integer> corners = new ArrayList<>();
    double[] positions = new double[3 * around * (along + 1)];
    int columns = around + 1;
    int[] wedgeVertex = new int[columns * (along + 1)];
    float[] uv = new float[2 * wedgeVertex.length];
    int[] groups = new int[2 * around * along];
    for (int r = 0; r <= along; r++) {
      for (int c = 0; c <= around; c++) {
        int v = r * around + c % around;
        int w = r * columns + c;
        double angle = 2 * Math.PI * c / around;
        double bulge = 0.3 + 0.05 * Math.sin(7.0 * r / along + 3 * angle);
        wedgeVertex[w] = v;
        uv[2 * w] = (float) c / around;
        uv[2 * w + 1] = (float) r / along;
        if (c < around) {
          positions[3 * v] = bulge * Math.cos(angle);
          positions[3 * v + 1] = bulge * Math.sin(angle);
          positions[3 * v + 2] = 2.0 * r / along - 1;
        }
      }
    }
    for (int r = 0, t = 0; r < along; r++) {
      for (int c = 0; c < around; c++) {
        int a = r * columns + c;
        int b = a + columns;
        corners.addAll(List.of(a, a + 1, b + 1, a, b + 1, b));
        groups[t++] = 2 * r < along ? 0 : 1;
        groups[t++] = 2 * r < along ? 0 : 1;
      }
    }
    return new TriMesh(
        positions,
        wedgeVertex,
        corners.stream().mapToInt(Integer::intValue).toArray(),
        groups,
        List.of(new MeshAttribute(MeshAttribute.UV, 2, uv)));
  }

  /** Simplifies by quadrics over sample poses. */
  static OperationStream stream(
      CharacterSimplification simplification, WeightedPoses poses, int goal, int threads) {
    try (RunContext context = RunContext.ofThreads(threads)) {
      return simplification.simplify(SimplifyMethod.QUADRIC.price(), poses, goal, context);
    }
  }

  /** Returns a simplification with the default constraints. */
  static CharacterSimplification simplification(SkinnedCharacter character) {
    return new CharacterSimplification(
        new JoinedCharacter(character), CharacterSimplification.Options.DEFAULTS);
  }
}
