package dev.sinew.examples;

import dev.sinew.Made;
import dev.sinew.Model;
import dev.sinew.Sinew;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/** Gives a level of detail an atlas and the normal map of the full model. */
public final class BakeLevel {
  private BakeLevel() {}

  /** Takes the .glb or .gltf file to read and the one to write. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      Model full = sinew.load(Path.of(args[0]));
      Made<UnwrapResult> atlas = full.simplify(0.1).model().unwrap();
      Made<BakeResult> baked =
          atlas.model().bake(full, atlas.result().sets(), BakeOptions.DEFAULTS.withResolution(256));
      baked.model().write(Path.of(args[1]));
      BakeResult.NormalErrors normals = Objects.requireNonNull(baked.result().normals());
      System.out.printf(
          Locale.ROOT,
          "%d charts, stretch %.3f; normals %.2f degrees off, %.2f with the map%n",
          atlas.result().figures().charts(),
          atlas.result().figures().stretch().mean(),
          normals.without(),
          normals.with());
    }
  }
}
