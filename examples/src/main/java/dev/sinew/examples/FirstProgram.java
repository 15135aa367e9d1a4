package dev.sinew.examples;

import dev.sinew.Made;
import dev.sinew.Model;
import dev.sinew.Sinew;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The library in ten lines: a level of detail with few influences, an atlas and the normal map of
 * the full model, whose joints keep their volume in any viewer.
 */
public final class FirstProgram {
  private FirstProgram() {}

  /** Takes the .glb or .gltf file to read and the one to write. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      Model full = sinew.load(Path.of(args[0]));
      Model light = full.simplify(0.25).model().limit(4).model();
      Made<UnwrapResult> atlas = light.unwrap();
      Model baked = atlas.model().bake(full, atlas.result().sets()).model();
      // Morph targets with which linear blending looks like dual quaternions.
      Model corrected = baked.bakeTargets(SkinningMethod.DQS).model();
      corrected.write(Path.of(args[1]));
      System.out.println(corrected.bounds().whole().clips().sphere());
    }
  }
}
