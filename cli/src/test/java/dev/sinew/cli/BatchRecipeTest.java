package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.batch.Limits;
import dev.sinew.batch.Recipe;
import dev.sinew.batch.RecipeReader;
import dev.sinew.batch.Verbs;
import dev.sinew.io.MalformedAssetException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.OptionSpec;

/** What a recipe may say, and where its mistakes are. */
class BatchRecipeTest {
  @TempDir Path folder;

  private static final BatchVerbs VERBS = new BatchVerbs();

  private Recipe read(String json) throws IOException {
    return RecipeReader.read(
        Files.writeString(folder.resolve("recipe.json"), json.replace('\'', '"')), VERBS);
  }

  private void assertMistake(String json, String where, String... words) {
    assertThatThrownBy(() -> read(json))
        .as(json)
        .isInstanceOfSatisfying(
            MalformedAssetException.class, e -> assertThat(e.where()).isEqualTo(where))
        .message()
        .contains(List.of(words))
        .doesNotContain("\n");
  }

  private static String steps(String steps) {
    return "{'recipe':1,'steps':[" + steps + "]}";
  }

  @Test
  void theExampleIsARecipe() throws IOException {
    Run example = Run.of("batch", "--example");
    Recipe recipe = read(example.out());
    assertThat(recipe.steps()).extracting(Recipe.Step::verb).contains("simplify", "compare");
    assertThat(recipe.limitsFor("heroes/x.glb").seconds()).isEqualTo(1800);
    assertThat(recipe.limitsFor("x.glb").seconds()).isEqualTo(600);
  }

  @Test
  void mistakesAreToldWithTheirPlaces() throws IOException {
    Files.writeString(folder.resolve("ranges.json"), "{}");
    assertMistake("{", "$.", "not valid JSON");
    assertMistake("[]", "", "expected an object");
    assertMistake("{'steps':[]}", "", "missing \"recipe\"");
    assertMistake("{'recipe':2,'steps':[]}", "/recipe", "from 1 to 1");
    assertMistake("{'recipe':1}", "", "missing \"steps\"");
    assertMistake(steps(""), "/steps", "at least one");
    assertMistake("{'recipe':1,'step':[]}", "/step", "did you mean steps");
    assertMistake(steps("{}"), "/steps/0", "missing \"verb\"");
    assertMistake(steps("{'verb':'simplfy'}"), "/steps/0/verb", "did you mean simplify");
    for (String notForRecipes : new String[] {"view", "demo", "batch", "sample", "completion"}) {
      assertMistake(steps("{'verb':'" + notForRecipes + "'}"), "/steps/0/verb", "no command");
    }
    assertMistake(
        steps("{'verb':'limit','options':{'max-influence':4}}"),
        "/steps/0/options/max-influence",
        "did you mean max-influences");
    assertMistake(
        steps("{'verb':'limit','options':{'max-influences':'four'}}"),
        "/steps/0/options/max-influences",
        "whole number");
    assertMistake(
        steps("{'verb':'limit','options':{'max-influences':0}}"),
        "/steps/0/options/max-influences",
        "got 0");
    assertMistake(
        steps("{'verb':'simplify','options':{'ratio':[0.5,7]}}"), "/steps/0/options/ratio", "7");
    assertMistake(
        steps("{'verb':'simplify','options':{'ratio':{}}}"), "/steps/0/options/ratio", "one value");
    assertMistake(
        steps("{'verb':'compare','options':{'measure':'slow'}}"),
        "/steps/0/options/measure",
        "quick");
    assertMistake(
        steps("{'verb':'inspect','options':{'joints':'yes'}}"),
        "/steps/0/options/joints",
        "true or false");
    assertMistake(steps("{'verb':'bake'}"), "/steps/0", "--detail");
    assertMistake(steps("{'verb':'render'}"), "/steps/0", "missing \"output\"");
    assertMistake(
        steps("{'verb':'inspect','when':{'polygons':{'over':1}}}"),
        "/steps/0/when/polygons",
        "triangles");
    assertMistake(
        steps("{'verb':'inspect','when':{'triangles':{'above':1}}}"),
        "/steps/0/when/triangles/above",
        "no 'above'");
    assertMistake(
        steps("{'verb':'inspect','when':{'triangles':{}}}"), "/steps/0/when/triangles", "\"over\"");
    assertMistake(
        steps("{'name':'a','verb':'inspect'},{'name':'a','verb':'inspect'}"),
        "/steps/1/name",
        "another step");
    assertMistake(
        steps("{'verb':'bake','options':{'detail':'$later'}}"),
        "/steps/0/options/detail",
        "no step 'later'");
    assertMistake(
        "{'recipe':1,'limits':{'memory':'4'},'steps':[{'verb':'inspect'}]}",
        "/limits/memory",
        "512m");
    assertMistake(
        "{'recipe':1,'limits':{'seconds':0},'steps':[{'verb':'inspect'}]}",
        "/limits/seconds",
        "0.001");
    assertMistake(
        "{'recipe':1,'thumbnails':{'size':'big'},'steps':[{'verb':'inspect'}]}",
        "/thumbnails/size",
        "WIDTHxHEIGHT");
  }

