package dev.sinew.cli.line;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Completion scripts of the program for shells: commands, the options of a command, the values of
 * an option with a choice, and file names for everything else.
 */
public final class CompletionScripts {
  private final List<String> names;

  /** All commands by their words: of "posespace" also "posespace train". */
  private final Map<String, CommandLine> commands = new LinkedHashMap<>();

  public CompletionScripts(CommandLine program) {
    names = List.copyOf(program.getSubcommands().keySet());
    program.getSubcommands().forEach(this::add);
  }

  private void add(String words, CommandLine command) {
    commands.put(words, command);
    command.getSubcommands().forEach((name, below) -> add(words + " " + name, below));
  }

  public String bash() {
    return """
    # Completion of sinew for bash.
    _sinew() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
      local words=
      if [ "$COMP_CWORD" -gt 2 ]; then
        case "$command" in
    %s    esac
      fi
      if [ "$COMP_CWORD" -eq 1 ]; then
        words="%s --help --version"
      else
        case "$command $before" in
    %s    esac
        if [ -z "$words" ]; then
          case "$command" in
    %s      esac
          case "$word" in -*) ;; *) words=$(_sinew_names "$command") ;; esac
        fi
      fi
      COMPREPLY=($(compgen -W "$words" -- "$word"))
      if [ -z "$words" ]; then
        compopt -o default 2> /dev/null
      fi
    }
    _sinew_names() {
      case "$1" in
    %s  esac
    }
    complete -F _sinew sinew ./sinew
    """
        .formatted(
            group("      ", "command=\"$command ${COMP_WORDS[2]}\""),
            String.join(" ", names),
            lines("      ", this::bashValues),
            lines(
                "        ",
                name -> List.of("'" + name + "') words=\"" + optionNames(name) + "\" ;;")),
            lines("    ", this::bashPositions));
  }

  private List<String> bashValues(String command) {
    List<String> cases = new ArrayList<>();
    for (OptionSpec option : options(command)) {
      if (!choices(option).isEmpty()) {
        String names =
            Stream.of(option.names())
                .map(n -> "\"" + command + " " + n + "\"")
                .reduce((a, b) -> a + "|" + b)
                .orElse("");
        cases.add(names + ") words=\"" + String.join(" ", choices(option)) + "\" ;;");
      }
    }
    return cases;
  }

  private List<String> bashPositions(String command) {
    List<String> choices = positions(command);
    return choices.isEmpty()
        ? List.of()
        : List.of("'" + command + "') echo \"" + String.join(" ", choices) + "\" ;;");
  }

  public String zsh() {
    return """
    #compdef sinew
    # Completion of sinew for zsh.
    _sinew() {
      local -a commands
      commands=(
    %s  )
      if (( CURRENT == 2 )); then
        _describe 'command' commands
        return
      fi
      local command=$words[2]
      if (( CURRENT > 3 )); then
        case $command in
    %s    esac
      fi
      case $command in
    %s  esac
    }
    # A file of $fpath is read at the first completion, which it must answer itself.
    if [[ $funcstack[1] == _sinew ]]; then
      _sinew "$@"
    else
      compdef _sinew sinew
    fi
    """
        .formatted(
            names.stream()
                .map(name -> "    '" + name + ":" + zshText(about(name)) + "'\n")
                .collect(Collectors.joining()),
            group("      ", "command=\"$command $words[3]\"; shift words; (( CURRENT-- ))"),
            lines("    ", this::zshCommand));
  }

  private List<String> zshCommand(String command) {
    List<String> lines = new ArrayList<>();
    lines.add("'" + command + "') shift words; (( CURRENT-- )); _arguments -s \\");
    for (OptionSpec option : options(command)) {
      String value =
          isFlag(option)
              ? ""
              : ":" + zshText(option.paramLabel()) + ":" + zshChoices(choices(option));
      for (String name : option.names()) {
        lines.add("  '" + name + "[" + zshText(about(option)) + "]" + value + "' \\");
      }
    }
    lines.add("  '*:" + "argument" + ":" + zshChoices(positions(command)) + "' ;;");
    return lines;
  }

