package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.line.OptionNameWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of main code that no other check has. */
class SourceRulesTest {
  private static final List<String> MODULES =
      List.of("core", "samples", "io", "gpu", "pipeline", "demo", "studio", "cli");

  /** Formats without a locale, which print numbers in the digits of the user's language. */
  private static final Pattern UNLOCALISED =
      Pattern.compile(
          "(String\\.format|printf)\\(\\s*+(?!Locale\\.ROOT|java\\.util\\.Locale\\.ROOT)"
              + "|\"[^\"\\n]*%[-#+ 0,(]*\\d*(\\.\\d+)?[dfegx][^\"\\n]*\"\\s*\\.formatted\\(");

  /** Modules that a library caller uses, whose messages name the options of Java. */
  private static final List<String> LIBRARY = List.of("core", "io", "gpu", "pipeline");

  private static final Pattern COMMENT =
      Pattern.compile("/\\*.*?\\*/|(?m)^\\s*//[^\\n]*", Pattern.DOTALL);

  private static final Pattern LITERAL =
      Pattern.compile("\"\"\"(.*?)\"\"\"|\"((?:[^\"\\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);

  /** An option of the command line; not a variable of a style sheet, and not the JVM's option. */
  private static final Pattern COMMAND_LINE_OPTION =
      Pattern.compile("(?<![\\w(-])--(?!add-modules)[a-z][a-z0-9-]*+(?!\\s*:)");

  /** The component of a record of options or of a policy, or a job. */
  private static final Pattern JAVA_OPTION =
      Pattern.compile(
          "\\b(?:[A-Z]\\w*(?:Options|Policy)(?:\\.[A-Z]\\w*)?|[A-Z]\\w*\\.Options)\\.[a-z]\\w*"
              + "|\\b[A-Z]\\w*\\.run\\b");

  /** A page with figures or reasons. */
  private static final Pattern PAGE = Pattern.compile("(?:docs|bench/results)/[\\w/-]+\\.md");

  static List<Path> sources() throws IOException {
    return sources(MODULES);
  }

  private static List<Path> sources(List<String> modules) throws IOException {
    List<Path> out = new ArrayList<>();
    for (String module : modules) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(out::add);
      }
    }
    return out;
  }

  @Test
  void pagesThatCommentsNameExist() throws IOException {
    List<String> missing = new ArrayList<>();
    int named = 0;
    for (Path file : sources()) {
      for (MatchResult page : PAGE.matcher(Files.readString(file)).results().toList()) {
        named++;
        if (!Files.exists(Path.of("..", page.group()))) {
          missing.add(file + ": " + page.group());
        }
      }
    }
    assertThat(missing).isEmpty();
    assertThat(named).isGreaterThan(10);
  }

  @Test
  void messagesOfTheLibraryNameNoOptionsOfTheCommandLine() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources(LIBRARY)) {
      inLiterals(COMMAND_LINE_OPTION, Files.readString(file))
          .forEach(option -> found.add(file + ": " + option));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void theCommandLineSpellsAllJavaOptionsThatMessagesName() throws IOException {
    List<String> named = new ArrayList<>();
    for (Path file : sources(LIBRARY)) {
      named.addAll(inLiterals(JAVA_OPTION, Files.readString(file)));
    }
    assertThat(named).contains("FilePolicy.allowOutside", "PoseSpaceTransferStep.Options.level");
    assertThat(named).noneMatch(name -> OptionNameWriter.spelled(name).equals(name));
  }

  @Test
  void optionsAreFoundInLiteralsOnly() {
    String source =
        """
        /** Like --comment. */
        int x = --size + style(":root { --ink: red } p { color: var(--ink) } --add-modules");
          // "--remark"
        String a = "leave out --replace" + NAME + "give Options.none or FitOptions.bones";
        """
            + "String b = \"\"\"\n  choose another\n  by --level\n\"\"\";";
    assertThat(inLiterals(COMMAND_LINE_OPTION, source)).containsExactly("--replace", "--level");
    assertThat(inLiterals(JAVA_OPTION, source)).containsExactly("FitOptions.bones");
  }

  /** Returns what a pattern matches in the string literals and text blocks of a source. */
  private static List<String> inLiterals(Pattern pattern, String source) {
    return LITERAL
        .matcher(COMMENT.matcher(source).replaceAll(""))
        .results()
        .map(literal -> literal.group(1) != null ? literal.group(1) : literal.group(2))
        .flatMap(text -> pattern.matcher(text).results())
        .map(MatchResult::group)
        .toList();
  }

  @Test
  void numbersAreFormattedWithoutALanguage() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources()) {
      UNLOCALISED
          .matcher(Files.readString(file))
          .results()
          .forEach(match -> found.add(file + ": " + match.group()));
    }
    assertThat(found).isEmpty();
  }
}
