/**
 * Crowds: instances of several characters with levels, what they play and where they stand, on a
 * processor of choice.
 */
@NullMarked
package dev.sinew.crowd;

import org.jspecify.annotations.NullMarked;
