/** Files of tangent maps. */
@NullMarked
package dev.sinew.io.tangentmap;

import org.jspecify.annotations.NullMarked;
