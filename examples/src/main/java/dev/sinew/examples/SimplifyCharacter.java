package dev.sinew.examples;

import dev.sinew.Made;
import dev.sinew.Sinew;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Makes a level of detail with a quarter of the triangles that holds in all clips. */
public final class SimplifyCharacter {
  private SimplifyCharacter() {}

  /** Takes the .glb or .gltf file to read and the one to write. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      Made<SimplifyResult> light =
          sinew.load(Path.of(args[0])).simplify(SimplifyOptions.DEFAULTS.withRatios(0.25));
      light.model().write(Path.of(args[1]));
      SimplifyResult.Level level = light.result().levels().getFirst();
      System.out.printf(
          Locale.ROOT,
          "%d of %d triangles, rms error %.5f of the box%n",
          level.size().triangles(),
          light.result().before().triangles(),
          level.measured().error().orElseThrow().rms());
    }
  }
}
