/**
 * glTF 2.0, in and out.
 *
 * <p>A file is held as a {@link dev.sinew.io.gltf.GltfDocument}: its JSON tree and its binary
 * buffers, kept as they are, so that whatever Sinew does not understand survives. {@link
 * dev.sinew.io.gltf.GltfReader} builds a character from a document; the writers build or change
 * documents.
 */
@NullMarked
package dev.sinew.io.gltf;

import org.jspecify.annotations.NullMarked;
