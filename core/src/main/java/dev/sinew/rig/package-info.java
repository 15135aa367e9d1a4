/** Bones found from shapes: motions, hierarchies, joint centres. */
@NullMarked
package dev.sinew.rig;

import org.jspecify.annotations.NullMarked;
