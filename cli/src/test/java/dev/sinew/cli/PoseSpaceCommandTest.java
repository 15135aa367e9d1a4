package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoseSpaceCommandTest {
  @TempDir private Path folder;

  private record Output(int status, String out, String err) {
    JsonObject report() {
      return JsonParser.parseString(out).getAsJsonObject().getAsJsonObject("report");
    }
  }

  private static Output run(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    int status =
        Main.run(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            texts);
    return new Output(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void trainedCorrectivesWorkInAllCommands() throws Exception {
    assertThat(run("sample", "arm", "-o", folder.resolve("arm")).status()).isZero();
    Path model = folder.resolve("arm/arm.glb");
    Path database = folder.resolve("arm.psdb");
    Output trained =
        run(
            "posespace",
            "train",
            model,
            "--examples",
            folder.resolve("arm"),
            "-o",
            database,
            "--json");
    assertThat(trained.err()).isEmpty();
    JsonObject report = trained.report();
    assertThat(trained.out()).contains("\"command\":\"posespace train\"");
    assertThat(report.get("poses").getAsInt()).isEqualTo(25);
    assertThat(report.get("method").getAsString()).isEqualTo("rbf");
    assertThat(error(report, "training")).isLessThan(1e-6);
    assertThat(error(report, "skin")).isLessThan(0.1);
    assertThat(error(report, "holdout")).isLessThan(0.1 * error(report, "skin"));
    assertThat(report.get("bytes").getAsLong()).isEqualTo(Files.size(database));
    assertThat(report.get("microsecondsPerVertex").getAsDouble()).isNotNegative();
    assertThat(report.getAsJsonArray("perPose")).hasSize(25);
    JsonObject worst = report.getAsJsonArray("perPose").get(24).getAsJsonObject();
    assertThat(worst.get("skin").getAsDouble()).isPositive();
    assertThat(worst.get("corrected").getAsDouble()).isLessThan(1e-6);
    Output inspected = run("inspect", database);
    assertThat(inspected.out())
        .contains("correctives rbf over ssd, 25 poses")
        .containsPattern("vertices +1800 ")
        .containsPattern("joints +[1-9]")
        .doesNotContain("triangles");

    Path cache = folder.resolve("arm.pc2");
    JsonObject applied =
        run("posespace", "apply", model, database, "--clip", "examples", "-o", cache, "--json")
            .report();
    assertThat(applied.get("poses").getAsInt()).isEqualTo(25);
    // The played examples are examples again, in the model's own order.
    Output again =
        run(
            "posespace",
            "train",
            model,
            "--examples",
            cache,
            "--poses",
            "6",
            "--method",
            "local",
            "-o",
            folder.resolve("again.psdb"),
            "--json");
    assertThat(again.report().get("heldOut").getAsString()).isEqualTo("others");

    Path posed = folder.resolve("posed.obj");
    Output pose =
        run(
            "pose",
            model,
            "--clip",
            "examples",
            "--time",
            "0.5",
            "--correctives",
            database,
            "-o",
            posed);
    assertThat(pose.status()).isZero();
    assertThat(
            run(
                    "deform",
                    model,
                    "--clip",
                    "examples",
                    "--correctives",
                    database,
                    "-o",
                    folder.resolve("again.pc2"))
                .status())
        .isZero();
    assertThat(Files.readAllBytes(folder.resolve("again.pc2")))
        .isEqualTo(Files.readAllBytes(cache));
    Output compared = run("compare", model, model, "--correctives", database, "--json");
    assertThat(compared.report().get("max").getAsDouble()).isGreaterThan(0.005);
    assertThat(
            run(
                    "render",
                    model,
                    "--clip",
                    "examples",
                    "--time",
                    "0.5",
                    "--correctives",
                    database,
                    "--size",
                    "64x64",
                    "-o",
                    folder.resolve("arm.png"))
                .status())
        .isZero();
    Output transferred =
        run("posespace", "transfer", model, database, "-o", folder.resolve("same.psdb"), "--json");
    assertThat(transferred.report().get("maxDistance").getAsDouble()).isLessThan(1e-6);
  }

  private static double error(JsonObject report, String what) {
    return report.getAsJsonObject(what).getAsJsonObject("error").get("max").getAsDouble();
  }

  @Test
  void whatDoesNotFitIsExplained() throws Exception {
    run("sample", "arm", "-o", folder.resolve("arm"));
    run("sample", "cylinder-bend", "-o", folder.resolve("bend"));
    Path model = folder.resolve("arm/arm.glb");
    Path database = folder.resolve("bend.psdb");
    Path bend = folder.resolve("bend/cylinder-bend.glb");
    assertThat(
            run(
                    "posespace",
                    "train",
                    bend,
                    "--examples",
                    folder.resolve("bend/*.obj"),
                    "--reference",
                    folder.resolve("bend/reference.obj"),
                    "--poses",
                    "4",
                    "-o",
                    database)
                .status())
        .isZero();
    Output other = run("pose", model, "--correctives", database, "-o", folder.resolve("x.obj"));
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err()).contains("bend.psdb").contains("transfer");
    Output keys =
        run(
            "posespace",
            "train",
            model,
            "--examples",
            folder.resolve("bend/pose-*.obj"),
            "-o",
            folder.resolve("y.psdb"));
    assertThat(keys.status()).isEqualTo(1);
    assertThat(keys.err()).contains("keys").contains("--reference").contains("--fps");
    Output wrong = run("pose", model, "--correctives", model, "-o", folder.resolve("x.obj"));
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(run("posespace").status()).isEqualTo(2);
    assertThat(run("posespace", "train", model).status()).isEqualTo(2);
    for (String[] unused :
        new String[][] {{"--picks", "farthest"}, {"--dynamic", "spring"}, {"--take-fps", "25"}}) {
      Output idle =
          run(
              "posespace",
              "train",
              model,
              "--examples",
              folder.resolve("arm"),
              unused[0],
              unused[1],
              "-o",
              folder.resolve("z.psdb"));
      assertThat(idle.status()).as(unused[0]).isEqualTo(2);
      assertThat(idle.err()).contains(unused[0] + " needs --");
    }
  }
}
