/** One closed surface around the separate shells of a mesh, and places on it. */
@NullMarked
package dev.sinew.extract.wrap;

import org.jspecify.annotations.NullMarked;
