package dev.sinew.studio.scene;

import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.SeamRule;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/**
 * Any level of a model while a slider moves. The collapses are priced once, to the coarsest level;
 * a level is then a replay of their stream, without a fit to the original.
 */
final class LevelSlider {
  private final GltfAsset asset;
  private final CharacterSimplification simplification;
  private final OperationStream stream;
  private final List<Pose> poses;

  /** Prices the collapses of a model. */
  LevelSlider(GltfAsset asset, RunContext context) {
    this.asset = asset;
    JoinedCharacter joined = new JoinedCharacter(asset.character());
    if (joined.mesh().triangleCount() == 0) {
      throw new RequestException("the model shows no triangles to simplify");
    }
    PoseKnowledge knowledge =
        PoseKnowledge.orSkeleton(PoseSource.CLIPS, asset.character(), context.seed());
    SimplifyOptions defaults = SimplifyOptions.DEFAULTS;
    simplification =
        new CharacterSimplification(
            joined,
            new CharacterSimplification.Options(
                SeamRule.PAINTED, new BitSet(), null, null, defaults.look()));
    stream =
        simplification.simplify(
            SimplifyMethod.QUADRIC.price(),
            knowledge.samplePoses(joined, defaults.poses()),
            0,
            context);
    poses = knowledge.spreadPoses(1);
  }

  /** Returns the number of triangles of the model. */
  int triangles() {
    return simplification.mesh().triangleCount();
  }

  /** Returns the number of triangles of the coarsest level. */
  int fewestTriangles() {
    return stream.fewestTriangles();
  }

  /** Returns a level as the page draws it. */
  byte[] data(int triangles, RunContext context) {
    LevelPack pack = new LevelPack(asset);
    pack.addLevel(level(triangles, context), 0);
    return pack.arrays().build(pack.text(LevelPack.Changes.NONE));
  }

  /** Returns a level as a file. */
  GltfDocument document(int triangles, RunContext context) throws IOException {
    return asset.with(level(triangles, context), remark -> {}, context);
  }

  private SkinnedCharacter level(int triangles, RunContext context) {
    if (triangles < 1) {
      throw new RequestException("triangles: expected 1 or more, got " + triangles);
    }
    CharacterReplay replay = simplification.replay(stream, context);
    replay.advanceTo(stream.lengthFor(Math.max(1, triangles)));
    return replay.length() == 0
        ? asset.character()
        : simplification.withMeshes(replay.geometries(poses));
  }
}
