package dev.sinew.examples;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.model.Clip;
import dev.sinew.run.RunContext;
import dev.sinew.solve.Solve;
import dev.sinew.solve.SolveOptions;
import dev.sinew.solve.SolveResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds the poses of a rigged character in which it has given shapes, and adds them as a clip. */
public final class SolvePoses {
  private SolvePoses() {}

  /** Takes a .glb file, a folder of OBJ files of its mesh, and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    GltfAsset rig = GltfReader.read(Path.of(args[0])).requireSound();
    try (RunContext context = RunContext.create()) {
      ObjSequence files = ObjSequence.read(ObjFiles.expand(args[1]), context);
      SolveResult result =
          Solve.run(rig.character(), files.meshes(), SolveOptions.DEFAULTS, context);
      List<Clip> clips = new ArrayList<>(rig.character().clips());
      clips.add(result.clip());
      rig.with(rig.character().withClips(clips)).write(Path.of(args[2]));
      System.out.printf(
          Locale.ROOT,
          "%d poses, rms error %.5f of the box, %d keys%n",
          result.frames().size(),
          result.rms(),
          result.keys().kept());
    }
  }
}
