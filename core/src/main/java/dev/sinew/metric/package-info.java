/** Distances: between vertices, between surfaces, over poses. */
@NullMarked
package dev.sinew.metric;

import org.jspecify.annotations.NullMarked;
