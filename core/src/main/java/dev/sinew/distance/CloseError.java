package dev.sinew.distance;

import dev.sinew.distance.CloseViews.View;

/**
 * How {@link CloseViews} of a character and of its original differ, in the mean and in the worst
 * twentieth of the views.
 *
 * @param mae mean absolute difference of colours, 0 to 1
 * @param worstMae the same in the worst twentieth
 * @param normalDegrees mean angle between normals
 * @param worstNormalDegrees the same in the worst twentieth
 * @param swapped the share of pixels that show another material, or nothing, where the original
 *     shows one
 * @param worstSwapped the same in the worst twentieth
 * @param swappedParts the share of pixels that show another material or another connected part of
 *     it, such as the skin below a sleeve of the same material
 * @param worstSwappedParts the same in the worst twentieth
 */
public record CloseError(
    double mae,
    double worstMae,
    double normalDegrees,
    double worstNormalDegrees,
    double swapped,
    double worstSwapped,
    double swappedParts,
    double worstSwappedParts) {
  /** Returns the figures of compared views. */
  public static CloseError of(CloseViews.Result result) {
    return new CloseError(
        result.mean(View::difference),
        result.worst(View::difference),
        result.mean(View::degrees),
        result.worst(View::degrees),
        result.mean(View::swapped),
        result.worst(View::swapped),
        result.mean(View::swappedParts),
        result.worst(View::swappedParts));
  }
}
