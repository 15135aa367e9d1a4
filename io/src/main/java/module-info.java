/** Files of Sinew: glTF, USD, OBJ, point caches, BVH, PLY, PNG. */
module dev.sinew.io {
  requires transitive dev.sinew.core;
  requires transitive com.google.gson;
  requires java.desktop;
  requires static transitive org.jspecify;

  exports dev.sinew.io;
  exports dev.sinew.io.bvh;
  exports dev.sinew.io.gltf;
  exports dev.sinew.io.obj;
  exports dev.sinew.io.ply;
  exports dev.sinew.io.png;
  exports dev.sinew.io.pointcache;
  exports dev.sinew.io.posespace;
  exports dev.sinew.io.progressive;
  exports dev.sinew.io.tangentmap;
  exports dev.sinew.io.usd;

// Internal: dev.sinew.io.draco, dev.sinew.io.meshopt and dev.sinew.io.webp, compressed data;
// dev.sinew.io.text, the cursor that text formats are read with; dev.sinew.io.gltf.json,
// dev.sinew.io.gltf.stored, dev.sinew.io.gltf.weld and dev.sinew.io.gltf.write, parts of the glTF
// reader and writer.
}
