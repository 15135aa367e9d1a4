package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitModel;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FittedModel;
import dev.sinew.influence.AnimationSpaceConversion;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseSamples;
import dev.sinew.pose.Regularisation;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.CharacterReplay;
import dev.sinew.simplify.CharacterSimplification;
import dev.sinew.simplify.SimplifyMethod;
import dev.sinew.simplify.collapse.InfluenceRanking;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.KhronosValidator;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the Khronos validator on written files: no file has an error that its source did not have.
 */
class KhronosValidatorTest {
  @TempDir Path folder;

  @BeforeEach
  void needsTheValidator() {
    KhronosValidator.assumeInstalled();
  }

  @NeedsSharedData
  @Test
  void rewrittenFilesGetNoNewErrors() throws Exception {
    List<Path> originals = SharedData.gltfFiles();
    Map<Path, List<Path>> copies = new LinkedHashMap<>();
    for (Path file : originals) {
      GltfDocument document = GltfDocument.read(file);
      Path own = folder.resolve(copies.size() + "-" + file.getFileName());
      boolean binary = own.toString().endsWith(".glb");
      Path other = folder.resolve(own.getFileName() + (binary ? ".gltf" : ".glb"));
      document.write(own);
      document.write(other);
      copies.put(file, List.of(own, other));
    }
    List<Path> all = new ArrayList<>(originals);
    copies.values().forEach(all::addAll);
    Map<Path, List<String>> errors = KhronosValidator.errors(all);
    for (Path file : originals) {
      for (Path copy : copies.getOrDefault(file, List.of())) {
        assertThat(errors.get(copy))
            .as(copy.toString())
            .isSubsetOf(errors.getOrDefault(file, List.of()));
      }
    }
  }

  @NeedsSharedData
  @Test
  void posedDocumentsAreValid() throws Exception {
    List<Path> written = new ArrayList<>();
    for (Path file : SharedData.gltfFiles()) {
      GltfAsset asset = GltfReader.read(file);
      CharacterSurface.Posed posed = CharacterSurface.of(asset.character()).newPosed();
      posed.set(asset.character().restPose());
      Path target = folder.resolve(written.size() + "-posed.glb");
      PosedDocument.of(asset, posed).write(target);
      written.add(target);
    }
    assertNoErrors(written);
  }

  @Test
  void samplesAreValid() throws Exception {
    List<Path> written = new ArrayList<>();
    for (String name : Samples.names()) {
      GltfDocument document = CharacterWriter.toDocument(name, Samples.create(name).character());
      for (String kind : List.of(".glb", ".gltf")) {
        Path target = folder.resolve(name + kind);
        document.write(target);
        written.add(target);
      }
    }
    assertNoErrors(written);
  }

  @NeedsSharedData
  @Test
  void otherInfluencesGiveNoNewErrors() throws Exception {
    Map<Path, Path> copies = new LinkedHashMap<>();
    for (Path file : SharedData.gltfFiles()) {
      GltfAsset asset = GltfReader.read(file).requireSound();
      List<Geometry> meshes = new ArrayList<>(asset.character().meshes());
      boolean any = false;
      for (Part part : asset.character().parts()) {
        Geometry given = asset.character().geometry(part);
        if (part.skin() != SkinnedCharacter.NO_SKIN) {
          meshes.set(part.mesh(), spread(given, asset.character().skins().get(part.skin())));
          any = true;
        }
      }
      if (any) {
        Path target = folder.resolve(copies.size() + "-reweighed.glb");
        asset.with(asset.character().withMeshes(meshes)).write(target);
        copies.put(file, target);
      }
    }
    List<Path> all = new ArrayList<>(copies.keySet());
    all.addAll(copies.values());
    Map<Path, List<String>> errors = KhronosValidator.errors(all);
    assertThat(copies).hasSizeGreaterThan(10);
    copies.forEach(
        (file, copy) ->
            assertThat(errors.get(copy))
                .as(file.toString())
                .isSubsetOf(errors.getOrDefault(file, List.of())));
  }

