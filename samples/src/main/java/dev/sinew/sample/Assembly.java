package dev.sinew.sample;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Material;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.Skinning;
import dev.sinew.model.TextureImage;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes a {@link Sample} of its components. */
final class Assembly {
  /** Texels per side of a texture. */
  private static final int TEXELS = 1024;

  private Assembly() {}

  /** Returns a skin with all nodes except the last, which carries the mesh, bound at rest. */
  static Skin bind(String name, Skeleton skeleton) {
    int n = skeleton.jointCount() - 1;
    Pose rest = new Pose(skeleton);
    int[] joints = new int[n];
    double[] inverse = new double[Affine.SIZE * n];
    for (int j = 0; j < n; j++) {
      joints[j] = j;
      rest.copyGlobal(j, inverse, Affine.SIZE * j);
      if (!Affine.invert(inverse, Affine.SIZE * j, inverse, Affine.SIZE * j)) {
        throw new IllegalArgumentException("joint " + skeleton.name(j) + " is singular at rest");
      }
    }
    return new Skin(name, joints, inverse);
  }

  /** A mesh and the skeleton that moves it, whose last node carries the mesh. */
  record Body(Skeleton skeleton, TriMesh mesh, Influences influences) {}

  /** Returns a sample with one mesh on the skeleton's last node; adds the clip of the examples. */
  static Sample sample(
      String name,
      String description,
      Body body,
      List<Clip> clips,
      MeshSequence examples,
      List<Pose> poses,
      Paint paint) {
    Skeleton skeleton = body.skeleton;
    TriMesh mesh = body.mesh;
    List<Clip> all = new ArrayList<>(clips);
    all.add(Motion.through(skeleton, Sample.EXAMPLES_CLIP, poses, Sample.EXAMPLES_PER_SECOND));
    SkinnedCharacter character =
        new SkinnedCharacter(
            skeleton,
            List.of(bind(name, skeleton)),
            List.of(
                new SkinnedCharacter.Geometry(name, mesh, new Skinning.Linear(body.influences))),
            List.of(new SkinnedCharacter.Part(name, skeleton.jointCount() - 1, 0, 0)),
            all,
            List.of(List.of(material(name, mesh, paint))));
    return new Sample(name, description, character, examples, poses);
  }

  /** Returns a material with a texture that is painted when it is first used. */
  private static Material material(String name, TriMesh mesh, Paint paint) {
    TextureImage image =
        new TextureImage(() -> Optional.of(SurfacePainter.paint(mesh, TEXELS, paint)));
    return new Material(
        name,
        Material.Color.WHITE,
        new Material.Texture(image, 0, true, true, new double[] {1, 0, 0, 0, 1, 0}),
        Set.of(0),
        false,
        false,
        Material.Alpha.OPAQUE,
        0.5);
  }

  static float[] narrow(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }
}
