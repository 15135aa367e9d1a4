package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.SharedData;
import dev.sinew.testkit.UsdFile;
import dev.sinew.testkit.UsdOracle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * USD files that commands write open in a browser, and their vertices are where Sinew puts them:
 * {@code tools/browser} loads them with the USDLoader of three.js, and with TinyUSDZ, whose layer
 * is posed here. {@code -Dsinew.usd=FILE,FILE} looks at other glTF files instead, by their paths in
 * the shared data, prints figures and keeps pictures in {@code cli/target/usd}.
 */
class UsdBrowserTest {
  /** Times of a clip, as shares of its duration. */
  private static final double[] SHARES = {0, 0.21, 0.5, 0.87, 1};

  /** In diagonals of a model's box. */
  private static final double SAME = 1e-6;

  @TempDir static Path given;

  private static final Map<String, Job> JOBS = new LinkedHashMap<>();
  private static final Map<String, JsonObject> SEEN = new LinkedHashMap<>();

  private static Path folder = Path.of("");

  /** A glTF file and what was written of it. */
  private record Job(Path model, Path usd, SkinnedCharacter character, List<Frame> frames) {}

  /** A time of a clip; the rest pose without one. */
  private record Frame(Optional<Clip> clip, int number, double time) {}

  @BeforeAll
  static void openAllInABrowser() throws Exception {
    BrowserTool.assumeInstalled();
    String wanted = System.getProperty("sinew.usd", "");
    folder = wanted.isEmpty() ? given : Files.createDirectories(Path.of("target/usd"));
    if (wanted.isEmpty()) {
      add(sample("biped"), ".usdz");
      add(sample("arm"), ".usda");
      addShared("khronos/CesiumMan.glb");
      addShared("other/RobotExpressive.glb");
    } else {
      for (String name : wanted.split(",", -1)) {
        addShared(name);
      }
    }
    JsonArray list = new JsonArray();
    JOBS.forEach((name, job) -> list.add(json(name, job)));
    Path jobs = Files.writeString(folder.resolve("jobs.json"), list.toString());
    List<String> command = BrowserTool.command("browser/usd.mjs");
    command.add(jobs.toString());
    if (!wanted.isEmpty()) {
      command.add("--pictures");
    }
    Path out = folder.resolve("seen.jsonl");
    Path err = folder.resolve("reasons.txt");
    int status = BrowserTool.run(command, out, err);
    assertThat(status).as(Files.readString(err)).isZero();
    for (String line : Files.readAllLines(out)) {
      JsonObject seen = JsonParser.parseString(line).getAsJsonObject();
      SEEN.put(seen.get("name").getAsString(), seen);
    }
  }

  private static Path sample(String name) {
    run("sample", name, "-o", folder.resolve(name).toString());
    return folder.resolve(name).resolve(name + ".glb");
  }

  private static void addShared(String name) throws Exception {
    Optional<Path> model = SharedData.file("gltf/" + name);
    if (model.isPresent()) {
      add(model.get(), ".usdz");
    }
  }

  /** Converts a model: transform without options. */
  private static void add(Path model, String extension) throws Exception {
    String name = String.valueOf(model.getFileName()).replaceAll("\\..*", "");
    Path usd = folder.resolve(name + extension);
    run("transform", model.toString(), "-o", usd.toString());
    GltfAsset asset = GltfReader.read(model).requireSound();
    SkinnedCharacter character = asset.character();
    List<Frame> frames = new ArrayList<>();
    frames.add(new Frame(Optional.empty(), -1, 0));
    for (int c = 0; c < character.clips().size(); c++) {
      Clip clip = character.clips().get(c);
      for (double share : SHARES) {
        frames.add(new Frame(Optional.of(clip), c, share * clip.duration()));
      }
    }
    JOBS.put(name, new Job(model, usd, character, frames));
  }

  private static JsonObject json(String name, Job job) {
    JsonArray frames = new JsonArray();
    for (Frame frame : job.frames()) {
      JsonObject one = new JsonObject();
      if (frame.clip().isPresent()) {
        one.addProperty("clip", frame.number());
      }
      one.addProperty("time", frame.time());
      frames.add(one);
    }
    JsonObject out = new JsonObject();
    out.addProperty("name", name);
    out.addProperty("file", job.usd().toAbsolutePath().toString());
    out.addProperty("glb", job.model().toAbsolutePath().toString());
    out.add("frames", frames);
    return out;
  }

