package dev.sinew.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Groups of figures are for code only: the JSON of reports has their members in their place. */
class FlatRecordsTest {
  /** A group. */
  public record Errors(double rms, @Nullable String worst) {}

  /** A group in a group. */
  public record Sizes(int triangles, @Flat Inner inner) {}

  /** The inner group. */
  public record Inner(long vertices, List<Errors> list) {}

  /** A report of groups and plain parts. */
  public record Figures(
      String name, @Flat Errors errors, @Flat @Nullable Sizes sizes, Errors nested, int last) {}

  @Test
  void groupsAppearInTheirPlace() {
    Errors errors = new Errors(0.5, null);
    Sizes sizes = new Sizes(12, new Inner(1L << 60, List.of(errors)));
    assertEquals(
        "{\"name\":\"a\",\"rms\":0.5,\"worst\":null,\"triangles\":12,"
            + "\"vertices\":1152921504606846976,\"list\":[{\"rms\":0.5,\"worst\":null}],"
            + "\"nested\":{\"rms\":0.5,\"worst\":null},\"last\":7}",
        json(new Figures("a", errors, sizes, errors, 7)));
  }

  @Test
  void membersOfAnAbsentGroupAreThere() {
    Errors errors = new Errors(1, "x");
    assertEquals(
        "{\"name\":\"b\",\"rms\":1.0,\"worst\":\"x\",\"triangles\":null,\"vertices\":null,"
            + "\"list\":null,\"nested\":{\"rms\":1.0,\"worst\":\"x\"},\"last\":0}",
        json(new Figures("b", errors, null, errors, 0)));
  }

  @Test
  void figuresOfGroupsAreChecked() {
    Figures bad = new Figures("c", new Errors(Double.NaN, null), null, new Errors(0, null), 0);
    RequestException e =
        assertThrows(RequestException.class, () -> Report.requireFinite(outcome(bad)));
    assertEquals(true, String.valueOf(e.getMessage()).contains("/rms"), e.getMessage());
  }

  private static String json(Figures figures) {
    return Report.of("test", outcome(figures), 0).toTree().get("report").toString();
  }

  private static Step.Outcome<Figures> outcome(Figures figures) {
    return new Step.Outcome<>(figures, List.of(Path.of("in")), List.of());
  }
}
