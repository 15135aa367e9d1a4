package dev.sinew.bench;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.extract.field.CotangentLaplacian;
import dev.sinew.extract.field.Extremities;
import dev.sinew.extract.field.HarmonicField;
import dev.sinew.extract.field.HeatDistances;
import dev.sinew.extract.field.Surface;
import dev.sinew.extract.graph.LimbCurves;
import dev.sinew.extract.graph.ReebGraph;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedModel;
import dev.sinew.fit.GivenRig;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjFiles;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjSequence;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.rig.WindingNumber;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.subdivide.Subdivision;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import dev.sinew.testkit.MeshSuite;
import dev.sinew.testkit.RawMesh;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Measures skeletons from shapes and prints Markdown for {@code bench/results/skeleton.md}: joints
 * of the built-in characters against the truth, other triangulations, the horse, odd shapes, and
 * time.
 */
public final class Skeletons {
  private static final PrintStream OUT = System.out;

  private final RunContext context;

  private Skeletons(RunContext context) {
    this.context = context;
  }

  /** Prints the page; the argument is the folder of the horse. */
  public static void main(String[] args) throws IOException {
    Path horse = Path.of(args[0]);
    try (RunContext context = RunContext.create()) {
      Skeletons skeletons = new Skeletons(context);
      skeletons.truth(horse.resolveSibling("gltf/khronos/CesiumMan.glb"));
      skeletons.triangulations();
      skeletons.horse(horse);
      skeletons.oddShapes();
      skeletons.growth(horse);
    }
  }

  private SkeletonResult found(TriMesh... shapes) {
    List<NamedShape> named = new ArrayList<>();
    for (TriMesh shape : shapes) {
      named.add(new NamedShape("shape " + named.size(), shape));
    }
    return SkeletonExtraction.run(named, SkeletonOptions.DEFAULTS, context);
  }

  private void truth(Path man) throws IOException {
    OUT.println("## Joints of characters with known skeletons");
    OUT.println();
    OUT.println(
        "Rest and six poses, every one with a triangulation of its own (refined by √3, then"
            + " decimated to 70 to 148 %); CesiumMan's are frames of its clip, with its own"
            + " triangles. Distances in box sides.");
    OUT.println();
    OUT.println(
        "| character | shapes | limbs | joints found, true | true ones within 0.05 | found to"
            + " nearest true, mean | true to nearest found, mean | left to right, largest |");
    OUT.println("|---|---|---|---|---|---|---|---|");
    row("biped", 0, 2, 5, 8, 14, 20, 22);
    row("biped", 0);
    row("quadruped", 0, 3, 9, 12, 15, 20, 22);
    row("quadruped", 0);
    if (Files.exists(man)) {
      row(GltfReader.read(man).character());
    }
    OUT.println();
  }

  /** Prints the row of a character whose clip shows six poses. */
  private void row(SkinnedCharacter known) {
    CharacterSurface.Posed posed = CharacterSurface.of(known).newPosed();
    TriMesh[] shapes = new TriMesh[7];
    for (int k = 0; k < shapes.length; k++) {
      Pose pose = known.restPose();
      if (k > 0) {
        Clip clip = known.clips().getFirst();
        clip.sample((k - 0.5) / (shapes.length - 1) * clip.duration(), pose);
      }
      posed.set(pose);
      shapes[k] = plain(posed.mesh());
    }
    row("CesiumMan", shapes, joints(known), shapes[0].bounds().longestSide());
  }

  private void row(String name, int... poses) {
    Sample sample = Samples.create(name);
    TriMesh[] shapes = new TriMesh[poses.length];
    for (int i = 0; i < poses.length; i++) {
      TriMesh fine =
          Subdivision.of(
                  plain(sample.examples().mesh(poses[i])),
                  SubdivisionScheme.SQRT3,
                  SubdivisionOptions.DEFAULTS)
              .mesh();
      shapes[i] = decimated(fine, (0.7 + 0.13 * i) / 3);
    }
    row(name, shapes, joints(sample.character()), sample.mesh().bounds().longestSide());
  }

