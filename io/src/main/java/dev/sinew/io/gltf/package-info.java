/**
 * glTF 2.0: reader and writers.
 *
 * <p>A {@link dev.sinew.io.gltf.GltfDocument} is the JSON tree and the binary buffers of a file,
 * unchanged, so that content unknown to Sinew is preserved. {@link dev.sinew.io.gltf.GltfReader}
 * builds a character from a document; the writers build or edit documents.
 */
@NullMarked
package dev.sinew.io.gltf;

import org.jspecify.annotations.NullMarked;
