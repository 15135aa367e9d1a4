package dev.sinew.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.house.SourceLimits.Excess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** No method of main code is longer than a screen or two, and none has a row of parameters. */
class SourceLimitsTest {
  /** Code without these limits, with the reason: classes or packages, as the start of a name. */
  private static final Map<String, String> KERNELS =
      Map.of(
          "dev.sinew.skin.kernel.",
          "numbers stay in registers: a value would be an allocation",
          "dev.sinew.skin.StretchTwist.Blend.",
          "the loop over the influences of a point has 25 sums, which a second method cannot"
              + " share");

  private static List<Excess> excesses(String source) throws IOException {
    return SourceLimits.excesses(
        List.of(
            new SimpleJavaFileObject(
                URI.create("string:///Made.java"), JavaFileObject.Kind.SOURCE) {
              @Override
              public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
              }
            }));
  }

  @Test
  void mainCodeIsWithinTheLimits() throws IOException {
    List<Path> sources = SourceRulesTest.sources();
    assertThat(sources).hasSizeGreaterThan(600);
    try (StandardJavaFileManager files =
        ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
      List<Excess> found = SourceLimits.excesses(files.getJavaFileObjectsFromPaths(sources));
      List<Excess> others = found.stream().filter(excess -> kernel(excess).isEmpty()).toList();
      assertThat(others).isEmpty();
      assertThat(
              found.stream().flatMap(excess -> kernel(excess).stream()).collect(Collectors.toSet()))
          .as("kernels that need no exception")
          .isEqualTo(KERNELS.keySet());
    }
  }

  private static Set<String> kernel(Excess excess) {
    return KERNELS.keySet().stream()
        .filter((excess.type() + ".")::startsWith)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void methodsAndRecordHeadersWithinTheLimitsPass() throws IOException {
    assertThat(
            excesses(
                """
                package made;
                record Made(int a, int b, int c, int d, int e, int f, int g, int h) {
                  static int i, j, k;
                  Made { long x = 1, y = 2; }
                  <A, B> void m(A a, B b, int c, int d, int e, int f, int g, int... h) {
                %s  }
                  // (int a, int b, int c, int d, int e, int f, int g, int h, int i)
                }
                """
                    .formatted("    a();\n".repeat(SourceLimits.MAX_LINES - 2))))
        .isEmpty();
  }

  @Test
  void everyParameterAndLineOverALimitIsFound() throws IOException {
    String nine = "int a, int b, int c, int d, int e, int f, int g, int h, int i";
    String long81 = "{\n" + "    a();\n".repeat(SourceLimits.MAX_LINES - 1) + "}\n";
    assertThat(
            excesses(
                """
                package made;
                class Made {
                  Made(NINE) {}
                  static LONG
                  void longMethod() LONG
                  interface Inner { Map<A, B> list(NINE); }
                  Object method() {
                    record Local(NINE) { Local LONG }
                    return new Object() { void inside(NINE) {} };
                  }
                }
                """
                    .replace("NINE", nine)
                    .replace("LONG", long81)))
        .extracting(Excess::toString)
        .contains(
            "made.Made.<init>: 9 parameters",
            "made.Made.<initialiser>: 81 lines",
            "made.Made.longMethod: 81 lines",
            "made.Made.Inner.list: 9 parameters",
            "made.Made.Local.<init>: 9 parameters",
            "made.Made.Local.<init>: 81 lines",
            "made.Made.inside: 9 parameters",
            "made.Made.method: 85 lines")
        .hasSize(8);
  }
}
