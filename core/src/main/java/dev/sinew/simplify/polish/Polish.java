package dev.sinew.simplify.polish;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.layer.LayerSearch;
import dev.sinew.simplify.layer.Layers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves the vertices of a level of a character, and changes their weights, so that its surface is
 * as close as possible to the original's over poses: {@link SurfaceFit}.
 */
public final class Polish {
  private final LevelSkin skin;

  private Polish(LevelSkin skin) {
    this.skin = skin;
  }

  /**
   * Polishes a level.
   *
   * @param origin where the level comes from
   * @param level the level: the same skeleton, skins and meshes
   * @param poses poses with weights
   * @param fixed points of the joined level that are not changed
   * @param iterations the number of steps
   */
  public static SkinnedCharacter run(
      LevelOrigin origin,
      SkinnedCharacter level,
      WeightedPoses poses,
      BitSet fixed,
      int iterations,
      RunContext context) {
    JoinedCharacter joined = new JoinedCharacter(level);
    LevelSkin skin = new LevelSkin(joined, poses.poses(), fixed);
    float[][] shapes = new LevelSkin(origin.original(), poses.poses()).shapes(context);
    SurfaceFit fit =
        new SurfaceFit(
            surface(origin.original(), origin.parts(), origin.layers()),
            shapes,
            origin.importance(),
            true,
            surface(joined, origin.levelParts(), Layers.NONE),
            skin,
            poses.weightArray(),
            context);
    return fit.run(iterations) ? result(skin, joined) : level;
  }

  /**
   * Finds the layers of a character in the poses of a fit.
   *
   * @param importance the weight of the surface around each point, or null for 1
   * @param leastRays the least number of points where they are looked for, besides the vertices
   */
  public static Layers layers(
      JoinedCharacter original,
      WeightedPoses poses,
      double @Nullable [] importance,
      int leastRays,
      RunContext context) {
    float[][] shapes = new LevelSkin(original, poses.poses()).shapes(context);
    return LayerSearch.run(
        original.restMesh(), shapes.length, k -> shapes[k], importance, leastRays, context);
  }

  /** Returns a level with positions and weights from its unknowns. */
  static SkinnedCharacter result(LevelSkin skin, JoinedCharacter joined) {
    return new Polish(skin).result(joined);
  }

  private static SurfaceFit.Surface surface(JoinedCharacter character, int[] parts, Layers layers) {
    return new SurfaceFit.Surface(
        character.restMesh().floatPositions(), character.mesh().triangles(), parts, layers);
  }

  private SkinnedCharacter result(JoinedCharacter joined) {
    List<Geometry> meshes = new ArrayList<>();
    SkinnedCharacter level = joined.character();
    for (int m = 0; m < level.meshes().size(); m++) {
      meshes.add(joined.isShown(m) ? geometry(joined, m) : level.meshes().get(m));
    }
    return level.withMeshes(meshes);
  }

  private Geometry geometry(JoinedCharacter joined, int m) {
    Geometry old = joined.character().meshes().get(m);
    int first = joined.firstPoint(m);
    int count = old.mesh().vertexCount();
    if (joined.skinning(m).withoutMultiWeights() instanceof Skinning.AnimationSpace space) {
      return old.withSkinning(
          new Skinning.AnimationSpace(
              moved(space.points(), joined.skin(m), joined.coords(), first), space.fallback()));
    }
    double[] positions = new double[3 * count];
    System.arraycopy(skin.rest(), 3 * first, positions, 0, positions.length);
    return old.withMesh(old.mesh().withPositions(positions))
        .withSkinning(
            joined.isSkinned(m)
                ? new Skinning.Linear(influences(first, count, joined.firstBone(m)))
                : old.skinning().asLinear());
  }

  private Influences influences(int first, int count, int firstBone) {
    Influences.Builder rows = Influences.builder();
    for (int p = first; p < first + count; p++) {
      for (int i = 0; i < skin.joints(p).length; i++) {
        rows.add(skin.joints(p)[i] - firstBone, skin.weights(p)[i]);
      }
      rows.endRow();
    }
    return rows.build();
  }

  /** Adds the displacement of each point to its coordinates, in proportion to their weights. */
  private AnimationCoords moved(
      AnimationCoords coords, Skin bones, AnimationCoords all, int first) {
    AnimationCoords.Builder out = AnimationCoords.builder();
    double[] bind = new double[Affine.SIZE];
    for (int v = 0; v < coords.rowCount(); v++) {
      double[] d = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        d[axis] = skin.rest()[3 * (first + v) + axis];
        for (int i = 0; i < all.count(first + v); i++) {
          d[axis] -= all.value(first + v, i, axis);
        }
      }
      for (int i = 0; i < coords.count(v); i++) {
        int joint = coords.joint(v, i);
        double w = coords.value(v, i, 3);
        bones.copyInverseBind(joint, bind, 0);
        double[] q = new double[3];
        for (int r = 0; r < 3; r++) {
          q[r] =
              coords.value(v, i, r)
                  + w * (bind[4 * r] * d[0] + bind[4 * r + 1] * d[1] + bind[4 * r + 2] * d[2]);
        }
        out.add(joint, q[0], q[1], q[2], w);
      }
      out.endRow();
    }
    return out.buildPoints();
  }
}
