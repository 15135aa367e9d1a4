/** Packing of flat charts. Internal to unwrapping. */
@NullMarked
package dev.sinew.unwrap.pack;

import org.jspecify.annotations.NullMarked;
