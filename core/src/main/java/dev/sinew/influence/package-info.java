/**
 * Limits the influences per vertex: optimal weights for a limit, removal in animation space, helper
 * joints.
 */
@NullMarked
package dev.sinew.influence;

import org.jspecify.annotations.NullMarked;
