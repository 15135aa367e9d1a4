/**
 * The engine of simplification: the mesh being collapsed, the queue, the stream of operations, and
 * the contract {@link dev.sinew.simplify.collapse.Price} of what a collapse costs.
 */
@NullMarked
package dev.sinew.simplify.collapse;

import org.jspecify.annotations.NullMarked;
