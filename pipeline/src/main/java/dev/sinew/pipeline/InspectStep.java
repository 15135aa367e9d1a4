package dev.sinew.pipeline;

import dev.sinew.inspect.CharacterFindings;
import dev.sinew.inspect.InfluenceCounts;
import dev.sinew.inspect.JointUse;
import dev.sinew.inspect.MaterialUse;
import dev.sinew.inspect.ShownCounts;
import dev.sinew.inspect.TargetUse;
import dev.sinew.io.FileSession;
import dev.sinew.io.Format;
import dev.sinew.io.Format.Kind;
import dev.sinew.io.MeshFile;
import dev.sinew.io.bvh.BvhMotion;
import dev.sinew.io.bvh.BvhReader;
import dev.sinew.io.gltf.AvatarInfo;
import dev.sinew.io.gltf.FileSize;
import dev.sinew.io.gltf.FileSizeReader;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.gltf.ImageInfo;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.Skeleton;
import dev.sinew.model.TriMesh;
import dev.sinew.posespace.Block;
import dev.sinew.posespace.PoseDatabase;
import dev.sinew.run.Flat;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports the contents of a file and its issues. */
public final class InspectStep implements Step<InspectStep.Options, InspectStep.FileInspection> {

  /**
   * What to inspect.
   *
   * @param file any file Sinew reads, or a folder of example meshes
   */
  public record Options(Path file) {}

