package dev.sinew.bench;

import dev.sinew.extract.NamedShape;
import dev.sinew.extract.SkeletonExtraction;
import dev.sinew.extract.SkeletonOptions;
import dev.sinew.extract.SkeletonResult;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.math.Affine;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.subdivide.Subdivision;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Skeletons of one shape cut into other triangles, alone and as a pose of the shape itself: the
 * tables "Other triangles" of {@code bench/results/rigs.md}. Limbs and joints should be those of
 * the shape as it is.
 */
final class OtherTriangles {
  private static final PrintStream OUT = System.out;

  /** Characters below the folder of glTF, in any number of shells. */
  private static final List<String> FILES =
      List.of(
          "khronos/CesiumMan.glb",
          "khronos/Fox.glb",
          "khronos/RiggedFigure.glb",
          "other/Knight.glb",
          "other/RobotExpressive.glb",
          "other/mannequiny.glb",
          "new/mage.glb",
          "new/hvgirl.glb",
          "new/bitmoji.glb",
          "new/riggedmesh.glb",
          "new/crimsom-vrm0.vrm");

  /** The joints of the same limbs should be nearer than this, in box sides. */
  private static final double NEAR = 0.02;

  private final RunContext context;
  private int alike;
  private int tried;
  private int leftOut;

  private OtherTriangles(RunContext context) {
    this.context = context;
  }

  /** Prints the tables. The folder is that of all files. */
  static void print(Path folder, RunContext context) throws IOException {
    OtherTriangles bench = new OtherTriangles(context);
    OUT.println("## Other triangles");
    OUT.println();
    OUT.println(
        "Each shape alone, as it is and in other triangles: fewer ones, the same with the vertices"
            + " in another order, and others (refined by √3 and decimated to a third). Cells:"
            + " limbs, joints, and the median distance of the joints from the nearest one of the"
            + " shape as it is, in box sides. As a pose: the same shapes as poses of the first;"
            + " those that were left out, and the limbs of all together.");
    OUT.println();
    OUT.println(
        "| shape | vertices | as it is | permuted | 50 % | 30 % | remeshed | as poses, left out |"
            + " limbs |");
    OUT.println("|---|---|---|---|---|---|---|---|---|");
    for (Map.Entry<String, TriMesh> shape : shapes(folder).entrySet()) {
      bench.row(shape.getKey(), shape.getValue());
    }
    OUT.printf(
        Locale.ROOT,
        "%n%d of %d have the limbs of the shape as it is, as many joints, and a median distance of"
            + " at most %.2f; %d poses were left out.%n%n",
        bench.alike,
        bench.tried,
        NEAR,
        bench.leftOut);
  }

  private static Map<String, TriMesh> shapes(Path folder) throws IOException {
    Map<String, TriMesh> out = new LinkedHashMap<>();
    for (String name : List.of("biped", "quadruped")) {
      out.put(name, Samples.create(name).mesh());
    }
    for (String file : List.of("horse/horse-reference", "lion/lion-reference", "truth/wolf/wolf")) {
      Path path = folder.resolve(file + ".obj");
      out.put(file.replaceFirst(".*/", ""), ObjReader.read(path).mesh().toTriMesh());
    }
    for (String file : FILES) {
      Path path = folder.resolve("gltf").resolve(file);
      if (Files.exists(path)) {
        SkinnedCharacter character = GltfReader.read(path).character();
        CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
        posed.set(character.restPose());
        out.put(file.replaceFirst(".*/", "").replaceFirst("\\..*", ""), posed.mesh());
      }
    }
    return out;
  }

