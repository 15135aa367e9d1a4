package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.Issue;
import dev.sinew.model.Material;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A changed character is written into a copy of its file, and nothing else changes. */
class CharacterEditTest {
  private static final SkinnedCharacter ARM = Samples.create("arm").character();

  private static GltfAsset asset(SkinnedCharacter character) throws IOException {
    return GltfReader.read(CharacterWriter.toDocument("test", character)).requireSound();
  }

  private static JsonArray array(GltfDocument document, String member) {
    return document.json().getAsJsonArray(member);
  }

  private static JsonObject item(GltfDocument document, String member, int index) {
    return array(document, member).get(index).getAsJsonObject();
  }

  // ---- clips -----------------------------------------------------------------------------------

  private static Clip clip(String name, Track... tracks) {
    return new Clip(name, List.of(tracks));
  }

  private static Track turn(int joint, double... times) {
    double[] values = new double[4 * times.length];
    for (int k = 0; k < times.length; k++) {
      values[4 * k] = Math.sin(times[k]);
      values[4 * k + 3] = Math.cos(times[k]);
    }
    return new Track(joint, Property.ROTATION, Clip.Interpolation.LINEAR, times, values);
  }

  private static SkinnedCharacter animated(Clip... clips) {
    return ARM.withClips(List.of(clips));
  }

  @Test
  void clipsAreRemovedAddedAndPutInAnotherOrder() throws IOException {
    GltfAsset file =
        asset(
            animated(clip("a", turn(1, 0, 1)), clip("b", turn(1, 0, 2)), clip("c", turn(1, 0, 3))));
    List<Clip> old = file.character().clips();
    Clip added = clip("d", turn(2, 0, 4));
    GltfDocument edited =
        file.with(file.character().withClips(List.of(added, old.get(2), old.get(0))));
    assertThat(GltfReader.read(edited).character().clips())
        .extracting(Clip::name, Clip::duration)
        .containsExactly(tuple("d", 4.0), tuple("c", 3.0), tuple("a", 1.0));
    assertThat(edited.buffer(0).remaining()).isEqualTo(file.document().buffer(0).remaining());
    assertThat(file.with(file.character().withClips(List.of())).json().has("animations")).isFalse();
  }

  /** Only the channel of a changed track gets a new sampler; a channel of no track stays. */
  @Test
  void otherChannelsOfAChangedClipAreKept() throws IOException {
    GltfDocument document =
        CharacterWriter.toDocument(
            "test", animated(clip("a", turn(1, 0, 1), turn(2, 0, 1, 2), turn(3, 0, 3))));
    JsonArray channels = item(document, "animations", 0).getAsJsonArray("channels");
    JsonObject pointer = channels.get(0).getAsJsonObject().deepCopy();
    pointer.add("target", JsonParser.parseString("{\"path\": \"pointer\"}"));
    channels.add(pointer);
    GltfAsset file = GltfReader.read(document);
    List<Track> old = file.character().clips().getFirst().tracks();
    Clip changed = clip("a", old.get(0), turn(2, 0, 0.5, 2.5));
    GltfDocument edited = file.with(file.character().withClips(List.of(changed)));
    JsonObject animation = item(edited, "animations", 0);
    assertThat(animation.getAsJsonArray("channels")).hasSize(3).contains(pointer);
    assertThat(animation.getAsJsonArray("samplers")).hasSize(2);
    Clip read = GltfReader.read(edited).character().clips().getFirst();
    assertThat(read.tracks()).hasSize(2);
    assertThat(read.tracks().get(1).times()).containsExactly(0, 0.5, 2.5);
    assertThat(array(edited, "accessors").size()).isLessThan(array(document, "accessors").size());
  }

  // ---- materials -------------------------------------------------------------------------------

  private static SkinnedCharacter painted(
      SkinnedCharacter character, UnaryOperator<Material> change) {
    return character.withMaterials(
        character.materials().stream().map(own -> own.stream().map(change).toList()).toList());
  }

