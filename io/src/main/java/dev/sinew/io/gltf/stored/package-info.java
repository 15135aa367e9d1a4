/** Stored forms of a document's numbers: quantised values and compressed buffer views. Internal. */
@NullMarked
package dev.sinew.io.gltf.stored;

import org.jspecify.annotations.NullMarked;
