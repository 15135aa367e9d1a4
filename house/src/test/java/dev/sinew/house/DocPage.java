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
 * @param kept the numbers of the results that the page links
 */
record DocPage(String name, String text, List<DocFigure> figures, List<DocFigure> kept) {
  static final Pattern MARK = Pattern.compile("<!-- figures: (.*?) -->");
  private static final Pattern HIDDEN =
      Pattern.compile("(?s)<!--.*?-->|`[^`]*`|(?<=\\])\\([^)\\s]*\\)");
  private static final String HIDER = "¤";
  private static final Pattern BOLD_OR_PLAIN =
      Pattern.compile("\\*\\*\\d[\\d.,e-]*\\*\\*|\\d[\\d.,e-]*");

  static DocPage of(String name, String text, String results) {
    return new DocPage(name, text, DocFigure.in(shown(text)), DocFigure.numbers(results));
  }

  /** Returns the text with what has no figures replaced by characters that mean nothing. */
  private static String shown(String text) {
    StringBuilder shown = new StringBuilder();
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
      shown.append(shown(line, fenced || fence, inTable ? mark : "")).append('\n');
    }
    return HIDDEN
        .matcher(shown)
        .replaceAll(hidden -> HIDER.repeat(hidden.group().length()))
        .substring(0, text.length());
  }

  private static String shown(String line, boolean fenced, String mark) {
    if (mark.equals("ours in bold")) {
      return BOLD_OR_PLAIN
          .matcher(line)
          .replaceAll(
              number ->
                  number.group().startsWith("*")
                      ? number.group()
                      : HIDER.repeat(number.group().length()));
    }
    return fenced || !mark.isEmpty() ? HIDER.repeat(line.length()) : line;
  }

  /** Returns the figures that are neither in the linked results nor grounded otherwise. */
  List<String> mistakes(List<FigureGround> grounds) {
    List<String> mistakes = new ArrayList<>();
    boolean[] grounded = new boolean[text.length()];
    for (FigureGround ground : grounds) {
      mistakes.addAll(ground.check(this, grounded));
    }
    for (DocFigure figure : figures) {
      if (!grounded[figure.at()] && kept.stream().noneMatch(number -> keeps(number, figure))) {
        mistakes.add(name + ", line " + line(figure.at()) + ": " + figure.shown() + figure.unit());
      }
    }
    return mistakes;
  }

  /** Whole numbers with a unit are short and often alike: only those of the same unit count. */
  private static boolean keeps(DocFigure number, DocFigure figure) {
    boolean sameKind =
        figure.unit().equals("%") || figure.isWhole()
            ? figure.unit().isEmpty() || number.unit().equals(figure.unit())
            : true;
    return sameKind && figure.isRounded(number.value());
  }

  private long line(int at) {
    return 1 + text.substring(0, at).chars().filter(c -> c == '\n').count();
  }
}