  @Test
  void materialsGetOtherFactorsAndFlags() throws IOException {
    GltfAsset file = asset(ARM);
    Material.Color red = new Material.Color(1, 0, 0, 0.5);
    GltfDocument edited =
        file.with(
            painted(
                file.character(),
                own ->
                    new Material(
                        own.name(),
                        red,
                        own.textures(),
                        own.factors(),
                        own.use(),
                        true,
                        new Material.Opacity(Material.Alpha.MASK, 0.25),
                        true)));
    Material read = GltfReader.read(edited).character().material(0, 0).orElseThrow();
    assertThat(read.baseColor()).isEqualTo(red);
    assertThat(read.opacity().alpha()).isEqualTo(Material.Alpha.MASK);
    assertThat(read.opacity().cutoff()).isEqualTo(0.25);
    assertThat(read.doubleSided()).isTrue();
    assertThat(read.unlit()).isTrue();
    assertThat(array(edited, "materials")).hasSameSizeAs(array(file.document(), "materials"));
    GltfAsset unlit = GltfReader.read(edited);
    GltfDocument lit =
        unlit.with(
            painted(
                unlit.character(),
                own ->
                    new Material(
                        own.name(),
                        own.baseColor(),
                        own.textures(),
                        own.factors(),
                        own.use(),
                        false,
                        own.opacity(),
                        own.doubleSided())));
    assertThat(GltfReader.read(lit).character().material(0, 0).orElseThrow().unlit()).isFalse();
  }

  // ---- motion of the scene ---------------------------------------------------------------------

  private static SkinnedCharacter moved(SkinnedCharacter character, TransformOptions options) {
    try (RunContext context = RunContext.ofThreads(1)) {
      return Transform.run(character, options, context).character();
    }
  }

  /** A camera of its own root, which the character does not have, moves with the scene. */
  @Test
  void whatACharacterDoesNotHaveMovesWithIt() throws IOException {
    GltfDocument document = CharacterWriter.toDocument("test", ARM);
    document
        .json()
        .add(
            "cameras",
            JsonParser.parseString(
                "[{\"type\": \"orthographic\", \"orthographic\":"
                    + " {\"xmag\": 1, \"ymag\": 2, \"znear\": 1, \"zfar\": 10}}]"));
    int camera = array(document, "nodes").size();
    array(document, "nodes")
        .add(JsonParser.parseString("{\"camera\": 0, \"translation\": [1, 2, 3]}"));
    item(document, "scenes", 0).getAsJsonArray("nodes").add(camera);
    GltfAsset file = GltfReader.read(document).requireSound();
    TransformOptions twice =
        TransformOptions.DEFAULTS.withScale(1.5).withRotation(1, 2, 3, 50).withScale(2);
    SkinnedCharacter once = moved(file.character(), twice);
    GltfDocument edited =
        file.with(moved(once, TransformOptions.DEFAULTS.withTranslation(4, 5, 6)));
    assertThat(item(edited, "cameras", 0).getAsJsonObject("orthographic").get("zfar").getAsDouble())
        .isCloseTo(30, within(1e-9));
    SkinnedCharacter read = GltfReader.read(edited).requireSound().character();
    double[] expected = {1, 2, 3};
    twice.withTranslation(4, 5, 6).motion().movePoint(expected, 0);
    double[] place = new double[3];
    read.skeleton().copyRestTranslation(read.skeleton().find("node " + camera), place, 0);
    assertThat(place).containsExactly(expected, within(1e-9));
    // The keys are moved where they are.
    assertThat(array(edited, "accessors")).hasSameSizeAs(array(document, "accessors"));
  }

  @Test
  void aMovedLightCharacterIsWritten() throws IOException {
    GltfAsset file = asset(ARM);
    SkinnedCharacter large = moved(file.character(), TransformOptions.DEFAULTS.withScale(3));
    Geometry mesh = large.meshes().getFirst();
    TriMesh given = mesh.mesh();
    TriMesh fewer =
        new TriMesh(
            given.positions(),
            given.wedgeVertices(),
            Arrays.copyOf(given.cornerWedges(), 3 * (given.triangleCount() - 2)),
            Arrays.copyOf(given.groups(), given.triangleCount() - 2),
            given.attributes());
    SkinnedCharacter read =
        GltfReader.read(file.with(large.withMeshes(List.of(mesh.withMesh(fewer))))).character();
    assertThat(read.meshes().getFirst().mesh().triangleCount())
        .isEqualTo(given.triangleCount() - 2);
    assertThat(read.meshes().getFirst().mesh().bounds().longestSide())
        .isCloseTo(given.bounds().longestSide(), within(1e-5));
    double[] wanted = new double[12];
    double[] got = new double[12];
    large.skins().getFirst().copyInverseBind(1, wanted, 0);
    read.skins().getFirst().copyInverseBind(1, got, 0);
    assertThat(got).containsExactly(wanted, within(1e-5));
  }

