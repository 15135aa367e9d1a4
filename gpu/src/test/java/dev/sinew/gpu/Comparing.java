package dev.sinew.gpu;

import dev.sinew.crowd.Crowd;
import dev.sinew.model.Box;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import java.util.List;
import java.util.stream.IntStream;

/** What the tests and {@link CrowdSpeed} need to compare crowds on two devices. */
final class Comparing {
  private Comparing() {}

  /** Returns six poses of the first clips. */
  static List<Pose> poses(SkinnedCharacter character) {
    return IntStream.range(0, 6).mapToObj(i -> pose(character, i, 6)).toList();
  }

  /** Returns a pose of one of the clips, with the morph weights of the rest pose. */
  static Pose pose(SkinnedCharacter character, int i, int count) {
    Pose pose = character.restPose();
    if (character.clips().isEmpty()) {
      return pose;
    }
    var clip = character.clips().get(i % character.clips().size());
    clip.sample(clip.duration() * (i + 0.5) / count, pose);
    for (var part : character.parts()) {
      double[] rest = new double[character.geometry(part).morphs().count()];
      for (int t = 0; t < rest.length; t++) {
        rest[t] = character.restPose().morphWeight(part.node(), t);
      }
      pose.setMorphWeights(part.node(), rest);
    }
    return pose;
  }

  static PointBuffer points(Crowd crowd, int agent, boolean normals) {
    return points(crowd, 0, agent, 0, normals);
  }

  static PointBuffer points(Crowd crowd, int member, int agent, int level, boolean normals) {
    PointBuffer out = PointBuffer.allocate(crowd.pointCount(member, level), normals);
    crowd.copy(member, agent, out);
    return out;
  }

  /** Returns the greatest difference of a coordinate, in sides of the box. */
  static double positionDifference(PointBuffer a, PointBuffer b) {
    double worst = 0;
    for (int i = 0; i < a.positions().length; i++) {
      worst = Math.max(worst, Math.abs(a.positions()[i] - b.positions()[i]));
    }
    return worst / Box.of(a.positions()).longestSide();
  }

  /** Returns the greatest distance of unit vectors. */
  static double chord(float[] a, float[] b) {
    double worst = 0;
    for (int i = 0; i < a.length; i += 3) {
      double x = a[i] - b[i];
      double y = a[i + 1] - b[i + 1];
      double z = a[i + 2] - b[i + 2];
      worst = Math.max(worst, Math.sqrt(x * x + y * y + z * z));
    }
    return worst;
  }
}