  private void row(String name, TriMesh[] shapes, List<double[]> known, double side) {
    SkeletonResult result = found(shapes);
    List<double[]> joints = joints(result.character());
    OUT.printf(
        Locale.ROOT,
        "| %s | %d | %d | %d, %d | %d | %.4f | %.4f | %.4f |%n",
        name,
        result.poses().size(),
        result.limbCount(),
        joints.size(),
        known.size(),
        known.stream().filter(p -> nearest(p, joints) < 0.05 * side).count(),
        mean(joints, known) / side,
        mean(known, joints) / side,
        asymmetry(joints) / side);
  }

  private void triangulations() {
    OUT.println("## Other triangulations of one pose");
    OUT.println();
    OUT.println("Joints of one shape against those of the original mesh, in box sides.");
    OUT.println();
    OUT.println("| character | mesh | vertices | joints | mean | largest |");
    OUT.println("|---|---|---|---|---|---|");
    for (String name : List.of("biped", "quadruped")) {
      TriMesh mesh = plain(Samples.create(name).mesh());
      double side = mesh.bounds().longestSide();
      List<double[]> joints = joints(found(mesh).character());
      OUT.printf(
          Locale.ROOT,
          "| %s | original | %d | %d | | |%n",
          name,
          mesh.vertexCount(),
          joints.size());
      TriMesh fine =
          Subdivision.of(mesh, SubdivisionScheme.SQRT3, SubdivisionOptions.DEFAULTS).mesh();
      compare(name, "remeshed", decimated(fine, 1 / 3.0), joints, side);
      compare(name, "decimated to 30 %", decimated(mesh, 0.3), joints, side);
      double[] x = mesh.positions();
      Random random = new Random(1);
      for (int i = 0; i < x.length; i++) {
        x[i] += 0.002 * side * (2 * random.nextDouble() - 1);
      }
      compare(name, "noise of 0.2 % of the box", mesh.withPositions(x), joints, side);
    }
    OUT.println();
  }

  private void compare(String name, String what, TriMesh copy, List<double[]> joints, double side) {
    List<double[]> other = joints(found(copy).character());
    OUT.printf(
        Locale.ROOT,
        "| %s | %s | %d | %d | %.4f | %.4f |%n",
        name,
        what,
        copy.vertexCount(),
        other.size(),
        mean(joints, other) / side,
        joints.stream().mapToDouble(p -> nearest(p, other)).max().orElse(0) / side);
  }

  private void horse(Path folder) throws IOException {
    Path reference = folder.resolve("horse-reference.obj");
    List<Path> files = ObjFiles.expand(folder.resolve("horse-[01]*.obj").toString());
    MeshSequence poses = ObjSequence.read(reference, files, context).meshes();
    TriMesh[] shapes = new TriMesh[poses.frameCount() + 1];
    shapes[0] = poses.reference();
    for (int k = 0; k < poses.frameCount(); k++) {
      shapes[k + 1] = poses.mesh(k);
    }
    SkeletonResult result = found(shapes);
    OUT.println("## The horse, reference and ten poses");
    OUT.println();
    WindingNumber winding =
        new WindingNumber(poses.reference().positions(), poses.reference().triangles());
    OUT.printf(
        Locale.ROOT,
        "%d limbs, %d joints, %d of them outside the body:%n%n",
        result.limbCount(),
        result.jointCount(),
        joints(result.character()).stream().filter(p -> !winding.isInside(p, 0)).count());
    OUT.println("| part | length | radius | joints |");
    OUT.println("|---|---|---|---|");
    for (SkeletonResult.FoundLimb limb : result.limbs()) {
      OUT.printf(
          Locale.ROOT,
          "| %s | %.3f | %.3f | %d |%n",
          limb.name(),
          limb.length(),
          limb.radius(),
          limb.joints());
    }
    OUT.println();
    OUT.println(
        "| linear blend skin fitted to | bones | training rms | relative to clustering | gallop,"
            + " hold-out rms | relative to clustering |");
    OUT.println("|---|---|---|---|---|---|");
    MeshSequence gallop;
    try (PointCache cache = PointCache.open(folder.resolve("horse-gallop.pc2"))) {
      gallop = cache.toSequence(poses.reference());
    }
    for (boolean articulated : new boolean[] {false, true}) {
      FitOptions options = FitOptions.DEFAULTS.withArticulated(articulated);
      String kind = articulated ? "about fixed joints" : "free";
      BoneSource rig = GivenRig.ofCharacter(result.character(), poses.reference(), false);
      Errors given = errors(poses, gallop, rig, options);
      Errors clustered = errors(poses, gallop, new BoneSource.Found(result.jointCount()), options);
      OUT.printf(
          Locale.ROOT,
          "| these joints | %s | %.6f | %.2f | %.6f | %.2f |%n",
          kind,
          given.training,
          given.training / clustered.training,
          given.holdout,
          given.holdout / clustered.holdout);
      OUT.printf(
          Locale.ROOT,
          "| clusters | %s | %.6f | | %.6f | |%n",
          kind,
          clustered.training,
          clustered.holdout);
    }
    OUT.println();
  }

