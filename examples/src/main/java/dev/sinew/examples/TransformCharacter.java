package dev.sinew.examples;

import dev.sinew.inspect.CharacterFindings;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.subdivide.Subdivide;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Scales a character, subdivides it once, and says what it consists of. */
public final class TransformCharacter {
  private TransformCharacter() {}

  /** Takes a .glb or .gltf file, a factor, and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter character = GltfReader.read(Path.of(args[0])).requireSound().character();
    TransformOptions scale = TransformOptions.DEFAULTS.withScale(Double.parseDouble(args[1]));
    try (RunContext context = RunContext.create()) {
      SkinnedCharacter scaled = Transform.run(character, scale, context).character();
      SkinnedCharacter smooth =
          Subdivide.run(scaled, SubdivisionScheme.LOOP, SubdivisionOptions.DEFAULTS, context)
              .character();
      CharacterWriter.toDocument("smooth", smooth).write(Path.of(args[2]));
      CharacterFindings findings = CharacterFindings.of(smooth);
      System.out.printf(
          Locale.ROOT,
          "%d triangles, %d joints, at most %d influences per vertex%n",
          findings.triangles(),
          findings.joints(),
          findings.influences().max());
    }
  }
}