  private static void run(String... arguments) {
    Run run = Run.of(arguments);
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void loadersHaveNothingToComplainOf() {
    assertThat(SEEN).containsOnlyKeys(JOBS.keySet());
    SEEN.forEach(
        (name, seen) -> {
          assertThat(seen.getAsJsonArray("messages")).as(name).isEmpty();
          assertThat(seen.getAsJsonArray("clips"))
              .as(name)
              .hasSize(Objects.requireNonNull(JOBS.get(name)).character().clips().size());
          assertThat(seen.getAsJsonArray("tiny").size())
              .as(name)
              .isEqualTo(seen.getAsJsonArray("meshes").size());
        });
  }

  @Test
  void verticesOfThreeAreWhereSinewPutsThem() throws Exception {
    for (Map.Entry<String, Job> own : JOBS.entrySet()) {
      Job job = own.getValue();
      UsdOracle usd = new UsdOracle(UsdFile.read(job.usd()), Map.of());
      FloatBuffer seen =
          ByteBuffer.wrap(Files.readAllBytes(folder.resolve(own.getKey() + ".bin")))
              .order(ByteOrder.LITTLE_ENDIAN)
              .asFloatBuffer();
      int at = 0;
      double worst = 0;
      for (Frame frame : job.frames()) {
        Posed posed = new Posed(job.character(), frame);
        double error = 0;
        for (int m = 0; m < posed.parts.size(); m++) {
          for (int corner : corners(usd, usd.ofType("Mesh").get(m))) {
            for (int k = 0; k < 3; k++) {
              double place = posed.places[3 * (posed.first.get(m) + corner) + k];
              error = Math.max(error, Math.abs(seen.get(at++) - place));
            }
          }
        }
        worst = Math.max(worst, error / posed.diagonal);
      }
      assertThat(at).isEqualTo(seen.limit());
      report(own.getKey() + ", three.js", worst);
    }
  }

  @Test
  void verticesOfTinyUsdzAreWhereSinewPutsThem() throws Exception {
    for (Map.Entry<String, Job> own : JOBS.entrySet()) {
      String text = Files.readString(folder.resolve(own.getKey() + ".tinyusdz.usda"));
      UsdFile.Prim layer = UsdFile.parse(text);
      UsdOracle usd = new UsdOracle(layer, Map.of());
      double worst = 0;
      for (Frame frame : own.getValue().frames()) {
        if (frame.clip().isPresent() && frame.number() > 0) {
          continue; // Its layer has the variant of the first clip.
        }
        double code =
            frame.clip().isPresent() ? frame.time() * layer.number("timeCodesPerSecond") : 0;
        if (frame.clip().isEmpty() && !own.getValue().character().clips().isEmpty()) {
          continue; // And so it is not at rest.
        }
        Posed posed = new Posed(own.getValue().character(), frame);
        for (int m = 0; m < posed.parts.size(); m++) {
          double[] points = usd.points(usd.ofType("Mesh").get(m), code);
          for (int i = 0; i < points.length; i++) {
            double error = Math.abs(points[i] - posed.places[3 * posed.first.get(m) + i]);
            worst = Math.max(worst, error / posed.diagonal);
          }
        }
      }
      report(own.getKey() + ", TinyUSDZ", worst);
    }
  }

  private static void report(String what, double worst) {
    if (System.getProperty("sinew.usd") != null) {
      System.out.printf("%s: %.2e%n", what, worst);
    } else {
      assertThat(worst).as(what).isLessThan(SAME);
    }
  }

  /** Returns the points of the corners in the order of three.js: by material, then as stored. */
  private static List<Integer> corners(UsdOracle usd, String mesh) {
    double[] indices = usd.numbers(mesh, "faceVertexIndices");
    List<Integer> out = new ArrayList<>();
    List<String> subsets =
        usd.ofType("GeomSubset").stream().filter(path -> path.startsWith(mesh + "/")).toList();
    if (subsets.isEmpty()) {
      for (double index : indices) {
        out.add((int) index);
      }
    }
    for (String subset : subsets) {
      for (double face : usd.numbers(subset, "indices")) {
        for (int k = 0; k < 3; k++) {
          out.add((int) indices[3 * (int) face + k]);
        }
      }
    }
    return out;
  }

  /** Where Sinew puts the vertices of the parts with triangles. */
  private static final class Posed {
    final List<Part> parts = new ArrayList<>();
    final List<Integer> first = new ArrayList<>();
    final float[] places;
    final double diagonal;

    Posed(SkinnedCharacter character, Frame frame) {
      Pose pose = character.restPose();
      frame.clip().ifPresent(clip -> clip.sample(frame.time(), pose));
      CharacterSurface.Posed posed = CharacterSurface.of(character, SkinningMethod.SSD).newPosed();
      posed.set(pose);
      places = posed.wedgePositions();
      diagonal = Box.of(places).diagonal();
      for (int p = 0; p < character.parts().size(); p++) {
        if (character.geometry(character.parts().get(p)).mesh().triangleCount() > 0) {
          parts.add(character.parts().get(p));
          first.add(posed.firstWedge(p));
        }
      }
    }
  }
}