  /** Rms errors of a fit. */
  private record Errors(double training, double holdout) {}

  private Errors errors(
      MeshSequence poses, MeshSequence others, BoneSource bones, FitOptions options) {
    FittedModel fit =
        Fit.run(poses, bones, options.withModels(FitModel.LINEAR_BLEND), context).first();
    return new Errors(fit.training().rms(), fit.solve(others, context).errors().rms());
  }

  /** Shapes that are no characters: what is found and reported. */
  private void oddShapes() {
    OUT.println("## Shapes that are no characters");
    OUT.println();
    OUT.println("| shape | joints | loops | reported |");
    OUT.println("|---|---|---|---|");
    TriMesh arm = plain(Samples.create("arm").mesh());
    RawMesh body = new RawMesh("arm", arm.positions(), arm.triangles());
    odd("a sphere", MeshSuite.icosphere(3));
    odd("a torus", MeshSuite.torus(40, 16));
    odd("a flat sheet", MeshSuite.grid(20, 12));
    odd("an arm and a tetrahedron", MeshSuite.both("both", body, MeshSuite.tetrahedron()));
    odd("an arm with a hole", withoutTriangle(body));
    odd("an arm with a fin on an edge", withFin(body));
    OUT.println();
  }

  private void odd(String name, RawMesh mesh) {
    SkeletonResult found = found(TriMesh.of(mesh.positions(), mesh.triangles()));
    List<String> issues = found.issues().stream().map(Issue::what).toList();
    OUT.printf(
        Locale.ROOT,
        "| %s | %d | %d | %s |%n",
        name,
        found.jointCount(),
        found.loops(),
        String.join("; ", issues));
  }

  private static RawMesh withoutTriangle(RawMesh mesh) {
    int[] triangles = mesh.triangles();
    return new RawMesh(
        "hole", mesh.positions(), Arrays.copyOfRange(triangles, 3, triangles.length));
  }

  private static RawMesh withFin(RawMesh mesh) {
    double[] x = Arrays.copyOf(mesh.positions(), mesh.positions().length + 3);
    int[] triangles = Arrays.copyOf(mesh.triangles(), mesh.triangles().length + 3);
    int fin = x.length / 3 - 1;
    for (int axis = 0; axis < 3; axis++) {
      x[3 * fin + axis] = 1.01 * x[3 * triangles[0] + axis] + 0.01;
    }
    triangles[triangles.length - 3] = triangles[0];
    triangles[triangles.length - 2] = triangles[1];
    triangles[triangles.length - 1] = fin;
    return new RawMesh("fin", x, triangles);
  }

