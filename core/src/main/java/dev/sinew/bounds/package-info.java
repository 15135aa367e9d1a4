/**
 * Spheres and boxes that contain a character in all poses of its clips, of its joint ranges, or of
 * freely rotating joints.
 */
@NullMarked
package dev.sinew.bounds;

import org.jspecify.annotations.NullMarked;
