package dev.sinew.draw;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LetteringTest {
  @Test
  void everyPrintableCharacterHasItsOwnShape() {
    Set<String> shapes = new HashSet<>();
    for (char c = ' '; c <= '~'; c++) {
      float[] strokes = Glyphs.strokes(c);
      assertThat(strokes.length > 0).as("strokes of '%s'", c).isEqualTo(c != ' ');
      // The apostrophe and the bar differ only in height, the comma in position: compare
      // coordinates.
      shapes.add(Arrays.toString(strokes));
      for (int i = 0; i < strokes.length; i++) {
        float most = i % 2 == 0 ? Glyphs.width(c) : Glyphs.ROWS;
        assertThat(strokes[i]).as("'%s'", c).isBetween(0f, most);
      }
    }
    assertThat(shapes).hasSize('~' - ' ' + 1);
  }

  @Test
  void otherCharactersBecomeQuestionMarks() {
    assertThat(Glyphs.strokes('é')).isSameAs(Glyphs.strokes('?'));
    assertThat(Glyphs.strokes('\n')).isSameAs(Glyphs.strokes('?'));
  }

  @Test
  void textIsCutToTheWidth() {
    String text = "a rather long label";
    assertThat(Lettering.fitted(text, 1000)).isEqualTo(text);
    for (double room = 0; room < Lettering.width(text); room += 1.5) {
      String fitted = Lettering.fitted(text, room);
      assertThat(Lettering.width(fitted)).isLessThanOrEqualTo(room);
      assertThat(fitted.isEmpty() || fitted.endsWith("..")).isTrue();
    }
    assertThat(Lettering.fitted(text, 60)).startsWith("a rat").endsWith("..");
  }

  @Test
  void numbersHaveThreeDigits() {
    assertThat(LegendBar.number(0)).isEqualTo("0");
    assertThat(LegendBar.number(0.0123456)).isEqualTo("0.0123");
    assertThat(LegendBar.number(-1500)).isEqualTo("-1500");
    assertThat(LegendBar.number(123456)).isEqualTo("123000");
    assertThat(LegendBar.number(1.5e-5)).isEqualTo("1.5e-5");
    assertThat(LegendBar.number(-2e9)).isEqualTo("-2e9");
    assertThat(LegendBar.number(Double.NaN)).isEqualTo("NaN");
  }
}
