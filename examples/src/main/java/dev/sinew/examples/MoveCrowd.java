package dev.sinew.examples;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.Crowd;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Moves a crowd of one character, each out of step with the next, on all cores. */
public final class MoveCrowd {
  private static final int PEOPLE = 50;

  private MoveCrowd() {}

  /** Takes the name of a .glb or .gltf file. */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter character = GltfReader.read(Path.of(args[0])).requireSound().character();
    Clip clip = character.clips().getFirst();
    Deformer skin = SkinningMethod.SSD.deformer(character, character.parts().getFirst());
    float[] positions = new float[3 * PEOPLE * skin.pointCount()];
    Crowd crowd = Crowd.packed(skin, PEOPLE, positions, null);
    List<Pose> poses = new ArrayList<>();
    for (int i = 0; i < PEOPLE; i++) {
      poses.add(character.restPose());
    }
    try (RunContext context = RunContext.create()) {
      for (int frame = 0; frame < 30; frame++) {
        for (int i = 0; i < PEOPLE; i++) {
          clip.sample((frame / 30.0 + i / (double) PEOPLE) * clip.duration(), poses.get(i));
        }
        crowd.fill(poses, context);
      }
    }
    System.out.printf(Locale.ROOT, "%d × %d points moved 30 times%n", PEOPLE, skin.pointCount());
  }
}
