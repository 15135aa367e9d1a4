/**
 * Knowledge of the poses of a character ({@link dev.sinew.pose.PoseKnowledge}) and its statistics:
 * sample poses, the expectation matrix E[GᵀG], the range of every joint.
 */
@NullMarked
package dev.sinew.pose;

import org.jspecify.annotations.NullMarked;
