/** The steps of pose-space correctives. */
@NullMarked
package dev.sinew.pipeline.posespace;

import org.jspecify.annotations.NullMarked;
