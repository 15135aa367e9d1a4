package dev.sinew.bench;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult.Level;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Sweeps the weight of appearance: the distance, the normals, the drift of the texture and the
 * difference of pictures of levels by several values of {@code --look}. The option multiplies all
 * weights of appearance, so its best value says whether their defaults are right.
 */
public final class LookWeights {
  private static final double[] LOOKS = {0, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95};
  private static final double[] RATIOS = {0.25, 0.1};

  private LookWeights() {}

  /** Prints the page of results for models: names of built-in characters or glTF files. */
  public static void main(String[] args) throws IOException {
    System.out.println(
        """
        # The weight of appearance

        Levels of 25 and 10 % by the value of `--look`, made by `bench/look-weights MODEL…`: distance between the surfaces (rms over all
        clips in box sides, 10⁻⁶), mean angle between normals, drift of the texture in pixels (rms) and mean absolute difference of
        pictures, as `simplify` reports them.
        """);
    try (RunContext context = RunContext.create()) {
      for (String name : args) {
        print(name, context);
      }
    }
  }

  private static void print(String name, RunContext context) throws IOException {
    SkinnedCharacter model =
        name.endsWith(".glb") || name.endsWith(".gltf")
            ? GltfReader.read(Path.of(name)).character()
            : Samples.create(name).character();
    System.out.printf(Locale.ROOT, "## %s%n%n", Path.of(name).getFileName());
    System.out.println("| look | triangles | rms | degrees | pixels | pictures |");
    System.out.println("|---|---|---|---|---|---|");
    for (double look : LOOKS) {
      List<Level> levels =
          Simplify.run(model, SimplifyOptions.DEFAULTS.withRatios(RATIOS).withLook(look), context)
              .levels();
      for (Level level : levels) {
        System.out.printf(
            Locale.ROOT,
            "| %s | %d | %.0f | %.2f | %.2f | %.5f |%n",
            look,
            level.size().triangles(),
            1e6 * level.measured().error().orElseThrow().rms(),
            level.measured().look().orElseThrow().normalDegrees(),
            level.measured().look().orElseThrow().texelDrift(),
            level.measured().look().orElseThrow().mae());
      }
    }
    System.out.println();
  }
}
