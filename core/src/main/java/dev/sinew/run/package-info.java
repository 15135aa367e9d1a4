/**
 * What every computation is given: threads, seed, progress, cancellation, and the checks of a
 * request.
 */
@NullMarked
package dev.sinew.run;

import org.jspecify.annotations.NullMarked;
