/** Surfaces with lengths in a metric, and the first charts. Internal to unwrapping. */
@NullMarked
package dev.sinew.unwrap.chart;

import org.jspecify.annotations.NullMarked;
