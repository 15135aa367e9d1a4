package dev.sinew.cli;

import dev.sinew.extract.SkeletonOptions;
import dev.sinew.model.human.BoneNames;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that finds a skeleton in shapes. */
final class SkeletonSearch {
  @Option(
      names = "--source",
      paramLabel = "X,Y,Z",
      split = ",",
      description =
          "A point near the tip that the field starts from, for example on the head (default: a tip"
              + " on the plane of symmetry).")
  private double @Nullable [] source;

  @Option(
      names = "--min-limb",
      paramLabel = "X",
      description =
          "The least length of a limb, relative to the longest distance along the surface (default:"
              + " ${DEFAULT-VALUE}).")
  private double minLimb = SkeletonOptions.DEFAULTS.minLimb();

  @Option(
      names = "--joint-gain",
      paramLabel = "X",
      description =
          "The least part of a limb's deviation from rigid motions that one more joint must remove;"
              + " smaller values give more joints"
              + " (default: ${DEFAULT-VALUE}).")
  private double jointGain = SkeletonOptions.DEFAULTS.jointGain();

  @Option(
      names = "--levels",
      paramLabel = "N",
      description = "The number of levels at which limbs are sampled (default: ${DEFAULT-VALUE}).")
  private int levels = SkeletonOptions.DEFAULTS.levels();

  @Option(
      names = "--names",
      paramLabel = "STYLE",
      description =
          "How the joints of a human body are named: vrm (leftUpperArm), mixamo (mixamorig:LeftArm)"
              + " or plain (upperArm.L) (default: ${DEFAULT-VALUE}).")
  private BoneNames names = SkeletonOptions.DEFAULTS.names();

  /** Returns the options with some number of joints per vertex. */
  SkeletonOptions options(int maxInfluences) {
    return new SkeletonOptions(minLimb, jointGain, levels, sourcePoint(), maxInfluences, names);
  }

  /** Returns true if some option is not the default. */
  boolean isGiven() {
    SkeletonOptions defaults = SkeletonOptions.DEFAULTS;
    return !options(defaults.maxInfluences()).equals(defaults);
  }

  private Optional<SkeletonOptions.Point> sourcePoint() {
    if (source == null) {
      return Optional.empty();
    }
    if (source.length != 3) {
      throw new IllegalArgumentException(
          "source: expected X,Y,Z, got " + source.length + " numbers");
    }
    return Optional.of(new SkeletonOptions.Point(source[0], source[1], source[2]));
  }
}
