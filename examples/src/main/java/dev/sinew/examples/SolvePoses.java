package dev.sinew.examples;

import dev.sinew.Made;
import dev.sinew.Sinew;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.solve.SolveResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Finds the poses of a rigged character in which it has given shapes, and adds them as a clip. */
public final class SolvePoses {
  private SolvePoses() {}

  /** Takes a .glb file, a folder of OBJ files of its mesh, and the .glb file to write. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      ObjSequence files = ObjSequence.read(ObjFiles.expand(args[1]), sinew.context());
      Made<SolveResult> solved = sinew.load(Path.of(args[0])).solve(files.meshes());
      solved.model().write(Path.of(args[2]));
      System.out.printf(
          Locale.ROOT,
          "%d poses, rms error %.5f of the box, %d keys%n",
          solved.result().frames().size(),
          solved.result().rms(),
          solved.result().keys().kept());
    }
  }
}
