/** Files of Sinew: glTF, FBX, USD, OBJ, point caches, BVH, PLY, PNG. */
// Some packages are exported to modules above, which are compiled later.
@SuppressWarnings("module")
module dev.sinew.io {
  requires transitive dev.sinew.core;
  requires transitive com.google.gson;
  requires java.desktop;
  requires static transitive org.jspecify;

  exports dev.sinew.io;
  exports dev.sinew.io.bvh;
  exports dev.sinew.io.gltf;
  exports dev.sinew.io.obj;
  exports dev.sinew.io.ply to
      dev.sinew.demo,
      dev.sinew.pipeline,
      dev.sinew.studio;
  exports dev.sinew.io.png;
  exports dev.sinew.io.pointcache;
  exports dev.sinew.io.posespace;
  exports dev.sinew.io.progressive to
      dev.sinew.demo,
      dev.sinew.pipeline,
      dev.sinew.studio;
  exports dev.sinew.io.tangentmap to
      dev.sinew.demo,
      dev.sinew.pipeline,
      dev.sinew.studio;
  exports dev.sinew.io.usd to
      dev.sinew.demo,
      dev.sinew.pipeline,
      dev.sinew.studio;

// Internal: dev.sinew.io.fbx, read as glTF; dev.sinew.io.draco, dev.sinew.io.meshopt and
// dev.sinew.io.webp, compressed data;
// dev.sinew.io.text, the cursor that text formats are read with; dev.sinew.io.gltf.json,
// dev.sinew.io.gltf.stored, dev.sinew.io.gltf.weld and dev.sinew.io.gltf.write, parts of the glTF
// reader and writer.
}
