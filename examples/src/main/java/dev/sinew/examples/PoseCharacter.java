package dev.sinew.examples;

import dev.sinew.Sinew;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.SkinningMethod;
import java.io.IOException;
import java.nio.file.Path;

/** Writes the surface of a character at a time of a clip, skinned by dual quaternions. */
public final class PoseCharacter {
  private PoseCharacter() {}

  /** Takes a .glb or .gltf file, the name of a clip, a time in seconds, and the .obj to write. */
  public static void main(String[] args) throws IOException {
    try (Sinew sinew = Sinew.create()) {
      TriMesh posed =
          sinew
              .load(Path.of(args[0]))
              .pose(args[1], Double.parseDouble(args[2]), SkinningMethod.DQS);
      ObjWriter.write(Path.of(args[3]), posed);
      System.out.println(
          posed.vertexCount() + " vertices, " + posed.triangleCount() + " triangles");
    }
  }
}
