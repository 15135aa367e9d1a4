package dev.sinew.rig;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Gives a skeleton that was found in the joined surface of a scene to the scene itself: its joints
 * come after those of the scene, its skin moves every part, and its clips are added.
 */
public final class RiggedScene {
  private final SkinnedCharacter scene;
  private final SkinnedCharacter rig;

  /** The first joint of the rig in the scene. */
  private final int first;

  private RiggedScene(SkinnedCharacter scene, SkinnedCharacter rig) {
    this.scene = scene;
    this.rig = rig;
    first = scene.skeleton().jointCount();
  }

  /**
   * Returns the scene with the skeleton.
   *
   * @param scene a character, whose parts at rest the rig was made for, one after the other
   * @param rig a character in the space of the scene, with one skinned mesh on its last joint
   */
  public static SkinnedCharacter of(SkinnedCharacter scene, SkinnedCharacter rig) {
    RiggedScene made = new RiggedScene(scene, rig);
    List<Geometry> meshes = new ArrayList<>(scene.meshes());
    List<List<Material>> materials = new ArrayList<>(scene.materials());
    List<Skin> skins = new ArrayList<>(scene.skins());
    List<Part> parts = new ArrayList<>();
    boolean[] done = new boolean[meshes.size()];
    int vertex = 0;
    for (Part part : scene.parts()) {
      Geometry weighted = made.weighted(scene.geometry(part), vertex);
      vertex += weighted.mesh().vertexCount();
      int mesh = part.mesh();
      if (done[mesh]) {
        // Parts that share a mesh are different places of the body.
        mesh = meshes.size();
        meshes.add(weighted);
        if (!materials.isEmpty()) {
          materials.add(materials.get(part.mesh()));
        }
      } else {
        meshes.set(mesh, weighted);
        done[mesh] = true;
      }
      parts.add(new Part(part.name(), part.node(), mesh, skins.size(), part.morphWeights()));
      skins.add(made.skin(part.node()));
    }
    List<Clip> clips = new ArrayList<>(scene.clips());
    rig.clips().forEach(clip -> clips.add(made.moved(clip)));
    return new SkinnedCharacter(made.skeleton(), skins, meshes, parts, clips, materials);
  }

  private Geometry weighted(Geometry geometry, int vertex) {
    Influences weights = rig.meshes().getFirst().skinning().influences().orElseThrow();
    int end = vertex + geometry.mesh().vertexCount();
    return geometry.withSkinning(
        new Skinning.Linear(weights.rows(IntStream.range(vertex, end).toArray())));
  }

  /** Returns all joints but that of the rig's mesh. */
  private Skeleton skeleton() {
    Skeleton found = rig.skeleton();
    Skeleton.Builder out = Skeleton.builder(scene.skeleton());
    for (int j = 0; j + 1 < found.jointCount(); j++) {
      double[] t = new double[3];
      double[] q = new double[4];
      double[] s = new double[3];
      found.copyRestTranslation(j, t, 0);
      found.copyRestRotation(j, q, 0);
      found.copyRestScale(j, s, 0);
      int parent = found.parent(j);
      out.add(found.name(j), parent == Skeleton.NO_PARENT ? parent : first + parent, t, q, s);
    }
    return out.build();
  }

  /**
   * Returns the skin of a part. A skinned mesh ignores its node's transform, so the inverse bind
   * matrices contain it.
   */
  private Skin skin(int node) {
    Skin skin = rig.skins().getFirst();
    Pose rest = scene.restPose();
    double[] inverse = new double[Affine.SIZE * skin.jointCount()];
    double[] global = new double[Affine.SIZE];
    int[] joints = new int[skin.jointCount()];
    rest.copyGlobal(node, global, 0);
    for (int i = 0; i < joints.length; i++) {
      joints[i] = first + skin.joint(i);
      skin.copyInverseBind(i, inverse, Affine.SIZE * i);
      Affine.multiply(inverse, Affine.SIZE * i, global, 0, inverse, Affine.SIZE * i);
    }
    return new Skin(skin.name(), joints, inverse);
  }

  private Clip moved(Clip clip) {
    return new Clip(
        clip.name(),
        clip.tracks().stream()
            .map(
                track ->
                    new Clip.Track(
                        first + track.joint(),
                        track.property(),
                        track.interpolation(),
                        track.times(),
                        track.values()))
            .toList());
  }
}
