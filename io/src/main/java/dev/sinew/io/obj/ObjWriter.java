package dev.sinew.io.obj;

import dev.sinew.io.FileSession;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;
import dev.sinew.run.ArrayChecks;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

/**
 * Writes Wavefront OBJ files. A number that is a float is written as the shortest text that parses
 * to that float, any other as the shortest text that parses to the double.
 *
 * <p>For a sequence, {@link #forPoses} creates one writer that keeps the text of faces and texture
 * coordinates, so that only the positions are formatted per frame.
 */
public final class ObjWriter {
  private static final int[] NO_INDICES = {};
  private static final float[] NO_VALUES = {};

  private final int vertexCount;
  private final byte[] afterPositions;

  private ObjWriter(PolygonMesh mesh) {
    vertexCount = mesh.vertexCount();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (ObjText out = new ObjText(text)) {
      writeAfterPositions(mesh, out);
    } catch (IOException impossible) {
      throw new IllegalStateException("writing to memory failed", impossible);
    }
    afterPositions = text.toByteArray();
  }

  /** Writes a mesh with its texture coordinates and normals; seams are kept. */
  public static void write(Path target, TriMesh mesh) throws IOException {
    FileSession.write(files -> write(target, mesh, files));
  }

  /** Writes a mesh as an output of a session. */
  public static void write(Path target, TriMesh mesh, FileSession files) throws IOException {
    write(target, polygons(mesh), files);
  }

  /** Writes a polygon mesh; a group becomes a {@code usemtl}. */
  public static void write(Path target, PolygonMesh mesh) throws IOException {
    FileSession.write(files -> write(target, mesh, files));
  }

  private static void write(Path target, PolygonMesh mesh, FileSession files) throws IOException {
    files.stream(
        target,
        stream -> {
          try (ObjText out = new ObjText(stream)) {
            double[] positions = mesh.positions();
            writePositions(positions.length, i -> positions[i], out);
            writeAfterPositions(mesh, out);
          }
        });
  }

  /**
   * Writes a folder of frames {@code stem0001.obj}, {@code stem0002.obj} and so on. The files
   * appear when all are complete.
   */
  public static void write(Path folder, String stem, MeshSequence sequence) throws IOException {
    ObjWriter writer = forPoses(sequence.reference());
    int width = Math.max(4, Integer.toString(sequence.frameCount()).length());
    FileSession.write(
        files ->
            files.folder(
                folder,
                draft -> {
                  for (int f = 0; f < sequence.frameCount(); f++) {
                    String number = String.format(Locale.ROOT, "%0" + width + "d", f + 1);
                    try (OutputStream out =
                        java.nio.file.Files.newOutputStream(
                            draft.resolve(stem + number + ".obj"))) {
                      writer.writeFrame(out, sequence.positions(f));
                    }
                  }
                }));
  }

  /** Returns a writer of shapes of a mesh, with its texture coordinates and without normals. */
  public static ObjWriter forPoses(TriMesh mesh) {
    return forPoses(polygons(mesh));
  }

  /** Returns a writer of shapes of a mesh, with its texture coordinates and without normals. */
  public static ObjWriter forPoses(PolygonMesh mesh) {
    return new ObjWriter(
        new PolygonMesh(
            mesh.positions(),
            mesh.uvs(),
            NO_VALUES,
            mesh.faceStart(),
            new PolygonMesh.Corners(mesh.corners().vertex(), mesh.corners().uv(), NO_INDICES),
            mesh.faceGroup(),
            mesh.groupNames()));
  }

  /**
   * Writes one shape.
   *
   * @param positions x, y, z of every vertex, finite; not modified
   */
  public void writeFrame(Path target, float[] positions) throws IOException {
    FileSession.write(files -> files.stream(target, out -> writeFrame(out, positions)));
  }

  /**
   * Writes one shape.
   *
   * @param out not closed; needs no buffer
   * @param positions x, y, z of every vertex, finite; not modified
   */
  public void writeFrame(OutputStream out, float[] positions) throws IOException {
    ArrayChecks.size("positions", positions.length, 3L * vertexCount);
    ObjText text = new ObjText(out);
    writePositions(positions.length, i -> positions[i], text);
    text.flush();
    out.write(afterPositions);
  }

  private static void writePositions(int numbers, IntToDoubleFunction number, ObjText out)
      throws IOException {
    for (int i = 0; i < numbers; i += 3) {
      out.ascii("v");
      for (int k = 0; k < 3; k++) {
        out.space().number(number.applyAsDouble(i + k));
      }
      out.newLine();
    }
  }

  private static void writeAfterPositions(PolygonMesh mesh, ObjText out) throws IOException {
    writeRows("vt", mesh.uvs(), 2, out);
    writeRows("vn", mesh.normals(), 3, out);
    writeFaces(mesh, out);
  }

  private static void writeRows(String keyword, float[] values, int columns, ObjText out)
      throws IOException {
    for (int i = 0; i < values.length; i += columns) {
      out.ascii(keyword);
      for (int k = 0; k < columns; k++) {
        out.space().number(values[i + k]);
      }
      out.newLine();
    }
  }

  private static void writeFaces(PolygonMesh mesh, ObjText out) throws IOException {
    String material = ObjReader.NO_MATERIAL;
    for (int f = 0; f < mesh.faceCount(); f++) {
      String name = mesh.groupNames().get(mesh.faceGroup()[f]);
      if (!name.equals(material)) {
        out.ascii("usemtl").space().name(name).newLine();
        material = name;
      }
      out.ascii("f");
      for (int c = mesh.faceStart()[f]; c < mesh.faceStart()[f + 1]; c++) {
        out.space();
        writeCorner(mesh, c, out);
      }
      out.newLine();
    }
  }

  private static void writeCorner(PolygonMesh mesh, int corner, ObjText out) throws IOException {
    int uv = mesh.corners().uv().length > 0 ? mesh.corners().uv()[corner] : -1;
    int normal = mesh.corners().normal().length > 0 ? mesh.corners().normal()[corner] : -1;
    out.integer(mesh.corners().vertex()[corner] + 1);
    if (uv >= 0 || normal >= 0) {
      out.ascii("/");
    }
    if (uv >= 0) {
      out.integer(uv + 1);
    }
    if (normal >= 0) {
      out.ascii("/").integer(normal + 1);
    }
  }

  /** Converts a triangle mesh to polygons with one texture coordinate and normal per wedge. */
  private static PolygonMesh polygons(TriMesh mesh) {
    int[] faceStart = new int[mesh.triangleCount() + 1];
    Arrays.setAll(faceStart, t -> 3 * t);
    int[] wedges = mesh.cornerWedges();
    float[] uvs = values(mesh, MeshAttribute.UV, 2);
    float[] normals = values(mesh, MeshAttribute.NORMAL, 3);
    int groupCount = mesh.groupCount();
    List<String> groupNames =
        groupCount == 1
            ? List.of(ObjReader.NO_MATERIAL)
            : java.util.stream.IntStream.range(0, groupCount).mapToObj(g -> "group" + g).toList();
    return new PolygonMesh(
        mesh.positions(),
        uvs,
        normals,
        faceStart,
        new PolygonMesh.Corners(
            mesh.triangles(),
            uvs.length > 0 ? wedges : NO_INDICES,
            normals.length > 0 ? wedges : NO_INDICES),
        mesh.groups(),
        groupNames);
  }

  private static float[] values(TriMesh mesh, String name, int components) {
    Optional<MeshAttribute> attribute =
        mesh.attribute(name).filter(a -> a.components() == components);
    return attribute.map(MeshAttribute::toArray).orElse(NO_VALUES);
  }
}
