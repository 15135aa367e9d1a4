/**
 * Built-in characters made by formula, each with example poses that no linear blend reproduces: the
 * input of the demonstration, and of every test that wants to know the truth it should find.
 *
 * <p>Lengths are metres, y is up and characters face +z, so that their left side is +x. All joints
 * are unturned at rest, which makes a joint's own axes those of the world. Nothing here is random.
 */
@NullMarked
package dev.sinew.sample;

import org.jspecify.annotations.NullMarked;
