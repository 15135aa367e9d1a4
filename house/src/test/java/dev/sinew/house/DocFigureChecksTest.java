package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The check of figures finds wrong ones, and only these. */
class DocFigureChecksTest {
  private static final String KEPT =
      "| horse | 0.004722 | 95.0 % |\n| fox | 0.011000 | 524 s, 1,168 triangles, 1.9e-07 |";

  private static List<String> mistakes(String text, String... grounds) {
    return DocPage.of("page.md", text, KEPT)
        .mistakes(Stream.of(grounds).map(FigureGround::parse).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "An rms error of 0.00472 is left.",
        "It explains 95 % of the motion in 524 seconds, with 1,168 triangles.",
        "Examples are met to 2·10⁻⁷.",
        "| horse | **0.0047** |",
        "See table 8.2, sections 7.2 and 7.3, glTF 2.0, Blender 3.4, `--ratio 0.25`, (2006).",
        "All 24 bones, 4×4 matrices, 512 × 512 cells.",
        "```\nrms 0.123\n```",
        "| fox | 0.011 | 1,168 |",
        "<!-- figures: of several lines -->\n| 0.011 | 95 % |",
        "<!-- figures: none measured -->\n| default | 0.123 |",
        "<!-- figures: ours in bold -->\n| theirs 0.123 | **0.011** |"
      })
  void rightFiguresAreFound(String text) {
    assertThat(mistakes(text)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void wrongFiguresAreToldWithTheirLine(String text, int line, String figure) {
    assertThat(mistakes(text)).containsExactly("page.md, line " + line + ": " + figure);
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("An rms error of 0.00473 is left.", 1, "0.00473"),
        Arguments.of("An rms error\n  of 0.00473 is left.", 2, "0.00473"),
        Arguments.of("It explains 94 % of the motion.", 1, "94%"),
        Arguments.of("It takes 95 seconds.", 1, "95s"),
        Arguments.of("A level has 1,169 triangles.", 1, "1,169"),
        Arguments.of("Examples are met to 3·10⁻⁷.", 1, "3·10⁻⁷"),
        Arguments.of("It keeps 3 to 95 % of them.", 1, "3%"),
        Arguments.of("**7** files failed.", 1, "7"),
        Arguments.of("| horse | 0.123 |", 1, "0.123"),
        Arguments.of(
            "| horse |\n| 0.011 | 95 % |", 2, "no line of a result has all of [0.011, 95]"),
        Arguments.of(
            "<!-- figures: ours in bold, of several lines -->\n| theirs 0.123 | **0.012** |",
            2,
            "0.012"),
        Arguments.of("![A level of 1,169 triangles](picture-100.png)", 1, "1,169"));
  }

  @Test
  void derivedFiguresAreComputed() {
    String text = "It leaves 43 % of the error, 57 % less.";
    assertThat(
            mistakes(
                text,
                "leaves 43 % => derived 0.004722/0.011000",
                "57 % less => derived 1-0.004722/0.011"))
        .isEmpty();
    assertThat(mistakes(text.replace("43", "39"), "39 % => derived 0.004722/0.011"))
        .anyMatch(mistake -> mistake.contains("39 should be 42.93"));
    assertThat(mistakes(text, "43 % => derived 0.004722/0.012", "57 % => input x"))
        .anyMatch(mistake -> mistake.contains("0.012 is in no result"));
    assertThat(mistakes(text, "43 % => derived <0.004722/0.011", "57 % => input x")).isEmpty();
    assertThat(mistakes("below 40 %", "40 % => derived <0.004722/0.011")).hasSize(1);
  }

  @Test
  void settingsAreThoseOfTheSource() {
    String text = "Joints turn by up to 45°.";
    assertThat(mistakes(text, "up to 45° => setting PoseSource")).isEmpty();
    assertThat(mistakes(text.replace("45", "46"), "up to 46° => setting PoseSource"))
        .anyMatch(mistake -> mistake.contains("46 is not in the source"));
    assertThat(mistakes(text, "up to 45° => setting NoSuchClass")).hasSize(1);
  }

  /** An entry that no longer fits its page must go. */
  @Test
  void groundsThatDoNotFitAreTold() {
    assertThat(mistakes("Nothing.", "up to 45° => input a pose"))
        .anyMatch(mistake -> mistake.contains("not in the page"));
    assertThat(mistakes("Some words.", "Some words => input a pose"))
        .anyMatch(mistake -> mistake.contains("no figure in"));
    assertThatThrownBy(() -> FigureGround.parse("45° => somehow"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
