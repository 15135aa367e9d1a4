package dev.sinew.examples;

import dev.sinew.Model;
import dev.sinew.Sinew;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.Locale;

/** Plays a clip into a buffer of floats, as a renderer uploads it every frame. */
public final class PlayCharacter {
  private PlayCharacter() {}

  /** Takes a .glb or .gltf file and the name of a clip. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      Model model = sinew.load(Path.of(args[0]));
      Clip clip = model.character().clip(args[1]);
      Pose pose = model.character().restPose();
      CharacterSurface surface = CharacterSurface.of(model.character());
      CharacterSurface.Posed posed = surface.newPosed();
      FloatBuffer vertices =
          ByteBuffer.allocateDirect(3 * surface.wedgeCount() * Float.BYTES)
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer();
      for (int frame = 0; frame <= 60 * clip.duration(); frame++) {
        double time = frame / 60.0;
        clip.sample(time, pose);
        posed.set(pose);
        vertices.put(0, posed.wedgePositions()); // x, y, z of every vertex of the file.
        System.out.printf(Locale.ROOT, "%.3f s: height of vertex 0 %.4f%n", time, vertices.get(1));
      }
    }
  }
}
