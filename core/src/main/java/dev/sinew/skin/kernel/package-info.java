/** The inner loops of the linear skinning models, scalar and vectorised. Internal. */
@NullMarked
package dev.sinew.skin.kernel;

import org.jspecify.annotations.NullMarked;
