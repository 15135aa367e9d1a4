/**
 * The visible differences of a level: regions by name, a verdict in words, and the spots that
 * differ most.
 */
@NullMarked
package dev.sinew.review;

import org.jspecify.annotations.NullMarked;
