package dev.sinew.examples;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Simplify;
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
    GltfAsset asset = GltfReader.read(Path.of(args[0])).requireSound();
    try (RunContext context = RunContext.create()) {
      SimplifyResult result =
          Simplify.run(asset.character(), SimplifyOptions.DEFAULTS.withRatios(0.25), context);
      SimplifyResult.Level level = result.levels().getFirst();
      asset.with(level.character()).write(Path.of(args[1]));
      System.out.printf(
          Locale.ROOT,
          "%d of %d triangles, rms error %.5f of the box%n",
          level.size().triangles(),
          result.before().triangles(),
          level.error().orElseThrow().rms());
    }
  }
}