  /**
   * The JSON report: the contents of a file.
   *
   * @param file its name
   * @param counts what it contains
   * @param clips the clips
   * @param levels the levels of detail (MSFT_lod), level 0 first; empty without them
   * @param size its bytes and what they are for
   * @param details joints, materials, images and extensions one by one
   * @param frames frames of a point cache, a motion file or a folder of meshes, otherwise 0
   * @param issues what is wrong or was repaired, most severe first
   */
  public record FileInspection(
      String file,
      @Flat Counts counts,
      List<ClipEntry> clips,
      List<LevelEntry> levels,
      FileSize size,
      Details details,
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
   * How much a file contains. A mesh used twice counts once.
   *
   * @param meshes the number of meshes
   * @param vertices vertices as the file stores them, once per side of a seam: wedges
   * @param points vertices of the surface: the wedges of one vertex count once
   * @param triangles triangles of all meshes
   * @param joints joints of all skins, each once
   * @param influences influences of the vertices as stored
   * @param materials materials of the triangles in the scene, each once
   * @param instances instances of meshes (EXT_mesh_gpu_instancing)
   */
  public record Counts(
      int meshes,
      long vertices,
      long points,
      long triangles,
      int joints,
      InfluenceCounts influences,
      int materials,
      long instances) {
    /** Counts a mesh without a skin. */
    static Counts of(TriMesh mesh) {
      return still(1, mesh.vertexCount(), mesh.triangleCount(), 0);
    }

    /** Counts points that no mesh in the file connects. */
    static Counts ofPoints(int points) {
      return still(0, points, 0, 0);
    }

    static Counts still(int meshes, int points, int triangles, int joints) {
      return new Counts(meshes, points, points, triangles, joints, InfluenceCounts.NONE, 0, 0);
    }
  }

  /**
   * The contents of a character one by one, or of a database of correctives; empty for other files.
   *
   * @param joints the joints of all skins, parents first
   * @param humanoid the names of the nodes that are bones of a human body, by bone (VRM)
   * @param avatar who made an avatar, and what people may do with it; null for other files
   * @param materials the materials of the triangles
   * @param targets the morph targets of all meshes
   * @param images the images of textures
   * @param extensions the extensions the file uses, and with an exclamation mark those it requires
   * @param correctives what a database of correctives contains; null for other files
   */
  public record Details(
      List<JointUse> joints,
      Map<String, String> humanoid,
      @Nullable AvatarInfo avatar,
      List<MaterialUse> materials,
      List<TargetUse> targets,
      List<ImageInfo> images,
      List<String> extensions,
      @Nullable CorrectivesEntry correctives) {
    static final Details NONE =
        new Details(List.of(), Map.of(), null, List.of(), List.of(), List.of(), List.of(), null);

    static Details of(PoseDatabase database) {
      return new Details(
          NONE.joints,
          NONE.humanoid,
          null,
          NONE.materials,
          NONE.targets,
          NONE.images,
          NONE.extensions,
          CorrectivesEntry.of(database));
    }

    static Details of(GltfAsset asset) throws IOException {
      List<String> extensions = new ArrayList<>();
      List<String> required = asset.document().extensions("extensionsRequired");
      asset.document().decodedExtensions().forEach(name -> extensions.add(name + "!"));
      for (String name : asset.document().extensions("extensionsUsed")) {
        extensions.add(required.contains(name) ? name + "!" : name);
      }
      return new Details(
          JointUse.of(asset.character()),
          humanoid(asset.character().skeleton()),
          AvatarInfo.of(asset.document()).orElse(null),
          MaterialUse.of(asset.character()),
          TargetUse.of(asset.character(), asset::expressions),
          ImageInfo.of(asset.document()),
          extensions,
          null);
    }

    private static Map<String, String> humanoid(Skeleton skeleton) {
      Map<String, String> out = new LinkedHashMap<>();
      skeleton
          .humanoid()
          .joints()
          .forEach((bone, joint) -> out.put(bone.toString(), skeleton.name(joint)));
      return out;
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

  /**
   * A database of correctives.
   *
   * @param method the interpolator
   * @param skinning the skinning model that is corrected
   * @param poses the number of poses, with the rest pose
   * @param blocks the number of groups of vertices that are interpolated together
   * @param offsets the most offsets that a block combines
   * @param dynamic whether it also depends on motion
   */
  public record CorrectivesEntry(
      String method, String skinning, int poses, int blocks, int offsets, boolean dynamic) {
    static CorrectivesEntry of(PoseDatabase database) {
      return new CorrectivesEntry(
          database.method().toString(),
          database.skinning().toString(),
          database.poses().size(),
          database.blocks().size(),
          database.blocks().stream().mapToInt(Block::rank).max().orElse(0),
          !database.dynamics().isEmpty());
    }
  }

  @Override
  public Outcome<FileInspection> run(Options options, FileSession files, RunContext context)
      throws IOException {
    return new Outcome<>(inspect(options.file, files, context), List.of(options.file), List.of());
  }

  private static FileInspection inspect(Path file, FileSession files, RunContext context)
      throws IOException {
    if (Files.isDirectory(file)) {
      return inspectSequence(file, files, context);
    }
    Format format =
        Format.of(file, Kind.CHARACTER, Kind.MESH, Kind.POINT_CACHE, Kind.MOTION, Kind.CORRECTIVES);
    return switch (format.kind()) {
      case CHARACTER -> inspectCharacter(file, files);
      case MESH -> inspectMesh(file, format);
      case POINT_CACHE -> inspectPointCache(file);
      case MOTION -> inspectMotion(file);
      case CORRECTIVES -> inspectCorrectives(file, files);
      case PICTURE, STREAM -> throw new IllegalStateException("unexpected format " + format);
    };
  }

  private static FileInspection inspectCharacter(Path file, FileSession files) throws IOException {
    GltfAsset asset = GltfReader.read(file, files);
    CharacterFindings findings = CharacterFindings.of(asset.allLevels().character());
    List<Issue> issues = new ArrayList<>(asset.issues());
    issues.addAll(findings.issues());
    issues.sort(java.util.Comparator.comparing(Issue::severity));
    return new FileInspection(
        file.toString(),
        new Counts(
            asset.character().meshes().size(),
            findings.wedges(),
            findings.vertices(),
            findings.triangles(),
            findings.joints(),
            findings.influences(),
            ShownCounts.of(asset.character()).materials(),
            asset.instanceCount()),
        entries(asset.character().clips()),
        levels(asset),
        FileSizeReader.measure(file),
        Details.of(asset),
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
    return inspection(file, Counts.of(mesh), Files.size(file), 0, issues);
  }

  /** A folder of example meshes, which must correspond vertex by vertex. */
  private static FileInspection inspectSequence(Path folder, FileSession files, RunContext context)
      throws IOException {
    List<Path> meshes;
    try {
      meshes = ObjFiles.expand(folder.toString(), files.allowsOutside());
    } catch (NoSuchFileException e) {
      if (!folder.toString().equals(e.getFile())) {
        throw e;
      }
      throw new NoSuchFileException(
          folder.toString(),
          null,
          "no .glb, .gltf, .fbx, .vrm or .obj file in this folder; subfolders are not searched");
    }
    ObjSequence sequence = ObjSequence.read(meshes, context);
    TriMesh mesh = sequence.meshes().reference();
    long bytes = 0;
    for (Path file : meshes) {
      bytes += Files.size(file);
    }
    List<Issue> issues = new ArrayList<>(sequence.issues());
    issues.addAll(CharacterFindings.meshIssues("the first mesh", mesh));
    return inspection(folder, Counts.of(mesh), bytes, sequence.meshes().frameCount(), issues);
  }

  private static FileInspection inspectPointCache(Path file) throws IOException {
    try (PointCache cache = PointCache.open(file)) {
      float[] frame = new float[3 * cache.pointCount()];
      for (int f = 0; f < cache.frameCount(); f++) {
        cache.frame(f, frame);
      }
      return inspection(
          file,
          Counts.ofPoints(cache.pointCount()),
          Files.size(file),
          cache.frameCount(),
          List.of());
    }
  }

  private static FileInspection inspectMotion(Path file) throws IOException {
    BvhMotion motion = BvhReader.read(file);
    return new FileInspection(
        file.toString(),
        Counts.still(0, 0, 0, motion.skeleton().jointCount()),
        entries(List.of(motion.clip())),
        List.of(),
        FileSize.of(Files.size(file)),
        Details.NONE,
        motion.frameCount(),
        List.of());
  }

  /** The vertices are those of the surface that is corrected, the joints those that select. */
  private static FileInspection inspectCorrectives(Path file, FileSession files)
      throws IOException {
    PoseDatabase database = CorrectivesFile.read(file, files);
    int vertices = database.surface().vertexCount();
    return new FileInspection(
        file.toString(),
        Counts.still(0, vertices, 0, database.space().jointCount()),
        List.of(),
        List.of(),
        FileSize.of(Files.size(file)),
        Details.of(database),
        0,
        List.of());
  }

  private static List<ClipEntry> entries(List<Clip> clips) {
    return clips.stream().map(c -> new ClipEntry(c.name(), c.duration())).toList();
  }

  /** Returns the inspection of a file without skins, clips and materials. */
  private static FileInspection inspection(
      Path file, Counts counts, long bytes, int frames, List<Issue> issues) {
    return new FileInspection(
        file.toString(),
        counts,
        List.of(),
        List.of(),
        FileSize.of(bytes),
        Details.NONE,
        frames,
        issues);
  }
}
