/** What skeletons found from shapes share: bone motions, hierarchies, joint centres. */
@NullMarked
package dev.sinew.rig;

import org.jspecify.annotations.NullMarked;
