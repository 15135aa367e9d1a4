package dev.sinew.cli.line;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The list of commands in the help: in groups by purpose, one line each. */
public final class CommandGroups {
  private static final int INDENT = 2;
  private static final int WIDTH = 80;

  /** The commands of each group; those that no group names are in the last one. */
  private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

  /** Lines that are shorter than the first sentence of a command's help. */
  private static final Map<String, String> LINES = new HashMap<>();

  private static void group(String title, String... namesAndLines) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < namesAndLines.length; i += 2) {
      names.add(namesAndLines[i]);
      LINES.put(namesAndLines[i], namesAndLines[i + 1]);
    }
    GROUPS.put(title, names);
  }

  static {
    group(
        "Start here",
        "demo",
        "Runs everything on built-in characters and writes a page.",
        "view",
        "Opens models in a browser, to look and to work.",
        "sample",
        "Writes a built-in character with example poses.",
        "help",
        "Prints this list, or the help of one command.",
        "completion",
        "Prints a completion script for a shell.");
    group(
        "Look and measure",
        "inspect",
        "Reports what files contain, their sizes and issues.",
        "render",
        "Draws models side by side as a PNG picture.",
        "compare",
        "Measures the distance between characters over all poses.",
        "bounds",
        "Finds bounding spheres and boxes that hold in all poses.");
    group(
        "Make models lighter",
        "simplify",
        "Makes levels of detail for all poses.",
        "simplify-sequence",
        "Makes levels of detail of meshes in correspondence.",
        "limit",
        "Limits influences per vertex with the least error.",
        "unwrap",
        "Makes a UV atlas with the least stretch over all poses.",
        "bake",
        "Transfers normals and textures to a level of detail.",
        "merge",
        "Makes one mesh with common textures: fewer draw calls.",
        "subdivide",
        "Refines a character in animation space.");
    group("Whole libraries", "batch", "Runs a recipe of commands over all models of a library.");
    group(
        "Rig from examples and shapes",
        "fit",
        "Finds bones, skeleton and skin from example meshes.",
        "skeleton",
        "Finds a skeleton and weights in the shape of a mesh.",
        "posespace",
        "Trains and plays corrections that follow the pose.",
        "solve",
        "Finds the poses of a finished rig for new shapes.");
    group(
        "Move and play",
        "transform",
        "Scales, turns and moves a model; changes its rest pose.",
        "retarget",
        "Brings motions of other files to a rig.",
        "pose",
        "Writes one posed mesh.",
        "deform",
        "Plays a clip into a sequence of meshes.");
  }

  private static final String OTHERS = "More";

  private CommandGroups() {}

  /** Replaces the plain list of commands in the help of the program. */
  public static void showIn(CommandLine line) {
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::list);
  }

  private static String list(Help help) {
    Map<String, Help> left = new LinkedHashMap<>(help.subcommands());
    StringBuilder out = new StringBuilder();
    int longest = left.keySet().stream().mapToInt(String::length).max().orElse(0);
    for (Map.Entry<String, List<String>> group : GROUPS.entrySet()) {
      Map<String, Help> members = new LinkedHashMap<>();
      for (String name : group.getValue()) {
        Help command = left.remove(name);
        if (command != null) {
          members.put(name, command);
        }
      }
      append(group.getKey(), members, longest, help, out);
    }
    append(OTHERS, left, longest, help, out);
    return out.toString();
  }

  private static void append(
      String title, Map<String, Help> members, int longest, Help help, StringBuilder out) {
    if (members.isEmpty()) {
      return;
    }
    out.append(System.lineSeparator());
    out.append(help.colorScheme().text("@|bold " + title + "|@")).append(System.lineSeparator());
    TextTable table =
        TextTable.forColumns(
            help.colorScheme(),
            new Column(longest + 2 * INDENT, INDENT, Column.Overflow.SPAN),
            new Column(WIDTH - longest - 2 * INDENT, INDENT, Column.Overflow.WRAP));
    members.forEach((name, command) -> table.addRowValues(row(name, command, help)));
    out.append(table);
  }

  private static Text[] row(String name, Help command, Help help) {
    List<Text> cells = new ArrayList<>();
    cells.add(help.colorScheme().commandText(name));
    cells.add(help.colorScheme().text(line(name, command)));
    return cells.toArray(Text[]::new);
  }

  /** Returns what a command does in a few words. */
  private static String line(String name, Help command) {
    String[] description = command.commandSpec().usageMessage().description();
    String first = description.length == 0 ? "" : description[0].replaceFirst("(\\. |: ).*", ".");
    return LINES.getOrDefault(name, first);
  }
}
