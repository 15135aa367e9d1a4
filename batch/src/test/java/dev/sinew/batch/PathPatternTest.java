package dev.sinew.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.batch.child.PathPattern;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PathPatternTest {
  private static boolean matches(String pattern, String file) {
    return new PathPattern(pattern).matches(file);
  }

  @Test
  void starsStayWithinAFolderAndDoubleStarsDoNot() {
    assertThat(matches("a/*.glb", "a/x.glb")).isTrue();
    assertThat(matches("a/*.glb", "a/b/x.glb")).isFalse();
    assertThat(matches("a/**", "a/b/x.glb")).isTrue();
    assertThat(matches("a/**", "ab/x.glb")).isFalse();
    assertThat(matches("**/x.glb", "x.glb")).as("no folder is a folder too").isTrue();
    assertThat(matches("**/x.glb", "a/b/x.glb")).isTrue();
    assertThat(matches("**/x.glb", "a/bx.glb")).isFalse();
    assertThat(matches("a/**/x.glb", "a/x.glb")).isTrue();
    assertThat(matches("a?/x.glb", "ab/x.glb")).isTrue();
    assertThat(matches("a?/x.glb", "a//x.glb")).isFalse();
  }

  @Test
  void aPatternWithoutASlashIsAboutTheName() {
    assertThat(matches("*.glb", "a/b/x.glb")).isTrue();
    assertThat(matches("x*", "xa/b.glb")).isFalse();
  }

  /** Against regular expressions, on all kinds of short names. */
  @Test
  void patternsMeanWhatRegularExpressionsMean() {
    long seed = Long.getLong("sinew.seed", 7);
    Random random = new Random(seed);
    String[] parts = {"a", "b", "/", "*", "**", "**/", "?", "."};
    for (int i = 0; i < 20_000; i++) {
      StringBuilder pattern = new StringBuilder("a/".repeat(random.nextInt(2)));
      for (int p = random.nextInt(5) + 1; p > 0; p--) {
        pattern.append(parts[random.nextInt(parts.length)]);
      }
      StringBuilder name = new StringBuilder();
      for (int n = random.nextInt(7) + 1; n > 0; n--) {
        name.append("ab/.".charAt(random.nextInt(4)));
      }
      String text = pattern.toString();
      String tested =
          text.contains("/") ? name.toString() : name.substring(name.lastIndexOf("/") + 1);
      assertThat(matches(text, name.toString()))
          .as("seed %d: %s on %s", seed, text, name)
          .isEqualTo(Pattern.matches(regex(text), tested));
    }
  }

  private static String regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      if (pattern.startsWith("**/", i)) {
        regex.append("(.*/)?");
        i += 2;
      } else if (pattern.startsWith("**", i)) {
        regex.append(".*");
        i++;
      } else if (pattern.charAt(i) == '*') {
        regex.append("[^/]*");
      } else if (pattern.charAt(i) == '?') {
        regex.append("[^/]");
      } else {
        regex.append(Pattern.quote(pattern.substring(i, i + 1)));
      }
    }
    return regex.toString();
  }

  /** A regular expression would need longer than the world exists. */
  @Test
  void manyStarsEnd() {
    assertThat(matches("*a".repeat(400) + "b", "a".repeat(2000))).isFalse();
    assertThatThrownBy(() -> new PathPattern("*".repeat(PathPattern.MAX_LENGTH + 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new PathPattern("")).isInstanceOf(IllegalArgumentException.class);
  }
}
