package dev.sinew.io.bvh;

import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;

/**
 * A motion capture.
 *
 * @param skeleton the joints at their offsets, without rotation; End Sites are joints without
 *     tracks
 * @param clip a linear rotation track for every joint with rotation channels and a linear
 *     translation track for every joint with position channels; empty if there are no frames
 * @param frameCount the number of frames
 * @param frameSeconds seconds per frame
 */
public record BvhMotion(Skeleton skeleton, Clip clip, int frameCount, double frameSeconds) {}
