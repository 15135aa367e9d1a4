package dev.sinew.io.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MalformedAssetException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextCursorTest {
  private static final long SEED = 20261;

  private static TextCursor cursor(String text) {
    return new TextCursor("test.txt", text.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertMatchesTheJdk(String text) throws Exception {
    double expected = Double.parseDouble(text);
    double actual = cursor(text).number();
    assertThat(Double.doubleToRawLongBits(actual))
        .as("%s: %s, not %s (seed %d)", text, expected, actual, SEED)
        .isEqualTo(Double.doubleToRawLongBits(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-0",
        "-0.0",
        "+1",
        ".5",
        "5.",
        "-.25e1",
        "1e22",
        "1e23",
        "9007199254740993",
        "9007199254740992.999",
        "123456789012345678",
        "999999999999999999",
        "9.99999999999999999",
        "0.000000000000000000000000000001234567890123456789",
        "1e-400",
        "4.9e-324",
        "1E+05",
        "1.7976931348623157e308",
        "0.1000000000000000055511151231257827",
        "0.50000000000000011102230246251565",
        "9223372036854775808",
        "18446744073709551617e-3",
        "1.00000000000000011102230246251565404",
        "000000000000000000000000000000001.5",
        "0.00000000000000000000",
        "2.2250738585072011e-308",
        "0e999999999999"
      })
  void readsTheNearestDouble(String text) throws Exception {
    assertMatchesTheJdk(text);
  }

  @Test
  void matchesTheJdkOnRandomNumbers() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
      int digits = 1 + random.nextInt(22);
      int point = random.nextInt(digits + 1);
      for (int d = 0; d < digits; d++) {
        text.append(d == point ? "." : "").append((char) ('0' + random.nextInt(10)));
      }
      if (random.nextInt(3) == 0) {
        text.append('e').append(random.nextInt(60) - 30);
      }
      assertMatchesTheJdk(text.toString());
    }
  }

  @Test
  void roundsCorrectlyNearTheMidpointOfDoubles() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      // From 1/8 to 2^12 a midpoint has more digits than the fast paths take, so it is truncated.
      double below = Math.scalb(1 + random.nextDouble(), random.nextInt(15) - 3);
      BigDecimal middle =
          new BigDecimal(below).add(new BigDecimal(Math.nextUp(below))).divide(new BigDecimal(2));
      String exact = middle.toPlainString();
      assertMatchesTheJdk(exact);
      assertMatchesTheJdk(exact.substring(0, Math.min(exact.length(), 19)));
      assertMatchesTheJdk(exact.substring(0, Math.min(exact.length(), 18)));
    }
    for (long odd = (1L << 53) + 1; odd < (1L << 53) + 2001; odd += 2) {
      assertMatchesTheJdk(Long.toString(odd));
      assertMatchesTheJdk(odd + ".0");
      assertMatchesTheJdk(odd / 10 + "." + odd % 10);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".",
        "-.",
        "e5",
        "1e",
        "1e+",
        "nan",
        "NaN",
        "inf",
        "-Infinity",
        "1.#IND",
        "0x10",
        "1d",
        "1f",
        "1,5",
        "1.2.3",
        "--1",
        "1e999",
        "1_000",
        "\u0661",
        "1/2"
      })
  void rejectsAllButFiniteNumbers(String text) {
    assertThatThrownBy(() -> cursor(text).number())
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageContaining("line 1: expected a number");
  }

  @Test
  void countsLinesWithAllLineEnds() {
    TextCursor in = cursor("a\nb\r\nc\rd \\\n e\\\r\n\n#x\\\nf");
    for (int line : new int[] {1, 2, 3, 4}) {
      assertThat(in.skipToWord()).isTrue();
      assertThat(in.line()).isEqualTo(line);
      in.advance(1);
    }
    assertThat(in.skipBlanks()).as("a joined line goes on").isTrue();
    assertThat(in.line()).isEqualTo(5);
    in.skipLine();
    assertThat(in.line()).as("a joined line is skipped with the next").isEqualTo(7);
    in.skipComment();
    assertThat(in.accept("f")).isTrue();
    assertThat(in.line()).isEqualTo(8);
    assertThat(in.skipToWord()).isFalse();
  }

  @Test
  void errorsQuoteTheActualWord() {
    assertThat(cursor("abc\u0007é def").expected("a horse").reason())
        .isEqualTo("expected a horse, got 'abc???'");
    assertThat(cursor("\n").expected("a horse").reason()).endsWith("got the end of the line");
    assertThat(cursor("").expected("a horse").reason()).endsWith("got the end of the file");
    assertThat(cursor("x".repeat(1000)).expected("a horse").reason()).hasSizeLessThan(80);
  }

  @Test
  void readsIntegersUpToTheirLimit() throws Exception {
    assertThat(cursor("2147483647/").integer()).isEqualTo(Integer.MAX_VALUE);
    assertThat(cursor("-2147483647").integer()).isEqualTo(-Integer.MAX_VALUE);
    assertThatThrownBy(() -> cursor("2147483648").integer())
        .isInstanceOf(MalformedAssetException.class);
    assertThatThrownBy(() -> cursor("99999999999999999999999").integer())
        .isInstanceOf(MalformedAssetException.class);
  }
}
