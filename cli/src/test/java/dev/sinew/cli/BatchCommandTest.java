package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.batch.child.Manifest;
import dev.sinew.batch.child.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recipe over a library: with real workers, as processes. */
class BatchCommandTest {
  @TempDir Path folder;
  private Path library = Path.of("");
  private Path out = Path.of("");
  private Path recipe = Path.of("");

  private static final String STEPS =
      "{'name':'scaled','verb':'transform','options':{'scale':2}},"
          + "{'verb':'limit','options':{'max-influences':1}}";

  @BeforeEach
  void writeALibrary() throws IOException {
    library = Files.createDirectories(folder.resolve("library"));
    out = folder.resolve("out");
    Path arm = Run.smallArm(Run.sampleArm(folder));
    Files.createDirectories(library.resolve("b/deep"));
    Files.copy(arm, library.resolve("a.glb"));
    Files.copy(arm, library.resolve("b/a.glb"));
    Files.copy(folder.resolve("arm/arm.glb"), library.resolve("b/deep/full.glb"));
    Files.write(library.resolve("cut.glb"), Arrays.copyOf(Files.readAllBytes(arm), 3000));
    recipe = recipe(STEPS, "'thumbnails':false");
  }

  private Path recipe(String steps, String more) throws IOException {
    String json = "{'recipe':1,'steps':[" + steps + "]," + more + "}";
    return Files.writeString(folder.resolve("recipe.json"), json.replace('\'', '"'));
  }

  private Run batch(String... more) {
    List<String> line =
        new ArrayList<>(
            List.of("batch", library.toString(), "-r", recipe.toString(), "-o", out.toString()));
    line.addAll(List.of("--memory", "2g", "--jobs", "2", "--json"));
    line.addAll(List.of(more));
    return Run.of(line.toArray(String[]::new));
  }

  private static void assertCounts(Run run, int done, int unchanged, int failed) {
    JsonObject report = JsonParser.parseString(run.out()).getAsJsonObject();
    assertThat(
            List.of(
                report.get("done").getAsInt(),
                report.get("unchanged").getAsInt(),
                report.get("failed").getAsInt()))
        .as(run.out() + run.err())
        .containsExactly(done, unchanged, failed);
    assertThat(run.status()).isEqualTo(failed > 0 ? 1 : 0);
  }

  private Map<String, JsonObject> rows() throws IOException {
    Map<String, JsonObject> rows = new TreeMap<>();
    assertThat(Manifest.read(out.resolve(Manifest.NAME), rows)).isZero();
    assertThat(Files.readAllLines(out.resolve(Manifest.NAME))).hasSize(rows.size());
    return rows;
  }

