package dev.sinew.pipeline;

import dev.sinew.inspect.CharacterFindings;
import dev.sinew.inspect.InfluenceCounts;
import dev.sinew.inspect.ShownCounts;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.Format.Kind;
import dev.sinew.io.MeshFile;
import dev.sinew.io.bvh.BvhMotion;
import dev.sinew.io.bvh.BvhReader;
import dev.sinew.io.gltf.FileSize;
import dev.sinew.io.gltf.FileSizeReader;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports the contents of files and their issues. */
public final class InspectStep implements Step<InspectStep.Options, InspectStep.Inspection> {

  /**
   * What to inspect.
   *
   * @param files any files Sinew reads, or folders of example meshes; at least one
   */
  public record Options(List<Path> files) {
    public Options {
      if (files.isEmpty()) {
        throw new IllegalArgumentException("files: expected at least 1, got 0");
      }
      files = List.copyOf(files);
    }
  }

  /**
   * The JSON report.
   *
   * @param files one entry per file, in the order of the options
   */
  public record Inspection(List<FileInspection> files) {}

  /**
   * The contents of one file. A mesh used twice counts once.
   *
   * @param file its name
   * @param meshes the number of meshes
   * @param vertices vertices as the file stores them, once per side of a seam: wedges
   * @param points vertices of the surface: the wedges of one vertex count once
   * @param triangles triangles of all meshes
   * @param joints joints of all skins, each once
   * @param influences influences of the vertices as stored
   * @param materials materials of the triangles in the scene, each once
   * @param clips the clips
   * @param levels the levels of detail (MSFT_lod), level 0 first; empty without them
   * @param size its bytes and what they are for
   * @param frames frames of a point cache, a motion file or a folder of meshes, otherwise 0
   * @param issues what is wrong or was repaired, most severe first
   */
  public record FileInspection(
      String file,
      int meshes,
      long vertices,
      long points,
      long triangles,
      int joints,
      InfluenceCounts influences,
      int materials,
      List<ClipEntry> clips,
      List<LevelEntry> levels,
      FileSize size,
      int frames,
      List<Issue> issues) {
    /** Returns the number of bytes of the file. */
    public long bytes() {
      return size.bytes();
    }

    /** Returns the size and its parts as text. */
    public String sizeText() {
      return OutputSize.describe(size);
    }
  }

  /**
   * A level of detail.
   *
   * @param level 0 for the original
   * @param screenCoverage the smallest share of the screen height at which it is shown; null if the
   *     file does not say it
   * @param shown what it shows
   */
  public record LevelEntry(int level, @Nullable Double screenCoverage, ShownCounts shown) {}

  /**
   * A clip.
   *
   * @param name its name
   * @param seconds the time of its last key
   */
  public record ClipEntry(String name, double seconds) {}

  @Override
  public Outcome<Inspection> run(Options options, FileSession files, RunContext context)
      throws IOException {
    List<FileInspection> found = new ArrayList<>();
    for (Path file : options.files) {
      found.add(inspect(file, files, context));
      context.report("inspecting", found.size(), options.files.size());
    }
    return new Outcome<>(new Inspection(found), options.files, List.of());
  }

  private static FileInspection inspect(Path file, FileSession files, RunContext context)
      throws IOException {
    if (Files.isDirectory(file)) {
      return inspectSequence(file, files, context);
    }
    Format format = Format.of(file, Kind.CHARACTER, Kind.MESH, Kind.POINT_CACHE, Kind.MOTION);
    return switch (format.kind()) {
      case CHARACTER -> inspectCharacter(file, files);
      case MESH -> inspectMesh(file, format);
      case POINT_CACHE -> inspectPointCache(file);
      case MOTION -> inspectMotion(file);
      case PICTURE, STREAM, CORRECTIVES ->
          throw new IllegalStateException("unexpected format " + format);
    };
  }

