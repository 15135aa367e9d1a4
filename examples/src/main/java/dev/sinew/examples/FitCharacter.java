package dev.sinew.examples;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Makes a rigged, skinned character of a folder of OBJ files that show one mesh in many poses. */
public final class FitCharacter {
  private FitCharacter() {}

  /** Takes the mesh at rest, the folder, how many bones to find, and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    Path reference = Path.of(args[0]);
    int bones = Integer.parseInt(args[2]);
    try (RunContext context = RunContext.create()) {
      ObjSequence files = ObjSequence.read(reference, ObjFiles.expand(args[1]), context);
      FitResult fit =
          Fit.run(files.meshes(), new BoneSource.Found(bones), FitOptions.DEFAULTS, context);
      CharacterWriter.toDocument("fitted", fit.character("fitted", FitModel.ANIMATION_SPACE))
          .write(Path.of(args[3]));
      System.out.printf(
          Locale.ROOT,
          "%d bones for %d shapes, rms error %.5f of the box%n",
          bones,
          fit.examples().frameCount(),
          fit.training(FitModel.ANIMATION_SPACE).rms());
    }
  }
}
