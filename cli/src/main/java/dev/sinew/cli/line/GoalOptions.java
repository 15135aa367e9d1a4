package dev.sinew.cli.line;

import dev.sinew.simplify.LevelGoal;
import dev.sinew.simplify.LevelGoal.Kind;
import dev.sinew.simplify.NamedRatio;
import dev.sinew.simplify.ScreenCoverage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The goals of levels of detail; one of their kinds. */
public final class GoalOptions {
  /**
   * A ratio, of all triangles or by name.
   *
   * @param name the mesh or material; empty for a level
   */
  record Ratio(Optional<String> name, double value) {}

  /** Reads {@code 0.25} and {@code face=0.5}. */
  static final class RatioText implements ITypeConverter<Ratio> {
    @Override
    public Ratio convert(String text) {
      int at = text.lastIndexOf('=');
      try {
        double value = Double.parseDouble(text.substring(at + 1));
        return new Ratio(at < 0 ? Optional.empty() : Optional.of(text.substring(0, at)), value);
      } catch (NumberFormatException e) {
        // The words of picocli, which Usage makes plain for all numbers.
        throw new TypeConversionException("'" + text.substring(at + 1) + "' is not a double");
      }
    }
  }

  /** Errors as distances, which may both be limited. */
  static final class Distances {
    @Option(
        names = "--error",
        split = ",",
        paramLabel = "E",
        description = "The largest distance, in units of the longest box side.")
    private List<Double> error = List.of();

    @Option(
        names = "--rms",
        split = ",",
        paramLabel = "E",
        description =
            "The root mean square of the distances, in the same units. With --error both are kept;"
                + " then one number, or one per level.")
    private List<Double> rms = List.of();

    private List<LevelGoal> levels() {
      if (error.isEmpty()) {
        return LevelGoal.all(Kind.RMS, rms);
      }
      if (rms.size() > 1 && rms.size() != error.size()) {
        throw new IllegalArgumentException(
            "--rms: expected 1 number or one for each of "
                + error.size()
                + " errors, got "
                + rms.size());
      }
      List<LevelGoal> out = new ArrayList<>();
      for (int i = 0; i < error.size(); i++) {
        LevelGoal goal = new LevelGoal(Kind.ERROR, error.get(i));
        out.add(rms.isEmpty() ? goal : goal.withRms(rms.get(rms.size() == 1 ? 0 : i)));
      }
      return out;
    }
  }

  /** Errors on the screen. */
  static final class Pixels {
    @Option(
        names = "--pixels",
        split = ",",
        paramLabel = "P",
        required = true,
        description =
            "The largest distance, in pixels where the character is --height pixels tall.")
    private List<Double> pixels = List.of();

    @Option(
        names = "--height",
        paramLabel = "H",
        description =
            "The height in pixels at which the whole character is seen: that of its longest box"
                + " side (default: "
                + ScreenCoverage.SCREEN_HEIGHT
                + ").")
    private int height = ScreenCoverage.SCREEN_HEIGHT;

    private List<LevelGoal> levels() {
      return pixels.stream().map(value -> LevelGoal.pixels(value, height)).toList();
    }
  }

  @Option(
      names = "--ratio",
      split = ",",
      paramLabel = "[NAME=]R",
      converter = RatioText.class,
      description =
          "The fraction of triangles to keep, above 0 and up to 1. With a name, that of the meshes"
              + " or materials whose names match, in all levels; the other fractions are then those"
              + " of the rest.")
  private List<Ratio> ratio = List.of();

  @Option(
      names = "--triangles",
      split = ",",
      paramLabel = "N",
      description = "The number of triangles to keep.")
  private List<Double> triangles = List.of();

  @ArgGroup(exclusive = false, multiplicity = "1")
  private @Nullable Distances distances;

  @ArgGroup(exclusive = false, multiplicity = "1")
  private @Nullable Pixels pixels;

  public List<LevelGoal> levels() {
    if (distances != null) {
      return distances.levels();
    }
    if (pixels != null) {
      return pixels.levels();
    }
    if (!triangles.isEmpty()) {
      return LevelGoal.all(Kind.TRIANGLES, triangles);
    }
    List<Double> plain =
        ratio.stream().filter(one -> one.name.isEmpty()).map(Ratio::value).toList();
    // With names alone, the rest stays as it is.
    return LevelGoal.all(Kind.RATIO, plain.isEmpty() ? List.of(1.0) : plain);
  }

  /** Returns the ratios of meshes and materials. */
  public List<NamedRatio> ratios() {
    return ratio.stream()
        .flatMap(one -> one.name.stream().map(name -> new NamedRatio(name, one.value)))
        .toList();
  }
}
