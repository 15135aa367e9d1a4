/**
 * Spheres and boxes that contain a character: while its clips play, within the ranges of its
 * joints, for all rotations of its joints.
 */
@NullMarked
package dev.sinew.bounds;

import org.jspecify.annotations.NullMarked;
