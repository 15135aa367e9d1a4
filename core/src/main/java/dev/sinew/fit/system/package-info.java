/** The least squares systems of a fit: their rows, regions and factors. Internal to fitting. */
@NullMarked
package dev.sinew.fit.system;

import org.jspecify.annotations.NullMarked;
