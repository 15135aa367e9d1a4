/**
 * Linear algebra too large for {@code math}: matrices, sparse and small dense, and their solvers.
 */
@NullMarked
package dev.sinew.linalg;

import org.jspecify.annotations.NullMarked;
