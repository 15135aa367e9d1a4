package dev.sinew.studio.model;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import java.io.IOException;

/**
 * Decodes files one after the other, each within a limit: a small file can hold a lot, and several
 * may arrive at once.
 */
record Decoding(long bytes) {
  /** Returns glTF as JSON, with all its data inside, as GLB. */
  synchronized byte[] toGlb(String name, byte[] json) throws IOException {
    return GltfDocument.parse(name, json, bytes).toGlb();
  }

  /** Returns the character of a GLB. */
  synchronized GltfAsset asset(String name, byte[] glb) throws IOException {
    return GltfReader.read(GltfDocument.parse(name, glb, bytes)).requireSound();
  }
}
