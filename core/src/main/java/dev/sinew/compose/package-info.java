/** Chains of verbs that are jobs of their own: levels with maps, bones from shapes. */
@NullMarked
package dev.sinew.compose;

import org.jspecify.annotations.NullMarked;
