package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import dev.sinew.distance.CompareOptions;
import dev.sinew.influence.LimitOptions;
import dev.sinew.influence.LimitOptions.Model;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.pipeline.LimitStep.Options;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.subdivide.SubdivisionOptions;
import dev.sinew.subdivide.SubdivisionScheme;
import dev.sinew.testkit.KhronosValidator;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What `limit` leaves: few enough joints, less error than dropping, and the rest of the file. */
class LimitStepTest {
  @TempDir private Path folder;

  @NeedsSharedData
  @ParameterizedTest
  @CsvSource({
    // What was measured and a little room: docs/limit.md says why weights seldom reach a half.
    "CesiumMan, 2, SSD, 0.56",
    "CesiumMan, 2, AS, 0.35",
    "CesiumMan, 1, SSD, 0.98",
    "CesiumMan, 1, AS, 0.72",
    "Fox, 2, SSD, 0.92",
    "Fox, 2, AS, 0.79",
  })
  void realCharactersKeepThisShareOfTheError(String name, int most, Model kind, double share)
      throws IOException {
    LimitStep.Report report = limit(khronos(name), most, kind, PoseSource.CLIPS);
    assertThat(report.distance().error().rms())
        .isPositive()
        .isLessThan(share * report.distance().naive().rms());
    assertThat(report.change().after().influences().max()).isEqualTo(most);
  }

  @NeedsSharedData
  @ParameterizedTest
  @CsvSource({
    "CesiumMan, 4, SSD, 0.5",
    "CesiumMan, 2, AS, 0.4",
    "Fox, 4, SSD, 0.75",
    "Fox, 4, AS, 0.2",
  })
  void subdividedCharactersKeepThisShareOfTheError(String name, int most, Model kind, double share)
      throws IOException {
    LimitStep.Report report = limit(subdivided(name, kind), most, kind, PoseSource.CLIPS);
    assertThat(report.change().before().influences().max()).isGreaterThan(4);
    assertThat(report.distance().error().rms())
        .isPositive()
        .isLessThan(share * report.distance().naive().rms());
    assertThat(report.change().after().influences().max()).isEqualTo(most);
  }

  @NeedsSharedData
  @ParameterizedTest
  @EnumSource(Model.class)
  void theFileShowsWhatTheReportSays(Model kind) throws IOException {
    Path model = khronos("CesiumMan");
    LimitStep.Report report = limit(model, 2, kind, PoseSource.CLIPS);

    CompareStep.Report found = compare(model, out());

    assertThat(found.compared().correspondence()).isEqualTo("vertices");
    assertThat(found.error().rms()).isCloseTo(report.distance().error().rms(), within(1e-6));
    assertThat(found.error().max()).isCloseTo(report.distance().error().max(), within(1e-5));
    assertThat(found.compared().poses()).isEqualTo(report.distance().poses());
  }

  @NeedsSharedData
  @ParameterizedTest
  @CsvSource({"CesiumMan, 2, 0.42", "CesiumMan, 1, 0.75"})
  void aFreeRestPoseLeavesThisShareInAPlainFile(String name, int most, double share)
      throws IOException {
    Path model = khronos(name);
    LimitStep.Report report =
        new LimitStep()
            .run(
                new Options(
                    model,
                    new LimitOptions(most, PoseSource.CLIPS, Model.SSD, true, 0, Map.of()),
                    Optional.of(out())),
                RunContext.create())
            .report();
    assertThat(report.distance().error().rms()).isLessThan(share * report.distance().naive().rms());
    GltfAsset before = GltfReader.read(model).requireSound();
    GltfAsset after = GltfReader.read(out()).requireSound();
    assertThat(after.document().json().has("extensionsUsed")).isFalse();
    Geometry a = before.character().meshes().getFirst();
    Geometry b = after.character().meshes().getFirst();
    assertThat(b.mesh().wedgePositions())
        .hasSameSizeAs(a.mesh().wedgePositions())
        .isNotEqualTo(a.mesh().wedgePositions());
    assertThat(b.mesh().attributes().getFirst().toArray())
        .isEqualTo(a.mesh().attributes().getFirst().toArray());
  }