  private void growth(Path folder) throws IOException {
    OUT.println("## Time by vertices");
    OUT.println();
    OUT.println(
        "The horse's reference, decimated and refined by Loop's scheme. Field and graph: Laplacian,"
            + " factors, extremities, harmonic field, Reeb graph. Whole: with joints and weights."
            + " Least of 3 runs, in one process. CPU: of all threads, which hardly depends on other"
            + " programs.");
    OUT.println();
    OUT.println(
        "| vertices | field and graph, seconds | its CPU seconds | whole, seconds | its CPU seconds"
            + " | CPU of field and graph, relative to the row above |");
    OUT.println("|---|---|---|---|---|---|");
    TriMesh mesh = plain(ObjReader.read(folder.resolve("horse-reference.obj")).mesh().toTriMesh());
    List<TriMesh> sizes =
        List.of(
            decimated(mesh, 0.25),
            mesh,
            refined(mesh),
            refined(refined(decimated(mesh, 0.742))),
            refined(refined(mesh)));
    double before = 0;
    int vertices = 0;
    for (TriMesh size : sizes) {
      double field = Double.POSITIVE_INFINITY;
      double whole = Double.POSITIVE_INFINITY;
      double fieldCpu = Double.POSITIVE_INFINITY;
      double wholeCpu = Double.POSITIVE_INFINITY;
      for (int run = 0; run < 3; run++) {
        long start = System.nanoTime();
        long cpu = cpuTime();
        fieldAndGraph(size);
        field = Math.min(field, (System.nanoTime() - start) / 1e9);
        fieldCpu = Math.min(fieldCpu, (cpuTime() - cpu) / 1e9);
        start = System.nanoTime();
        cpu = cpuTime();
        found(size);
        whole = Math.min(whole, (System.nanoTime() - start) / 1e9);
        wholeCpu = Math.min(wholeCpu, (cpuTime() - cpu) / 1e9);
      }
      OUT.printf(
          Locale.ROOT,
          "| %d | %.2f | %.2f | %.2f | %.2f | %s |%n",
          size.vertexCount(),
          field,
          fieldCpu,
          whole,
          wholeCpu,
          vertices == 0
              ? ""
              : String.format(
                  Locale.ROOT,
                  "%.1f × the time for %.1f × the size",
                  fieldCpu / before,
                  (double) size.vertexCount() / vertices));
      before = fieldCpu;
      vertices = size.vertexCount();
    }
    OUT.println();
  }

  private static TriMesh refined(TriMesh mesh) {
    return Subdivision.of(mesh, SubdivisionScheme.LOOP, SubdivisionOptions.DEFAULTS).mesh();
  }

  /** Returns the CPU time of the process in nanoseconds. */
  private static long cpuTime() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private void fieldAndGraph(TriMesh mesh) {
    HeatDistances heat =
        new HeatDistances(new CotangentLaplacian(Surface.ofLargestComponent(mesh)), context);
    Extremities tips = Extremities.find(heat, SkeletonOptions.DEFAULTS.minLimb());
    int[] ends = Arrays.copyOfRange(tips.vertices(), 1, tips.count());
    double[] ones = new double[ends.length];
    Arrays.fill(ones, 1);
    HarmonicField field = HarmonicField.solve(heat, tips.vertices()[0], ends, ones);
    LimbCurves.of(
        ReebGraph.of(heat.laplacian(), field.values(), SkeletonOptions.DEFAULTS.levels()),
        tips.vertices()[0],
        ends);
  }

  private static TriMesh plain(TriMesh mesh) {
    return TriMesh.of(mesh.positions(), mesh.triangles());
  }

  private TriMesh decimated(TriMesh mesh, double ratio) {
    SkinnedCharacter still = SkinnedCharacter.ofMesh("mesh", plain(mesh));
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(ratio).withMetric(PoseSource.REST).withPolish(false);
    return plain(
        Simplify.run(still, options, context.quiet())
            .levels()
            .getFirst()
            .character()
            .meshes()
            .getFirst()
            .mesh());
  }

  private static List<double[]> joints(SkinnedCharacter character) {
    List<double[]> out = new ArrayList<>();
    Pose rest = character.restPose();
    double[] g = new double[Affine.SIZE];
    for (int i = 0; i < character.skins().getFirst().jointCount(); i++) {
      rest.copyGlobal(character.skins().getFirst().joint(i), g, 0);
      out.add(new double[] {g[3], g[7], g[11]});
    }
    return out;
  }

  private static double mean(List<double[]> from, List<double[]> to) {
    return from.stream().mapToDouble(p -> nearest(p, to)).average().orElse(0);
  }

  private static double asymmetry(List<double[]> joints) {
    return joints.stream()
        .mapToDouble(p -> nearest(new double[] {-p[0], p[1], p[2]}, joints))
        .max()
        .orElse(0);
  }

  private static double nearest(double[] p, List<double[]> others) {
    double least = Double.POSITIVE_INFINITY;
    for (double[] q : others) {
      double squared = 0;
      for (int axis = 0; axis < 3; axis++) {
        squared += (p[axis] - q[axis]) * (p[axis] - q[axis]);
      }
      least = Math.min(least, Math.sqrt(squared));
    }
    return least;
  }
}