  private static Map<String, byte[]> files(Path root) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(root)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        files.put(root.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private JsonObject row(String file) throws IOException {
    JsonObject row = rows().get(file);
    assertThat(row).as(file).isNotNull();
    return java.util.Objects.requireNonNull(row);
  }

  /** Every result is that of the single commands, byte for byte; a bad file is a row. */
  @Test
  void resultsAreThoseOfTheSingleCommands() throws IOException {
    assertCounts(batch(), 3, 0, 1);
    assertThat(files(out))
        .containsOnlyKeys("a.glb", "b/a.glb", "b/deep/full.glb", "index.html", "manifest.jsonl");
    for (String name : List.of("a.glb", "b/a.glb", "b/deep/full.glb")) {
      Path scaled = folder.resolve("single/1/" + name);
      Path limited = folder.resolve("single/2/" + name);
      Files.createDirectories(scaled.getParent());
      Files.createDirectories(limited.getParent());
      run("transform", library.resolve(name), "--scale=2", scaled);
      run("limit", scaled, "--max-influences=1", limited);
      assertThat(out.resolve(name)).as(name).hasSameBinaryContentAs(limited);
      JsonObject row = row(name);
      assertThat(Rows.number(Rows.object(row, "after"), "influences")).isEqualTo(1);
      assertThat(Rows.number(row, "peakMemory")).isPositive();
      JsonObject output = row.getAsJsonArray("outputs").get(0).getAsJsonObject();
      assertThat(Rows.text(output, "file")).isEqualTo(name);
      assertThat((long) Rows.number(output, "bytes")).isEqualTo(Files.size(out.resolve(name)));
    }
    JsonObject bad = row("cut.glb");
    assertThat(Rows.problem(bad)).isEqualTo("input");
    assertThat(Rows.text(Rows.object(bad, "error"), "message"))
        .startsWith("cut.glb: byte 8")
        .doesNotContain(folder.toString());
  }

  private static void run(String verb, Path in, String option, Path to) {
    Run run = Run.of(verb, in.toString(), option, "-o", to.toString());
    assertThat(run.status()).as(run.err()).isZero();
  }

  @Test
  void onlyWhatHasChangedIsDoneAgain() throws IOException {
    assertCounts(batch(), 3, 0, 1);
    Map<String, byte[]> first = files(out);
    assertCounts(batch(), 0, 3, 1);
    assertThat(files(out).get("manifest.jsonl")).isEqualTo(first.get("manifest.jsonl"));
    assertCounts(batch("--retry-failed"), 0, 3, 1);

    Files.write(out.resolve("a.glb"), new byte[] {1}, StandardOpenOption.APPEND);
    assertCounts(batch(), 1, 2, 1);
    Files.delete(out.resolve("b/a.glb"));
    assertCounts(batch(), 1, 2, 1);
    assertThat(files(out)).containsKeys("a.glb", "b/a.glb");
    assertThat(out.resolve("a.glb")).hasBinaryContent(first.get("a.glb"));

    Files.copy(library.resolve("a.glb"), library.resolve("new.glb"));
    Files.write(library.resolve("cut.glb"), Files.readAllBytes(library.resolve("a.glb")));
    Run plan = batch("--dry-run");
    assertThat(plan.out().lines().filter(line -> line.contains("\"work\""))).hasSize(2);
    assertThat(out.resolve("new.glb")).doesNotExist();
    assertCounts(batch(), 2, 3, 0);
    assertCounts(batch("--force"), 5, 0, 0);
    recipe = recipe(STEPS, "'thumbnails':false,'seed':5");
    assertCounts(batch(), 5, 0, 0);
  }

  /** What an older recipe made is no result any more, unless somebody has changed it. */
  @Test
  void oldResultsGo() throws IOException {
    String limit = "{'verb':'limit','options':{'max-influences':1},'output':'%s'}";
    recipe = recipe(limit.formatted("{stem}-old.glb"), "'thumbnails':false");
    batch();
    Files.writeString(out.resolve("b/a-old.glb"), "mine now");
    recipe = recipe(limit.formatted("sub/{stem}-new.glb"), "'thumbnails':false");
    assertCounts(batch(), 3, 0, 1);
    assertThat(files(out).keySet())
        .containsExactly(
            "b/a-old.glb",
            "b/deep/sub/full-new.glb",
            "b/sub/a-new.glb",
            "index.html",
            "manifest.jsonl",
            "sub/a-new.glb");
  }

  @Test
  void conditionsAndOverridesChooseFiles() throws IOException {
    recipe =
        recipe(
            "{'name':'one','verb':'limit','options':{'max-influences':1},"
                + "'when':{'triangles':{'over':1000},'skinned':true}},"
                + "{'name':'two','verb':'transform','options':{'scale':2},"
                + "'when':{'files':['b/**']}}",
            "'thumbnails':false,"
                + "'overrides':[{'files':['b/deep/**'],'options':{'two':{'scale':3}}}]");
    assertCounts(batch(), 3, 0, 1);
    assertThat(out.resolve("a.glb"))
        .as("nothing to do: a copy")
        .hasSameBinaryContentAs(library.resolve("a.glb"));
    Path twice = folder.resolve("twice.glb");
    run("transform", library.resolve("b/a.glb"), "--scale=2", twice);
    assertThat(out.resolve("b/a.glb")).hasSameBinaryContentAs(twice);
    Path limited = folder.resolve("limited/full.glb");
    Files.createDirectories(limited.getParent());
    run("limit", library.resolve("b/deep/full.glb"), "--max-influences=1", limited);
    Path thrice = folder.resolve("thrice.glb");
    run("transform", limited, "--scale=3", thrice);
    assertThat(out.resolve("b/deep/full.glb")).hasSameBinaryContentAs(thrice);
  }

  @Test
  void stepsHaveResultsOfTheirOwn() throws IOException {
    recipe =
        recipe(
            "{'name':'levels','verb':'simplify','options':{'ratio':[0.5,0.25],'measure':'none'},"
                + "'output':'levels/{stem}.glb'},"
                + "{'verb':'limit','options':{'max-influences':1},'output':'{stem}-light.glb'},"
                + "{'verb':'compare','arguments':['$input','$model'],"
                + "'options':{'measure':'none'}},"
                + "{'verb':'render','arguments':['$input'],'options':{'size':'40x30'},"
                + "'output':'{stem}.png'}",
            "'thumbnails':{'size':'32x32'}");
    assertCounts(batch("--include", "a.glb", "--exclude", "b/**"), 1, 0, 0);
    assertThat(files(out).keySet())
        .containsExactly(
            "_thumbnails/a.glb-after.png",
            "_thumbnails/a.glb-before.png",
            "a-1-light.glb",
            "a-1-light.png",
            "a-2-light.glb",
            "index.html",
            "levels/a-1.glb",
            "levels/a-2.glb",
            "manifest.jsonl");
    JsonObject row = row("a.glb");
    assertThat(row.getAsJsonArray("steps").toString())
        .contains("\"levels.0.triangles\"")
        .contains("\"rms\"");
    String page = Files.readString(out.resolve("index.html"));
    assertThat(page).contains("_thumbnails/a.glb-before.png").contains("\"a-1-light.glb\"");
  }

  @Test
  void shardsMakeOneManifest() throws IOException {
    List<Run> shards = List.of(batch("--shard", "1/2"), batch("--shard", "2/2"));
    int done = 0;
    for (Run shard : shards) {
      done += JsonParser.parseString(shard.out()).getAsJsonObject().get("done").getAsInt();
    }
    assertThat(done).isEqualTo(3);
    assertThat(out.resolve(Manifest.NAME)).doesNotExist();
    Run merged = Run.of("batch", "--merge", "-o", out.toString());
    assertThat(merged.status()).as(merged.err()).isZero();
    assertThat(rows()).hasSize(4);
    assertThat(files(out).keySet()).noneMatch(name -> name.contains("-of-"));
    assertCounts(batch(), 0, 3, 1);
  }

  /** A file that takes too much memory or time is a row; the others are not affected. */
  @Test
  void limitsEndOneFileOnly() throws IOException {
    recipe =
        recipe(
            "{'verb':'subdivide','options':{'scheme':'loop','levels':6}}",
            "'thumbnails':false,'overrides':[{'files':['b/a.glb'],'limits':{'seconds':0.05}},"
                + "{'files':['*.glb'],'limits':{'memory':'64m'}}]");
    Run run = batch("--include", "b/**");
    assertThat(run.status()).as(run.err()).isEqualTo(1);
    assertThat(Rows.problem(row("b/a.glb"))).isEqualTo("timeout");
    assertThat(Rows.problem(row("b/deep/full.glb"))).isEqualTo("memory");
    assertThat(Rows.text(Rows.object(row("b/deep/full.glb"), "error"), "advice"))
        .contains("limits.memory");
    assertThat(files(out)).containsOnlyKeys("index.html", "manifest.jsonl");
  }

  /** Kills a run again and again; what is done stays done, and nothing half done is seen. */
  @Test
  void aKilledRunIsContinued() throws Exception {
    for (int i = 0; i < 30; i++) {
      Files.copy(library.resolve("a.glb"), library.resolve("copy-" + i + ".glb"));
    }
    int before = 0;
    for (int attempt = 0; attempt < 2; attempt++) {
      Process run =
          CommandProcess.builder(
                  List.of(),
                  "batch",
                  library.toString(),
                  "-r",
                  recipe.toString(),
                  "-o",
                  out.toString(),
                  "--jobs",
                  "2",
                  "--memory",
                  "2g")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      while (run.isAlive() && lines() <= before) {
        Thread.sleep(20);
      }
      List<ProcessHandle> all = new ArrayList<>(run.descendants().toList());
      run.destroyForcibly().waitFor();
      // Workers that are left end by themselves, or are killed as well.
      if (attempt == 1) {
        all.forEach(ProcessHandle::destroyForcibly);
      }
      for (ProcessHandle worker : all) {
        worker.onExit().get(60, TimeUnit.SECONDS);
      }
      for (Map.Entry<String, byte[]> file : files(out).entrySet()) {
        if (file.getKey().endsWith(".glb") && !file.getKey().startsWith(".sinew-batch")) {
          assertThat(new String(file.getValue(), 0, 4, StandardCharsets.UTF_8)).isEqualTo("glTF");
        }
      }
      before = lines();
      assertThat(before).isPositive();
    }
    Run last = batch();
    JsonObject report = JsonParser.parseString(last.out()).getAsJsonObject();
    assertThat(report.get("unchanged").getAsInt()).isGreaterThanOrEqualTo(before - 1);
    assertThat(rows()).hasSize(34);
    assertThat(files(out).keySet())
        .noneMatch(name -> name.contains("draft") || name.contains("work-"));
    assertThat(out.resolve(".sinew-batch")).doesNotExist();
    Path alone = folder.resolve("alone");
    Run again =
        Run.of(
            "batch", library.toString(), "-r", recipe.toString(), "-o", alone.toString(), "--json");
    assertCounts(again, 33, 0, 1);
    for (String name : rows().keySet()) {
      if (!name.equals("cut.glb")) {
        assertThat(out.resolve(name)).hasSameBinaryContentAs(alone.resolve(name));
      }
    }
  }

  private int lines() throws IOException {
    Path manifest = out.resolve(Manifest.NAME);
    return Files.exists(manifest)
        ? (int) Files.readString(manifest).chars().filter(c -> c == '\n').count()
        : 0;
  }

  @Test
  void anInterruptEndsEverything() throws Exception {
    recipe = recipe("{'verb':'simplify','options':{'ratio':0.3}}", "'thumbnails':false");
    Process run =
        CommandProcess.builder(
                List.of(),
                "batch",
                library.toString(),
                "-r",
                recipe.toString(),
                "-o",
                out.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (run.isAlive() && run.descendants().count() == 0) {
      Thread.sleep(20);
    }
    List<ProcessHandle> workers = run.descendants().toList();
    Thread.sleep(1500);
    CommandProcess.interrupt(run);
    assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
    for (ProcessHandle worker : workers) {
      worker.onExit().get(10, TimeUnit.SECONDS);
    }
    assertThat(files(out).keySet()).noneMatch(name -> name.contains("draft"));
  }

  // Attacks.

  /** Whatever links an enemy left in the folder of results: nothing is written outside. */
  @Test
  void linksInTheResultsLeadNowhere() throws IOException {
    Path secret = Files.createDirectories(folder.resolve("secret"));
    Path kept = Files.writeString(secret.resolve("a.glb"), "kept");
    Files.createDirectories(out);
    Files.createSymbolicLink(out.resolve("b"), secret);
    Files.createSymbolicLink(out.resolve("a.glb"), kept);
    Run run = batch("--force");
    assertThat(run.status()).isEqualTo(1);
    assertThat(Rows.text(Rows.object(row("b/a.glb"), "error"), "message")).contains("outside");
    assertThat(Rows.text(Rows.object(row("a.glb"), "error"), "message")).contains("link");
    assertThat(files(secret)).containsOnlyKeys("a.glb");
    assertThat(kept).hasContent("kept");

    for (String name : List.of("manifest.jsonl", "index.html", ".sinew-batch")) {
      Path other = folder.resolve("out-" + name);
      Files.createDirectories(other);
      Path target = name.startsWith(".") ? secret : secret.resolve("made");
      Files.createSymbolicLink(other.resolve(name), target);
      out = other;
      Run refused = batch();
      assertThat(refused.status()).as(name).isEqualTo(1);
      assertThat(refused.out() + refused.err()).as(name).contains("link");
      assertThat(files(secret)).as(name).containsOnlyKeys("a.glb");
    }
  }

  /** A manifest of an enemy neither deletes nor vouches for anything. */
  @Test
  void aHostileManifestIsHarmless() throws IOException {
    Path precious = Files.writeString(folder.resolve("precious.txt"), "precious");
    assertCounts(batch(), 3, 0, 1);
    Path mine = Files.writeString(out.resolve("mine.txt"), "mine");
    JsonObject row = row("a.glb");
    String hash = "0".repeat(64);
    String outputs =
        "[{'file':'../precious.txt','bytes':8,'sha256':'%s'},{'file':'/etc/passwd'},{'file':7},"
            + "{'file':'mine.txt','bytes':4,'sha256':'%s'},{'file':'index.html'},[],null]";
    row.add("outputs", JsonParser.parseString(outputs.replace('\'', '"').formatted(hash, hash)));
    row.addProperty("file", "b/a.glb");
    JsonObject pictures = new JsonObject();
    pictures.addProperty("before", "javascript:alert(1)</script><script>alert(2)</script>");
    pictures.addProperty("after", "../../x.png");
    row.add("pictures", pictures);
    Files.writeString(
        out.resolve(Manifest.NAME),
        row + "\n" + "{\"schema\":1,\"file\":\"../../evil.glb\",\"status\":\"done\"}\n{\"sch",
        StandardOpenOption.APPEND);
    assertThat(batch("--force").status()).isEqualTo(1);
    assertThat(precious).hasContent("precious");
    assertThat(mine).hasContent("mine");
    assertThat(rows()).hasSize(4);
    assertThat(Files.readString(out.resolve("index.html")))
        .doesNotContain("alert(2)</script>")
        .doesNotContain("../..");
  }

  @Test
  void filesOfOthersAreNotReplaced() throws IOException {
    Files.createDirectories(out);
    Path mine = Files.writeString(out.resolve("a.glb"), "mine");
    assertCounts(batch(), 2, 0, 2);
    assertThat(mine).hasContent("mine");
    assertThat(Rows.text(Rows.object(row("a.glb"), "error"), "message")).contains("--force");
    assertThat(batch("--retry-failed", "--force").status()).isEqualTo(2);
    assertCounts(batch("--force"), 3, 0, 1);
  }

  @Test
  void wrongUsageIsOneSentenceAndNothingIsWritten() throws IOException {
    for (String[] line :
        new String[][] {
          {"batch"},
          {"batch", library.toString()},
          {"batch", library.toString(), "-o", out.toString()},
          {"batch", library.toString(), "-r", recipe.toString()},
        }) {
      assertThat(Run.of(line).status()).as(String.join(" ", line)).isEqualTo(2);
    }
    assertThat(batch("--shard", "3/2").err()).contains("--shard");
    assertThat(batch("--memory", "much").err()).contains("--memory");
    assertThat(batch("--jobs", "0").err()).contains("--jobs");
    assertThat(batch("--include", "").err()).contains("--include");
    assertThat(batch("--include", "none/**").err()).contains("no model");
    recipe = recipe("{'verb':'limit','options':{'max-influences':0}}", "'thumbnails':false");
    Run wrong = batch();
    assertThat(wrong.status()).isEqualTo(1);
    assertThat(wrong.err()).contains("recipe.json: /steps/0/options/max-influences");
    assertThat(Files.exists(out, LinkOption.NOFOLLOW_LINKS)).isFalse();
  }
}