  @NeedsSharedData
  @ParameterizedTest
  @CsvSource({"CesiumMan, 4, 0.25", "CesiumMan, 1, 0.5", "Fox, 4, 0.3", "Fox, 1, 0.45"})
  void helpersLeaveLessThanHalf(String name, int most, double share) throws IOException {
    Path model = subdivided(name, Model.SSD);
    LimitStep.Report report = help(model, most, 24);
    assertThat(report.change().helpers()).isBetween(1, 24);
    assertThat(report.distance().error().rms())
        .isPositive()
        .isLessThan(share * report.distance().naive().rms());
    assertThat(report.change().after().influences().max()).isEqualTo(most);
  }

  @NeedsSharedData
  @Test
  void helpersAreInTheFileAndTheRestOfItStays() throws Exception {
    Path model = other("RobotExpressive");
    LimitStep.Report report = help(model, 1, 6);
    GltfAsset before = GltfReader.read(model).requireSound();
    GltfAsset after = GltfReader.read(out()).requireSound();
    SkinnedCharacter one = before.character();
    SkinnedCharacter two = after.character();
    assertThat(report.change().helpers()).isGreaterThan(6); // Two skins lose joints.
    assertThat(two.skeleton().jointCount())
        .isEqualTo(one.skeleton().jointCount() + report.change().helpers());
    assertThat(two.parts().stream().map(Part::mesh).toList())
        .isEqualTo(one.parts().stream().map(Part::mesh).toList());
    for (int s = 0; s < one.skins().size(); s++) {
      for (int j = 0; j < one.skins().get(s).jointCount(); j++) {
        assertThat(two.skeleton().name(two.skins().get(s).joint(j)))
            .isEqualTo(one.skeleton().name(one.skins().get(s).joint(j)));
      }
    }
    CompareStep.Report found = compare(model, out());
    assertThat(found.error().rms()).isCloseTo(report.distance().error().rms(), within(1e-6));
    assertThat(found.error().max()).isCloseTo(report.distance().error().max(), within(1e-5));
    KhronosValidator.assumeInstalled();
    assertThat(KhronosValidator.errors(List.of(out())).get(out())).isEmpty();
  }

  @Test
  void helpersComeOutTheSameOnAnyNumberOfThreads() throws IOException {
    Options options =
        new Options(
            sample("biped", true),
            new LimitOptions(2, PoseSource.CLIPS, Model.SSD, true, 5, Map.of()),
            Optional.of(out()));
    new LimitStep().run(options, RunContext.ofThreads(1));
    byte[] first = Files.readAllBytes(out());
    new LimitStep().run(options, RunContext.ofThreads(3));
    assertThat(Files.readAllBytes(out())).isEqualTo(first);
  }

  @NeedsSharedData
  @Test
  void animationCoordinatesGetNoHelpersAndTheReportSaysSo() throws IOException {
    LimitStep.Report report = help(subdivided("Fox", Model.AS), 2, 4);
    assertThat(report.change().helpers()).isZero();
    assertThat(report.notes()).anyMatch(note -> note.contains("gets no helpers"));
    assertThat(report.change().after().influences().max()).isEqualTo(2);
  }

  @Test
  void helpersNeedClips() throws IOException {
    Path model = sample("biped", false);
    assertThatThrownBy(() -> help(model, 1, 4))
        .hasMessageContaining("biped.glb")
        .hasMessageContaining("clips");
    assertThat(out()).doesNotExist();
  }

  @NeedsSharedData
  @Test
  void animationSpaceComesWithTheBestWeights() throws IOException {
    Path model = khronos("CesiumMan");
    limit(model, 2, Model.SSD, PoseSource.CLIPS);
    Influences plain = influencesOf(out());
    limit(model, 2, Model.AS, PoseSource.CLIPS);
    Geometry geometry = GltfReader.read(out()).requireSound().character().meshes().getFirst();
    AnimationCoords coords = geometry.skinning().coords().orElseThrow();
    Influences fallback = geometry.skinning().influences().orElseThrow();
    assertThat(coords.rowCount()).isEqualTo(plain.vertexCount());
    for (int v = 0; v < plain.vertexCount(); v++) {
      assertThat(coords.count(v)).isLessThanOrEqualTo(2);
      assertThat(fallback.joint(v, 0)).isEqualTo(plain.joint(v, 0));
      assertThat(fallback.weight(v, 0)).isCloseTo(plain.weight(v, 0), within(1e-6));
    }
  }

