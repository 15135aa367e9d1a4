package dev.sinew.examples;

import dev.sinew.Model;
import dev.sinew.Sinew;
import dev.sinew.distance.Comparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Measures the distance between two characters over their clips. */
public final class CompareCharacters {
  private CompareCharacters() {}

  /** Takes two .glb or .gltf files, the reference first. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      Model reference = sinew.load(Path.of(args[0]));
      for (Comparison.ClipError clip : reference.compare(sinew.load(Path.of(args[1]))).clips()) {
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
