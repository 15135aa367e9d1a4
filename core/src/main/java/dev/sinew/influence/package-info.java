/**
 * Fewer influences per vertex: weights solved for a limit, removal in animation space, helper
 * joints.
 */
@NullMarked
package dev.sinew.influence;

import org.jspecify.annotations.NullMarked;
