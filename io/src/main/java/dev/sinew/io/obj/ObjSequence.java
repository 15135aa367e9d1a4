package dev.sinew.io.obj;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.MeshFile;
import dev.sinew.io.text.TextCursor;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.PolygonMesh;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * OBJ files of one mesh in several shapes. All files must have the faces and the number of vertices
 * of the reference, in the same order. Texture coordinates and normals are taken from the
 * reference.
 *
 * @param reference the polygons of the reference and its shape
 * @param meshes the shapes, named after their files, with the reference split into triangles
 * @param issues warnings, each with its file
 */
public record ObjSequence(PolygonMesh reference, MeshSequence meshes, List<Issue> issues) {
  /** Copies the list. */
  public ObjSequence {
    issues = List.copyOf(issues);
  }

  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Frame(float[] positions, List<Issue> issues) {}

  /** Reads files; the first is also the reference. */
  public static ObjSequence read(List<Path> files, RunContext context) throws IOException {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("files: expected at least 1, got 0");
    }
    return read(files.getFirst(), files, context);
  }

  /**
   * Reads files in correspondence with a reference.
   *
   * @param reference the mesh in the rest pose; a frame only if it is also in {@code files}
   * @param files the frames, in order
   * @param context reads the files in parallel
   * @throws MalformedAssetException for the first file that is malformed or does not correspond
   */
  public static ObjSequence read(Path reference, List<Path> files, RunContext context)
      throws IOException {
    return read(reference, ObjReader.read(reference), files, context);
  }

  /**
   * Reads files in correspondence with a reference that was read before.
   *
   * @param rest what the file of the reference contains
   */
  public static ObjSequence read(
      Path reference, MeshFile rest, List<Path> files, RunContext context) throws IOException {
    List<Issue> issues = new ArrayList<>(rest.issuesIn(reference));
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    List<Frame> frames = readFrames(reference, rest.mesh(), files, context);
    for (int f = 0; f < frames.size(); f++) {
      names.add(String.valueOf(files.get(f).getFileName()));
      shapes.add(frames.get(f).positions);
      issues.addAll(frames.get(f).issues);
    }
    MeshSequence meshes = new MeshSequence(rest.mesh().toTriMesh(), names, shapes);
    return new ObjSequence(rest.mesh(), meshes, issues);
  }

  private static List<Frame> readFrames(
      Path referenceFile, PolygonMesh reference, List<Path> files, RunContext context)
      throws IOException {
    Frame[] frames = new Frame[files.size()];
    IOException[] failures = new IOException[frames.length];
    AtomicInteger firstFailure = new AtomicInteger(frames.length);
    context.run(
        frames.length,
        f -> {
          if (f > firstFailure.get()) {
            return; // The error of an earlier file is reported.
          }
          try {
            frames[f] = readFrame(referenceFile, reference, files.get(f));
          } catch (IOException e) {
            failures[f] = e;
            firstFailure.accumulateAndGet(f, Math::min);
          }
        });
    if (firstFailure.get() < frames.length) {
      throw failures[firstFailure.get()];
    }
    return List.of(frames);
  }

  private static Frame readFrame(Path referenceFile, PolygonMesh reference, Path file)
      throws IOException {
    if (file.equals(referenceFile)) {
      return new Frame(narrow(file, reference.positions()), List.of());
    }
    ObjReader reader = ObjReader.parse(TextCursor.open(file));
    MeshFile result = reader.result();
    PolygonMesh mesh = result.mesh();
    if (!mesh.correspondsTo(reference)) {
      throw mismatch(file, reader, mesh, referenceFile, reference);
    }
    return new Frame(narrow(file, mesh.positions()), result.issuesIn(file));
  }

  private static MalformedAssetException mismatch(
      Path file, ObjReader reader, PolygonMesh mesh, Path referenceFile, PolygonMesh reference) {
    if (mesh.vertexCount() != reference.vertexCount()) {
      return countMismatch(
          file, mesh.vertexCount(), "vertices", referenceFile, reference.vertexCount());
    }
    int shared = Math.min(mesh.faceCount(), reference.faceCount());
    for (int f = 0; f < shared; f++) {
      if (!Arrays.equals(corners(mesh, f), corners(reference, f))) {
        return new MalformedAssetException(
            file.toString(),
            "line " + reader.faceLine(f),
            "face "
                + (f + 1)
                + " has the corners "
                + describe(mesh, f)
                + ", in the reference "
                + referenceFile
                + " it has "
                + describe(reference, f));
      }
    }
    return countMismatch(file, mesh.faceCount(), "faces", referenceFile, reference.faceCount());
  }

  private static MalformedAssetException countMismatch(
      Path file, int count, String what, Path referenceFile, int expected) {
    return new MalformedAssetException(
        file.toString(),
        "",
        count + " " + what + ", but the reference " + referenceFile + " has " + expected);
  }

  private static int[] corners(PolygonMesh mesh, int face) {
    return Arrays.copyOfRange(
        mesh.corners().vertex(), mesh.faceStart()[face], mesh.faceStart()[face + 1]);
  }

  /** Returns the corners of a face as the file counts them; at most eight. */
  private static String describe(PolygonMesh mesh, int face) {
    int[] corners = corners(mesh, face);
    StringBuilder out = new StringBuilder();
    for (int c = 0; c < Math.min(corners.length, 8); c++) {
      out.append(c > 0 ? " " : "").append(corners[c] + 1);
    }
    return corners.length > 8 ? out + " … (" + corners.length + " corners)" : out.toString();
  }

  private static float[] narrow(Path file, double[] positions) throws MalformedAssetException {
    float[] out = new float[positions.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) positions[i];
      if (Float.isInfinite(out[i])) {
        throw new MalformedAssetException(
            file.toString(),
            "vertex " + (i / 3 + 1),
            "the coordinate " + positions[i] + " does not fit in 32 bits");
      }
    }
    return out;
  }
}
