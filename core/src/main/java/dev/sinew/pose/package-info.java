/**
 * What is known of the poses a character takes, as one value, for example {@link
 * dev.sinew.pose.PoseSamples}, and statistics of it: sample poses, the expectation matrix E[GᵀG],
 * the range of every joint.
 */
@NullMarked
package dev.sinew.pose;

import org.jspecify.annotations.NullMarked;
