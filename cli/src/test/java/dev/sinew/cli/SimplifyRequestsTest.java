package dev.sinew.cli;

import static dev.sinew.cli.Run.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code simplify} makes of requests that do not go together, or cannot be met. */
class SimplifyRequestsTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path sample = Path.of("");
  private static Path model = Path.of("");

  @BeforeAll
  static void writeASample() {
    sample = Run.sampleArm(shared);
    model = sample.resolve("arm.glb");
  }

  private Run simplify(Path what, String out, String more) {
    return run("simplify", what, out, more);
  }

  private Run run(String command, Path what, String out, String more) {
    List<String> all = new ArrayList<>(List.of(command, what.toString()));
    all.addAll(List.of(more.split(" ")));
    all.addAll(List.of("-o", folder.resolve(out).toString(), "--json"));
    return Run.of(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--ratio 0.5 --method aps --metric range --max-influences 1",
        "--ratio 0.5 --method aps --metric range --influences",
        "--ratio 0.5 --influences --metric rest",
        "--ratio 0.5 --max-influences 0",
        "--ratio 0.5,0.2 --max-influences 4,2,1",
        "--ratio 1.5",
        "--ratio 0.5 --triangles 9",
        "--ratio 0.5 --poses 100000",
        "--ratio 0.5 --method adsd",
        "--ratio 0.5 --weights rig.glb",
        "--ratio 0.5 --reference reference.obj",
        "--ratio 0.5 --follow more.pc2",
      })
  void charactersRefuse(String options) {
    Run run = simplify(model, "light.glb", options);
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(folder.resolve("light.glb")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--ratio 0.5 --method aps",
        "--ratio 0.5 --metric clips",
        "--ratio 0.5 --influences",
        "--ratio 0.5 --max-influences 2",
        "--ratio 0.5 --lock-bones hand.*",
        "--ratio 0.5 --prefer-bones hand.*",
        "--ratio 0.5 --priority-color",
        "--ratio 0.5 --clip-weight walk=2",
        "--ratio 0.5,0.2 --msft-lod",
      })
  void meshesInCorrespondenceRefuse(String options) {
    String option = options.replaceFirst(".*?-?0.2 |--ratio 0.5 ", "").split(" ", -1)[0];
    for (String command : List.of("simplify", "simplify-sequence")) {
      Run run = run(command, sample, "light", options);
      assertThat(run.status()).as(run.err()).isEqualTo(2);
      assertThat(run.err()).contains(option.equals("--method") ? "method aps" : option);
      assertThat(folder.resolve("light")).doesNotExist();
    }
  }

  @Test
  void theOlderSpellingIsTheCommandOfToday() throws Exception {
    String options = "--reference=" + sample.resolve("reference.obj") + " --ratio 0.3 --no-polish";
    Run older = Run.of(("simplify -o " + folder + "/a " + options + " " + sample).split(" "));
    assertThat(older.status()).as(older.err()).isZero();
    Run today = run("simplify-sequence", sample, "b", options);
    assertThat(today.status()).as(today.err()).isZero();
    assertThat(report(today).keySet()).contains("levels");
    assertThat(folder.resolve("a/reference.obj"))
        .hasSameBinaryContentAs(folder.resolve("b/reference.obj"));
  }

  @Test
  void meshesInCorrespondenceGoToAFolder() {
    Run run = simplify(sample.resolve("reference.obj"), "light.glb", "--ratio 0.5");
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains("light.glb: levels of meshes in correspondence go to a folder");
    assertThat(folder.resolve("light.glb")).doesNotExist();
  }

  @Test
  void anErrorThatFewInfluencesCannotKeepIsMissedAloud() {
    JsonObject report =
        report(
            simplify(
                Run.smallArm(sample),
                "light.glb",
                "--error 0.0001 --max-influences 1 --no-polish"));
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    assertThat(level.get("reached").getAsBoolean()).isFalse();
    assertThat(level.get("max").getAsDouble()).isGreaterThan(0.0001);
    assertThat(level.get("triangles")).isEqualTo(report.getAsJsonObject("before").get("triangles"));
    assertThat(report.getAsJsonArray("notes").toString()).contains("1 influences per vertex");
  }

  @Test
  void levelsFallInTheFileInWhateverOrderTheyWereAskedFor() throws Exception {
    Path small = Run.smallArm(sample);
    JsonArray asked =
        report(simplify(small, "levels.glb", "--ratio 0.1,0.5,0.2 --msft-lod"))
            .getAsJsonArray("levels");
    assertThat(asked.get(0).getAsJsonObject().get("triangles").getAsInt())
        .isLessThan(asked.get(1).getAsJsonObject().get("triangles").getAsInt());
    report(simplify(small, "sorted.glb", "--ratio 0.5,0.2,0.1 --msft-lod"));
    JsonObject one = GltfDocument.read(folder.resolve("levels.glb")).json();
    JsonObject other = GltfDocument.read(folder.resolve("sorted.glb")).json();
    assertThat(coverages(one)).isNotEmpty().isEqualTo(coverages(other));
    assertThat(Files.readAllBytes(folder.resolve("levels.glb")))
        .isEqualTo(Files.readAllBytes(folder.resolve("sorted.glb")));
  }

  private static List<JsonElement> coverages(JsonObject json) {
    List<JsonElement> found = new ArrayList<>();
    for (JsonElement node : json.getAsJsonArray("nodes")) {
      JsonObject extras = node.getAsJsonObject().getAsJsonObject("extras");
      if (extras != null && extras.has("MSFT_screencoverage")) {
        found.add(extras.get("MSFT_screencoverage"));
      }
    }
    return found;
  }

  @Test
  void aStreamThatIsReadIsCalledOne() {
    String stream = folder.resolve("arm.stream").toString();
    JsonObject priced = report(simplify(model, "a.glb", "--ratio 0.3 --save-stream " + stream));
    JsonObject read = report(simplify(model, "b.glb", "--ratio 0.3 --use-stream " + stream));
    assertThat(priced.get("method").getAsString()).isEqualTo("quadric");
    assertThat(read.get("method").getAsString()).isEqualTo("stream");
    assertThat(read.get("pricedPoses").getAsInt()).isZero();
    assertThat(read.get("levels")).isEqualTo(priced.get("levels"));
  }

  /** Joint ranges give bounds to the forms without sample poses; the sampled form samples them. */
  @ParameterizedTest
  @CsvSource({
    "quadric, clips, true, false",
    "aps, clips, false, false",
    "aps-standard, clips, false, false",
    "aps-sampled, clips, true, false",
    "aps, range, false, true",
    "aps-standard, range, false, true",
    "aps-sampled, range, true, false"
  })
  void reportsSayWhatWasPriced(String method, String metric, boolean poses, boolean bound) {
    JsonObject report =
        report(
            simplify(
                Run.smallArm(sample),
                "light.glb",
                "--ratio 0.8 --no-polish --measure none --method "
                    + method
                    + " --metric "
                    + metric));
    assertThat(report.get("method").getAsString()).isEqualTo(method);
    assertThat(report.get("pricedPoses").getAsInt()).isEqualTo(poses ? 8 : 0);
    JsonObject level = report.getAsJsonArray("levels").get(0).getAsJsonObject();
    assertThat(level.get("bound").isJsonNull()).isEqualTo(!bound);
  }

  /** A clip that does not count widens no joint range, so bounds are others. */
  @Test
  void clipsOfWeightZeroAreNotInABound() {
    String range = "--ratio 0.7 --no-polish --measure none --method aps --metric range";
    Path small = Run.smallArm(sample);
    double all = bound(simplify(small, "a.glb", range));
    double fewer =
        bound(simplify(small, "b.glb", range + " --clip-weight flex=0 --clip-weight examples=0"));
    assertThat(fewer).isPositive().isNotEqualTo(all);
  }

  private static double bound(Run run) {
    return report(run).getAsJsonArray("levels").get(0).getAsJsonObject().get("bound").getAsDouble();
  }

  @Test
  void seamsThatMayMoveAreToldWithoutMeasuring() {
    String options = "--ratio 0.5 --permissive --no-polish --measure ";
    Path small = Run.smallArm(sample);
    assertThat(
            report(simplify(small, "a.glb", options + "none")).getAsJsonArray("notes").toString())
        .contains("seams may move: the texture drifts; look");
    assertThat(
            report(simplify(small, "b.glb", options + "quick")).getAsJsonArray("notes").toString())
        .contains("seams may move: the texture drifts by up to ");
  }

  /** Levels with maps of their own have other textures, which the pictures show. */
  @Test
  void theLookOfALevelWithMapsIsThatOfItsMaps() {
    Path small = Run.smallArm(sample);
    JsonObject plain = look(simplify(small, "a.glb", "--ratio 0.3 --no-polish"));
    JsonObject mapped = look(simplify(small, "b.glb", "--ratio 0.3 --no-polish --maps 128"));
    assertThat(plain.get("texelDrift").getAsDouble()).isPositive();
    assertThat(mapped.get("texelDrift").isJsonNull()).isTrue();
    assertThat(mapped.get("mae")).isNotEqualTo(plain.get("mae"));
  }

  /** Maps that make a level look worse are left out, and the report says so. */
  @Test
  void mapsAreUsedOnlyWhereTheyHelp() throws Exception {
    Path small = Run.smallArm(sample);
    String options = "--ratio 0.9 --no-polish";
    JsonObject plain = look(simplify(small, "plain.glb", options));
    JsonObject level = level(simplify(small, "mapped.glb", options + " --maps 16"));
    JsonObject maps = level.getAsJsonObject("maps");
    assertThat(maps.get("used").getAsBoolean()).isFalse();
    assertThat(maps.get("maeWith").getAsDouble())
        .isGreaterThan(maps.get("maeWithout").getAsDouble());
    assertThat(level.getAsJsonObject("look")).isEqualTo(plain);
    assertThat(Files.readAllBytes(folder.resolve("mapped.glb")))
        .isEqualTo(Files.readAllBytes(folder.resolve("plain.glb")));
  }

  /** A level for half the size on the screen needs half as many texels per side. */
  @Test
  void mapsHaveAsManyTexelsAsALevelNeeds() {
    Path small = Run.smallArm(sample);
    String options = "--no-polish --measure none --maps 8192 --ratio ";
    JsonObject fine = level(simplify(small, "a.glb", options + "0.9")).getAsJsonObject("maps");
    JsonObject coarse = level(simplify(small, "b.glb", options + "0.2")).getAsJsonObject("maps");
    assertThat(fine.get("resolution").getAsInt()).isBetween(256, 2048);
    assertThat(coarse.get("resolution").getAsInt())
        .isEqualTo(fine.get("resolution").getAsInt() / 2);
    assertThat(coarse.get("bytes").getAsLong()).isLessThan(fine.get("bytes").getAsLong());
  }

  private static JsonObject level(Run run) {
    return report(run).getAsJsonArray("levels").get(0).getAsJsonObject();
  }

  private static JsonObject look(Run run) {
    return report(run).getAsJsonArray("levels").get(0).getAsJsonObject().getAsJsonObject("look");
  }

  @Test
  void aMethodThatIsNotKnownIsHeldAgainstThoseThatAre() {
    Run run = simplify(model, "light.glb", "--ratio 0.5 --method best");
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("expected one of [quadric, aps, aps-sampled, aps-standard, adsd], got 'best'");
  }

  @Test
  void outputsOfOtherKindsAreRefused() {
    assertThat(simplify(model, "light.obj", "--ratio 0.5").status()).isEqualTo(2);
    assertThat(Run.of("simplify", model.toString(), "-o", folder + "/light.glb").status())
        .as("nothing asked for")
        .isEqualTo(2);
  }
}
