/**
 * Distances: between vertices, between surfaces, over poses.
 *
 * <p>What a skeleton does, as statistics of its joints ({@link dev.sinew.metric.PoseDistribution}),
 * gives the expectation matrix E[GᵀG], and that an inner product of animation space ({@link
 * dev.sinew.metric.PoseMetric}).
 */
@NullMarked
package dev.sinew.metric;

import org.jspecify.annotations.NullMarked;
