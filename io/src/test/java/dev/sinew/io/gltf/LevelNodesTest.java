package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Levels by MSFT_lod in the forms in which files have them. */
class LevelNodesTest {
  @TempDir Path folder;

  private GltfAsset read(String scene, String... nodes) throws Exception {
    TinyGltf made = new TinyGltf();
    made.ladder("");
    for (String node : nodes) {
      made.add("nodes", node);
    }
    if (!scene.isEmpty()) {
      made.add("scenes", "{'nodes':" + scene + "}");
    }
    return GltfReader.read(made.embedded(folder.resolve("levels.gltf"))).requireSound();
  }

  private static List<String> shown(GltfAsset asset, int level) throws Exception {
    return asset.level(level).character().parts().stream().map(Part::name).sorted().toList();
  }

  /** The scene without its coarser levels, as it is, is level 0. */
  private static void requireOriginalAlone(GltfAsset asset) throws Exception {
    GltfAsset original = asset.withoutLevels().requireSound();
    assertThat(original.levelCount()).isEqualTo(1);
    assertThat(original.character().parts().stream().map(Part::name).sorted())
        .containsExactlyElementsOf(shown(asset, 0));
    assertThat(original.document().json().toString()).doesNotContain("MSFT_");
    assertThat(asset.document().json().toString()).contains("MSFT_");
  }

  @Test
  void aFileWithoutLevelsHasOne() throws Exception {
    GltfAsset asset = read("[0]", "{'name':'a','mesh':0}", "{'name':'b','mesh':0}");
    assertThat(asset.levelCount()).isEqualTo(1);
    assertThat(asset.screenCoverage(0)).isEmpty();
    assertThat(shown(asset, 0)).containsExactly("a");
    assertThatThrownBy(() -> asset.level(1))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("no level 1")
        .hasMessageContaining("no levels");
  }

  @Test
  void aSubstituteIsInThePlaceOfItsNode() throws Exception {
    GltfAsset asset =
        read(
            "[0]",
            "{'name':'parent','children':[1,2],'translation':[5,0,0]}",
            "{'name':'a','mesh':0,'extensions':{'MSFT_lod':{'ids':[3,4]}},"
                + "'extras':{'MSFT_screencoverage':[0.5,0.25]}}",
            "{'name':'b','mesh':0,'extensions':{'MSFT_lod':{'ids':[5]}}}",
            "{'name':'a1','mesh':0,'translation':[0,1,0]}",
            "{'name':'a2','mesh':0}",
            "{'name':'b1','mesh':0}");
    assertThat(asset.levelCount()).isEqualTo(3);
    assertThat(asset.screenCoverage(0)).contains(0.5);
    assertThat(asset.screenCoverage(1)).contains(0.25);
    assertThat(asset.screenCoverage(2)).isEmpty();
    assertThat(shown(asset, 0)).containsExactly("a", "b");
    assertThat(shown(asset, 1)).containsExactly("a1", "b1");
    // A node with fewer levels keeps its last.
    assertThat(shown(asset, 2)).containsExactly("a2", "b1");
    SkinnedCharacter level = asset.level(1).character();
    double[] global = new double[12];
    level.restPose().copyGlobal(level.parts().getFirst().node(), global, 0);
    assertThat(global[3]).isEqualTo(5);
    assertThat(global[7]).isEqualTo(1);
    assertThatThrownBy(() -> asset.level(3)).hasMessageContaining("levels 0 to 2");
    assertThatThrownBy(() -> asset.level(-1)).hasMessageContaining("no level -1");
    assertThat(asset.issues()).isEmpty();
    requireOriginalAlone(asset);
  }

  /** As exporters write them that have one node per level with everything below it. */
  @Test
  void aSubstituteReplacesEverythingBelowItsNode() throws Exception {
    GltfAsset asset =
        read(
            "[0]",
            "{'name':'group','children':[1,2],'extensions':{'MSFT_lod':{'ids':[3]}}}",
            "{'name':'fine','mesh':0}",
            "{'name':'fine too','children':[4]}",
            "{'name':'coarse group','children':[5]}",
            "{'name':'fine three','mesh':0}",
            "{'name':'coarse','mesh':0}");
    assertThat(shown(asset, 0)).containsExactly("fine", "fine three");
    assertThat(shown(asset, 1)).containsExactly("coarse");
    requireOriginalAlone(asset);
  }

  @Test
  void substitutesInTheSceneAreShownAtTheirLevelOnly() throws Exception {
    GltfAsset asset =
        read(
            "[0,1,2]",
            "{'name':'a','mesh':0,'extensions':{'MSFT_lod':{'ids':[1,3]}},'children':[3]}",
            "{'name':'a1','mesh':0}",
            "{'name':'other','mesh':0}",
            "{'name':'a2 below a','mesh':0}");
    assertThat(shown(asset, 0)).containsExactly("a", "other");
    assertThat(shown(asset, 1)).containsExactly("a1", "other");
    assertThat(shown(asset, 2)).containsExactly("a2 below a", "other");
    // Without a level the scene is as it is in the file.
    assertThat(asset.character().parts()).hasSize(4);
    requireOriginalAlone(asset);
  }

  @Test
  void levelsWithinLevelsFollowTheOuterOne() throws Exception {
    GltfAsset asset =
        read(
            "",
            "{'name':'outer','children':[1],'extensions':{'MSFT_lod':{'ids':[2]}}}",
            "{'name':'inner','mesh':0,'extensions':{'MSFT_lod':{'ids':[3]}}}",
            "{'name':'outer1','mesh':0,'extensions':{'MSFT_lod':{'ids':[4]}}}",
            "{'name':'inner1','mesh':0}",
            "{'name':'of a substitute','mesh':0}");
    assertThat(asset.levelCount()).isEqualTo(2);
    assertThat(shown(asset, 0)).containsExactly("inner");
    assertThat(shown(asset, 1)).containsExactly("outer1");
    requireOriginalAlone(asset);
  }

  @Test
  void referencesThatCannotBeFollowedAreIgnoredWithAWarning() throws Exception {
    for (String lod :
        List.of(
            "{'ids':[7]}", "{'ids':[0]}", "{'ids':['a']}", "{'ids':3}", "{}", "{'ids':[1,0]}")) {
      GltfAsset asset =
          read(
              "[0]",
              "{'name':'a','mesh':0,'extensions':{'MSFT_lod':" + lod + "}}",
              "{'name':'b','mesh':0}");
      assertThat(asset.levelCount()).as(lod).isEqualTo(1);
      assertThat(shown(asset, 0)).as(lod).containsExactly("a");
      assertThat(asset.issues())
          .as(lod)
          .anyMatch(i -> i.severity() == Issue.Severity.WARNING && i.what().contains("MSFT_lod"));
    }
  }

  /** An ancestor as a substitute must not make a cycle. */
  @Test
  void anAncestorAsSubstituteEnds() throws Exception {
    GltfAsset asset =
        read(
            "[0]",
            "{'name':'top','mesh':0,'children':[1]}",
            "{'name':'a','mesh':0,'extensions':{'MSFT_lod':{'ids':[0]}}}");
    assertThat(asset.levelCount()).isEqualTo(2);
    for (int level = 0; level < 2; level++) {
      assertThat(asset.level(level).character().parts().size()).isLessThanOrEqualTo(2);
    }
  }
}