  private static String zshChoices(List<String> choices) {
    return choices.isEmpty() ? "_files" : "(" + String.join(" ", choices) + ")";
  }

  private static String zshText(String text) {
    return text.replace("'", "").replace("[", "(").replace("]", ")").replace(":", " -");
  }

  public String fish() {
    return """
    # Completion of sinew for fish.
    function __sinew_at
      set -l words (commandline -opc)
      set -l end (math (count $argv) + 1)
      test (count $words) -ge $end; and test "$words[2..$end]" = "$argv"
    end
    %s\
    """
        .formatted(lines("", this::fishCommand));
  }

  private List<String> fishCommand(String command) {
    List<String> lines = new ArrayList<>();
    int last = command.lastIndexOf(' ');
    String before =
        last < 0
            ? "__fish_use_subcommand"
            : "'__sinew_at %s; and test (count (commandline -opc)) -eq 2'"
                .formatted(command.substring(0, last));
    lines.add(
        "complete -c sinew -n %s -x -a %s -d %s"
            .formatted(before, command.substring(last + 1), quoted(about(command))));
    String within = "complete -c sinew -n '__sinew_at " + command + "'";
    if (!positions(command).isEmpty() && below(command).isEmpty()) {
      lines.add(within + " -x -a '" + String.join(" ", positions(command)) + "'");
    }
    for (OptionSpec option : options(command)) {
      StringBuilder line = new StringBuilder(within);
      for (String name : option.names()) {
        line.append(
            name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
      }
      if (!isFlag(option)) {
        line.append(
            choices(option).isEmpty()
                ? " -r"
                : " -x -a '" + String.join(" ", choices(option)) + "'");
      }
      lines.add(line.append(" -d ").append(quoted(about(option))).toString());
    }
    return lines;
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  // ---- what the program has --------------------------------------------------------------------

  /** Returns lines for all commands, indented. */
  private String lines(String indent, Function<String, List<String>> of) {
    StringBuilder out = new StringBuilder();
    for (String command : commands.keySet()) {
      of.apply(command).forEach(line -> out.append(indent).append(line).append('\n'));
    }
    return out.toString();
  }

  /** Returns cases of a shell that do something for commands with commands below them. */
  private String group(String indent, String action) {
    return lines(
        indent, name -> below(name).isEmpty() ? List.of() : List.of(name + ") " + action + " ;;"));
  }

  /** Returns the names of the commands below a command. */
  private List<String> below(String command) {
    return List.copyOf(spec(command).subcommands().keySet());
  }

  private CommandSpec spec(String command) {
    return Objects.requireNonNull(commands.get(command)).getCommandSpec();
  }

  private List<OptionSpec> options(String command) {
    return spec(command).options();
  }

  private String optionNames(String command) {
    List<String> names = new ArrayList<>();
    options(command).forEach(option -> names.addAll(List.of(option.names())));
    return String.join(" ", names);
  }

  /** Returns the values of a command's arguments, if they are a choice. */
  private List<String> positions(String command) {
    if (command.equals("help")) {
      return names;
    }
    List<String> choices = new ArrayList<>(below(command));
    for (PositionalParamSpec position : spec(command).positionalParameters()) {
      choices.addAll(choices(position));
    }
    return choices;
  }

  private static List<String> choices(ArgSpec argument) {
    List<String> choices = new ArrayList<>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(choices::add);
    }
    return choices;
  }

  private static boolean isFlag(OptionSpec option) {
    return option.arity().max() == 0;
  }

  private String about(String command) {
    String[] description = spec(command).usageMessage().description();
    return firstSentence(description.length == 0 ? "" : description[0]);
  }

  private static String about(OptionSpec option) {
    return firstSentence(option.description().length == 0 ? "" : option.description()[0]);
  }

  private static String firstSentence(String text) {
    String plain = text.replaceAll("\\$\\{[^}]*\\}", "...");
    int end = plain.indexOf(". ");
    int more = plain.indexOf(" (default");
    int cut = Math.min(end < 0 ? plain.length() : end, more < 0 ? plain.length() : more);
    return plain.substring(0, cut).replaceFirst("\\.$", "");
  }
}
