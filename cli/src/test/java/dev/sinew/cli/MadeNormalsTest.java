package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.obj.ObjReader;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** glTF files made from OBJ files without normals have some: without, viewers show facets. */
class MadeNormalsTest {
  @TempDir static Path shared;

  /** The arm's shapes without normals and texture coordinates. */
  private static Path bare = Path.of("");

  @BeforeAll
  static void writeBareShapes() throws IOException {
    Path arm = Run.sampleArm(shared);
    bare = Files.createDirectory(shared.resolve("bare"));
    try (Stream<Path> files = Files.list(arm)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".obj")).sorted().toList()) {
        List<String> lines =
            Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("v ") || line.startsWith("f "))
                .map(line -> line.startsWith("f ") ? line.replaceAll("/\\S*", "") : line)
                .toList();
        Files.write(bare.resolve(file.getFileName()), lines);
      }
    }
  }

  private static void run(String... line) {
    Run run = Run.of(line);
    assertThat(run.status()).as(run.err()).isZero();
  }

  private static TriMesh assertShaded(Path file) throws IOException {
    List<Geometry> meshes = GltfReader.read(file).character().meshes();
    assertThat(meshes).isNotEmpty();
    for (Geometry geometry : meshes) {
      assertThat(geometry.mesh().attribute(MeshAttribute.NORMAL)).as(file.toString()).isPresent();
    }
    return meshes.getFirst().mesh();
  }

  /** The mesh has the vertices of the OBJ file in its order. */
  private static void assertVerticesOf(Path obj, TriMesh mesh) throws IOException {
    double[] wanted = ObjReader.read(obj).mesh().positions();
    double[] found = mesh.positions();
    assertThat(found).hasSameSizeAs(wanted);
    for (int i = 0; i < wanted.length; i++) {
      assertThat(found[i]).isCloseTo(wanted[i], within(1e-6));
    }
  }

  @Test
  void fitsAndTheirLevelsAreShaded() throws IOException {
    String reference = bare.resolve("reference.obj").toString();
    for (String model : new String[] {"as", "ssd"}) {
      Path rig = shared.resolve(model + ".glb");
      run(
          "fit",
          bare.toString(),
          "--reference",
          reference,
          "--bones",
          "3",
          "--model",
          model,
          "-o",
          rig.toString());
      assertVerticesOf(bare.resolve("reference.obj"), assertShaded(rig));
    }
    Path levels = shared.resolve("levels");
    run(
        "simplify",
        bare.toString(),
        "--reference",
        reference,
        "--weights",
        shared.resolve("ssd.glb").toString(),
        "--ratio",
        "0.3",
        "-o",
        levels.toString());
    TriMesh level = assertShaded(levels.resolve("rig.glb"));
    assertVerticesOf(levels.resolve("reference.obj"), level);
  }

  @Test
  void skeletonsAreShaded() throws IOException {
    Path rig = shared.resolve("skeleton.glb");
    Path field = shared.resolve("field.glb");
    Path graph = shared.resolve("graph.glb");
    Path reference = bare.resolve("reference.obj");
    run(
        "skeleton",
        reference.toString(),
        "--field",
        field.toString(),
        "--graph",
        graph.toString(),
        "-o",
        rig.toString());
    assertVerticesOf(reference, assertShaded(rig));
    assertShaded(field);
    assertShaded(graph);
  }
}
