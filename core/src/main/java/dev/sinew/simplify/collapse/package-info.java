/**
 * The simplification engine: the mesh being collapsed, the queue, the operation stream, and the
 * interface {@link dev.sinew.simplify.collapse.Price} for the cost of a collapse.
 */
@NullMarked
package dev.sinew.simplify.collapse;

import org.jspecify.annotations.NullMarked;
