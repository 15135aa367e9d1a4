package dev.sinew.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bounds.Bounds;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.gltf.StoredBounds;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.io.obj.ObjWriter;
import dev.sinew.io.pointcache.PointCacheWriter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.testkit.GltfCopy;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
  @TempDir Path folder;

  @Test
  void playsACharacter() throws Exception {
    Path file = biped();
    String printed = printed(() -> PlayCharacter.main(new String[] {file.toString(), "walk"}));
    double seconds = GltfReader.read(file).character().clip("walk").duration();
    assertThat(printed.lines().distinct()).hasSize((int) Math.floor(60 * seconds + 1e-6) + 1);
  }

  @Test
  void posesACharacter() throws Exception {
    Path out = folder.resolve("posed.obj");
    String[] arguments = {tube().toString(), "bend", "0.5", out.toString()};
    String printed = printed(() -> PoseCharacter.main(arguments));
    TriMesh posed = ObjReader.read(out).mesh().toTriMesh();
    assertThat(printed).startsWith(posed.vertexCount() + " vertices, ");
    TriMesh rest = GltfReader.read(tube()).character().meshes().getFirst().mesh();
    assertThat(posed.triangleCount()).isEqualTo(rest.triangleCount());
    assertThat(posed.bounds().longestSide())
        .isNotCloseTo(rest.bounds().longestSide(), within(0.01));
  }

  @Test
  void movesACrowd() throws Exception {
    Path file = folder.resolve("biped.glb");
    CharacterWriter.toDocument("biped", Samples.create("biped").character()).write(file);
    String printed = printed(() -> MoveCrowd.main(new String[] {file.toString()}));
    assertThat(printed).contains("50 × 4014 points");
  }

  @Test
  void correctsAnArm() throws Exception {
    String printed = printed(() -> CorrectArm.main(new String[0]));
    assertThat(printed).contains("on the other shapes: rms 0.00").contains("posed ");
  }

  @Test
  void drawsLevels() throws Exception {
    Path file = folder.resolve("arm.glb");
    CharacterWriter.toDocument("arm", Samples.create("arm").character()).write(file);
    String printed = printed(() -> DrawLevels.main(new String[] {file.toString()}));
    assertThat(printed.lines())
        .hasSize(5)
        .satisfies(lines -> assertThat(lines.getFirst()).startsWith("    2 m: level 0."))
        .satisfies(lines -> assertThat(lines.get(3)).startsWith("  128 m: level 3.00"))
        .last()
        .isEqualTo("  512 m: not in view");
  }

  /** The distances at which levels change are the same if the mesh has other units. */
  @Test
  void drawsTheSameLevelsInAnyUnits() throws Exception {
    Path file = folder.resolve("arm.glb");
    Path copy = folder.resolve("copy.glb");
    CharacterWriter.toDocument("arm", Samples.create("arm").character()).write(file);
    GltfCopy.write(file, GltfCopy.Space.ofMeshes("128ths", 128).below(1 / 128.0, 1, 0, 0, 0), copy);
    String expected = printed(() -> DrawLevels.main(new String[] {file.toString()}));
    assertThat(printed(() -> DrawLevels.main(new String[] {copy.toString()}))).isEqualTo(expected);
  }

  @Test
  void fitsACharacter() throws Exception {
    Sample arm = Samples.create("arm");
    Path reference = folder.resolve("reference.obj");
    Path poses = folder.resolve("poses");
    Path out = folder.resolve("fitted.glb");
    ObjWriter.write(reference, arm.mesh());
    ObjWriter.write(poses, "pose", arm.examples());
    String printed =
        printed(
            () ->
                FitCharacter.main(
                    new String[] {reference.toString(), poses.toString(), "3", out.toString()}));
    assertThat(printed).startsWith("3 joints for 25 shapes, rms error 0.00");
    assertThat(GltfReader.read(out).requireSound().character().skins().getFirst().jointCount())
        .isEqualTo(3);
  }

  @Test
  void doesAllInTenLines() throws Exception {
    Path out = folder.resolve("light.glb");
    String printed =
        printed(() -> FirstProgram.main(new String[] {tube().toString(), out.toString()}));
    assertThat(printed).startsWith("Sphere[");
    var full = GltfReader.read(tube()).character().meshes().getFirst().mesh();
    GltfAsset light = GltfReader.read(out).requireSound();
    assertThat(light.character().meshes().getFirst().mesh().triangleCount())
        .isBetween(full.triangleCount() / 5, full.triangleCount() / 4);
    assertThat(light.character().meshes().getFirst().morphs().isEmpty()).isFalse();
    assertThat(light.document().json().toString()).contains("normalTexture");
  }

  @Test
  void solvesPoses() throws Exception {
    Sample arm = Samples.create("arm");
    Path file = folder.resolve("arm.glb");
    Path poses = folder.resolve("poses");
    Path out = folder.resolve("animated.glb");
    CharacterWriter.toDocument("arm", arm.character()).write(file);
    ObjWriter.write(poses, "pose", arm.examples());
    String printed =
        printed(
            () ->
                SolvePoses.main(new String[] {file.toString(), poses.toString(), out.toString()}));
    assertThat(printed).startsWith("25 poses, rms error 0.0");
    assertThat(GltfReader.read(out).requireSound().character().clip("solved").duration())
        .isCloseTo(24 / 30.0, within(1e-6));
  }

  @Test
  void drawsAFit() throws Exception {
    Sample tube = Samples.create("cylinder-bend");
    Path reference = folder.resolve("reference.obj");
    Path poses = folder.resolve("poses");
    Path cache = folder.resolve("poses.pc2");
    Path out = folder.resolve("errors.png");
    ObjWriter.write(reference, tube.mesh());
    ObjWriter.write(poses, "pose", tube.examples());
    PointCacheWriter.write(cache, tube.examples(), Sample.EXAMPLES_PER_SECOND);
    DrawFit.main(
        new String[] {
          reference.toString(), poses.toString(), cache.toString(), "2", out.toString()
        });
    BufferedImage picture = ImageIO.read(out.toFile());
    assertThat(picture.getWidth()).isEqualTo(1200);
    // Dark violet: vertices in their places, which animation space has and clay has not.
    assertThat(blueish(picture, 0, 400)).isLessThan(blueish(picture, 800, 1200) / 10);
  }

  @Test
  void drawsARig() throws Exception {
    Path out = folder.resolve("rig.png");
    DrawRigs.main(new String[] {biped().toString(), out.toString()});
    assertThat(ImageIO.read(out.toFile()).getHeight()).isEqualTo(420);
  }

  @Test
  void simplifiesACharacter() throws Exception {
    Path file = biped();
    Path out = folder.resolve("light.glb");
    String printed =
        printed(() -> SimplifyCharacter.main(new String[] {file.toString(), out.toString()}));
    assertThat(printed).matches("(?s)\\d+ of \\d+ triangles, rms error 0\\.00\\d+ of the box\\s+");
    int whole = GltfReader.read(file).character().meshes().getFirst().mesh().triangleCount();
    int light = GltfReader.read(out).character().meshes().getFirst().mesh().triangleCount();
    assertThat(light).isBetween(whole / 5, whole / 4);
  }

  @Test
  void aSimplifiedCharacterHasBoundsOfItsOwn() throws Exception {
    Path file = folder.resolve("bounded.glb");
    Path out = folder.resolve("light.glb");
    try (RunContext context = RunContext.ofThreads(1)) {
      GltfAsset tube =
          GltfReader.read(
              CharacterWriter.toDocument("tube", Samples.create("cylinder-bend").character()));
      StoredBounds.write(tube, Bounds.run(tube.character(), context), false, remark -> {});
      tube.document().write(file);
      printed(() -> SimplifyCharacter.main(new String[] {file.toString(), out.toString()}));
      GltfAsset light = GltfReader.read(out);
      String stored = light.document().json().get("scenes").toString();
      StoredBounds.write(light, Bounds.run(light.character(), context), false, remark -> {});
      assertThat(stored).isEqualTo(light.document().json().get("scenes").toString());
    }
  }

  @Test
  void addsHelpers() throws Exception {
    Path file = biped();
    Path out = folder.resolve("helped.glb");
    String printed =
        printed(() -> AddHelpers.main(new String[] {file.toString(), "1", "2", out.toString()}));
    assertThat(printed).startsWith("2 helpers, at most 1 influences per vertex: rms 0.0");
    var before = GltfReader.read(file).character();
    var after = GltfReader.read(out).requireSound().character();
    assertThat(after.skins().getFirst().jointCount())
        .isEqualTo(before.skins().getFirst().jointCount() + 2);
    assertThat(100 * CharacterSurface.restBox(after).longestSide())
        .isCloseTo(CharacterSurface.restBox(before).longestSide(), within(1e-4));
  }

  @Test
  void boundsACharacter() throws Exception {
    Path file = biped();
    String printed = printed(() -> BoundCharacter.main(new String[] {file.toString()}));
    assertThat(printed.lines()).hasSize(2).allMatch(line -> line.contains("radius "));
  }

  @Test
  void extractsASkeleton() throws Exception {
    Path shape = folder.resolve("quadruped.obj");
    Path out = folder.resolve("rigged.glb");
    ObjWriter.write(shape, Samples.create("quadruped").mesh());
    String printed =
        printed(() -> ExtractSkeleton.main(new String[] {shape.toString(), out.toString()}));
    int joints = GltfReader.read(out).requireSound().character().skins().getFirst().jointCount();
    assertThat(printed).matches("\\d limbs, " + joints + " joints\\s+");
  }

  @Test
  void comparesCharacters() throws Exception {
    Path file = tube();
    String printed =
        printed(() -> CompareCharacters.main(new String[] {file.toString(), file.toString()}));
    assertThat(printed.lines()).isNotEmpty().allMatch(line -> line.contains("max 0.000000"));
  }

  @Test
  void bakesALevel() throws Exception {
    Path out = folder.resolve("baked.glb");
    String printed =
        printed(() -> BakeLevel.main(new String[] {tube().toString(), out.toString()}));
    assertThat(printed).matches("(?s)\\d+ charts, stretch 1\\.\\d+; normals .* with the map\\s+");
    assertThat(GltfReader.read(out).requireSound().document().json().toString())
        .contains("normalTexture");
  }

  private Path tube() throws Exception {
    Path file = folder.resolve("tube.glb");
    CharacterWriter.toDocument("tube", Samples.create("cylinder-bend").character()).write(file);
    return file;
  }

  private Path biped() throws Exception {
    Path file = folder.resolve("biped.glb");
    CharacterWriter.toDocument("biped", Samples.create("biped").character()).write(file);
    return file;
  }

  /** Pixels between two columns that are clearly more blue than green. */
  private static int blueish(BufferedImage picture, int from, int to) {
    int count = 0;
    for (int y = 0; y < 0.9 * picture.getHeight(); y++) {
      for (int x = from; x < to; x++) {
        int rgb = picture.getRGB(x, y);
        if ((rgb & 0xFF) - (rgb >> 8 & 0xFF) > 30) {
          count++;
        }
      }
    }
    return count;
  }

  private interface Body {
    void run() throws Exception;
  }

  private static String printed(Body body) throws Exception {
    PrintStream console = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      body.run();
    } finally {
      System.setOut(console);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
