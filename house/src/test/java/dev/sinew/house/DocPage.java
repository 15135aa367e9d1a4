package dev.sinew.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A document with the figures that it shows. Not figures: what is in code, in blocks and in
 * addresses of links, and tables below a comment that says where their figures come from.
 *
 * @param name the page, as messages name it
 * @param text the whole text
 * @param figures the figures of the text
 * @param rows the rows of tables whose figures are together in a result
 * @param kept the numbers of the results that the page links, line by line
 */
record DocPage(
    String name, String text, List<DocFigure> figures, List<Row> rows, List<List<DocFigure>> kept) {
  static final Pattern MARK = Pattern.compile("<!-- figures: (.*?) -->");

  /** A table beside figures of other documents. */
  static final String OURS_IN_BOLD = "ours in bold";

  /** A table that puts lines of results side by side. */
  static final String SEVERAL_LINES = "of several lines";

  private static final Pattern HIDDEN =
      Pattern.compile("(?s)<!--.*?-->|`[^`]*`|(?<=\\])\\([^)\\s]*\\)");
  private static final String HIDER = "¤";
  private static final Pattern BOLD_OR_PLAIN =
      Pattern.compile("\\*\\*\\d[\\d.,e-]*\\*\\*|\\d[\\d.,e-]*");

  /**
   * A row of a table.
   *
   * @param from where it begins in the text
   * @param to where it ends
   */
  record Row(int from, int to) {}

  static DocPage of(String name, String text, String results) {
    StringBuilder shown = new StringBuilder();
    List<Row> rows = new ArrayList<>();
    boolean fenced = false;
    String mark = "";
    for (String line : text.split("\n", -1)) {
      boolean fence = line.startsWith("```");
      fenced ^= fence;
      boolean inTable = line.startsWith("|");
      Matcher said = MARK.matcher(line);
      if (said.find()) {
        mark = said.group(1);
      } else if (!inTable && !line.isBlank()) {
        mark = "";
      }
      if (inTable && !mark.endsWith(SEVERAL_LINES)) {
        rows.add(new Row(shown.length(), shown.length() + line.length()));
      }
      shown.append(shown(line, fenced || fence, inTable ? mark : "")).append('\n');
    }
    String figures =
        HIDDEN.matcher(shown).replaceAll(hidden -> HIDER.repeat(hidden.group().length()));
    List<List<DocFigure>> kept = results.lines().map(DocFigure::numbers).toList();
    return new DocPage(name, text, DocFigure.in(figures), rows, kept);
  }

  /** Returns a line with what has no figures replaced by characters that mean nothing. */
  private static String shown(String line, boolean fenced, String mark) {
    if (mark.startsWith(OURS_IN_BOLD)) {
      return BOLD_OR_PLAIN
          .matcher(line)
          .replaceAll(
              number ->
                  number.group().startsWith("*")
                      ? number.group()
                      : HIDER.repeat(number.group().length()));
    }
    boolean shows = !fenced && (mark.isEmpty() || mark.equals(SEVERAL_LINES));
    return shows ? line : HIDER.repeat(line.length());
  }

  /** Returns the figures that are neither in the linked results nor grounded otherwise. */
  List<String> mistakes(List<FigureGround> grounds) {
    List<String> mistakes = new ArrayList<>();
    boolean[] grounded = new boolean[text.length()];
    for (FigureGround ground : grounds) {
      mistakes.addAll(ground.check(this, grounded));
    }
    List<DocFigure> found = new ArrayList<>();
    for (DocFigure figure : figures) {
      if (kept.stream().anyMatch(line -> keeps(line, figure))) {
        found.add(figure);
      } else if (!grounded[figure.at()]) {
        mistakes.add(place(figure.at()) + figure.shown() + figure.unit());
      }
    }
    found.removeIf(figure -> grounded[figure.at()]);
    for (Row row : rows) {
      List<DocFigure> together =
          found.stream().filter(it -> it.at() >= row.from && it.end() <= row.to).toList();
      if (kept.stream().noneMatch(line -> together.stream().allMatch(it -> keeps(line, it)))
          && !together.isEmpty()) {
        mistakes.add(
            place(row.from)
                + "no line of a result has all of "
                + together.stream().map(DocFigure::shown).toList());
      }
    }
    return mistakes;
  }

  private static boolean keeps(List<DocFigure> line, DocFigure figure) {
    return line.stream().anyMatch(number -> keeps(number, figure));
  }

  /** Whole numbers with a unit are short and often alike: only those of the same unit count. */
  private static boolean keeps(DocFigure number, DocFigure figure) {
    boolean anyUnit = figure.unit().isEmpty() || (!figure.unit().equals("%") && !figure.isWhole());
    return (anyUnit || number.unit().equals(figure.unit())) && figure.isRounded(number.value());
  }

  private String place(int at) {
    return name
        + ", line "
        + (1 + text.substring(0, at).chars().filter(c -> c == '\n').count())
        + ": ";
  }
}
