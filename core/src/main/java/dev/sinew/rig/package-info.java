/** Bones as shapes show them: their motions, their hierarchy and their joints. */
@NullMarked
package dev.sinew.rig;

import org.jspecify.annotations.NullMarked;
