package dev.sinew.pipeline.input;

import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.MeshFile;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Meshes in correspondence from command-line arguments: OBJ files, folders and patterns of them,
 * and point caches (.pc2, .mdd) of the vertices of the reference.
 *
 * @param sequence all shapes, in the order of the arguments
 * @param files the files read, the reference first
 * @param issues warnings about the files
 */
public record ExampleFiles(MeshSequence sequence, List<Path> files, List<Issue> issues) {
  /** Copies the lists. */
  public ExampleFiles {
    files = List.copyOf(files);
    issues = List.copyOf(issues);
  }

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
   * @param issues warnings about the files
   */
  public record Vertices(
      List<String> names, List<float[]> frames, List<Path> files, List<Issue> issues) {}

  /** Shapes read so far, one after the other. */
  private static final class Shapes {
    private final List<String> names = new ArrayList<>();
    private final List<float[]> positions = new ArrayList<>();

    /** Files of one reference are read together, and each names it. */
    private final Set<Issue> issues = new LinkedHashSet<>();

    private void add(MeshSequence sequence) {
      for (int k = 0; k < sequence.frameCount(); k++) {
        names.add(sequence.name(k));
        positions.add(sequence.positions(k));
      }
    }

    /** Reads the files collected so far in parallel, and clears the list. */
    private void addMeshes(
        Path reference, @Nullable MeshFile rest, List<Path> meshes, RunContext context)
        throws IOException {
      if (rest != null && !meshes.isEmpty()) {
        ObjSequence read = ObjSequence.read(reference, rest, meshes, context);
        issues.addAll(read.issues());
        add(read.meshes());
        meshes.clear();
      }
    }
  }

  /**
   * Reads the vertices of shapes; OBJ files must have the same faces, and point caches need no
   * reference.
   */
  public static Vertices readVertices(
      List<String> arguments, FileSession session, RunContext context) throws IOException {
    List<Path> files = expand(arguments, session);
    files.forEach(session::reading);
    for (Path file : files) {
      if (!isCache(file)) {
        requireMesh(file);
      }
    }
    Optional<Path> first = files.stream().filter(file -> !isCache(file)).findFirst();
    Shapes shapes = new Shapes();
    MeshFile mesh = null;
    if (first.isPresent()) {
      mesh = ObjReader.read(first.get());
    }
    addAll(files, first.orElse(Path.of("")), mesh, ExampleFiles::points, shapes, context);
    return new Vertices(shapes.names, shapes.positions, files, List.copyOf(shapes.issues));
  }

  private static ExampleFiles over(Path reference, List<Path> files, RunContext context)
      throws IOException {
    MeshFile rest = ObjReader.read(reference);
    Shapes shapes = new Shapes();
    shapes.issues.addAll(rest.issuesIn(reference));
    TriMesh mesh = rest.mesh().toTriMesh();
    addAll(files, reference, rest, cache -> mesh, shapes, context);
    List<Path> read = new ArrayList<>(List.of(reference));
    files.stream().filter(file -> !file.equals(reference)).forEach(read::add);
    MeshSequence sequence = new MeshSequence(mesh, shapes.names, shapes.positions);
    return new ExampleFiles(sequence, read, List.copyOf(shapes.issues));
  }

  /**
   * Reads shapes in the order of their files.
   *
   * @param rest the reference of the meshes; null if there are none
   * @param points the mesh whose points those of a point cache are
   */
  private static void addAll(
      List<Path> files,
      Path reference,
      @Nullable MeshFile rest,
      Function<PointCache, TriMesh> points,
      Shapes shapes,
      RunContext context)
      throws IOException {
    List<Path> meshes = new ArrayList<>();
    for (Path file : files) {
      if (isCache(file)) {
        shapes.addMeshes(reference, rest, meshes, context);
        try (PointCache cache = PointCache.open(file)) {
          shapes.add(cache.toSequence(points.apply(cache)));
        }
      } else {
        meshes.add(file);
      }
    }
    shapes.addMeshes(reference, rest, meshes, context);
  }

  private static TriMesh points(PointCache cache) {
    return TriMesh.of(new double[3 * cache.pointCount()], new int[0]);
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
