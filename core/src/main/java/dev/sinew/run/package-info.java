/** The run context: threads, seed, progress and cancellation, passed to every long computation. */
@NullMarked
package dev.sinew.run;

import org.jspecify.annotations.NullMarked;
