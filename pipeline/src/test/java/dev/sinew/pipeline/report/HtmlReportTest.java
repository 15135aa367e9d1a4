package dev.sinew.pipeline.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.pipeline.Report;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/**
 * Pages of reports: complete, escaped, self-contained, with plots where there is what they show.
 */
class HtmlReportTest {
  private static String page(Object figures) {
    return HtmlReport.page(
        List.of(
            HtmlReport.section(
                new Report<>(
                    Report.SCHEMA,
                    "1.0",
                    "test",
                    new Report.UsedFiles(List.of("a/<b>.glb"), List.of("c.glb"), List.of()),
                    List.of(),
                    1.25,
                    figures,
                    null),
                "")));
  }

  private static Map<String, Object> level(int influences, double rms, double max) {
    return Map.of("influences", influences, "triangles", 2 * influences, "rms", rms, "max", max);
  }

  @Test
  void figuresAreTables() {
    String page =
        page(
            Map.of(
                "measuredPoses",
                16,
                "error",
                Map.of("rms", 1.23456789e-5, "worst", Map.of("pose", "walk <1> & \"2\"")),
                "reached",
                true,
                "notes",
                List.of("one", "two")));
    assertThat(page)
        .contains("<th scope=\"row\">measured poses</th><td>16</td>")
        .contains("<th scope=\"row\">error rms</th><td>1.235e-05</td>")
        .contains("<td>walk &lt;1&gt; &amp; &quot;2&quot;</td>")
        .contains("<th scope=\"row\">reached</th><td>yes</td>")
        .contains("<td>one, two</td>")
        .contains("<title>sinew test &lt;b&gt;.glb</title>")
        .doesNotContain("<b>")
        .doesNotContain("http")
        .doesNotContain("<script")
        .doesNotContain("<svg");
  }

  @Test
  void listsOfObjectsAreTablesAndPlots() throws Exception {
    String page =
        page(
            Map.of(
                "levels",
                List.of(level(1000, 1e-4, 1e-3), level(100, 1e-3, 1e-2), level(10, 1e-2, 1e-1))));
    assertThat(page).contains("<h2>levels</h2>").contains("<td>1000</td>");
    assertThat(page).contains("Error against influences").contains("Error against triangles");
    Document plot = svg(page);
    assertThat(plot.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    assertThat(plot.getElementsByTagName("circle").getLength()).isEqualTo(6);
    // A power law is a straight line on logarithmic axes.
    List<double[]> points = points(plot, 0);
    double first = slope(points.get(0), points.get(1));
    assertThat(first).isPositive(); // Down in the picture is a larger y.
    assertThat(slope(points.get(1), points.get(2)))
        .isCloseTo(first, org.assertj.core.data.Offset.offset(0.01));
  }

  @Test
  void valuesPerPoseArePlottedAndNotListed() throws Exception {
    List<Map<String, Object>> poses = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      poses.add(Map.of("pose", "walk " + i, "rms", 0.001 * i, "naive", 0.002 * i));
    }
    String page = page(Map.of("perPose", poses));
    assertThat(page)
        .contains("Error per pose")
        .doesNotContain("<td>walk")
        .doesNotContain("<h2>per");
    assertThat(svg(page).getElementsByTagName("polyline").getLength()).isEqualTo(2);
    assertThat(
            page(
                Map.of(
                    "perPose",
                    List.of(
                        Map.of("pose", "a", "skin", 0.01, "corrected", 0.001),
                        Map.of("pose", "b", "skin", 0.02, "corrected", 0.001)))))
        .contains("Error per example: skin alone, and corrected")
        .doesNotContain("Error per pose");
    assertThat(page(Map.of("stretch", Map.of("perFrame", List.of(1.0, 1.02, 1.01)))))
        .contains("Stretch per frame");
  }

  @Test
  void oddValuesGiveAPage() throws Exception {
    for (Object levels :
        List.of(
            List.of(),
            List.of(level(1, 0, 0)),
            List.of(level(5, 0, 0), level(5, 0, 0)),
            List.of(level(1, 1, 1), Map.of("influences", "none")),
            List.of(level(1, 1e-300, 1), level(2, 1e300, 1)))) {
      String page = page(Map.of("levels", levels));
      assertThat(page).endsWith("</html>\n").doesNotContain("NaN").doesNotContain("Infinity");
    }
    assertThat(page(List.of(Map.of("file", "x")))).contains("<td>x</td>");
  }

  @Test
  void aReportIsAPage() {
    assertThatThrownBy(() -> HtmlReport.requireName(Path.of("model.glb")))
        .isInstanceOf(IllegalArgumentException.class);
    HtmlReport.requireName(Path.of("a.HTML"));
  }

  private static Document svg(String page) throws Exception {
    Matcher svg = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL).matcher(page);
    assertThat(svg.find()).isTrue();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg.group())));
  }

  private static List<double[]> points(Document plot, int line) {
    String text =
        plot.getElementsByTagName("polyline")
            .item(line)
            .getAttributes()
            .getNamedItem("points")
            .getNodeValue();
    List<double[]> points = new ArrayList<>();
    for (String point : text.split(" ", -1)) {
      int comma = point.indexOf(',');
      points.add(
          new double[] {
            Double.parseDouble(point.substring(0, comma)),
            Double.parseDouble(point.substring(comma + 1))
          });
    }
    return points;
  }

  private static double slope(double[] a, double[] b) {
    return (b[1] - a[1]) / (b[0] - a[0]);
  }
}
