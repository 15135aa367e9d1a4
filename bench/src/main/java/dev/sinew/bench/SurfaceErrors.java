package dev.sinew.bench;

import dev.sinew.distance.TriangleTree;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.Clip;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures levels of detail of any tool: two-sided closest-point distances between surfaces, over
 * all frames of all clips of a character at 30 frames per second (of more than 400, over every
 * second, third …), or over the frames of a mesh sequence. Prints one line per level, separated by
 * tabs: file, triangles, rms, rms of the worst frame, largest distance, rms between vertices and
 * surfaces. Lengths are in units of the reference's longest box side at rest.
 *
 * <pre>
 * SurfaceErrors character REFERENCE.glb LEVEL.glb…
 * SurfaceErrors sequence REFERENCE.obj FRAMES.pc2|FRAME.obj,FRAME.obj,… LEVEL…
 * </pre>
 *
 * <p>A level of a sequence is a file of little-endian 32-bit vertex indices of the reference, three
 * per triangle: its vertices move with the reference's, so its frames are exact. Or it is a folder
 * with the level's reference.obj and its frames under the names of the given frames.
 *
 * <p>Both surfaces get the same number of samples, spread evenly over the area of the first frame
 * and fixed to their triangles. The mean squares of both directions have the same weight. Vertices
 * alone would favour levels made of original vertices, because these lie on the original surface.
 * Their rms, also of both directions, is printed too because it needs no choice of samples.
 *
 * <p>The sampling is kept apart from {@link dev.sinew.distance.SurfaceSamples}, which the simplify
 * command measures itself with: the comparison with other tools uses points of its own.
 */
public final class SurfaceErrors {
  private static final double FRAMES_PER_SECOND = 30;
  private static final int SAMPLES = 8000;

  /** Of longer clips, every second, third … frame is measured. */
  private static final int MAX_FRAMES = 400;

  private SurfaceErrors() {}

  /** Measures the levels that the arguments name. */
  public static void main(String[] args) throws IOException {
    boolean sequence = args.length > 0 && args[0].equals("sequence");
    int first = sequence ? 3 : 2;
    if (args.length <= first) {
      System.err.println(
          "expected: character REFERENCE LEVEL… or sequence REFERENCE FRAMES LEVEL…");
      System.exit(2);
    }
    Frames reference =
        sequence ? ofSequence(Path.of(args[1]), args[2]) : ofCharacter(Path.of(args[1]));
    for (int i = first; i < args.length; i++) {
      Path level = Path.of(args[i]);
      Frames candidate = sequence ? levelOf(reference, args[2], level) : ofCharacter(level);
      System.out.printf(
          Locale.ROOT, "%s\t%s%n", level.getFileName(), compare(reference, candidate));
    }
  }

  /** A moving surface. */
  private record Frames(int[] triangles, double side, List<Frame> frames) {}

  /** Computes the vertex positions of one frame. */
  private interface Frame {
    float[] positions();
  }

  private static String compare(Frames reference, Frames candidate) {
    if (candidate.triangles.length == 0) {
      return "0\tinf\tinf\tinf\tinf";
    }
    if (reference.frames.size() != candidate.frames.size()) {
      throw new IllegalArgumentException(
          "frames: expected " + reference.frames.size() + ", got " + candidate.frames.size());
    }
    Surface a = new Surface(reference);
    Surface b = new Surface(candidate);
    double all = 0;
    double vertices = 0;
    double worst = 0;
    int step = Math.ceilDiv(reference.frames.size(), MAX_FRAMES);
    int n = 0;
    for (int f = 0; f < reference.frames.size(); f += step, n++) {
      a.move(reference.frames.get(f).positions());
      b.move(candidate.frames.get(f).positions());
      double own = (a.samplesTo(b) + b.samplesTo(a)) / 2;
      vertices += (a.verticesTo(b) + b.verticesTo(a)) / 2;
      all += own;
      worst = Math.max(worst, own);
    }
    double unit = reference.side;
    return String.format(
        Locale.ROOT,
        "%d\t%.4g\t%.4g\t%.4g\t%.4g",
        candidate.triangles.length / 3,
        Math.sqrt(all / n) / unit,
        Math.sqrt(worst) / unit,
        Math.max(a.max, b.max) / unit,
        Math.sqrt(vertices / n) / unit);
  }

  /** One of the two surfaces in the current frame. */
  private static final class Surface {
    private final int[] triangles;
    private final int[] vertices;
    private final int[] sampleTriangle = new int[SAMPLES];
    private final double[] sampleWeights = new double[3 * SAMPLES];
    private final TriangleTree tree;
    private final TriangleTree.Hit hit = new TriangleTree.Hit();
    private final int[] scratch = TriangleTree.newScratch();
    private float[] points;
    private double max;

    Surface(Frames frames) {
      triangles = frames.triangles;
      vertices = Arrays.stream(triangles).distinct().toArray();
      points = frames.frames.getFirst().positions();
      tree = new TriangleTree(points, triangles);
      spreadSamples();
    }

