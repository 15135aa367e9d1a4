package dev.sinew.draw;

/**
 * A bar of a ramp's colours along the bottom of a picture, with the values of its two ends.
 *
 * @param ramp the colours
 * @param min the value at the left end
 * @param max the value at the right end
 * @param caption the meaning of the values, or empty
 */
public record Legend(ColorRamp ramp, double min, double max, String caption) {}
