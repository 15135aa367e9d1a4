package dev.sinew.examples;

import dev.sinew.model.TriMesh;
import dev.sinew.pipeline.Model;
import dev.sinew.pipeline.Sinew;
import java.io.IOException;
import java.nio.file.Path;

/** The library in ten lines: load, simplify, limit, write, pose, fit. */
public final class FirstProgram {
  private FirstProgram() {}

  /** Takes a .glb, one of its clips, an .obj at rest, a folder of its poses, and where to write. */
  public static void main(String[] args) throws IOException {
    Path out = Path.of(args[4]);
    try (Sinew sinew = Sinew.create()) {
      Model light = sinew.load(Path.of(args[0])).simplify(0.25).limit(4);
      light.write(out.resolve("light.glb"));
      TriMesh posed = light.pose(args[1], 0.4);
      Model fitted = sinew.fit(Path.of(args[2]), Path.of(args[3]), 3);
      fitted.write(out.resolve("fitted.glb"));
      System.out.println(posed.triangleCount() + " triangles at 0.4 s of " + args[1]);
    }
  }
}
