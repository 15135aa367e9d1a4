package dev.sinew.examples;

import dev.sinew.distance.CharacterComparison;
import dev.sinew.distance.CompareOptions;
import dev.sinew.distance.Comparison;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Measures the distance between two characters over their clips. */
public final class CompareCharacters {
  private CompareCharacters() {}

  /** Takes two .glb or .gltf files, the reference first. */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter reference = GltfReader.read(Path.of(args[0])).requireSound().character();
    SkinnedCharacter candidate = GltfReader.read(Path.of(args[1])).requireSound().character();
    try (RunContext context = RunContext.create()) {
      Comparison result =
          CharacterComparison.run(reference, candidate, CompareOptions.DEFAULTS, context);
      for (Comparison.ClipError clip : result.clips()) {
        System.out.printf(
            Locale.ROOT,
            "%s: rms %.6f, max %.6f%n",
            clip.name(),
            clip.error().rms(),
            clip.error().max());
      }
    }
  }
}
