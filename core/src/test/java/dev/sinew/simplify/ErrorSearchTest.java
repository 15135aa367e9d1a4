package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.run.RunContext;
import org.junit.jupiter.api.Test;

/** Levels of 2000 triangles to 2, whose errors are a known function of the triangles. */
class ErrorSearchTest {
  private static final double GOAL = 1e-3;

  /**
   * @param power errors grow with this power of the triangle count; the collapsed level of 1000
   *     triangles has the error of the goal
   * @param polish the error of a polished level, divided by that of the collapsed one
   */
  private record Known(double power, double polish) implements ErrorSearch.Levels {
    @Override
    public int coarsest() {
      return 999;
    }

    @Override
    public int trianglesAt(int length) {
      return 2000 - 2 * length;
    }

    @Override
    public int lengthFor(int triangles) {
      return Math.clamp((2001 - triangles) / 2, 0, coarsest());
    }

    @Override
    public double error(int length) {
      return length == 0 ? 0 : GOAL * Math.pow(1000.0 / trianglesAt(length), power);
    }

    @Override
    public double polishedError(int length) {
      return polish * error(length);
    }

    /** Returns the fewest triangles whose polished level is within the goal. */
    double fewest() {
      return 1000 * Math.pow(polish, 1 / power);
    }
  }

  private static ErrorSearch search(ErrorSearch.Levels levels, double goal) {
    return new ErrorSearch(levels, goal, RunContext.ofThreads(1));
  }

  @Test
  void polishLetsMoreTrianglesGo() {
    for (double power : new double[] {0.7, 1, 1.5, 2}) {
      for (double polish : new double[] {0.95, 0.8, 0.6, 0.4}) {
        Known levels = new Known(power, polish);
        ErrorSearch.Found collapsed = search(levels, GOAL).collapsed();
        assertThat(levels.trianglesAt(collapsed.length())).isBetween(1000, 1010);
        ErrorSearch.Found found = search(levels, GOAL).polished(collapsed);
        assertThat(found.isPolished()).isTrue();
        assertThat(found.error()).isLessThanOrEqualTo(GOAL);
        assertThat((double) levels.trianglesAt(found.length()))
            .as(levels.toString())
            .isBetween(levels.fewest(), 1.12 * levels.fewest());
      }
    }
  }

  @Test
  void aPolishThatDoesNotKeepTheGoalIsLeftOut() {
    Known levels = new Known(1, 1.3);
    ErrorSearch.Found collapsed = search(levels, GOAL).collapsed();
    assertThat(search(levels, GOAL).polished(collapsed)).isEqualTo(collapsed);
    assertThat(collapsed.isPolished()).isFalse();
  }

  @Test
  void theOriginalIsLeftWhereNoLevelIsWithinTheGoal() {
    ErrorSearch.Found found = search(new Known(1, 1), 1e-9).collapsed();
    assertThat(found.length()).isZero();
  }

  @Test
  void theCoarsestLevelMayDo() {
    Known levels = new Known(1, 0.5);
    ErrorSearch.Found collapsed = search(levels, 10).collapsed();
    assertThat(collapsed.length()).isEqualTo(levels.coarsest());
    assertThat(search(levels, 10).polished(collapsed).length()).isEqualTo(levels.coarsest());
  }
}
