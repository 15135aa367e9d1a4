package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.KhronosValidator;
import dev.sinew.testkit.MassSpring;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trains dynamics on a simulated take of a few-triangle arm, plays them and bakes them. */
class PoseSpaceMotionTest {
  private static final int RATE = 30;

  @TempDir static Path folder;

  private static Path model;
  private static SkinnedCharacter arm;
  private static Path take;
  private static Path database;
  private static JsonObject trained;
  private static List<float[]> truth;
  private static List<float[]> skinned;

  @BeforeAll
  static void train() throws Exception {
    model = Run.smallArm(Run.sampleArm(folder));
    arm = GltfReader.read(model).requireSound().character();
    skinned = frames(arm);
    truth = simulate();
    take = folder.resolve("take.pc2");
    writePointCache(take, truth);
    database = folder.resolve("arm.psdb");
    trained =
        Run.report(
            Run.of(
                "posespace",
                "train",
                model.toString(),
                "--dynamic",
                "spring",
                "--take",
                take + "=flex",
                "--json",
                "-o",
                database.toString()));
  }

  /** Returns the vertices of every frame of the clip. */
  private static List<float[]> frames(SkinnedCharacter character) {
    CharacterSurface.Posed posed = CharacterSurface.of(character).newPosed();
    Pose pose = character.restPose();
    List<float[]> out = new ArrayList<>();
    int vertices = character.meshes().getFirst().mesh().vertexCount();
    for (int f = 0; f <= RATE * character.clip("flex").duration() + 1e-6; f++) {
      character.clip("flex").sample((double) f / RATE, pose);
      posed.set(pose);
      float[] frame = new float[3 * vertices];
      posed.copyVertexPositions(frame);
      out.add(frame);
    }
    return out;
  }

  /** The end of the arm, which moves most, is soft. */
  private static List<float[]> simulate() {
    var mesh = arm.meshes().getFirst().mesh();
    double[] softness = new double[mesh.vertexCount()];
    for (int v = 0; v < softness.length; v++) {
      double way = 0;
      for (int k = 0; k < 3; k++) {
        double step = skinned.get(RATE / 2)[3 * v + k] - skinned.getFirst()[3 * v + k];
        way += step * step;
      }
      softness[v] = Math.min(1, 2 * Math.sqrt(way));
    }
    List<double[]> targets = new ArrayList<>();
    for (float[] frame : skinned) {
      double[] wide = new double[frame.length];
      for (int i = 0; i < wide.length; i++) {
        wide[i] = frame[i];
      }
      targets.add(wide);
    }
    MassSpring flesh =
        new MassSpring(mesh.triangles(), softness, new MassSpring.Flesh(3, 0.15, 100, 1));
    List<float[]> out = new ArrayList<>();
    for (double[] frame : flesh.run(targets, RATE, 32)) {
      float[] narrow = new float[frame.length];
      for (int i = 0; i < narrow.length; i++) {
        narrow[i] = (float) frame[i];
      }
      out.add(narrow);
    }
    return out;
  }

  private static void writePointCache(Path file, List<float[]> frames) throws Exception {
    int points = frames.getFirst().length / 3;
    ByteBuffer out =
        ByteBuffer.allocate(32 + 12 * points * frames.size()).order(ByteOrder.LITTLE_ENDIAN);
    out.put("POINTCACHE2\0".getBytes(StandardCharsets.US_ASCII));
    out.putInt(1).putInt(points).putFloat(0).putFloat(1).putInt(frames.size());
    for (float[] frame : frames) {
      for (float x : frame) {
        out.putFloat(x);
      }
    }
    Files.write(file, out.array());
  }

  private static List<float[]> readPointCache(Path file) throws Exception {
    ByteBuffer in = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    int points = in.getInt(16);
    int frames = in.getInt(28);
    in.position(32);
    List<float[]> out = new ArrayList<>();
    for (int f = 0; f < frames; f++) {
      float[] frame = new float[3 * points];
      for (int i = 0; i < frame.length; i++) {
        frame[i] = in.getFloat();
      }
      out.add(frame);
    }
    return out;
  }

  private static double energy(List<float[]> a, List<float[]> b) {
    assertThat(a).hasSameSizeAs(b);
    double sum = 0;
    for (int f = 0; f < a.size(); f++) {
      for (int i = 0; i < a.get(f).length; i++) {
        double d = a.get(f)[i] - b.get(f)[i];
        sum += d * d;
      }
    }
    return sum;
  }

  @Test
  void trainingReportsWhatSpringsExplain() {
    JsonObject dynamic = trained.getAsJsonObject("dynamic");
    assertThat(dynamic.get("method").getAsString()).isEqualTo("spring");
    assertThat(dynamic.get("vertices").getAsInt()).isPositive();
    assertThat(dynamic.get("training").getAsDouble()).isGreaterThan(0.8);
    assertThat(dynamic.get("holdout").getAsDouble()).isGreaterThan(0.6);
  }

