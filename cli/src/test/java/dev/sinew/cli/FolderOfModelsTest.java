package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Every command that takes files also takes a folder of models, or says that it takes one. */
class FolderOfModelsTest {
  /** Commands on all models of FOLDER, to OUT. */
  private static final Map<String, String> SEVERAL =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("inspect FILE", "inspect FOLDER"),
              Map.entry("render MODEL", "render FOLDER --size 64x64 -o OUT.png"),
              Map.entry("pose MODEL", "pose FOLDER --clip flex -o OUT"),
              Map.entry("deform MODEL", "deform FOLDER --clip flex --fps 3 -o OUT"),
              Map.entry(
                  "simplify MODEL",
                  "simplify FOLDER --ratio 0.5 --no-polish --measure none -o OUT"),
              Map.entry("merge MODEL", "merge FOLDER -o OUT"),
              Map.entry("limit MODEL", "limit FOLDER --max-influences 2 -o OUT"),
              Map.entry("transform MODEL", "transform FOLDER --scale 2 -o OUT"),
              Map.entry("subdivide MODEL", "subdivide FOLDER --scheme loop -o OUT"),
              Map.entry("unwrap MODEL", "unwrap FOLDER -o OUT"),
              Map.entry("bounds MODEL", "bounds FOLDER -o OUT"),
              Map.entry("retarget MOTION", "retarget FILE FOLDER -o OUT.glb"),
              Map.entry("compare CANDIDATE", "compare FILE FOLDER --fps 3")));

  /** Commands that need one file where they are given FOLDER. */
  private static final Map<String, String> ONE =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("compare REFERENCE", "compare FOLDER FILE"),
              Map.entry("bake MODEL", "bake FOLDER --detail FILE"),
              Map.entry("solve MODEL", "solve FOLDER x.obj -o OUT"),
              Map.entry("retarget MODEL", "retarget FOLDER x.bvh -o OUT"),
              Map.entry("posespace train MODEL", "posespace train FOLDER --examples x.obj -o OUT"),
              Map.entry("posespace apply MODEL", "posespace apply FOLDER x.psdb --clip 0 -o OUT"),
              Map.entry("posespace apply DB", "posespace apply FILE FOLDER --clip 0 -o OUT"),
              Map.entry("posespace bake MODEL", "posespace bake FOLDER x.psdb --clip 0 -o OUT"),
              Map.entry("posespace bake DB", "posespace bake FILE FOLDER --clip 0 -o OUT"),
              Map.entry("posespace transfer MODEL", "posespace transfer FOLDER x.psdb -o OUT"),
              Map.entry("posespace transfer DB", "posespace transfer FILE FOLDER -o OUT")));

  /** A server and meshes in correspondence, which have tests of their own. */
  private static final Set<String> ELSEWHERE = Set.of("view FILE", "simplify-sequence SHAPES");

  @TempDir static Path folder;
  private static Path models = Path.of("");

  @BeforeAll
  static void writeAModel() throws IOException {
    models = Files.createDirectory(folder.resolve("models"));
    String arm = Run.sampleArm(folder).resolve("arm.glb").toString();
    String small = models.resolve("small.glb").toString();
    Run run =
        Run.of("simplify", arm, "--ratio", "0.04", "--no-polish", "--measure", "none", "-o", small);
    assertThat(run.status()).as(run.err()).isZero();
  }

  static Stream<String> several() {
    return SEVERAL.values().stream();
  }

  static Stream<Map.Entry<String, String>> one() {
    return ONE.entrySet().stream();
  }

  private static Run run(String text) {
    String out = folder.resolve(text.substring(0, text.indexOf(' '))).toString();
    String filled =
        text.replace("FOLDER", models.toString())
            .replace("FILE", models.resolve("small.glb").toString())
            .replace("OUT", out);
    return Run.of(filled.split(" "));
  }

  @ParameterizedTest
  @MethodSource("several")
  void aFolderStandsForItsModels(String text) {
    Run run = run(text);
    assertThat(run.status()).as(run.err()).isZero();
    Path out = folder.resolve(text.substring(0, text.indexOf(' ')));
    if (text.endsWith("-o OUT")) {
      String written = text.startsWith("deform") ? "small.pc2" : "small.glb";
      assertThat(out.resolve(written)).exists();
    }
  }

  @ParameterizedTest
  @MethodSource("one")
  void aFolderInPlaceOfOneFileIsWrongUsage(Map.Entry<String, String> command) {
    String label = command.getKey().replaceAll(".* ", "");
    Run run = run(command.getValue());
    assertThat(run.err()).contains(label + ": expected one file, got the folder " + models);
    assertThat(run.status()).isEqualTo(2);
    Run pattern = run(command.getValue().replace("FOLDER", "FOLDER/*.glb"));
    assertThat(pattern.err()).contains("expected one file, got the pattern");
    assertThat(pattern.status()).isEqualTo(2);
  }

  @Test
  void noCommandIsLeftOut() {
    Set<String> taking = new TreeSet<>();
    collect(Main.commandLine(), "", taking);
    Set<String> tried = new TreeSet<>(SEVERAL.keySet());
    tried.addAll(ONE.keySet());
    tried.addAll(ELSEWHERE);
    assertThat(tried).isEqualTo(taking);
  }

  private static void collect(CommandLine parent, String path, Set<String> taking) {
    parent
        .getSubcommands()
        .forEach(
            (name, command) -> {
              String full = (path + " " + name).strip();
              collect(command, full, taking);
              List<PositionalParamSpec> parameters =
                  command.getCommandSpec().positionalParameters();
              for (PositionalParamSpec parameter : parameters) {
                if (parameter.typeInfo().getAuxiliaryTypeInfos().getFirst().getType()
                    == Path.class) {
                  taking.add(full + " " + parameter.paramLabel());
                }
              }
            });
  }
}
