/** Maps of a full model for its levels of detail: normals, colours, tangent planes per texel. */
@NullMarked
package dev.sinew.shade;

import org.jspecify.annotations.NullMarked;
