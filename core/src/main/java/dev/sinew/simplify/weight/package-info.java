/**
 * The weight of errors on the surface of a character, by its triangles, colours, parts and body,
 * and by what is visible of it.
 */
@NullMarked
package dev.sinew.simplify.weight;

import org.jspecify.annotations.NullMarked;
