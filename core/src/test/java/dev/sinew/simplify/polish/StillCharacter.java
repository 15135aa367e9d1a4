package dev.sinew.simplify.polish;

import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.List;

/** A character of one mesh without a skin. */
final class StillCharacter {
  private StillCharacter() {}

  static SkinnedCharacter of(TriMesh mesh) {
    Skeleton.Builder joints = Skeleton.builder();
    joints.add("root", Skeleton.NO_PARENT, 0, 0, 0);
    return new SkinnedCharacter(
        joints.build(),
        List.of(),
        List.of(new Geometry("mesh", mesh, null, null)),
        List.of(new Part("mesh", 0, 0, SkinnedCharacter.NO_SKIN)),
        List.of());
  }
}
