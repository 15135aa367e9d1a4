package dev.sinew.bench;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.SkinnedCharacter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An atlas of a character's rest shape by xatlas.
 *
 * @param uv u, v per corner of the joined mesh
 * @param charts the number of charts
 * @param used the share of the texture that triangles cover
 * @param reported the share that xatlas reports, which counts gaps and all texels that charts touch
 * @param seconds the time of adding the mesh and making the atlas
 * @param cpuSeconds the same in CPU time
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record XatlasRun(
    double[] uv, int charts, double used, double reported, double seconds, double cpuSeconds) {
  /** Runs bench/peers/atlas.mjs. */
  static XatlasRun of(Path script, SkinnedCharacter character)
      throws IOException, InterruptedException {
    JoinedCharacter joined = new JoinedCharacter(character);
    int[] triangles = joined.mesh().triangles();
    AnimationCoords coords = joined.coords();
    double[] matrices = joined.matrices(character.restPose());
    ByteBuffer mesh =
        ByteBuffer.allocate(8 + 12 * coords.rowCount() + 4 * triangles.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    mesh.putInt(coords.rowCount()).putInt(triangles.length / 3);
    double[] p = new double[3];
    for (int v = 0; v < coords.rowCount(); v++) {
      coords.project(v, matrices, p, 0);
      mesh.putFloat((float) p[0]).putFloat((float) p[1]).putFloat((float) p[2]);
    }
    for (int v : triangles) {
      mesh.putInt(v);
    }
    Path input = Files.createTempFile("mesh", ".bin");
    Path output = Files.createTempFile("atlas", ".bin");
    try {
      Files.write(input, mesh.array());
      Process process =
          new ProcessBuilder("node", script.toString(), input.toString(), output.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("xatlas: status " + process.exitValue());
      }
      ByteBuffer made = ByteBuffer.wrap(Files.readAllBytes(output)).order(ByteOrder.LITTLE_ENDIAN);
      double[] uv = new double[2 * triangles.length];
      for (int i = 0; i < uv.length; i++) {
        uv[i] = made.getFloat();
      }
      JsonObject report = JsonParser.parseString(printed).getAsJsonObject();
      return new XatlasRun(
          uv,
          report.get("charts").getAsInt(),
          report.get("used").getAsDouble(),
          report.get("reported").getAsDouble(),
          report.get("seconds").getAsDouble(),
          report.get("cpuSeconds").getAsDouble());
    } finally {
      Files.delete(input);
      Files.delete(output);
    }
  }
}
