package dev.sinew.examples;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Finds the skeleton of a shape and writes a rigged character. */
public final class ExtractSkeleton {
  private ExtractSkeleton() {}

  /** Takes an OBJ file and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    NamedShape shape = new NamedShape("shape", ObjReader.read(Path.of(args[0])).mesh().toTriMesh());
    try (RunContext context = RunContext.create()) {
      SkeletonResult result =
          SkeletonExtraction.run(List.of(shape), SkeletonOptions.DEFAULTS, context);
      CharacterWriter.toDocument("rigged", result.character()).write(Path.of(args[1]));
      System.out.printf(
          Locale.ROOT,
          "%d limbs, %d joints%n",
          result.limbCount(),
          result.character().skins().getFirst().jointCount());
    }
  }
}
