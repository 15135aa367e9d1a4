package dev.sinew.sample;

import java.util.Map;

/** Capital letters and digits as strokes, for names and numbers painted on characters. */
final class Letters {
  /** Height of the strokes in units of the table, and the distance between letters. */
  private static final double HEIGHT = 6;

  private static final double SPACE = 2.4;

  /** Polylines of x y pairs, separated by commas; y is up, the baseline is 0. */
  private static final Map<Character, double[][]> STROKES =
      Map.ofEntries(
          entry('S', "4 5 3 6 1 6 0 5 0 4 1 3.1 3 2.9 4 2 4 1 3 0 1 0 0 1"),
          entry('I', "0 0 0 6"),
          entry('N', "0 0 0 6 4 0 4 6"),
          entry('E', "3.6 0 0 0 0 6 3.6 6, 0 3 3 3"),
          entry('W', "0 6 1.4 0 2.8 5 4.2 0 5.6 6"),
          entry('0', "1 0 0 1.2 0 4.8 1 6 3 6 4 4.8 4 1.2 3 0 1 0"),
          entry('1', "0 4.6 1.6 6 1.6 0"),
          entry('2', "0 5 1 6 3 6 4 5 4 4 0 0 4 0"),
          entry('3', "0 5.2 1 6 3 6 4 5 4 4 3 3.1 1.6 3.1, 3 3.1 4 2.2 4 1 3 0 1 0 0 0.8"),
          entry('4', "3 0 3 6 0 2 4.2 2"),
          entry('5', "4 6 0.4 6 0 3.4 1 3.8 3 3.8 4 2.8 4 1 3 0 1 0 0 0.8"),
          entry('7', "0 6 4 6 1.4 0"));

  private Letters() {}

  private static Map.Entry<Character, double[][]> entry(char letter, String text) {
    String[] lines = text.split(",", -1);
    double[][] strokes = new double[lines.length][];
    for (int i = 0; i < lines.length; i++) {
      String[] numbers = lines[i].strip().split(" ", -1);
      strokes[i] = new double[numbers.length];
      for (int k = 0; k < numbers.length; k++) {
        strokes[i][k] = Double.parseDouble(numbers[k]);
      }
    }
    return Map.entry(letter, strokes);
  }

  /**
   * Returns the distance from a word centred at the origin of (u, v).
   *
   * @param word letters of the table
   * @param height of the letters
   * @param halfWidth of the strokes
   */
  static double distance(String word, double u, double v, double height, double halfWidth) {
    double unit = height / HEIGHT;
    double width = -SPACE;
    for (int i = 0; i < word.length(); i++) {
      width += width(strokes(word.charAt(i))) + SPACE;
    }
    double x = u / unit + width / 2;
    double y = v / unit + HEIGHT / 2;
    // Far away the distance from the box around the word is enough.
    double fromBox = Shapes.box(x - width / 2, y - HEIGHT / 2, width / 2, HEIGHT / 2, 0);
    if (fromBox * unit > 4 * halfWidth) {
      return fromBox * unit - halfWidth;
    }
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < word.length(); i++) {
      double[][] strokes = strokes(word.charAt(i));
      for (double[] line : strokes) {
        for (int k = 0; k + 3 < line.length; k += 2) {
          least =
              Math.min(
                  least, Shapes.stroke(x, y, line[k], line[k + 1], line[k + 2], line[k + 3], 0));
        }
      }
      x -= width(strokes) + SPACE;
    }
    return least * unit - halfWidth;
  }

  private static double[][] strokes(char letter) {
    double[][] strokes = STROKES.get(letter);
    if (strokes == null) {
      throw new IllegalArgumentException("no letter '" + letter + "'");
    }
    return strokes;
  }

  private static double width(double[][] strokes) {
    double width = 0;
    for (double[] line : strokes) {
      for (int k = 0; k < line.length; k += 2) {
        width = Math.max(width, line[k]);
      }
    }
    return width;
  }
}
