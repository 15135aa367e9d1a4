/**
 * Built-in characters made by formula, each with example shapes that linear blend skinning cannot
 * reproduce. They are the input of the demonstration and of tests that need a known ground truth.
 *
 * <p>Lengths are metres, y is up and characters face +z, so that their left side is +x. Joints have
 * no rotation at rest, so their axes are those of the world. Nothing is random.
 */
@NullMarked
package dev.sinew.sample;

import org.jspecify.annotations.NullMarked;
