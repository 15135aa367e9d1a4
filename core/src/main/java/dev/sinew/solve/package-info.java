/** Poses of a finished rig that reproduce new shapes. */
@NullMarked
package dev.sinew.solve;

import org.jspecify.annotations.NullMarked;
