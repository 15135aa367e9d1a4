package dev.sinew.io.bvh;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;

/**
 * A motion capture.
 *
 * @param skeleton the joints at their offsets, unturned; ends of limbs are joints without tracks
 * @param clip a linear rotation track for every joint with rotation channels and a linear
 *     translation track for every joint with position channels; empty when there are no frames
 * @param frameCount how many frames the file has
 * @param frameSeconds seconds from one frame to the next
 */
public record BvhMotion(Skeleton skeleton, Clip clip, int frameCount, double frameSeconds) {}
