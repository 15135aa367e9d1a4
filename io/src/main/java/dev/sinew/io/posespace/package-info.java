/** Files of pose-space correctives. */
@NullMarked
package dev.sinew.io.posespace;

import org.jspecify.annotations.NullMarked;
