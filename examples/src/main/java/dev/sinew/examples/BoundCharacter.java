package dev.sinew.examples;

import dev.sinew.Sinew;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.bounds.Sphere;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Finds the sphere that a character never leaves while its clips play, and in any pose. */
public final class BoundCharacter {
  private BoundCharacter() {}

  /** Takes a .glb or .gltf file. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      BoundsResult bounds = sinew.load(Path.of(args[0])).bounds();
      print("clips", bounds.whole().clips().sphere());
      print("any pose", bounds.whole().any().sphere());
    }
  }

  private static void print(String what, Sphere sphere) {
    System.out.printf(
        Locale.ROOT,
        "%s: centre %.3f %.3f %.3f, radius %.3f%n",
        what,
        sphere.x(),
        sphere.y(),
        sphere.z(),
        sphere.radius());
  }
}
