package dev.sinew.house;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number that a text shows and that may be a measured figure: one with a fraction or an exponent,
 * with a unit, or of three digits or more. Smaller whole numbers without a unit are counts that the
 * sentence itself defines.
 *
 * @param at where it begins in the text
 * @param end where it ends
 * @param shown as it is written
 * @param value its value
 * @param unit what follows it, or empty
 */
record DocFigure(int at, int end, String shown, BigDecimal value, String unit) {
  private static final String PLAIN = "\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:[eE][-+]?\\d+)?";
  private static final String POWER = "10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+";

  /** Not within a word, a version of several points or a name such as L2,2. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<![\\p{L}\\d_./^#-]|[\\p{L}\\d][.,])((?:"
              + PLAIN
              + "·)?"
              + POWER
              + "|"
              + PLAIN
              + ")(?![\\p{L}\\d_⁰¹²³⁴⁵⁶⁷⁸⁹⁻]|\\.\\d)");

  private static final Pattern UNIT =
      Pattern.compile(
          "\\*{0,2}\\s?(%|per"
              + " cent|°|degrees|ms|milliseconds|seconds|s|minutes|KB|MB|GB|times|×(?!\\s?\\d)|pixels|Hz)"
              + "(?![\\p{L}\\d])");

  /** In "3 to 5 %" the first number has the unit of the second. */
  private static final Pattern JOINED = Pattern.compile("\\*{0,2}(,| to| and| or|–)\\s*\\*{0,2}");

  /** What names a part of a document, a version or a year, and no quantity. */
  private static final Pattern NAME_BEFORE =
      Pattern.compile(
          "(?:[Ss]ections?|[Ee]quations?|[Tt]ables?|[Cc]hapters?|[Ff]igures?|[Aa]ppendix|[Vv]ersions?|[Tt]hesis,|glTF|WebGL|three\\.js|Blender|Godot|NumPy|Chromium|Maven|gltfpack|glTF-Transform|JDK|Java|Debian|CC"
              + " BY)\\s(?:[\\d.()]+(?:,| and| to| or)\\s)*\\(?$");

  private static final Pattern YEAR = Pattern.compile("(19|20)\\d\\d");
  private static final Pattern PRODUCT_BEFORE = Pattern.compile("\\d\\s?×\\s?$");
  private static final Pattern PRODUCT_AFTER = Pattern.compile("^\\s?×\\s?\\d");
  private static final int SMALLEST_FIGURE = 100;

  /** Returns the figures of a text. */
  static List<DocFigure> in(String text) {
    return numbers(text).stream().filter(number -> number.isQuantity(text)).toList();
  }

  /** Returns all numbers of a text. */
  static List<DocFigure> numbers(String text) {
    List<DocFigure> figures = new ArrayList<>();
    List<MatchResult> numbers = NUMBER.matcher(text).results().toList();
    String unit = "";
    for (int i = numbers.size() - 1; i >= 0; i--) {
      MatchResult number = numbers.get(i);
      int next = i + 1 < numbers.size() ? numbers.get(i + 1).start() : text.length();
      String between = text.substring(number.end(), next);
      Matcher follows = UNIT.matcher(between);
      if (follows.lookingAt()) {
        unit = canonical(follows.group(1));
      } else if (!JOINED.matcher(between).matches()) {
        unit = "";
      }
      String shown = number.group(1);
      figures.addFirst(new DocFigure(number.start(), number.end(), shown, value(shown), unit));
    }
    return figures;
  }

  private boolean isQuantity(String text) {
    String before = text.substring(Math.max(0, at - 60), at);
    String after = text.substring(end);
    boolean named =
        NAME_BEFORE.matcher(before).find()
            || PRODUCT_BEFORE.matcher(before).find()
            || PRODUCT_AFTER.matcher(after).find()
            || (unit.isEmpty() && YEAR.matcher(shown).matches());
    boolean bold = before.endsWith("**") && after.startsWith("**");
    return !named
        && (bold
            || !isWhole()
            || !unit.isEmpty()
            || value.compareTo(BigDecimal.valueOf(SMALLEST_FIGURE)) >= 0);
  }

  /** Whether it is written without a fraction and without an exponent. */
  boolean isWhole() {
    return shown.chars().allMatch(c -> Character.isDigit(c) || c == ',');
  }

  private static String canonical(String unit) {
    return switch (unit) {
      case "per cent" -> "%";
      case "degrees" -> "°";
      case "seconds" -> "s";
      case "milliseconds" -> "ms";
      case "×" -> "times";
      default -> unit;
    };
  }

  /** Returns the value of a number, also of one such as 3·10⁻⁷. */
  static BigDecimal value(String shown) {
    int power = shown.indexOf("10");
    boolean raised = power >= 0 && power + 2 < shown.length() && exponent(shown.charAt(power + 2));
    if (!raised) {
      return new BigDecimal(shown.replace(",", ""));
    }
    String factor = power == 0 ? "1" : shown.substring(0, power - 1).replace(",", "");
    return new BigDecimal(factor).scaleByPowerOfTen(superscript(shown.substring(power + 2)));
  }

  private static boolean exponent(char c) {
    return "⁻⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c) >= 0;
  }

  private static int superscript(String text) {
    int value = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      value = c == '⁻' ? value : 10 * value + "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(c);
    }
    return text.startsWith("⁻") ? -value : value;
  }

  /** Whether another number may be shown like this: it is within half a unit of the last digit. */
  boolean isRounded(BigDecimal exact) {
    BigDecimal half = value.ulp().divide(BigDecimal.TWO);
    return exact.subtract(value).abs().compareTo(half) <= 0;
  }
}
