/** The demo: all of Sinew on a built-in character, with a page of the results. */
@NullMarked
package dev.sinew.demo;

import org.jspecify.annotations.NullMarked;
