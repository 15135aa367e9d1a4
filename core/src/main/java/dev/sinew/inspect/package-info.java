/** What is in a character or a mesh, and what is wrong with it. */
@NullMarked
package dev.sinew.inspect;

import org.jspecify.annotations.NullMarked;
