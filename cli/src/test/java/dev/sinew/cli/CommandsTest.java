package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.pointcache.PointCache;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.skin.surface.CharacterSurface;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each command on a built-in character: what it writes is read back and held against the model. */
class CommandsTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path sample = Path.of("");
  private static Path model = Path.of("");

  @BeforeAll
  static void writeASample() {
    sample = Run.sampleArm(shared);
    model = sample.resolve("arm.glb");
  }

  @Test
  void sampleWritesTheRigAndItsExamplesInCorrespondence() throws Exception {
    var reference = ObjReader.read(sample.resolve("reference.obj")).mesh();
    var example = ObjReader.read(sample.resolve("pose-07.obj")).mesh();
    assertThat(example.correspondsTo(reference)).isTrue();
    assertThat(example.positions()).isNotEqualTo(reference.positions());
    try (PointCache cache = PointCache.open(sample.resolve("poses.pc2"))) {
      assertThat(cache.pointCount()).isEqualTo(reference.vertexCount());
    }
    // The file's points weld back to the very vertices the examples have, in their order.
    GltfAsset asset = GltfReader.read(model).requireSound();
    double[] points = asset.character().meshes().getFirst().mesh().positions();
    assertThat(floats(points)).containsExactly(floats(reference.positions()));
    Run folderRun = Run.of("inspect", sample.toString());
    assertThat(folderRun.status()).as(folderRun.err()).isZero();
    assertThat(folderRun.out()).contains("frames");
  }

  @Test
  void aFolderOfMeshesThatDoNotCorrespondIsRefused() throws Exception {
    Files.writeString(folder.resolve("a.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\n");
    Files.writeString(folder.resolve("b.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4\n");
    Run run = Run.of("inspect", folder.toString());
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).startsWith("sinew: ").contains("b.obj").contains("line 5");
  }

  /** Returns a square of triangles as OBJ, with a face that is no surface. */
  private static String square(double bend) {
    StringBuilder out = new StringBuilder();
    int side = 7;
    for (int p = 0; p < side * side; p++) {
      double x = p % side;
      out.append("v ").append(x).append(' ').append(p / side).append(' ').append(bend * x * x);
      out.append('\n');
    }
    for (int p = 1; p < side * (side - 1); p++) {
      if (p % side != 0) {
        out.append("f %d %d %d\n".formatted(p, p + 1, p + side + 1));
        out.append("f %d %d %d\n".formatted(p, p + side + 1, p + side));
      }
    }
    return out.append("f 1 2\n").toString();
  }

  @Test
  void warningsAboutExamplesAreShown() throws Exception {
    Path shapes = Files.createDirectory(folder.resolve("warned"));
    for (int k = 0; k < 3; k++) {
      Files.writeString(shapes.resolve("s" + k + ".obj"), square(0.05 * k));
    }
    String warning = "s1.obj: line";
    for (String[] command :
        new String[][] {
          {"inspect", shapes.toString(), "--json"},
          {"simplify", shapes.toString(), "--ratio", "0.5", "--json", "-o", folder + "/made"},
          {"fit", shapes.toString(), "--bones", "2", "--json", "-o", folder + "/made.glb"}
        }) {
      Run run = Run.of(command);
      assertThat(run.status()).as(run.err()).isZero();
      assertThat(run.out()).as(command[0]).contains(warning).contains("corners was skipped");
      assertThat(run.out().split("s0\\.obj: line", -1)).as(command[0] + ", once").hasSize(2);
    }
  }

  @Test
  void poseAgreesInEveryFormat() throws Exception {
    GltfAsset asset = GltfReader.read(model).requireSound();
    Pose pose = asset.character().restPose();
    asset.character().clips().getFirst().sample(0.5, pose);
    CharacterSurface surface = CharacterSurface.of(asset.character());
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose);
    double[] expected = posed.mesh().positions();
    for (String kind : List.of("obj", "glb", "gltf", "ply")) {
      Path target = folder.resolve("posed." + kind);
      Run run =
          Run.of("pose", model.toString(), "--clip", "0", "--time", "0.5", "-o", target.toString());
      assertThat(run.status()).as(run.err()).isZero();
      double[] written =
          switch (kind) {
            case "obj" -> ObjReader.read(target).mesh().positions();
            case "ply" -> plyVertices(target, posed.mesh());
            default -> GltfReader.read(target).character().meshes().getFirst().mesh().positions();
          };
      assertThat(floats(written)).as(kind).containsExactly(floats(expected));
    }
  }

  /** Returns the positions of a binary PLY file, which has a vertex per wedge of a mesh. */
  private static double[] plyVertices(Path file, TriMesh mesh) throws IOException {
    byte[] data = Files.readAllBytes(file);
    String text = new String(data, StandardCharsets.ISO_8859_1);
    String end = "end_header\n";
    String header = text.substring(0, text.indexOf(end) + end.length());
    assertThat(header)
        .startsWith("ply\nformat binary_little_endian 1.0\nelement vertex " + mesh.wedgeCount())
        .contains("property float x\nproperty float y\nproperty float z\n");
    String vertex = header.substring(0, header.indexOf("element face"));
    int stride =
        4 * (vertex.split("property float", -1).length - 1)
            + vertex.split("property uchar", -1).length
            - 1;
    ByteBuffer values = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    double[] out = new double[3 * mesh.vertexCount()];
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      for (int axis = 0; axis < 3; axis++) {
        out[3 * mesh.vertexOfWedge(w) + axis] =
            values.getFloat(header.length() + stride * w + 4 * axis);
      }
    }
    return out;
  }

  @Test
  void deformAgreesInEveryFormat() throws Exception {
    Path pc2 = folder.resolve("a.pc2");
    Path mdd = folder.resolve("a.mdd");
    Path objs = folder.resolve("frames");
    for (Path target : List.of(pc2, mdd, objs)) {
      Run run =
          Run.of(
              "deform", model.toString(), "--clip", "flex", "--fps", "4", "-o", target.toString());
      assertThat(run.status()).as(run.err()).isZero();
    }
    try (PointCache one = PointCache.open(pc2);
        PointCache two = PointCache.open(mdd)) {
      assertThat(one.frameCount()).isEqualTo(two.frameCount()).isEqualTo(9);
      assertThat(two.time(4)).isEqualTo(1);
      float[] a = new float[3 * one.pointCount()];
      float[] b = new float[3 * two.pointCount()];
      for (int f = 0; f < one.frameCount(); f++) {
        one.frame(f, a);
        two.frame(f, b);
        assertThat(a).containsExactly(b);
        double[] obj = ObjReader.read(objs.resolve("frame-000" + f + ".obj")).mesh().positions();
        for (int i = 0; i < a.length; i++) {
          assertThat((float) obj[i]).isEqualTo(a[i]);
        }
      }
    }
  }

  @Test
  void renderDrawsTheSamePictureEveryTime() throws Exception {
    Path first = folder.resolve("a.png");
    Path second = folder.resolve("b.png");
    for (Path target : List.of(first, second)) {
      Run run =
          Run.of(
              "render",
              model.toString(),
              "--clip",
              "flex",
              "--time",
              "0,0.5",
              "--skeleton",
              "--wireframe",
              "--labels",
              "--size",
              "320x200",
              "--threads",
              target.equals(first) ? "1" : "2",
              "-o",
              target.toString());
      assertThat(run.status()).as(run.err()).isZero();
    }
    BufferedImage image = ImageIO.read(first.toFile());
    assertThat(image.getWidth()).isEqualTo(320);
    assertThat(image.getHeight()).isEqualTo(200);
    assertThat(image.getRGB(2, 2)).isNotEqualTo(image.getRGB(80, 100));
    assertThat(Files.readAllBytes(first)).isEqualTo(Files.readAllBytes(second));
  }

  /** Weights that change along the surface tilt it; normals that are blended do not know that. */
  @Test
  void exactNormalsAreNearerToThePosedTriangles() throws Exception {
    double blended = angleToTriangles("blended.glb");
    double exact = angleToTriangles("exact.glb", "--exact-normals");
    assertThat(exact).isPositive().isLessThan(0.9 * blended);
    Path cache = folder.resolve("exact.pc2");
    Path picture = folder.resolve("exact.png");
    for (String[] line :
        new String[][] {
          {"deform", model.toString(), "--clip", "flex", "--fps", "2", "-o", cache.toString()},
          {"render", model.toString(), "--clip", "flex", "--size", "60x60", "-o", picture + ""}
        }) {
      String[] more = Arrays.copyOf(line, line.length + 1);
      more[line.length] = "--exact-normals";
      Run run = Run.of(more);
      assertThat(run.status()).as(run.err()).isZero();
    }
  }

  /** Poses the arm; returns the mean angle of its normals to those of its triangles, in degrees. */
  private double angleToTriangles(String name, String... more) throws IOException {
    Path out = folder.resolve(name);
    List<String> line =
        new ArrayList<>(
            List.of("pose", model.toString(), "--clip", "flex", "--time", "1", "-o", out + ""));
    line.addAll(List.of(more));
    Run run = Run.of(line.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    TriMesh mesh = GltfReader.read(out).requireSound().character().meshes().getFirst().mesh();
    MeshAttribute normals = mesh.attribute(MeshAttribute.NORMAL).orElseThrow();
    double sum = 0;
    for (int t = 0; t < mesh.triangleCount(); t++) {
      double[] n = mesh.areaNormal(t);
      double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      for (int c = 0; c < 3; c++) {
        double dot = 0;
        for (int k = 0; k < 3; k++) {
          dot += n[k] * normals.value(mesh.wedge(t, c), k) / length;
        }
        sum += Math.toDegrees(Math.acos(Math.clamp(dot, -1, 1)));
      }
    }
    return sum / (3.0 * mesh.triangleCount());
  }

  /** What is around the target in the scene is in the middle of the picture, in its own colours. */
  @Test
  void renderLooksFromAPlace() throws Exception {
    Path near = folder.resolve("near.png");
    Path far = folder.resolve("far.png");
    for (Path target : List.of(near, far)) {
      Run run =
          Run.of(
              "render",
              model.toString(),
              "--unlit",
              "--background",
              "none",
              "--eye",
              target.equals(near) ? "0,0,20" : "0,0,80",
              "--target",
              "0,0,0",
              "--size",
              "90x90",
              "-o",
              target.toString());
      assertThat(run.status()).as(run.err()).isZero();
    }
    assertThat(covered(near)).isGreaterThan(4 * covered(far)).isGreaterThan(0);
  }

  /** A window around the hand shows it large, wherever the arm has moved it. */
  @Test
  void renderLooksAtAJoint() throws Exception {
    List<String> joints = new ArrayList<>();
    SkinnedCharacter arm = GltfReader.read(model).requireSound().character();
    for (int j = 0; j < arm.skeleton().jointCount(); j++) {
      joints.add(arm.skeleton().name(j));
    }
    String hand = joints.getLast();
    Path near = folder.resolve("hand.png");
    Path whole = folder.resolve("whole.png");
    for (Path target : List.of(near, whole)) {
      List<String> line =
          new ArrayList<>(
              List.of("render", model + "", "--clip", "flex", "--time", "0,1", "--size", "180x90"));
      line.addAll(List.of("--background", "none", "-o", target + ""));
      if (target.equals(near)) {
        line.addAll(List.of("--focus", hand.toUpperCase(Locale.ROOT), "--focus-size", "0.1"));
      }
      Run run = Run.of(line.toArray(String[]::new));
      assertThat(run.status()).as(run.err()).isZero();
    }
    assertThat(covered(near)).isGreaterThan(2 * covered(whole));
    String out = folder.resolve("none.png").toString();
    Run unknown = Run.of("render", model + "", "--focus", hand + "s", "-o", out);
    assertThat(unknown.status()).isEqualTo(1);
    assertThat(unknown.err()).contains("no joint, material or mesh").contains(hand);
    assertThat(Run.of("render", model + "", "--focus-size", "1", "-o", out).status()).isEqualTo(2);
    assertThat(folder.resolve("none.png")).doesNotExist();
  }

  private static long covered(Path picture) throws IOException {
    BufferedImage image = ImageIO.read(picture.toFile());
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return Arrays.stream(pixels).filter(argb -> argb >>> 24 != 0).count();
  }

  @Test
  void everyMethodPosesAndComparesAsItShould() throws Exception {
    for (String method : List.of("ssd", "as", "mwe", "dqs", "sbs", "stbs")) {
      Path target = folder.resolve(method + ".obj");
      Run run =
          Run.of(
              "pose",
              model.toString(),
              "--clip",
              "0",
              "--time",
              "0.5",
              "--method",
              method,
              "-o",
              target.toString());
      assertThat(run.status()).as(run.err()).isZero();
      JsonObject error = compare("--reference-method", "ssd", "--method", method);
      assertThat(error.keySet())
          .contains("mean", "rms", "max", "meanNormalDegrees", "maxNormalDegrees", "worst");
      boolean linear = List.of("ssd", "as", "mwe").contains(method);
      assertThat(error.get("max").getAsDouble() < 1e-5).as(method).isEqualTo(linear);
    }
    assertThat(Run.of("pose", model.toString(), "--method", "magic", "-o", "x.obj").status())
        .isEqualTo(2);
  }

  @Test
  void compareColoursTheReferenceByItsError() throws Exception {
    Path target = folder.resolve("error.glb");
    compare("--method", "dqs", "-o", target.toString());
    GltfAsset colored = GltfReader.read(target).requireSound();
    float[] colors =
        colored.character().meshes().getFirst().mesh().attribute("COLOR_0").orElseThrow().toArray();
    assertThat(colored.character().clips()).isNotEmpty();
    boolean varied = false;
    for (int i = 3; i < colors.length; i++) {
      varied |= colors[i] != colors[i % 3];
    }
    assertThat(varied).isTrue();
  }

  @Test
  void subdivideRefinesInAnimationSpace() throws Exception {
    for (String scheme : List.of("loop", "catmull-clark", "sqrt3")) {
      Path fine = folder.resolve(scheme + ".glb");
      Run run =
          Run.of(
              "subdivide", model.toString(), "--scheme", scheme, "-o", fine.toString(), "--json");
      assertThat(run.status()).as(run.err()).isZero();
      JsonObject report =
          JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonObject("report");
      long before = report.getAsJsonObject("before").get("triangles").getAsLong();
      long after = report.getAsJsonObject("after").get("triangles").getAsLong();
      assertThat(after)
          .isEqualTo(before * (scheme.equals("loop") ? 4 : scheme.equals("sqrt3") ? 3 : 6));
      assertThat(report.getAsJsonObject("fallback").get("rms").getAsDouble()).isBetween(0.0, 0.01);
      GltfAsset asset = GltfReader.read(fine).requireSound();
      assertThat(asset.character().meshes().getFirst().skinning().coords()).isPresent();
      assertThat(asset.character().clips()).hasSize(3);
    }
  }

  @Test
  void limitLeavesFewerJointsAndSaysHowFarOffItIs() throws Exception {
    Path limited = folder.resolve("limited.glb");
    Run run =
        Run.of(
            "limit",
            model.toString(),
            "--max-influences",
            "1",
            "--metric",
            "range",
            "-o",
            limited.toString(),
            "--json");
    assertThat(run.status()).as(run.err()).isZero();
    JsonObject report =
        JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonObject("report");
    for (String side : List.of("before", "after")) {
      JsonObject influences = report.getAsJsonObject(side).getAsJsonObject("influences");
      assertThat(influences.keySet()).contains("mean", "max", "total");
    }
    assertThat(report.getAsJsonObject("error").keySet())
        .contains("mean", "rms", "max", "meanNormalDegrees", "maxNormalDegrees", "worst");
    assertThat(report.getAsJsonObject("naive").get("rms").getAsDouble()).isPositive();
    var skinning =
        GltfReader.read(limited).requireSound().character().meshes().getFirst().skinning();
    assertThat(skinning.maxInfluences()).isEqualTo(1);
    Run person = Run.of("limit", model.toString(), "--max-influences", "1");
    assertThat(person.status()).isZero();
    assertThat(person.out()).contains("dropping the smallest");
    assertThat(Run.of("limit", model.toString(), "--max-influences", "0").status()).isEqualTo(2);
    assertThat(Run.of("limit", model.toString()).status()).isEqualTo(2);
    assertThat(Run.of("limit", "nowhere.glb", "--max-influences", "2").status()).isEqualTo(1);
  }

  /** A skin that loses its animation space, or that needs no limit, is named. */
  @Test
  void limitSaysWhatItDidToTheSkin() {
    Path space = folder.resolve("space.glb");
    Run made =
        Run.of("limit", "" + model, "--max-influences=2", "--model=as", "-o", space.toString());
    assertThat(made.status()).as(made.err()).isZero();
    assertThat(made.out()).doesNotContain("becomes a linear blend skin");
    Run lost = Run.of("limit", space.toString(), "--max-influences=1");
    assertThat(lost.out()).contains("becomes a linear blend skin; --model as keeps");
    Run kept = Run.of("limit", space.toString(), "--max-influences=1", "--model=as");
    assertThat(kept.out()).doesNotContain("becomes a linear blend skin");
    Run within = Run.of("limit", model.toString(), "--max-influences=9");
    assertThat(within.status()).isZero();
    assertThat(within.out())
        .startsWith("already at most ")
        .contains(": nothing changed")
        .doesNotContain("rms");
  }

  @Test
  void limitAddsHelpersWhereItIsAskedTo() throws Exception {
    Path helped = folder.resolve("helped.glb");
    Run run =
        Run.of(
            "limit",
            model.toString(),
            "--max-influences=1",
            "--helpers=3",
            "-o",
            helped.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("3 joints added");
    assertThat(GltfReader.read(helped).requireSound().character().skeleton().jointCount())
        .isEqualTo(GltfReader.read(model).character().skeleton().jointCount() + 3);
    Run unlike =
        Run.of("limit", model.toString(), "--max-influences=1", "--helpers=3", "--model=as");
    assertThat(unlike.status()).isNotZero();
    assertThat(unlike.err()).contains("helpers").contains("ssd");
  }

  private static JsonObject compare(String... options) {
    List<String> args =
        new ArrayList<>(List.of("compare", model.toString(), model.toString(), "--json"));
    args.addAll(List.of(options));
    Run run = Run.of(args.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonObject("report");
  }

  @Test
  void boundsAreToldWrittenAndTakeRanges() throws Exception {
    Path target = folder.resolve("bounded.glb");
    Run run = Run.of("bounds", model.toString(), "-o", target.toString(), "--json");
    assertThat(run.status()).as(run.err()).isZero();
    JsonObject report =
        JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonObject("report");
    for (String key : List.of("clips", "range", "any")) {
      JsonObject bound = report.getAsJsonObject(key);
      assertThat(bound.getAsJsonObject("sphere").getAsJsonArray("center")).hasSize(3);
      assertThat(bound.getAsJsonObject("box").getAsJsonArray("max")).hasSize(3);
      assertThat(bound.get("tightness").getAsDouble()).isGreaterThanOrEqualTo(1);
    }
    assertThat(report.getAsJsonArray("meshes")).hasSize(1);
    assertThat(report.getAsJsonArray("joints").size()).isGreaterThan(1);
    assertThat(GltfReader.read(target).requireSound().character().clips()).isNotEmpty();

    String joint =
        GltfReader.read(model).character().skeleton().name(firstJoint(GltfReader.read(model)));
    Path ranges = folder.resolve("ranges.json");
    Files.writeString(ranges, "{ \"%s\": { \"x\": [-90, 90] } }".formatted(joint));
    Run ranged = Run.of("bounds", model.toString(), "--ranges", ranges.toString());
    assertThat(ranged.status()).as(ranged.err()).isZero();
    assertThat(ranged.out()).contains("range").contains("joint");
    Files.writeString(ranges, "{ \"no such joint\": {} }");
    Run wrong = Run.of("bounds", model.toString(), "--ranges", ranges.toString());
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.err()).startsWith("sinew: ").contains("ranges.json").contains("no such joint");
  }

  private static int firstJoint(GltfAsset asset) {
    return asset.character().skins().getFirst().joint(0);
  }

  @Test
  void deformPlaysTheOnlyClip() throws Exception {
    Run choice = Run.of("deform", model.toString(), "-o", folder.resolve("x.pc2").toString());
    assertThat(choice.status()).isEqualTo(1);
    assertThat(choice.err()).contains("expected the name of a clip", "flex", "twist");
    SkinnedCharacter arm = GltfReader.read(model).character();
    Path one = folder.resolve("one.glb");
    CharacterWriter.toDocument("arm", arm.withClips(List.of(arm.clip("flex")))).write(one);
    Path cache = folder.resolve("only.pc2");
    assertThat(Run.of("deform", one.toString(), "--fps", "4", "-o", cache.toString()).out())
        .contains("flex");
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    String out = folder.resolve("x.png").toString();
    Run huge = Run.of("render", model.toString(), "--size", "999999x999999", "-o", out);
    assertThat(huge.status()).isEqualTo(2);
    assertThat(huge.err()).contains("width");
    String cache = folder.resolve("x.pc2").toString();
    Run fps = Run.of("deform", model.toString(), "--clip", "0", "--fps", "1e9", "-o", cache);
    assertThat(fps.status()).isEqualTo(2);
    assertThat(fps.err()).contains("fps");
    for (String time : List.of("NaN", "Infinity")) {
      Run never = Run.of("render", model.toString(), "--clip", "0", "--time", time, "-o", out);
      assertThat(never.status()).isEqualTo(2);
      assertThat(never.err()).contains("finite");
    }
    for (List<String> view :
        List.of(
            List.of("--eye", "1,2,3"),
            List.of("--eye", "1,2", "--target", "0,0,0"),
            List.of("--eye", "1,2,3", "--target", "1,2,3"),
            List.of("--eye", "1,2,3", "--target", "0,0,0", "--camera", "1,2"),
            List.of("--eye", "1,2,3", "--target", "0,0,0", "--fov", "0"),
            List.of("--background", "red"))) {
      List<String> line = new ArrayList<>(List.of("render", model.toString(), "-o", out));
      line.addAll(view);
      Run refused = Run.of(line.toArray(String[]::new));
      assertThat(refused.status()).as(view.toString()).isEqualTo(2);
      assertThat(folder.resolve("x.png")).doesNotExist();
    }
    Run timeless = Run.of("render", model.toString(), "--time", "0,1", "-o", out);
    assertThat(timeless.status()).isEqualTo(2);
    assertThat(timeless.err()).contains("needs a clip");
    Run timelessPose =
        Run.of("pose", model.toString(), "--time", "1", "-o", folder.resolve("x.obj").toString());
    assertThat(timelessPose.status()).isEqualTo(2);
    assertThat(timelessPose.err()).contains("needs a clip");
    Run file = Run.of("deform", model.toString(), "--clip", "0", "-o", out);
    assertThat(file.status()).isEqualTo(2);
    assertThat(file.err()).contains(".pc2");
    Run threads = Run.of("inspect", model.toString(), "--threads", "0");
    assertThat(threads.status()).isEqualTo(2);
    assertThat(threads.err()).contains("threads");
    Run kind = Run.of("pose", model.toString(), "-o", folder.resolve("x.stl").toString());
    assertThat(kind.status()).isEqualTo(2);
    assertThat(kind.err()).contains(".obj");
    assertThat(folder).isEmptyDirectory();
  }

  private static float[] floats(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }
}