  @Test
  void overridesAreCheckedWithTheirSteps() {
    String recipe =
        "{'recipe':1,'steps':[{'name':'four','verb':'limit','options':{'max-influences':4}}],"
            + "'overrides':[{'files':['a/**'],'options':{%s}}]}";
    assertMistake(
        recipe.formatted("'five':{}"), "/overrides/0/options/five", "there is no step 'five'");
    assertMistake(
        recipe.formatted("'four':{'max-influences':-1}"),
        "/overrides/0/options/four/max-influences",
        "got -1");
    assertMistake(
        recipe.formatted("'four':{'max-influences':null}"),
        "/overrides/0/options/four/max-influences",
        "--max-influences");
  }

  @Test
  void limitsAreNoPartOfTheHashAndAllElseIs() throws IOException {
    Path ranges = Files.writeString(folder.resolve("ranges.json"), "{}");
    String step = "{'verb':'bounds','options':{'ranges':'ranges.json'}}";
    String hash = read("{'recipe':1,'steps':[" + step + "]}").hash();
    assertThat(
            read("{'recipe' : 1, 'about':'x', 'limits':{'seconds':5},\n'steps':[" + step + "]}")
                .hash())
        .isEqualTo(hash);
    assertThat(read("{'recipe':1,'seed':2,'steps':[" + step + "]}").hash()).isNotEqualTo(hash);
    Files.writeString(ranges, "{ }");
    assertThat(read("{'recipe':1,'steps':[" + step + "]}").hash()).isNotEqualTo(hash);
  }

  /** A recipe of a stranger reads below its own folder and writes below that of the results. */
  @Test
  void noFileOutsideIsNamed() throws IOException {
    Files.createDirectories(folder.resolve("below"));
    for (String bad :
        new String[] {
          "../x.glb", "/tmp/x.glb", "a/../../x.glb", "{stem}/../../x.glb", "", ".", "{stem}\\u0000"
        }) {
      assertMistake(steps("{'verb':'limit','output':'" + bad + "'}"), "/steps/0/output", "inside");
      assertMistake(
          steps("{'verb':'simplify','options':{'ratio':0.5,'save-stream':'" + bad + "'}}"),
          "/steps/0/options/save-stream",
          "inside");
      assertMistake(
          steps("{'verb':'bounds','options':{'ranges':'" + bad + "'}}"),
          "/steps/0/options/ranges",
          "inside");
      assertMistake(
          steps("{'verb':'inspect','arguments':['" + bad + "']}"), "/steps/0/arguments", "inside");
    }
    // Options that write elsewhere, or that are about how a command runs, do not exist.
    for (String option :
        new String[] {"report", "output", "in-place", "force", "json", "threads", "seed", "help"}) {
      for (String verb : VERBS.names()) {
        assertThat(VERBS.verb(verb).options()).as(verb).doesNotContain(option);
      }
    }
  }

  /** What the help calls a file is one: no option of text leads to files unseen. */
  @Test
  void everyOptionThatNamesAFileIsKnownAsOne() {
    int files = 0;
    for (String verb : VERBS.names()) {
      for (String name : VERBS.verb(verb).options()) {
        OptionSpec option =
            Objects.requireNonNull(
                CommandRun.spec(Main.commandLine(), verb).findOption("--" + name));
        Verbs.Kind kind = VERBS.kind(verb, name);
        boolean isFile = kind == Verbs.Kind.INPUT || kind == Verbs.Kind.OUTPUT;
        String label = option.paramLabel().toLowerCase(Locale.ROOT);
        boolean looksLikeFile =
            option.arity().max() > 0 && label.matches(".*(file|png|html|dir|db|folder|\\.json).*");
        boolean writes = String.join(" ", option.description()).startsWith("Also write");
        assertThat(isFile || !looksLikeFile).as("%s --%s %s", verb, name, label).isTrue();
        assertThat(kind == Verbs.Kind.OUTPUT).as("%s --%s", verb, name).isEqualTo(isFile && writes);
        files += isFile ? 1 : 0;
      }
    }
    assertThat(files).isGreaterThan(10);
  }

  /** Recipes with random damage are read or refused in one sentence. */
  @Test
  void damagedRecipesAreRefused() throws IOException {
    long seed = Long.getLong("sinew.seed", 11);
    Random random = new Random(seed);
    String example = Run.of("batch", "--example").out();
    String pieces = "{}[]\",:.$*/0-e\\ntrue";
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      StringBuilder damaged = new StringBuilder(example);
      for (int n = random.nextInt(3) + 1; n > 0; n--) {
        int at = random.nextInt(damaged.length());
        char piece = pieces.charAt(random.nextInt(pieces.length()));
        switch (random.nextInt(3)) {
          case 0 -> damaged.setCharAt(at, piece);
          case 1 -> damaged.insert(at, piece);
          default -> damaged.delete(at, Math.min(damaged.length(), at + random.nextInt(20)));
        }
      }
      try {
        Recipe read = read(damaged.toString());
        assertThat(read.limitsFor("a.glb").seconds()).isPositive();
      } catch (MalformedAssetException e) {
        refused++;
        assertThat(e.getMessage()).as("seed %d, %d", seed, i).isNotBlank();
      }
    }
    assertThat(refused).isBetween(200, 400);
    assertThat(Limits.DEFAULTS.seconds()).isPositive();
  }
}