  @NeedsSharedData
  @Test
  void severalMeshesSkinsAndMorphsComeThrough() throws IOException {
    Path model = other("RobotExpressive");
    GltfAsset before = GltfReader.read(model).requireSound();
    for (Model kind : Model.values()) {
      LimitStep.Report report = limit(model, 1, kind, PoseSource.CLIPS);
      GltfAsset after = GltfReader.read(out()).requireSound();
      assertThat(after.character().clips()).hasSameSizeAs(before.character().clips());
      assertThat(after.character().parts()).isEqualTo(before.character().parts());
      for (int m = 0; m < before.character().meshes().size(); m++) {
        Geometry a = before.character().meshes().get(m);
        Geometry b = after.character().meshes().get(m);
        assertThat(b.mesh().wedgePositions()).isEqualTo(a.mesh().wedgePositions());
        assertThat(b.morphs().isEmpty()).isEqualTo(a.morphs().isEmpty());
      }
      assertThat(after.document().json().get("materials"))
          .isEqualTo(before.document().json().get("materials"));
      assertThat(report.change().after().influences().max()).isEqualTo(1);
    }
  }

  @NeedsSharedData
  @Test
  void aModelWithFewEnoughIsLeftAlone() throws IOException {
    Path model = khronos("CesiumMan");
    LimitStep.Report report = limit(model, 4, Model.SSD, PoseSource.CLIPS);
    assertThat(report.distance().error().max()).isZero();
    assertThat(report.change().after()).isEqualTo(report.change().before());
    assertThat(GltfReader.read(out()).document().json().get("meshes"))
        .isInstanceOf(JsonArray.class);
  }

  @ParameterizedTest
  @EnumSource(PoseSource.class)
  void everyMetricGivesAValidResult(PoseSource metric) throws IOException {
    LimitStep.Report report = limit(sample("biped", true), 1, Model.SSD, metric);
    assertThat(report.metric()).isEqualTo(metric.toString());
    assertThat(report.distance().error().rms()).isPositive();
    assertThat(influencesOf(out()).maxCount()).isEqualTo(1);
  }

  @Test
  void withoutClipsTheSkeletonCountsAndTheReportSaysSo() throws IOException {
    LimitStep.Report report = limit(sample("biped", false), 1, Model.SSD, PoseSource.CLIPS);
    assertThat(report.metric()).isEqualTo("skeleton");
    assertThat(report.notes()).anyMatch(note -> note.contains("no clips"));
    assertThat(report.distance().poses()).isEqualTo(64);
    assertThat(report.distance().error().rms())
        .isPositive()
        .isLessThan(1.05 * report.distance().naive().rms());
  }

  @NeedsSharedData
  @Test
  void theSameBytesEveryTimeOnAnyNumberOfThreads() throws IOException {
    Path model = subdivided("Fox", Model.AS);
    Options options =
        new Options(
            model,
            new LimitOptions(2, PoseSource.CLIPS, Model.AS, false, 0, Map.of()),
            Optional.of(out()));
    new LimitStep().run(options, RunContext.ofThreads(1));
    byte[] first = Files.readAllBytes(out());
    new LimitStep().run(options, RunContext.ofThreads(3));
    assertThat(Files.readAllBytes(out())).isEqualTo(first);
  }

  @Test
  void aMeshWithSeveralSkinsKeepsWeights() throws IOException {
    SkinnedCharacter biped = Samples.create("biped").character();
    Part part = biped.parts().getFirst();
    SkinnedCharacter twice =
        new SkinnedCharacter(
            biped.skeleton(),
            List.of(biped.skins().getFirst(), biped.skins().getFirst()),
            biped.meshes(),
            List.of(part, new Part("second", part.node(), part.mesh(), 1)),
            biped.clips());
    Path model = folder.resolve("twice.glb");
    CharacterWriter.toDocument("twice", twice).write(model);
    LimitStep.Report report = limit(model, 1, Model.AS, PoseSource.CLIPS);
    assertThat(report.notes()).anyMatch(note -> note.contains("several skins"));
    Geometry made = GltfReader.read(out()).requireSound().character().meshes().getFirst();
    assertThat(made.skinning().coords()).isEmpty();
    LimitStep.Report helped = help(model, 1, 4);
    assertThat(helped.change().helpers()).isZero();
    assertThat(helped.notes()).containsOnlyOnce("biped has several skins: it gets no helpers");
  }

