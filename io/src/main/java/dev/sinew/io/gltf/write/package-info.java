/**
 * The parts of a document that are written anew: buffer, accessors, primitives, materials.
 * Internal.
 */
@NullMarked
package dev.sinew.io.gltf.write;

import org.jspecify.annotations.NullMarked;
