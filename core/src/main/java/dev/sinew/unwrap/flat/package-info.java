/** Flat charts with little stretch. Internal to unwrapping. */
@NullMarked
package dev.sinew.unwrap.flat;

import org.jspecify.annotations.NullMarked;
