/** The content of a character or a mesh, and its defects. */
@NullMarked
package dev.sinew.inspect;

import org.jspecify.annotations.NullMarked;