    /** Places one sample per equal share of the area, by a low-discrepancy sequence. */
    private void spreadSamples() {
      double[] areaBefore = new double[triangles.length / 3 + 1];
      for (int t = 0; t < triangles.length / 3; t++) {
        areaBefore[t + 1] = areaBefore[t] + area(t);
      }
      int t = 0;
      for (int s = 0; s < SAMPLES; s++) {
        double at = areaBefore[areaBefore.length - 1] * (s + 0.5) / SAMPLES;
        while (t + 2 < areaBefore.length && areaBefore[t + 1] < at) {
          t++;
        }
        double u = (0.5 + 0.7548776662466927 * s) % 1;
        double v = (0.5 + 0.5698402909980532 * s) % 1;
        double root = Math.sqrt(u);
        sampleTriangle[s] = t;
        sampleWeights[3 * s] = 1 - root;
        sampleWeights[3 * s + 1] = root * (1 - v);
        sampleWeights[3 * s + 2] = root * v;
      }
    }

    private double area(int t) {
      double[] e = new double[6];
      for (int k = 0; k < 3; k++) {
        float origin = points[3 * triangles[3 * t] + k];
        e[k] = points[3 * triangles[3 * t + 1] + k] - origin;
        e[3 + k] = points[3 * triangles[3 * t + 2] + k] - origin;
      }
      double x = e[1] * e[5] - e[2] * e[4];
      double y = e[2] * e[3] - e[0] * e[5];
      double z = e[0] * e[4] - e[1] * e[3];
      return Math.sqrt(x * x + y * y + z * z) / 2;
    }

    void move(float[] positions) {
      points = positions;
      tree.refit(positions);
    }

    double samplesTo(Surface other) {
      double sum = 0;
      double[] at = new double[3];
      for (int s = 0; s < SAMPLES; s++) {
        Arrays.fill(at, 0);
        for (int c = 0; c < 3; c++) {
          int point = 3 * triangles[3 * sampleTriangle[s] + c];
          for (int k = 0; k < 3; k++) {
            at[k] += sampleWeights[3 * s + c] * points[point + k];
          }
        }
        sum += other.square(at[0], at[1], at[2]);
      }
      return sum / SAMPLES;
    }

    double verticesTo(Surface other) {
      double sum = 0;
      for (int v : vertices) {
        sum += other.square(points[3 * v], points[3 * v + 1], points[3 * v + 2]);
      }
      return sum / vertices.length;
    }

    /** Returns the squared distance of a point from this surface. */
    private double square(double x, double y, double z) {
      tree.closest(x, y, z, hit, scratch);
      max = Math.max(max, hit.distance());
      return hit.distance() * hit.distance();
    }
  }

  private static Frames ofCharacter(Path file) throws IOException {
    SkinnedCharacter character = GltfReader.read(file).requireSound().character();
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed shape = surface.newPosed();
    Pose pose = character.restPose();
    shape.set(pose);
    TriMesh rest = shape.mesh();
    List<Clip> clips = new ArrayList<>(character.clips());
    clips.sort((p, q) -> p.name().compareTo(q.name()));
    List<Frame> frames = new ArrayList<>();
    float[] positions = new float[3 * surface.vertexCount()];
    for (Clip clip : clips) {
      int last = (int) Math.floor(clip.duration() * FRAMES_PER_SECOND + 1e-4);
      for (int f = 0; f <= last; f++) {
        double time = f / FRAMES_PER_SECOND;
        frames.add(
            () -> {
              clip.sample(time, pose);
              shape.set(pose);
              shape.copyVertexPositions(positions);
              return positions;
            });
      }
    }
    return new Frames(rest.triangles(), rest.bounds().longestSide(), frames);
  }

  private static Frames ofSequence(Path reference, String frames) throws IOException {
    MeshSequence sequence = readSequence(reference, frames);
    List<Frame> all = new ArrayList<>();
    for (int f = 0; f < sequence.frameCount(); f++) {
      float[] positions = sequence.positions(f);
      all.add(() -> positions);
    }
    TriMesh mesh = sequence.reference();
    return new Frames(mesh.triangles(), mesh.bounds().longestSide(), all);
  }

  private static MeshSequence readSequence(Path reference, String frames) throws IOException {
    if (frames.endsWith(".pc2")) {
      try (PointCache cache = PointCache.open(Path.of(frames))) {
        return cache.toSequence(ObjReader.read(reference).mesh().toTriMesh());
      }
    }
    List<Path> files = Arrays.stream(frames.split(",", -1)).map(Path::of).toList();
    try (RunContext context = RunContext.ofThreads(1)) {
      return ObjSequence.read(reference, files, context).meshes();
    }
  }

  private static Frames levelOf(Frames reference, String frames, Path level) throws IOException {
    if (Files.isDirectory(level)) {
      List<String> own = new ArrayList<>();
      for (String file : frames.split(",", -1)) {
        own.add(level.resolve(Path.of(file).getFileName()).toString());
      }
      return ofSequence(level.resolve("reference.obj"), String.join(",", own));
    }
    byte[] bytes = Files.readAllBytes(level);
    int[] triangles = new int[bytes.length / Integer.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(triangles);
    return new Frames(triangles, reference.side, reference.frames);
  }
}
