/**
 * Levels of detail for all poses: edges collapse, the cheapest first, and the cost of a collapse is
 * summed over sample poses.
 *
 * <p>{@link dev.sinew.simplify.collapse} contains the engine and its extension point, {@code
 * dev.sinew.simplify.price} the built-in prices.
 */
@NullMarked
package dev.sinew.simplify;

import org.jspecify.annotations.NullMarked;
