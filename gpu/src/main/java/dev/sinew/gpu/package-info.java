/** Crowds on a CUDA device, by the foreign function API. */
@NullMarked
package dev.sinew.gpu;

import org.jspecify.annotations.NullMarked;
