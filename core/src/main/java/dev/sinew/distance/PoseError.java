package dev.sinew.distance;

/**
 * The error in one pose, in units of the reference's longest box side at rest.
 *
 * @param pose the name of the pose
 * @param rms root of the mean squared distance over the vertices
 * @param max largest distance
 */
public record PoseError(String pose, double rms, double max) {}