  // ---- bounds ----------------------------------------------------------------------------------

  @Test
  void storedBoundsAreComputedAnew() throws IOException {
    GltfAsset file = asset(ARM);
    try (RunContext context = RunContext.ofThreads(1)) {
      StoredBounds.write(file, Bounds.run(file.character(), context), false, remark -> {});
      Geometry mesh = file.character().meshes().getFirst();
      double[] positions = mesh.mesh().positions();
      for (int i = 0; i < positions.length; i++) {
        positions[i] *= 1.25;
      }
      SkinnedCharacter fat =
          file.character().withMeshes(List.of(mesh.withMesh(mesh.mesh().withPositions(positions))));
      List<Issue> remarks = new ArrayList<>();
      GltfDocument edited = file.with(fat, remarks::add, context);
      assertThat(remarks)
          .extracting(Issue::what)
          .containsExactly("the stored bounds are computed anew");
      BoundsResult expected = Bounds.run(GltfReader.read(edited).character(), context);
      assertThat(
              item(edited, "scenes", 0)
                  .getAsJsonObject("extras")
                  .getAsJsonObject(StoredBounds.EXTRAS)
                  .getAsJsonObject("clips")
                  .getAsJsonObject("sphere")
                  .get("radius")
                  .getAsDouble())
          .isEqualTo(expected.whole().clips().sphere().radius());
      assertThat(StoredBounds.count(edited)).isEqualTo(StoredBounds.count(file.document()));
    }
  }

  // ---- parts -----------------------------------------------------------------------------------

  /** A mesh without triangles is not shown: glTF has no mesh without primitives. */
  @Test
  void aMeshThatLostItsTrianglesIsNotShown() throws IOException {
    GltfAsset file = asset(ARM);
    Geometry mesh = file.character().meshes().getFirst();
    TriMesh nothing =
        new TriMesh(
            mesh.mesh().positions(),
            mesh.mesh().wedgeVertices(),
            new int[0],
            new int[0],
            mesh.mesh().attributes());
    GltfDocument edited = file.with(file.character().withMeshes(List.of(mesh.withMesh(nothing))));
    assertThat(GltfReader.read(edited).requireSound().character().parts()).isEmpty();
  }

  // ---- what a file cannot express --------------------------------------------------------------

  private static void assertRefused(GltfAsset file, SkinnedCharacter changed, String... reasons) {
    assertThatThrownBy(() -> file.with(changed))
        .isInstanceOf(RequestException.class)
        .hasMessageContainingAll(reasons);
  }

  @Test
  void whatAFileCannotExpressIsRefused() throws IOException {
    GltfAsset file = asset(Samples.create("biped").character());
    SkinnedCharacter given = file.character();
    assertRefused(file, ARM, "joints", "cannot be taken out");
    Skeleton.Builder joints = Skeleton.builder();
    for (int j = 0; j < given.skeleton().jointCount(); j++) {
      int parent = given.skeleton().parent(j);
      joints.add(given.skeleton().name(j), j == 3 ? 0 : parent, 0, 0, 0);
    }
    assertRefused(
        file,
        new SkinnedCharacter(
            joints.build(), given.skins(), given.meshes(), given.parts(), given.clips()),
        given.skeleton().name(3),
        "another parent");
    List<Part> twice = new ArrayList<>(given.parts());
    twice.add(given.parts().getFirst());
    assertRefused(file, given.withParts(twice), "shows two meshes");
    List<Geometry> more = new ArrayList<>(given.meshes());
    more.add(ARM.meshes().getFirst());
    assertRefused(
        file,
        new SkinnedCharacter(given.skeleton(), given.skins(), more, given.parts(), given.clips()),
        ARM.meshes().getFirst().name(),
        "not in the file");
    Geometry mesh = given.meshes().getFirst();
    TriMesh old = mesh.mesh();
    int[] groups = old.groups();
    groups[0] = 7;
    List<Geometry> grouped = new ArrayList<>(given.meshes());
    grouped.set(
        0,
        mesh.withMesh(
            new TriMesh(
                old.positions(),
                old.wedgeVertices(),
                old.cornerWedges(),
                groups,
                old.attributes())));
    assertRefused(file, given.withMeshes(grouped), "group 7");
  }
}
