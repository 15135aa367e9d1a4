/** The first charts of a surface whose lengths are those of a metric. Internal to unwrapping. */
@NullMarked
package dev.sinew.unwrap.chart;

import org.jspecify.annotations.NullMarked;
