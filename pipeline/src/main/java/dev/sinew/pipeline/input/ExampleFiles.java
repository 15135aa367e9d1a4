package dev.sinew.pipeline.input;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Meshes in correspondence from command-line arguments: OBJ files, folders and patterns of them,
 * and point caches (.pc2, .mdd) of the vertices of the reference.
 *
 * @param sequence all shapes, in the order of the arguments
 * @param files the files read, the reference first
 */
public record ExampleFiles(MeshSequence sequence, List<Path> files) {

  /**
   * Reads examples.
   *
   * @param arguments files, folders and patterns
   * @param reference the mesh at rest; empty for the first OBJ file
   * @throws MalformedAssetException if a file is malformed or does not correspond
   */
  public static ExampleFiles read(
      List<String> arguments, Optional<Path> reference, FileSession session, RunContext context)
      throws IOException {
    return readFiles(expand(arguments, session), reference, session, context);
  }

  /** Reads examples from files; see {@link #read}. */
  public static ExampleFiles readFiles(
      List<Path> files, Optional<Path> reference, FileSession session, RunContext context)
      throws IOException {
    Path rest =
        reference.orElseGet(
            () -> files.stream().filter(file -> !isCache(file)).findFirst().orElse(Path.of("")));
    if (rest.toString().isEmpty()) {
      throw new MalformedAssetException(
          files.getFirst().toString(), "", "a point cache has no triangles: give a reference mesh");
    }
    session.reading(rest);
    files.forEach(session::reading);
    requireMesh(rest);
    for (Path file : files) {
      if (!isCache(file)) {
        requireMesh(file);
      }
    }
    return over(rest, files, context);
  }

  /**
   * Shapes of which only the vertices count.
   *
   * @param names a name per shape
   * @param frames x, y, z of every vertex, per shape
   * @param files the files read
   */
  public record Vertices(List<String> names, List<float[]> frames, List<Path> files) {}

  /**
   * Reads the vertices of shapes; OBJ files must have the same faces, and point caches need no
   * reference.
   */
  public static Vertices readVertices(
      List<String> arguments, FileSession session, RunContext context) throws IOException {
    List<Path> files = expand(arguments, session);
    files.forEach(session::reading);
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    List<Path> meshes = new ArrayList<>();
    for (Path file : files) {
      if (isCache(file)) {
        addMeshes(meshes.isEmpty() ? file : meshes.getFirst(), meshes, context, names, shapes);
        try (PointCache cache = PointCache.open(file)) {
          TriMesh points = TriMesh.of(new double[3 * cache.pointCount()], new int[0]);
          add(cache.toSequence(points), names, shapes);
        }
      } else {
        requireMesh(file);
        meshes.add(file);
      }
    }
    addMeshes(meshes.isEmpty() ? Path.of("") : meshes.getFirst(), meshes, context, names, shapes);
    return new Vertices(names, shapes, files);
  }

  private static ExampleFiles over(Path rest, List<Path> files, RunContext context)
      throws IOException {
    TriMesh mesh = ObjReader.read(rest).mesh().toTriMesh();
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    List<Path> meshes = new ArrayList<>();
    for (Path file : files) {
      if (isCache(file)) {
        addMeshes(rest, meshes, context, names, shapes);
        try (PointCache cache = PointCache.open(file)) {
          add(cache.toSequence(mesh), names, shapes);
        }
      } else {
        meshes.add(file);
      }
    }
    addMeshes(rest, meshes, context, names, shapes);
    List<Path> read = new ArrayList<>(List.of(rest));
    files.stream().filter(file -> !file.equals(rest)).forEach(read::add);
    return new ExampleFiles(new MeshSequence(mesh, names, shapes), read);
  }

  /** Reads the files collected so far in parallel, and clears the list. */
  private static void addMeshes(
      Path rest, List<Path> meshes, RunContext context, List<String> names, List<float[]> shapes)
      throws IOException {
    if (!meshes.isEmpty()) {
      add(ObjSequence.read(rest, meshes, context).meshes(), names, shapes);
      meshes.clear();
    }
  }

  private static void add(MeshSequence sequence, List<String> names, List<float[]> shapes) {
    for (int k = 0; k < sequence.frameCount(); k++) {
      names.add(sequence.name(k));
      shapes.add(sequence.positions(k));
    }
  }

  /** Returns the files of arguments, at least one. */
  public static List<Path> expand(List<String> arguments, FileSession session) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String argument : arguments) {
      files.addAll(ObjFiles.expand(argument, session.allowsOutside()));
    }
    if (files.isEmpty()) {
      throw new IllegalArgumentException("examples: expected at least 1 file, got 0");
    }
    return files;
  }

  private static void requireMesh(Path file) throws MalformedAssetException {
    if (Format.find(file).orElse(null) != Format.OBJ) {
      throw new MalformedAssetException(
          file.toString(),
          "",
          "expected " + Format.expected(Format.OBJ, Format.PC2, Format.MDD) + " with a shape");
    }
  }

  private static boolean isCache(Path file) {
    return Format.is(file, Format.Kind.POINT_CACHE);
  }
}
