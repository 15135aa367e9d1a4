package dev.sinew.examples;

import dev.sinew.fit.CharacterFit;
import dev.sinew.fit.Examples;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedCharacter;
import dev.sinew.fit.FittedSkin;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;

/** Makes a rigged, skinned character of a folder of OBJ files that show one mesh in many poses. */
public final class FitCharacter {
  private FitCharacter() {}

  /** Takes the mesh at rest, the folder, how many bones to find, and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    Path reference = Path.of(args[0]);
    int bones = Integer.parseInt(args[2]);
    try (RunContext context = RunContext.create()) {
      ObjSequence files = ObjSequence.read(reference, ObjFiles.expand(args[1]), context);
      Examples examples = Examples.of(files.meshes());
      CharacterFit fit = CharacterFit.withBones(examples, bones, FitOptions.DEFAULTS, context);
      FittedSkin skin = fit.skin(FitModel.ANIMATION_SPACE);
      CharacterWriter.toDocument("fitted", FittedCharacter.of("fitted", skin))
          .write(Path.of(args[3]));
      double rms = skin.error(examples.shapes(), skin.motions(), context).rms();
      System.out.printf(
          "%d bones for %d shapes, rms error %.5f of the box%n", bones, examples.frameCount(), rms);
    }
  }
}
