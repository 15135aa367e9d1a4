/**
 * Spheres and boxes that a character never leaves: while its clips play, within the ranges of its
 * joints, in any pose.
 */
@NullMarked
package dev.sinew.bounds;

import org.jspecify.annotations.NullMarked;
