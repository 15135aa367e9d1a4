package dev.sinew.simplify;

import java.util.ArrayList;
import java.util.List;

/**
 * From where on a level is shown: there it differs from the original by less than a pixel in all
 * poses. The screen has {@link ScreenCoverage#SCREEN_HEIGHT} lines and shows {@link #FIELD_OF_VIEW}
 * degrees. On another screen distances grow in proportion to its lines, and fall in proportion to
 * the tangent of half its angle of view.
 *
 * @param distance from the camera to the character, in scene units: metres in glTF
 * @param pixels how many of the lines the longest box side covers there
 */
public record SwitchDistance(double distance, double pixels) {
  /** The vertical angle of view in degrees. */
  public static final double FIELD_OF_VIEW = 50;

  /** What all lines of the screen show at a distance of 1. */
  private static final double SHOWN = 2 * StrictMath.tan(StrictMath.toRadians(FIELD_OF_VIEW / 2));

  /**
   * Returns the distances of levels: they follow from {@link ScreenCoverage#of}, so that each level
   * begins farther away than the one before, and none before all of the character is on the screen.
   *
   * @param errors the largest distance per level in units of the longest box side, fine to coarse
   * @param side the longest box side at rest
   */
  public static List<SwitchDistance> of(List<Double> errors, double side) {
    List<SwitchDistance> out = new ArrayList<>();
    for (double share : ScreenCoverage.of(errors).subList(0, errors.size())) {
      out.add(new SwitchDistance(side / (SHOWN * share), ScreenCoverage.SCREEN_HEIGHT * share));
    }
    return out;
  }

  /** Returns the error in the scene that is a pixel at this distance. */
  public double pixel() {
    return distance * SHOWN / ScreenCoverage.SCREEN_HEIGHT;
  }
}