  private void row(String name, TriMesh given) {
    TriMesh mesh = TriMesh.of(given.positions(), given.triangles());
    TriMesh fine =
        Subdivision.of(mesh, SubdivisionScheme.SQRT3, SubdivisionOptions.DEFAULTS).mesh();
    List<TriMesh> others =
        List.of(
            permuted(mesh), decimated(mesh, 0.5), decimated(mesh, 0.3), decimated(fine, 1 / 3.0));
    SkeletonResult own = found(List.of(mesh));
    OUT.printf("| %s | %d | %d, %d |", name, mesh.vertexCount(), own.limbCount(), own.jointCount());
    for (TriMesh other : others) {
      tried++;
      try {
        SkeletonResult result = found(List.of(other));
        double d = distance(result, own) / mesh.bounds().longestSide();
        boolean same =
            result.limbCount() == own.limbCount() && result.jointCount() == own.jointCount();
        alike += same && d <= NEAR ? 1 : 0;
        OUT.printf(Locale.ROOT, " %d, %d, %.4f |", result.limbCount(), result.jointCount(), d);
      } catch (RequestException e) {
        OUT.printf(" %s |", e.getMessage());
      }
    }
    List<TriMesh> all = new ArrayList<>(List.of(mesh));
    all.addAll(others);
    SkeletonResult together = found(all);
    int out = all.size() - together.poses().size();
    leftOut += out;
    OUT.printf(" %d of %d | %d |%n", out, others.size(), together.limbCount());
  }

  private SkeletonResult found(List<TriMesh> shapes) {
    List<NamedShape> named =
        IntStream.range(0, shapes.size())
            .mapToObj(k -> new NamedShape("shape " + k, shapes.get(k)))
            .toList();
    return SkeletonExtraction.run(named, SkeletonOptions.DEFAULTS, context.quiet());
  }

  /** Returns the same mesh with vertices and triangles in another order. */
  private static TriMesh permuted(TriMesh mesh) {
    Random random = new Random(1);
    List<Integer> order = new ArrayList<>(IntStream.range(0, mesh.vertexCount()).boxed().toList());
    Collections.shuffle(order, random);
    double[] from = mesh.positions();
    double[] x = new double[from.length];
    for (int v = 0; v < mesh.vertexCount(); v++) {
      System.arraycopy(from, 3 * v, x, 3 * order.get(v), 3);
    }
    int[] triangles = mesh.triangles();
    List<Integer> places =
        new ArrayList<>(IntStream.range(0, triangles.length / 3).boxed().toList());
    Collections.shuffle(places, random);
    int[] out = new int[triangles.length];
    for (int t = 0; t < places.size(); t++) {
      for (int c = 0; c < 3; c++) {
        out[3 * places.get(t) + c] = order.get(triangles[3 * t + c]);
      }
    }
    return TriMesh.of(x, out);
  }

  private TriMesh decimated(TriMesh mesh, double ratio) {
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS.withRatios(ratio).withMetric(PoseSource.REST).withPolish(false);
    TriMesh level =
        Simplify.run(SkinnedCharacter.ofMesh("mesh", mesh), options, context.quiet())
            .levels()
            .getFirst()
            .character()
            .meshes()
            .getFirst()
            .mesh();
    return TriMesh.of(level.positions(), level.triangles());
  }

  /** Returns the median distance of the joints of one result from the nearest of the other. */
  private static double distance(SkeletonResult from, SkeletonResult to) {
    List<double[]> others = joints(to.character());
    double[] sorted =
        joints(from.character()).stream()
            .mapToDouble(
                p ->
                    others.stream()
                        .mapToDouble(
                            q -> Math.hypot(Math.hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]))
                        .min()
                        .orElse(Double.NaN))
            .sorted()
            .toArray();
    return sorted[sorted.length / 2];
  }

  private static List<double[]> joints(SkinnedCharacter character) {
    Pose rest = character.restPose();
    double[] global = new double[Affine.SIZE];
    List<double[]> out = new ArrayList<>();
    for (int i = 0; i < character.skins().getFirst().jointCount(); i++) {
      rest.copyGlobal(character.skins().getFirst().joint(i), global, 0);
      out.add(new double[] {global[3], global[7], global[11]});
    }
    return out;
  }
}
