/** The front door of the library: all verbs on characters, and the files around them. */
@NullMarked
package dev.sinew;

import org.jspecify.annotations.NullMarked;
