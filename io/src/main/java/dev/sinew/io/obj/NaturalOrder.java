package dev.sinew.io.obj;

import java.util.Comparator;

/** Natural order of names: digits compare as numbers, so frame2 is before frame10. */
final class NaturalOrder implements Comparator<String> {
  static final NaturalOrder INSTANCE = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int byPart;
      if (isDigit(a.charAt(i)) && isDigit(b.charAt(j))) {
        int aEnd = digitsEnd(a, i);
        int bEnd = digitsEnd(b, j);
        byPart = compareNumbers(a.substring(i, aEnd), b.substring(j, bEnd));
        i = aEnd;
        j = bEnd;
      } else {
        byPart = Character.compare(a.charAt(i++), b.charAt(j++));
      }
      if (byPart != 0) {
        return byPart;
      }
    }
    int byLength = Integer.compare(a.length() - i, b.length() - j);
    // Names may differ in leading zeros only.
    return byLength != 0 ? byLength : a.compareTo(b);
  }

  private static int compareNumbers(String a, String b) {
    String x = withoutLeadingZeros(a);
    String y = withoutLeadingZeros(b);
    return x.length() != y.length() ? Integer.compare(x.length(), y.length()) : x.compareTo(y);
  }

  private static String withoutLeadingZeros(String digits) {
    int i = 0;
    while (i < digits.length() && digits.charAt(i) == '0') {
      i++;
    }
    return digits.substring(i);
  }

  private static int digitsEnd(String s, int from) {
    int i = from;
    while (i < s.length() && isDigit(s.charAt(i))) {
      i++;
    }
    return i;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
