/**
 * The inner loops of the linear skinning models, scalar and vectorised. Internal to core and its
 * benchmarks.
 */
@NullMarked
package dev.sinew.skin.kernel;

import org.jspecify.annotations.NullMarked;
