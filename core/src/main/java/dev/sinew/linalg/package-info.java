/** Linear algebra too large for {@code math}: sparse matrices and the solvers over them. */
@NullMarked
package dev.sinew.linalg;

import org.jspecify.annotations.NullMarked;