  @Test
  void applyingPlaysTheMotion() throws Exception {
    Path played = folder.resolve("played.pc2");
    Run run = apply(database, "flex", played);
    assertThat(run.status()).as(run.err()).isZero();
    double left = energy(readPointCache(played), truth);
    assertThat(left).isLessThan(0.3 * energy(skinned, truth));
  }

  private static Run apply(Path correctives, String clip, Path output) {
    return Run.of(
        "posespace",
        "apply",
        model.toString(),
        correctives.toString(),
        "--clip",
        clip,
        "-o",
        output.toString());
  }

  @Test
  void aBakedFilePlaysTheMotion() throws Exception {
    Path baked = folder.resolve("baked.glb");
    JsonObject report =
        Run.report(
            Run.of(
                "posespace",
                "bake",
                model.toString(),
                database.toString(),
                "--clip",
                "flex",
                "--json",
                "-o",
                baked.toString()));
    assertThat(report.get("reached").getAsBoolean()).isTrue();
    assertThat(report.getAsJsonObject("error").get("max").getAsDouble()).isLessThanOrEqualTo(1e-3);
    SkinnedCharacter character = GltfReader.read(baked).requireSound().character();
    double left = energy(frames(character), truth);
    assertThat(left).isLessThan(0.3 * energy(skinned, truth));
    KhronosValidator.assumeInstalled();
    assertThat(KhronosValidator.errors(List.of(baked)).get(baked)).isEmpty();
  }

  /** A pose of a clip is the frame that a player shows at its time. */
  @Test
  void aPoseOfAClipIsReachedFromItsStart() throws Exception {
    Path played = folder.resolve("frames.pc2");
    assertThat(apply(database, "flex", played).status()).isZero();
    int frame = 21;
    for (String time : List.of(Double.toString((double) frame / RATE), "0.701")) {
      Path posed = folder.resolve("posed.obj");
      Run run =
          Run.of(
              "pose",
              model.toString(),
              "--clip",
              "flex",
              "--time",
              time,
              "--correctives",
              database.toString(),
              "-o",
              posed.toString());
      assertThat(run.status()).as(run.err()).isZero();
      double[] found = ObjReader.read(posed).mesh().toTriMesh().positions();
      float[] wanted = readPointCache(played).get(frame);
      double away = 0;
      double still = 0;
      for (int i = 0; i < wanted.length; i++) {
        away = Math.max(away, Math.abs(found[i] - wanted[i]));
        still = Math.max(still, Math.abs(skinned.get(frame)[i] - wanted[i]));
      }
      assertThat(still).isGreaterThan(0.005);
      assertThat(away).as(time).isLessThan(time.equals("0.701") ? 0.5 * still : 1e-5);
    }
  }

  @Test
  void motionIsComparedFromTheStartOfEveryClip() {
    JsonObject report =
        Run.report(
            Run.of(
                "compare",
                model.toString(),
                model.toString(),
                "--correctives",
                database.toString(),
                "--json"));
    assertThat(report.get("max").getAsDouble()).isGreaterThan(0.01);
    for (JsonElement pose : report.getAsJsonArray("perPose")) {
      String name = pose.getAsJsonObject().get("pose").getAsString();
      if (name.equals("rest") || name.endsWith(" 0.000 s")) {
        assertThat(pose.getAsJsonObject().get("max").getAsDouble()).as(name).isLessThan(1e-6);
      }
    }
  }

  @Test
  void picturesShowMotion() throws Exception {
    byte[] plain = picture("plain.png");
    byte[] moved = picture("moved.png", "--correctives", database.toString());
    assertThat(moved).isNotEqualTo(plain);
  }

