/**
 * The run context: threads, seed, progress and cancellation, passed to everything that takes long.
 */
@NullMarked
package dev.sinew.run;

import org.jspecify.annotations.NullMarked;
