package dev.sinew.posespace;

/**
 * Shapes of a character in motion: frames at a fixed rate, such as a simulation.
 *
 * @param name the name for messages
 * @param framesPerSecond the rate, above 0
 * @param frames the poses and shapes in order
 */
public record MotionExamples(String name, double framesPerSecond, PoseExamples frames) {}
