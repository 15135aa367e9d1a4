/** Sparse and small dense matrices and their solvers. */
@NullMarked
package dev.sinew.linalg;

import org.jspecify.annotations.NullMarked;
