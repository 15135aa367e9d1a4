package dev.sinew.examples;

import dev.sinew.Made;
import dev.sinew.Sinew;
import dev.sinew.fit.FitResult;
import dev.sinew.model.MeshSequence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Makes a rigged, skinned character of a folder of OBJ files that show one mesh in many poses. */
public final class FitCharacter {
  private FitCharacter() {}

  /** Takes the mesh at rest, the folder, how many bones to find, and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      MeshSequence shapes = sinew.shapes(Path.of(args[0]), Path.of(args[1])).meshes();
      Made<FitResult> fitted = sinew.fit(shapes, Integer.parseInt(args[2]));
      fitted.model().write(Path.of(args[3]));
      System.out.printf(
          Locale.ROOT,
          "%d joints for %d shapes, rms error %.5f of the box%n",
          fitted.model().inspect().joints(),
          shapes.frameCount(),
          fitted.result().first().training().rms());
    }
  }
}