  /** Returns five different weights per vertex, if there are enough joints, and coordinates. */
  private static Geometry spread(Geometry given, Skin skin) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < given.mesh().vertexCount(); v++) {
      for (int i = 0; i < Math.min(5, skin.jointCount()); i++) {
        rows.add((v + i) % skin.jointCount(), 1.0 / (3 + i + v % 7));
      }
      rows.endRow();
    }
    Influences made = rows.build();
    return new Geometry(
        given.name(),
        given.mesh(),
        new Skinning.AnimationSpace(
            AnimationCoords.ofLinearBlend(skin, made, given.mesh().positions()), made),
        given.morphs());
  }

  @NeedsSharedData
  @Test
  void simplifiedCharactersGetNoNewErrors() throws Exception {
    List<Path> originals = SharedData.gltfFiles();
    Map<Path, List<Path>> made = new LinkedHashMap<>();
    try (RunContext context = RunContext.create()) {
      for (Path file : originals) {
        made.put(file, simplified(GltfReader.read(file), made.size(), context));
      }
    }
    List<Path> all = new ArrayList<>(originals);
    made.values().forEach(all::addAll);
    Map<Path, List<String>> errors = KhronosValidator.errors(all);
    for (Path file : originals) {
      for (Path level : made.getOrDefault(file, List.of())) {
        assertThat(errors.get(level))
            .as(file + ", " + level.getFileName())
            .isSubsetOf(errors.getOrDefault(file, List.of()));
      }
    }
  }

  /** Writes a character with three quarters of its triangles, alone and as a level of detail. */
  private List<Path> simplified(GltfAsset asset, int number, RunContext context) throws Exception {
    JoinedCharacter joined = new JoinedCharacter(asset.character());
    if (joined.mesh().triangleCount() == 0) {
      return List.of();
    }
    CharacterSimplification simplification =
        new CharacterSimplification(joined, CharacterSimplification.Options.DEFAULTS);
    WeightedPoses rest = WeightedPoses.ofEqualWeight(List.of(asset.character().restPose()));
    int goal = 3 * joined.mesh().triangleCount() / 4;
    OperationStream stream =
        simplification.simplify(SimplifyMethod.QUADRIC.price(), rest, goal, context);
    CharacterReplay replay = simplification.replay(stream, context);
    replay.advanceTo(stream.length());
    List<Geometry> level = replay.geometries(rest.poses());
    Path alone = folder.resolve(number + "-alone.glb");
    Path beside = folder.resolve(number + "-beside.glb");
    SkinnedCharacter light = asset.character().withMeshes(level);
    asset.with(light).write(alone);
    LevelsOfDetail.write(asset, List.of(light), List.of(0.3, 0.0), List.of(3.0)).write(beside);
    return List.of(alone, beside);
  }

  @Test
  void levelsWithFewerInfluencesAreValid() throws Exception {
    SkinnedCharacter arm = AnimationSpaceConversion.of(Samples.create("arm").character());
    List<Pose> poses = Samples.create("arm").poses().subList(0, 6);
    JoinedCharacter joined = new JoinedCharacter(arm);
    CharacterSimplification simplification =
        new CharacterSimplification(joined, CharacterSimplification.Options.DEFAULTS);
    List<Path> written = new ArrayList<>();
    try (RunContext context = RunContext.ofThreads(1)) {
      OperationStream stream =
          simplification.simplify(
              SimplifyMethod.QUADRIC.price(),
              WeightedPoses.ofEqualWeight(poses),
              new CharacterSimplification.Removals(
                  PoseDistribution.sampleMean(PoseSamples.of(poses), joined.boneSkin())
                      .regularised(Regularisation.DEFAULTS),
                  InfluenceRanking.ERROR),
              0,
              context);
      assertThat(stream.hasRemovals()).isTrue();
      for (int length : new int[] {stream.length() / 2, stream.length()}) {
        CharacterReplay replay = simplification.replay(stream, context);
        replay.advanceTo(length);
        Path target = folder.resolve(length + ".glb");
        CharacterWriter.toDocument("arm", simplification.withMeshes(replay.geometries(poses)))
            .write(target);
        written.add(target);
      }
    }
    assertNoErrors(written);
  }

  @Test
  void fittedCharactersAreValid() throws Exception {
    List<Path> written = new ArrayList<>();
    try (RunContext context = RunContext.create()) {
      Examples examples = Examples.of(Samples.create("arm").examples());
      FitResult fit =
          Fit.run(
              examples,
              new BoneSource.Found(4),
              FitOptions.DEFAULTS
                  .withModels(FitModel.ANIMATION_SPACE, FitModel.LINEAR_BLEND)
                  .withMoves(0),
              context);
      for (FittedModel model : fit.models()) {
        Path target = folder.resolve(model.skin().model().label() + ".glb");
        CharacterWriter.toDocument("arm", model.character("arm", context)).write(target);
        written.add(target);
      }
    }
    assertNoErrors(written);
  }

  private static void assertNoErrors(List<Path> files) throws Exception {
    Map<Path, List<String>> errors = KhronosValidator.errors(files);
    assertThat(errors).hasSize(files.size());
    for (Path file : files) {
      assertThat(errors.get(file)).as(file.toString()).isEmpty();
    }
  }
}
