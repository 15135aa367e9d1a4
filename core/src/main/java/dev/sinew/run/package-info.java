/**
 * The run context: threads, seed, progress and cancellation, passed to every long computation; and
 * the checks of what a caller asks for.
 */
@NullMarked
package dev.sinew.run;

import org.jspecify.annotations.NullMarked;
