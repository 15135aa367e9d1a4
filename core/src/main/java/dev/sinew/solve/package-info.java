/** Poses of a finished rig that reproduce shapes or a few points. */
@NullMarked
package dev.sinew.solve;

import org.jspecify.annotations.NullMarked;
