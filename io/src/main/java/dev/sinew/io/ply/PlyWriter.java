package dev.sinew.io.ply;

import dev.sinew.io.FileSession;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** Writes binary little-endian PLY: one vertex per wedge, with normals and colours if present. */
public final class PlyWriter {
  private PlyWriter() {}

  /** Writes a mesh. */
  public static void write(Path target, TriMesh mesh) throws IOException {
    FileSession.write(files -> write(target, mesh, files));
  }

  /** Writes a mesh as an output of a session. */
  public static void write(Path target, TriMesh mesh, FileSession files) throws IOException {
    files.stream(
        target,
        out -> {
          out.write(header(mesh).getBytes(StandardCharsets.US_ASCII));
          writeVertices(out, mesh);
          writeFaces(out, mesh);
        });
  }

  private static String header(TriMesh mesh) {
    StringBuilder text = new StringBuilder("ply\nformat binary_little_endian 1.0\n");
    text.append("element vertex ").append(mesh.wedgeCount()).append('\n');
    text.append("property float x\nproperty float y\nproperty float z\n");
    if (mesh.attribute(MeshAttribute.NORMAL).isPresent()) {
      text.append("property float nx\nproperty float ny\nproperty float nz\n");
    }
    if (mesh.attribute(MeshAttribute.COLOR).isPresent()) {
      text.append("property uchar red\nproperty uchar green\nproperty uchar blue\n");
    }
    text.append("element face ").append(mesh.triangleCount()).append('\n');
    return text.append("property list uchar int vertex_indices\nend_header\n").toString();
  }

  private static void writeVertices(OutputStream out, TriMesh mesh) throws IOException {
    Optional<MeshAttribute> normals = mesh.attribute(MeshAttribute.NORMAL);
    Optional<MeshAttribute> colors = mesh.attribute(MeshAttribute.COLOR);
    int size = 12 + (normals.isPresent() ? 12 : 0) + (colors.isPresent() ? 3 : 0);
    ByteBuffer row = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      row.clear();
      for (int k = 0; k < 3; k++) {
        row.putFloat((float) mesh.position(mesh.vertexOfWedge(w), k));
      }
      for (int k = 0; k < 3 && normals.isPresent(); k++) {
        row.putFloat(normals.get().value(w, k));
      }
      for (int k = 0; k < 3 && colors.isPresent(); k++) {
        row.put((byte) Math.round(255 * Math.clamp(colors.get().value(w, k), 0f, 1f)));
      }
      out.write(row.array());
    }
  }

  private static void writeFaces(OutputStream out, TriMesh mesh) throws IOException {
    ByteBuffer row = ByteBuffer.allocate(13).order(ByteOrder.LITTLE_ENDIAN);
    for (int t = 0; t < mesh.triangleCount(); t++) {
      row.clear();
      row.put((byte) 3);
      for (int k = 0; k < 3; k++) {
        row.putInt(mesh.wedge(t, k));
      }
      out.write(row.array());
    }
  }
}
