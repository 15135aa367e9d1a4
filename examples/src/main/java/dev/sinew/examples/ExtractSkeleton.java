package dev.sinew.examples;

import dev.sinew.Made;
import dev.sinew.Sinew;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.io.obj.ObjReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Finds the skeleton of a shape and writes a rigged character. */
public final class ExtractSkeleton {
  private ExtractSkeleton() {}

  /** Takes an OBJ file and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      Made<SkeletonResult> rigged =
          sinew.skeleton(ObjReader.read(Path.of(args[0])).mesh().toTriMesh());
      rigged.model().write(Path.of(args[1]));
      System.out.printf(
          Locale.ROOT,
          "%d limbs, %d joints%n",
          rigged.result().limbCount(),
          rigged.result().jointCount());
    }
  }
}
