package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.skin.LinearBlend;
import dev.sinew.testkit.GltfOracle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compares every vertex of a character, in the rest pose and in its clips, with the oracle. */
final class OracleComparison {
  private static final int TIMES_PER_CLIP = 5;

  /** About the maximum number of times per file: the oracle is slow. */
  private static final int MAX_TIMES = 40;

  private OracleComparison() {}

  /**
   * Compares in the rest pose and at several times of every clip: between keys, before the first
   * and after the last.
   *
   * @param tolerance in units of the longest side of the bounding box in the rest pose
   */
  static void holds(GltfAsset asset, GltfOracle oracle, double tolerance) {
    SkinnedCharacter character = asset.character();
    assertThat(character.clips()).hasSize(oracle.animationCount());
    Pose pose = character.restPose();
    double allowed = tolerance * side(oracle.evaluate(-1, 0));
    compare(asset, pose, oracle.evaluate(-1, 0), allowed, "at rest");
    for (int c = 0; c < character.clips().size(); c++) {
      Clip clip = character.clips().get(c);
      assertThat(clip.duration()).isEqualTo(oracle.duration(c));
      // Files with many clips: other times of each clip.
      int step = Math.max(1, TIMES_PER_CLIP * character.clips().size() / MAX_TIMES);
      for (int i = -1 + c % step; i < TIMES_PER_CLIP; i += step) {
        double time = clip.duration() * (i + 0.37) / (TIMES_PER_CLIP - 1);
        clip.sample(time, pose);
        compare(asset, pose, oracle.evaluate(c, time), allowed, clip.name() + " at " + time);
      }
    }
  }

  private static double side(List<GltfOracle.Placed> placed) {
    Box box = Box.EMPTY;
    for (GltfOracle.Placed one : placed) {
      box = box.union(Box.of(one.positions()));
    }
    return box.longestSide();
  }

  private static void compare(
      GltfAsset asset, Pose pose, List<GltfOracle.Placed> placed, double allowed, String what) {
    Map<String, double[]> expected = new HashMap<>();
    for (GltfOracle.Placed one : placed) {
      expected.put(one.node() + "/" + one.primitive(), one.positions());
    }
    SkinnedCharacter character = asset.character();
    int compared = 0;
    for (Part part : character.parts()) {
      LinearBlend deformer = LinearBlend.of(character, part);
      PointBuffer out = PointBuffer.allocate(deformer.pointCount(), false);
      Deformer.Posed posed = deformer.newPosed();
      posed.set(pose);
      posed.fill(0, deformer.pointCount(), out);
      for (GltfAsset.PrimitiveBinding binding : asset.meshes().get(part.mesh()).primitives()) {
        String key = asset.nodes().get(part.node()) + "/" + binding.primitive();
        double[] truth = Objects.requireNonNull(expected.get(key), key);
        assertThat(truth).as(key).hasSize(3 * binding.wedgeCount());
        for (int i = 0; i < truth.length; i++) {
          double got = out.positions()[3 * binding.firstWedge() + i];
          if (!(Math.abs(got - truth[i]) <= allowed)) {
            throw new AssertionError(
                "%s, node/primitive %s, number %d: expected %s, got %s (allowed %s)"
                    .formatted(what, key, i, truth[i], got, allowed));
          }
          compared++;
        }
      }
    }
    assertThat(compared).isPositive();
  }
}
