package dev.sinew.bench;

import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Measures whether rigs are such as people would animate, and prints Markdown for {@code
 * bench/results/rigs.md}: joints of human bodies, the same shapes in other triangles, fitted rigs
 * in poses beyond their examples.
 */
public final class Rigs {
  private Rigs() {}

  /** Prints the page; the argument is the folder of all test data. */
  public static void main(String[] args) throws IOException {
    Path data = Path.of(args[0]);
    try (RunContext context = RunContext.create()) {
      HumanBodies.print(data.resolve("gltf"), context);
      OtherTriangles.print(data, context);
      BeyondExamples.print(data.resolve("gltf"), context);
    }
  }
}
