package dev.sinew.examples;

import dev.sinew.Made;
import dev.sinew.Sinew;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.transform.TransformOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Limits the influences per vertex, with helper joints that take back most of the error, and brings
 * a character in centimetres to metres.
 */
public final class AddHelpers {
  private AddHelpers() {}

  /** Takes a .glb or .gltf file, the most influences, how many helpers, and the file to write. */
  public static void main(String[] args) throws IOException {
    LimitOptions options =
        LimitOptions.DEFAULTS
            .withMaxInfluences(Integer.parseInt(args[1]))
            .withHelpers(Integer.parseInt(args[2]));
    try (Sinew sinew = Sinew.create()) {
      Made<LimitResult> limited = sinew.load(Path.of(args[0])).limit(options);
      limited
          .model()
          .transform(TransformOptions.DEFAULTS.withScale(0.01))
          .model()
          .write(Path.of(args[3]));
      System.out.printf(
          Locale.ROOT,
          "%d helpers, at most %d influences per vertex: rms %.6f, by dropping weights %.6f%n",
          limited.result().helpers(),
          limited.result().after().influences().max(),
          limited.result().error().error().rms(),
          limited.result().naive().error().rms());
    }
  }
}
