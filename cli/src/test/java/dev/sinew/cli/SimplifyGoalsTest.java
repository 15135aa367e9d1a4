package dev.sinew.cli;

import static dev.sinew.cli.Run.report;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The goals of {@code simplify} that people have: errors in pixels or as rms, ratios by name. */
class SimplifyGoalsTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path small = Path.of("");

  @BeforeAll
  static void writeASample() {
    small = Run.smallArm(Run.sampleArm(shared));
  }

  private Run simplify(String more) {
    List<String> all = new ArrayList<>(List.of("simplify", small.toString()));
    all.addAll(List.of(more.split(" ")));
    all.addAll(List.of("-o", folder.resolve("light.glb").toString(), "--json"));
    return Run.of(all.toArray(String[]::new));
  }

  private JsonObject level(String more) {
    return report(simplify(more)).getAsJsonArray("levels").get(0).getAsJsonObject();
  }

  @Test
  void pixelsAreKept() {
    JsonObject level = level("--pixels 4 --height 200 --no-polish");
    assertThat(level.get("goalKind").getAsString()).isEqualTo("pixels");
    assertThat(level.get("goal").getAsDouble()).isEqualTo(4);
    assertThat(level.get("goalText").getAsString()).isEqualTo("4 pixels of 200");
    assertThat(200 * level.get("max").getAsDouble()).isBetween(1.0, 4.0);
  }

  @Test
  void rmsAndLargestErrorAreKeptTogether() {
    JsonObject level = level("--error 0.02 --rms 0.001 --no-polish");
    assertThat(level.get("goalText").getAsString())
        .isEqualTo("an error of 0.02 and an rms of 0.001");
    assertThat(level.get("max").getAsDouble()).isLessThanOrEqualTo(0.02);
    assertThat(level.get("rms").getAsDouble()).isBetween(0.0006, 0.001);
  }

  @Test
  void aNameHasARatioOfItsOwn() {
    JsonObject all = report(simplify("--ratio arm=0.3 --measure none"));
    double before = all.getAsJsonObject("before").get("triangles").getAsDouble();
    JsonObject level = all.getAsJsonArray("levels").get(0).getAsJsonObject();
    assertThat(level.get("triangles").getAsDouble()).isBetween(0.3 * before - 3, 0.3 * before);
  }

  @Test
  void aNameThatIsNoneIsRefusedWithTheFile() {
    Run run = simplify("--ratio 0.5,wheel=0.5");
    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("small-arm.glb: ratio of wheel: no mesh or material that is shown has this name")
        .contains("arm");
    assertThat(folder.resolve("light.glb")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--pixels 1 --ratio 0.5",
        "--pixels 1 --error 0.1",
        "--pixels 0",
        "--pixels 1 --height 0",
        "--height 200",
        "--rms 0.1 --triangles 9",
        "--rms 0",
        "--error 0.1,0.2,0.3 --rms 0.1,0.2",
        "--ratio face=2",
        "--ratio =0.5",
        "--ratio half",
        "--ratio 0.5,arm=0.5 --save-stream a.stream",
        "--ratio 0.5,arm=0.5 --use-stream a.stream",
      })
  void wrongGoalsAreWrongUsage(String options) {
    Run run = simplify(options);
    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(folder.resolve("light.glb")).doesNotExist();
  }

  @Test
  void aLevelIsReviewed() {
    JsonObject level = level("--ratio 0.3 --no-polish");
    assertThat(level.get("detailRms").getAsDouble()).isBetween(0.001, 1.0);
    assertThat(level.get("verdict").getAsString()).matches("looks the same from [0-9.]+ m .*");
    JsonObject hands = level.getAsJsonArray("regions").get(0).getAsJsonObject();
    assertThat(hands.get("name").getAsString()).isEqualTo("hands");
    assertThat(hands.get("kind").getAsString()).isEqualTo("body");
    assertThat(hands.get("triangles").getAsInt())
        .isLessThan(hands.get("trianglesBefore").getAsInt());
    assertThat(hands.get("rms").getAsDouble()).isPositive();
    assertThat(hands.get("mae").getAsDouble()).isPositive();
    assertThat(level.getAsJsonArray("worstSpots").size()).isBetween(1, 6);
    JsonObject spot = level.getAsJsonArray("worstSpots").get(0).getAsJsonObject();
    assertThat(spot.keySet())
        .containsExactly(
            "pose", "region", "place", "size", "azimuth", "elevation", "difference", "swapped");
    assertThat(spot.getAsJsonArray("place")).hasSize(3);
  }

  @Test
  void theVerdictIsPrintedUnlessNothingIsMeasured() {
    String out = folder.resolve("light.glb").toString();
    String[] plain = {"simplify", small.toString(), "--ratio", "0.3", "--no-polish", "-o", out};
    assertThat(Run.of(plain).out()).contains("looks the same from");
    JsonObject level = level("--ratio 0.3 --no-polish --measure none");
    assertThat(level.get("verdict").isJsonNull()).isTrue();
    assertThat(level.getAsJsonArray("regions")).isEmpty();
  }
}
