package dev.sinew.examples;

import dev.sinew.influence.Limit;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitResult;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Limits the influences per vertex, and compares with dropping the smallest weights. */
public final class LimitInfluences {
  private LimitInfluences() {}

  /** Takes a .glb or .gltf file and the most influences per vertex. */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter character = GltfReader.read(Path.of(args[0])).requireSound().character();
    LimitOptions options =
        LimitOptions.DEFAULTS.withMaxInfluences(Integer.parseInt(args[1])).withMoveRest(true);
    try (RunContext context = RunContext.create()) {
      LimitResult result = Limit.run(character, options, context);
      System.out.printf(
          Locale.ROOT,
          "at most %d influences per vertex: rms %.6f, dropping the smallest weights %.6f%n",
          result.after().influences().max(),
          result.error().error().rms(),
          result.naive().error().rms());
    }
  }
}