  @Test
  void refusesNonsense() {
    assertThatThrownBy(
            () ->
                new Options(
                    Path.of("a.glb"),
                    new LimitOptions(0, PoseSource.CLIPS, Model.SSD, false, 0, Map.of()),
                    Optional.empty()))
        .hasMessageContaining("0");
    assertThatThrownBy(
            () ->
                new Options(
                    Path.of("a.glb"),
                    new LimitOptions(4, PoseSource.CLIPS, Model.SSD, false, 0, Map.of()),
                    Optional.of(Path.of("b.obj"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"-1, CLIPS, SSD", "257, CLIPS, SSD", "4, RANGE, SSD", "4, CLIPS, AS"})
  void refusesHelpersThatCannotBe(int helpers, PoseSource metric, Model kind) {
    assertThatThrownBy(
            () ->
                new Options(
                    Path.of("a.glb"),
                    new LimitOptions(1, metric, kind, false, helpers, Map.of()),
                    Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("helpers");
  }

  private Path out() {
    return folder.resolve("out.glb");
  }

  private LimitStep.Report limit(Path model, int most, Model kind, PoseSource metric)
      throws IOException {
    return new LimitStep()
        .run(
            new Options(
                model,
                new LimitOptions(most, metric, kind, false, 0, Map.of()),
                Optional.of(out())),
            RunContext.create())
        .report();
  }

  private LimitStep.Report help(Path model, int most, int helpers) throws IOException {
    return new LimitStep()
        .run(
            new Options(
                model,
                new LimitOptions(most, PoseSource.CLIPS, Model.SSD, false, helpers, Map.of()),
                Optional.of(out())),
            RunContext.create())
        .report();
  }

  private static CompareStep.Report compare(Path reference, Path candidate) throws IOException {
    return new CompareStep()
        .run(
            new CompareStep.Options(
                reference, candidate, CompareOptions.DEFAULTS, Measuring.NONE, Optional.empty()),
            RunContext.create())
        .report();
  }

  private static Path khronos(String name) {
    return real("gltf/khronos/" + name + ".glb");
  }

  private static Path other(String name) {
    return real("gltf/other/" + name + ".glb");
  }

  private static Path real(String file) {
    return SharedData.path(file);
  }

  /** One Loop step; for weights, without the coordinates that say more than they can. */
  private Path subdivided(String name, Model kind) throws IOException {
    Path fine = folder.resolve(name + "-fine.glb");
    new SubdivideStep()
        .run(
            new SubdivideStep.Options(
                khronos(name),
                SubdivisionScheme.LOOP,
                SubdivisionOptions.DEFAULTS.withLevels(1),
                64, // All influences, since there must be some to lose.
                fine),
            RunContext.create());
    if (kind == Model.AS) {
      return fine;
    }
    SkinnedCharacter read = GltfReader.read(fine).requireSound().character();
    List<Geometry> plain =
        read.meshes().stream().map(g -> g.withSkinning(g.skinning().asLinear())).toList();
    CharacterWriter.toDocument(
            name,
            new SkinnedCharacter(read.skeleton(), read.skins(), plain, read.parts(), read.clips()))
        .write(fine);
    return fine;
  }

  private Path sample(String name, boolean withClips) throws IOException {
    SkinnedCharacter made = Samples.create(name).character();
    Path file = folder.resolve(name + ".glb");
    CharacterWriter.toDocument(
            name,
            new SkinnedCharacter(
                made.skeleton(),
                made.skins(),
                made.meshes(),
                made.parts(),
                withClips ? made.clips() : List.of()))
        .write(file);
    return file;
  }

  private static Influences influencesOf(Path file) throws IOException {
    Geometry mesh = GltfReader.read(file).requireSound().character().meshes().getFirst();
    return mesh.skinning().influences().orElseThrow();
  }
}
