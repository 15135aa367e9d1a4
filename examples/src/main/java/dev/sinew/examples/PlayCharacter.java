package dev.sinew.examples;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads a rigged glTF file and plays its first clip, printing how tall the character stands. */
public final class PlayCharacter {
  private PlayCharacter() {}

  /** Takes the name of a .glb or .gltf file. */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter character = GltfReader.read(Path.of(args[0])).requireSound().character();
    CharacterSurface.Posed surface = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    Clip clip = character.clips().getFirst();
    for (int frame = 0; frame <= 4; frame++) {
      double time = clip.duration() * frame / 4;
      clip.sample(time, pose);
      surface.set(pose);
      Box box = Box.of(surface.wedgePositions());
      System.out.printf(
          Locale.ROOT, "%s %.2f s: height %.3f%n", clip.name(), time, box.maxY() - box.minY());
    }
  }
}