  private static byte[] picture(String name, String... options) throws Exception {
    Path file = folder.resolve(name);
    List<String> args =
        new ArrayList<>(
            List.of("render", model.toString(), "--clip", "flex", "--time", "0.7", "--size"));
    args.addAll(List.of("96x96", "-o", file.toString()));
    args.addAll(List.of(options));
    Run run = Run.of(args.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return Files.readAllBytes(file);
  }

  @Test
  void aPoseAloneHasNoMotion() throws Exception {
    Path posed = folder.resolve("rest.obj");
    Run run =
        Run.of(
            "pose", model.toString(), "--correctives", database.toString(), "-o", posed.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("need a clip");
  }

  @Test
  void dynamicsAreTransferred() throws Exception {
    Path moved = folder.resolve("moved.psdb");
    Run run =
        Run.of(
            "posespace", "transfer", model.toString(), database.toString(), "-o", moved.toString());
    assertThat(run.status()).as(run.err()).isZero();
    Path before = folder.resolve("before.pc2");
    Path after = folder.resolve("after.pc2");
    assertThat(apply(database, "flex", before).status()).isZero();
    assertThat(apply(moved, "flex", after).status()).isZero();
    double change = energy(readPointCache(before), readPointCache(after));
    assertThat(change).isLessThan(1e-6 * energy(skinned, truth));
  }

  @Test
  void refusesWhatDoesNotFit() {
    Run shape = Run.of("posespace", "train", model.toString(), "--take", "x.pc2", "-o", "x.psdb");
    assertThat(shape.status()).isEqualTo(2);
    assertThat(shape.err()).contains("FILE=CLIP");
    Run clip =
        Run.of(
            "posespace",
            "train",
            model.toString(),
            "--take",
            take + "=fly",
            "-o",
            folder.resolve("fly.psdb").toString());
    assertThat(clip.status()).isEqualTo(1);
    assertThat(clip.err()).contains("fly");
    Run bake =
        Run.of(
            "posespace",
            "bake",
            model.toString(),
            database.toString(),
            "--clip",
            "fly",
            "-o",
            folder.resolve("fly.glb").toString());
    assertThat(bake.status()).isEqualTo(1);
    assertThat(bake.err()).contains("fly");
    Run none = Run.of("posespace", "train", model.toString(), "-o", "x.psdb");
    assertThat(none.status()).isEqualTo(2);
  }

  private static Run train(Path shapes, Path output, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("posespace", "train", model.toString(), "--take", shapes + "=flex"));
    args.addAll(List.of(more));
    args.addAll(List.of("--json", "-o", output.toString()));
    return Run.of(args.toArray(String[]::new));
  }

  @Test
  void accelerationsPlayTheMotionFromAFile() throws Exception {
    Path accelerations = folder.resolve("accelerations.psdb");
    JsonObject report = Run.report(train(take, accelerations, "--dynamic", "acceleration"));
    assertThat(report.getAsJsonObject("dynamic").get("training").getAsDouble()).isGreaterThan(0.3);
    Path played = folder.resolve("accelerations.pc2");
    assertThat(apply(accelerations, "flex", played).status()).isZero();
    assertThat(energy(readPointCache(played), truth)).isLessThan(0.7 * energy(skinned, truth));
  }

  @Test
  void shapesBeyondTheEndOfTheClipAreRefused() {
    Run slow = train(take, folder.resolve("slow.psdb"), "--take-fps", "5");
    assertThat(slow.status()).isEqualTo(1);
    assertThat(slow.err()).contains("clip flex ends after 2.000 s").contains("at 5.0 frames");
  }

  /** A second take whose flesh moves the other way: trained on either, the other gets worse. */
  @Test
  void aTakeThatTheOthersDoNotExplainIsNoted() throws Exception {
    List<float[]> opposite = new ArrayList<>();
    for (int f = 0; f < truth.size(); f++) {
      float[] shape = truth.get(f).clone();
      for (int i = 0; i < shape.length; i++) {
        shape[i] = 2 * skinned.get(f)[i] - shape[i];
      }
      opposite.add(shape);
    }
    Path other = folder.resolve("opposite.pc2");
    writePointCache(other, opposite);
    JsonObject report =
        Run.report(train(take, folder.resolve("both.psdb"), "--take", other + "=flex"));
    JsonObject dynamic = report.getAsJsonObject("dynamic");
    assertThat(dynamic.getAsJsonArray("unseen")).hasSize(2);
    for (JsonElement left : dynamic.getAsJsonArray("unseen")) {
      assertThat(left.getAsJsonObject().get("explained").getAsDouble()).isLessThan(-1);
    }
    assertThat(report.getAsJsonArray("notes").toString()).contains("trained without take");
    assertThat(trained.getAsJsonArray("notes").toString()).contains("one take");
  }

  /** Noise has nothing to do with the motion. */
  @Test
  void dynamicsThatExplainNothingAreNoted() throws Exception {
    Random random = new Random(4);
    List<float[]> noisy = new ArrayList<>();
    for (float[] frame : skinned) {
      float[] shape = frame.clone();
      for (int i = 0; i < shape.length; i++) {
        shape[i] += (float) (0.02 * random.nextGaussian());
      }
      noisy.add(shape);
    }
    Path noise = folder.resolve("noise.pc2");
    writePointCache(noise, noisy);
    JsonObject report =
        Run.report(train(noise, folder.resolve("noise.psdb"), "--dynamic", "acceleration"));
    assertThat(report.getAsJsonObject("dynamic").get("holdout").getAsDouble()).isNegative();
    assertThat(report.getAsJsonArray("notes").toString()).contains("worse than none");
  }
}