  private static FileInspection inspectCharacter(Path file, FileSession files) throws IOException {
    GltfAsset asset = GltfReader.read(file, files);
    CharacterFindings findings = CharacterFindings.of(asset.character());
    List<Issue> issues = new ArrayList<>(asset.issues());
    issues.addAll(findings.issues());
    issues.sort(java.util.Comparator.comparing(Issue::severity));
    return new FileInspection(
        file.toString(),
        asset.character().meshes().size(),
        findings.wedges(),
        findings.vertices(),
        findings.triangles(),
        findings.joints(),
        findings.influences(),
        ShownCounts.of(asset.character()).materials(),
        entries(asset.character().clips()),
        levels(asset),
        FileSizeReader.measure(file),
        0,
        issues);
  }

  private static List<LevelEntry> levels(GltfAsset asset) throws IOException {
    List<LevelEntry> levels = new ArrayList<>();
    int count = asset.levelCount();
    for (int n = 0; count > 1 && n < count; n++) {
      levels.add(
          new LevelEntry(
              n, asset.screenCoverage(n).orElse(null), ShownCounts.of(asset.level(n).character())));
    }
    return levels;
  }

  private static FileInspection inspectMesh(Path file, Format format) throws IOException {
    MeshFile read = format.readMesh(file);
    TriMesh mesh = read.mesh().toTriMesh();
    List<Issue> issues = new ArrayList<>(read.issues());
    issues.addAll(CharacterFindings.meshIssues("the mesh", mesh));
    return new FileInspection(
        file.toString(),
        1,
        mesh.vertexCount(),
        mesh.vertexCount(),
        mesh.triangleCount(),
        0,
        InfluenceCounts.NONE,
        0,
        List.of(),
        List.of(),
        FileSize.of(Files.size(file)),
        0,
        issues);
  }

  /** A folder of example meshes, which must correspond vertex by vertex. */
  private static FileInspection inspectSequence(Path folder, FileSession files, RunContext context)
      throws IOException {
    List<Path> meshes = ObjFiles.expand(folder.toString(), files.allowsOutside());
    ObjSequence sequence = ObjSequence.read(meshes, context);
    TriMesh mesh = sequence.meshes().reference();
    long bytes = 0;
    for (Path file : meshes) {
      bytes += Files.size(file);
    }
    List<Issue> issues = new ArrayList<>(sequence.issues());
    issues.addAll(CharacterFindings.meshIssues("the first mesh", mesh));
    return new FileInspection(
        folder.toString(),
        1,
        mesh.vertexCount(),
        mesh.vertexCount(),
        mesh.triangleCount(),
        0,
        InfluenceCounts.NONE,
        0,
        List.of(),
        List.of(),
        FileSize.of(bytes),
        sequence.meshes().frameCount(),
        issues);
  }

  private static FileInspection inspectPointCache(Path file) throws IOException {
    try (PointCache cache = PointCache.open(file)) {
      float[] frame = new float[3 * cache.pointCount()];
      for (int f = 0; f < cache.frameCount(); f++) {
        cache.frame(f, frame);
      }
      return new FileInspection(
          file.toString(),
          0,
          cache.pointCount(),
          cache.pointCount(),
          0,
          0,
          InfluenceCounts.NONE,
          0,
          List.of(),
          List.of(),
          FileSize.of(Files.size(file)),
          cache.frameCount(),
          List.of());
    }
  }

  private static FileInspection inspectMotion(Path file) throws IOException {
    BvhMotion motion = BvhReader.read(file);
    return new FileInspection(
        file.toString(),
        0,
        0,
        0,
        0,
        motion.skeleton().jointCount(),
        InfluenceCounts.NONE,
        0,
        entries(List.of(motion.clip())),
        List.of(),
        FileSize.of(Files.size(file)),
        motion.frameCount(),
        List.of());
  }

  private static List<ClipEntry> entries(List<Clip> clips) {
    return clips.stream().map(c -> new ClipEntry(c.name(), c.duration())).toList();
  }
}
