package dev.sinew.io.gltf.write;

import dev.sinew.math.Affine;
import dev.sinew.math.Quaternion;
import dev.sinew.math.Similarity;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.transform.Transform;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the motion by which {@link dev.sinew.transform.Transform} made one character of another: a
 * scale of all lengths, and a rigid motion of the roots. What a character does not have, such as
 * cameras, can then move with it.
 */
public final class SceneMotion {
  /** Rounding of a few motions. */
  private static final SameValues SAME = new SameValues(1e-6);

  private SceneMotion() {}

  /** Returns the motion; empty if nothing moved, or not everything in the same way. */
  public static Optional<Similarity> between(
      SkinnedCharacter before, SkinnedCharacter after, RunContext context) {
    if (before.skeleton() == after.skeleton()
        || before.skeleton().jointCount() == 0
        || before.skeleton().jointCount() > after.skeleton().jointCount()
        || before.skins().size() > after.skins().size()) {
      return Optional.empty();
    }
    double scale = scale(before, after);
    if (!(scale > 0) || Double.isInfinite(scale) || Double.isInfinite(1 / scale)) {
      return Optional.empty();
    }
    Similarity motion = rigid(before.skeleton(), after.skeleton(), scale);
    boolean moves = !SAME.numbers(Similarity.IDENTITY.affine(), motion.affine());
    return moves && fits(Transform.moved(before, motion, context), after)
        ? Optional.of(motion)
        : Optional.empty();
  }

  /** The root joints are the first of their trees, so joint 0 is one. */
  private static Similarity rigid(Skeleton old, Skeleton now, double scale) {
    double[] from = new double[3];
    double[] to = new double[3];
    double[] inverse = new double[Quaternion.SIZE];
    double[] turn = new double[Quaternion.SIZE];
    old.copyRestRotation(0, inverse, 0);
    Quaternion.conjugate(inverse, 0, inverse, 0);
    now.copyRestRotation(0, turn, 0);
    Quaternion.multiply(turn, 0, inverse, 0, turn, 0);
    double sine = Math.sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    Similarity turned = Similarity.scaling(scale);
    if (sine > 0) {
      double angle = 2 * Math.atan2(sine, turn[3]);
      turned = turned.then(Similarity.rotation(turn[0], turn[1], turn[2], angle));
    }
    old.copyRestTranslation(0, from, 0);
    now.copyRestTranslation(0, to, 0);
    turned.movePoint(from, 0);
    return turned.then(Similarity.translation(to[0] - from[0], to[1] - from[1], to[2] - from[2]));
  }

  /** Returns the factor of the longest translation below the roots, else of the meshes. */
  private static double scale(SkinnedCharacter before, SkinnedCharacter after) {
    double longest = 0;
    double scale = 1;
    for (int j = 0; j < before.skeleton().jointCount(); j++) {
      double length = length(before.skeleton(), j);
      if (before.skeleton().parent(j) != Skeleton.NO_PARENT && length > longest) {
        longest = length;
        scale = length(after.skeleton(), j) / length;
      }
    }
    for (int m = 0; m < Math.min(before.meshes().size(), after.meshes().size()); m++) {
      double size = before.meshes().get(m).mesh().bounds().longestSide();
      if (longest == 0 && size > 0) {
        longest = size;
        scale = after.meshes().get(m).mesh().bounds().longestSide() / size;
      }
    }
    return Math.abs(scale - 1) < SAME.tolerance() ? 1 : scale;
  }

  private static double length(Skeleton skeleton, int joint) {
    double[] t = new double[3];
    skeleton.copyRestTranslation(joint, t, 0);
    return Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
  }

  /** Checks the joints, skins and keys of a moved character, as far as another has them. */
  private static boolean fits(SkinnedCharacter moved, SkinnedCharacter after) {
    int joints = moved.skeleton().jointCount();
    double[] expected = new double[Affine.SIZE * joints];
    double[] given = new double[expected.length];
    boolean fits = true;
    for (int j = 0; j < joints; j++) {
      moved.skeleton().copyRestLocal(j, expected, Affine.SIZE * j);
      after.skeleton().copyRestLocal(j, given, Affine.SIZE * j);
      fits &= moved.skeleton().parent(j) == after.skeleton().parent(j);
    }
    fits &= SAME.numbers(expected, given);
    for (int s = 0; s < moved.skins().size() && fits; s++) {
      fits = fits(moved.skins().get(s), after.skins().get(s));
    }
    for (int c = 0; c < moved.clips().size() && fits; c++) {
      fits = fits(moved.clips().get(c), after.clips());
    }
    return fits;
  }

  private static boolean fits(Skin moved, Skin after) {
    int joints = Math.min(moved.jointCount(), after.jointCount());
    double[] expected = new double[Affine.SIZE * joints];
    double[] given = new double[expected.length];
    for (int i = 0; i < joints; i++) {
      moved.copyInverseBind(i, expected, Affine.SIZE * i);
      after.copyInverseBind(i, given, Affine.SIZE * i);
    }
    return SAME.numbers(expected, given);
  }

  private static boolean fits(Clip moved, List<Clip> all) {
    Map<List<Object>, Track> given = new HashMap<>();
    all.stream()
        .filter(clip -> clip.name().equals(moved.name()))
        .flatMap(clip -> clip.tracks().stream())
        .forEach(track -> given.putIfAbsent(List.of(track.joint(), track.property()), track));
    return moved.tracks().stream()
        .allMatch(
            track -> {
              Track now = given.getOrDefault(List.of(track.joint(), track.property()), track);
              return now.keyCount() != track.keyCount() || SAME.tracks(track, now);
            });
  }
}
