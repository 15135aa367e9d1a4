/**
 * What matters on the surface of a character: weights by which errors of levels count, from the
 * density of its triangles, its colours, its parts, its body and what is seen of it.
 */
@NullMarked
package dev.sinew.simplify.weight;

import org.jspecify.annotations.NullMarked;
