/** Distances between surfaces and between characters over poses. */
@NullMarked
package dev.sinew.distance;

import org.jspecify.annotations.NullMarked;
