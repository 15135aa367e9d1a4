package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.io.obj.ObjReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fit command on a built-in character's examples, right inputs and wrong ones. */
class FitCommandTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path sample = Path.of("");

  @BeforeAll
  static void writeASample() {
    sample = Run.sampleArm(shared);
  }

  private static String reference() {
    return sample.resolve("reference.obj").toString();
  }

  private static String poses() {
    return sample.resolve("poses.pc2").toString();
  }

  @Test
  void reportsWhatWasFittedAndHowFarItIs() throws Exception {
    Path output = folder.resolve("fitted.glb");
    Run run =
        Run.of(
            "fit",
            sample.resolve("pose-0*.obj").toString(),
            "--reference",
            reference(),
            "--bones",
            "3",
            "--holdout",
            poses(),
            "--compare",
            "--json",
            "-o",
            output.toString());
    assertThat(run.status()).as(run.err()).isZero();
    JsonObject report =
        JsonParser.parseString(run.out()).getAsJsonObject().getAsJsonObject("report");
    assertThat(report.keySet())
        .contains(
            "vertices",
            "examples",
            "bones",
            "influences",
            "model",
            "training",
            "holdout",
            "iterations",
            "comparison",
            "issues");
    assertThat(report.get("vertices").getAsInt()).isEqualTo(1800);
    assertThat(report.get("bones").getAsInt()).isEqualTo(3);
    assertThat(report.getAsJsonObject("influences").keySet())
        .containsExactlyInAnyOrder("mean", "max", "total");
    for (String error : List.of("training", "holdout")) {
      assertThat(report.getAsJsonObject(error).keySet())
          .contains("mean", "rms", "max", "meanNormalDegrees", "maxNormalDegrees", "eRms", "worst");
    }
    assertThat(report.getAsJsonArray("comparison")).hasSize(3);
    assertThat(report.getAsJsonArray("issues")).isEmpty();
    Run text = Run.of("inspect", output.toString());
    assertThat(text.out()).contains("pose-01").contains("examples");
  }

  @Test
  void theWrittenFileMovesAsReported() throws Exception {
    Path output = folder.resolve("fitted.glb");
    Run run = fit("--json", "-o", output.toString());
    assertThat(run.status()).as(run.err()).isZero();
    double rms =
        JsonParser.parseString(run.out())
            .getAsJsonObject()
            .getAsJsonObject("report")
            .getAsJsonObject("training")
            .get("rms")
            .getAsDouble();
    // Frame 20 of the examples, posed from the file, against the shape it was fitted to.
    Path posed = folder.resolve("posed.obj");
    String time = "20"; // One second per example.
    assertThat(
            Run.of(
                    "pose",
                    output.toString(),
                    "--clip",
                    "examples",
                    "--time",
                    time,
                    "-o",
                    posed.toString())
                .status())
        .isZero();
    double[] made = positions(posed);
    double[] wanted = positions(sample.resolve("pose-20.obj"));
    assertThat(made).hasSameSizeAs(wanted);
    double sum = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    double[] rest = positions(Path.of(reference()));
    for (int i = 0; i < made.length; i++) {
      sum += (made[i] - wanted[i]) * (made[i] - wanted[i]);
      if (i % 3 == 0) {
        low = Math.min(low, rest[i]);
        high = Math.max(high, rest[i]);
      }
    }
    assertThat(Math.sqrt(3 * sum / made.length) / (high - low)).isLessThan(4 * rms);
  }

  private static double[] positions(Path obj) throws Exception {
    return ObjReader.read(obj).mesh().positions();
  }

  private static Run fit(String... more) {
    List<String> args =
        new ArrayList<>(List.of("fit", poses(), "--reference", reference(), "--bones", "3"));
    args.addAll(List.of(more));
    return Run.of(args.toArray(String[]::new));
  }

  @Test
  void theSameBytesEveryTimeOnAnyNumberOfThreads() throws Exception {
    Path one = folder.resolve("one.glb");
    Path two = folder.resolve("two.glb");
    assertThat(fit("--threads", "1", "-o", one.toString()).status()).isZero();
    assertThat(fit("--threads", "2", "-o", two.toString()).status()).isZero();
    assertThat(Files.readAllBytes(one)).isEqualTo(Files.readAllBytes(two));
  }

  @Test
  void wrongUsageIsStatus2() {
    assertThat(Run.of("fit", poses(), "--reference", reference()).status()).isEqualTo(2);
    assertThat(fit("--model", "magic").err()).contains("as").contains("magic");
    assertThat(fit("--max-influences", "0").status()).isEqualTo(2);
    assertThat(fit("--smooth", "-1").status()).isEqualTo(2);
    assertThat(fit("--rig", "x.glb").err()).contains("--bones, --rig, --skeleton and --cores");
    assertThat(Run.of("fit", poses(), "--bones", "99999").status()).isEqualTo(2);
  }

  @Test
  void whatCannotBeFittedIsStatus1AndNamesTheFile() throws Exception {
    Path output = folder.resolve("no.glb");
    Run alone = Run.of("fit", reference(), "--bones", "2", "-o", output.toString());
    assertThat(alone.status()).isEqualTo(1);
    assertThat(alone.err()).contains("reference.obj").contains("besides the reference");
    Run cacheAlone = Run.of("fit", poses(), "--bones", "2");
    assertThat(cacheAlone.status()).isEqualTo(1);
    assertThat(cacheAlone.err()).contains("poses.pc2").contains("give a reference mesh");
    Run missing = Run.of("fit", "nowhere.obj", "--bones", "2");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err()).contains("nowhere.obj");
    Run kind = Run.of("fit", sample.resolve("arm.glb").toString(), "--bones", "2");
    assertThat(kind.status()).isEqualTo(1);
    assertThat(kind.err()).contains("arm.glb").contains(".obj");
    Path small = folder.resolve("small.obj");
    Files.writeString(small, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    Run other = Run.of("fit", reference(), small.toString(), "--bones", "2");
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err()).contains("small.obj");
    Path broken = folder.resolve("broken.obj");
    Files.writeString(broken, "v 0 0 0\nv nan 0 0\nv 0 1 0\nf 1 2 3\n");
    Run nan = Run.of("fit", small.toString(), broken.toString(), "--bones", "1");
    assertThat(nan.status()).isEqualTo(1);
    assertThat(nan.err()).contains("broken.obj").contains("2");
    Path moved = folder.resolve("moved.obj");
    Files.writeString(moved, "v 0 0 1\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    Run many = Run.of("fit", small.toString(), moved.toString(), "--bones", "4");
    assertThat(many.status()).isEqualTo(1);
    assertThat(many.err()).contains("1 to 3");
    assertThat(fit("-o", folder.resolve("x.obj").toString()).err()).contains(".glb");
    assertThat(output).doesNotExist();
  }

  @Test
  void equalShapesGetTheirBonesAndTheReportSaysWhy() throws Exception {
    Path copy = folder.resolve("copy.obj");
    Files.copy(Path.of(reference()), copy);
    Run still = Run.of("fit", reference(), copy.toString(), "--bones", "5", "--json");
    assertThat(still.status()).as(still.err()).isZero();
    JsonObject report =
        JsonParser.parseString(still.out()).getAsJsonObject().getAsJsonObject("report");
    assertThat(report.get("bones").getAsInt()).isEqualTo(5);
    assertThat(report.getAsJsonArray("issues").toString()).contains("all shapes are equal");
  }

  @Test
  void writesThePosesOfTheHoldout() {
    String output = folder.resolve("holdout.glb").toString();
    JsonObject report =
        Run.report(
            fit("--moves", "0", "--holdout", poses(), "--holdout-clip", "--json", "-o", output));
    assertThat(report.getAsJsonArray("issues").toString()).contains("clip 'holdout'");
    assertThat(Run.of("inspect", output).out()).contains("holdout");
    assertThat(fit("--holdout-clip").status()).isEqualTo(2);
  }

  @Test
  void measurementsOfResearchSayWhereTheyAre() {
    for (String option : List.of("--thin", "--through")) {
      Run run = fit(option, "0.3");
      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains(option).contains("bench/fit").contains("simplify");
    }
  }

  @Test
  void interruptedItStopsAndLeavesNothing() throws Exception {
    Path output = folder.resolve("never.glb");
    Process process =
        CommandProcess.start(
            List.of("-Dsinew.terminal=true"),
            "fit",
            poses(),
            "--reference",
            reference(),
            "--bones",
            "12",
            "--rounds",
            "1000000",
            "-o",
            output.toString());
    // The first words of progress: it is at work.
    try {
      assertThat(process.getErrorStream().read()).isPositive();
      CommandProcess.interrupt(process);
      assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isNotZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(folder).isEmptyDirectory();
  }
}
