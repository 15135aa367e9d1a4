package dev.sinew.studio.scene;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.LevelStream;
import dev.sinew.simplify.SimplifyOptions;
import java.io.IOException;

/** Any level of a model while a slider moves: those of a simplify job, before they are polished. */
final class LevelSlider {
  private final GltfAsset asset;
  private final LevelStream levels;

  /** Prices the collapses of a model. */
  LevelSlider(GltfAsset asset, RunContext context) {
    this.asset = asset;
    levels = new LevelStream(asset.character(), SimplifyOptions.DEFAULTS, context);
  }

  /** Returns the number of triangles of the model. */
  int triangles() {
    return levels.triangles();
  }

  /** Returns the number of triangles of the coarsest level. */
  int fewestTriangles() {
    return levels.fewestTriangles();
  }

  /** Returns a level as the page draws it. */
  byte[] data(int triangles, RunContext context) {
    LevelPack pack = new LevelPack(asset);
    pack.addLevel(levels.level(triangles, context), 0);
    return pack.arrays().build(pack.text(LevelPack.Changes.NONE));
  }

  /** Returns a level as a file. */
  GltfDocument document(int triangles, RunContext context) throws IOException {
    return asset.with(levels.level(triangles, context), remark -> {}, context);
  }
}
