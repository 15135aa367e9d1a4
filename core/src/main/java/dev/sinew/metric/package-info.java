/**
 * Distances between points of animation space over all poses: the interface {@link
 * dev.sinew.metric.PoseMetric} and its implementations; tangent planes fitted in a metric.
 */
@NullMarked
package dev.sinew.metric;

import org.jspecify.annotations.NullMarked;
