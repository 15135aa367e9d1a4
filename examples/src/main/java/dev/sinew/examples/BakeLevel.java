package dev.sinew.examples;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.png.PngWriter;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/** Gives a level of detail an atlas and the normal map of the full model. */
public final class BakeLevel {
  private BakeLevel() {}

  /** Takes a .glb or .gltf file and the folder of the maps to write. */
  public static void main(String[] args) throws IOException {
    SkinnedCharacter full = GltfReader.read(Path.of(args[0])).requireSound().character();
    try (RunContext context = RunContext.create()) {
      SkinnedCharacter level =
          Simplify.run(full, SimplifyOptions.DEFAULTS.withRatios(0.1), context)
              .levels()
              .getFirst()
              .character();
      UnwrapResult atlas = Unwrap.run(level, UnwrapOptions.DEFAULTS, context);
      BakeResult baked =
          Bake.run(
              full,
              atlas.character(),
              atlas.sets(),
              BakeOptions.DEFAULTS.withResolution(256),
              context);
      Path folder = Files.createDirectories(Path.of(args[1]));
      for (var image : baked.images().entrySet()) {
        Files.write(folder.resolve(image.getKey() + ".png"), PngWriter.encode(image.getValue()));
      }
      BakeResult.NormalErrors normals = Objects.requireNonNull(baked.normals());
      System.out.printf(
          Locale.ROOT,
          "%d charts, stretch %.3f; normals %.2f degrees off, %.2f with the map%n",
          atlas.charts(),
          atlas.stretch().mean(),
          normals.without(),
          normals.with());
    }
  }
}
