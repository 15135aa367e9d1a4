/** Meshes of one skeleton as one mesh, with materials that share textures. */
@NullMarked
package dev.sinew.merge;

import org.jspecify.annotations.NullMarked;
