/**
 * Limits on the influences per vertex, by optimal weights, by removal in animation space, or with
 * helper joints.
 */
@NullMarked
package dev.sinew.influence;

import org.jspecify.annotations.NullMarked;
