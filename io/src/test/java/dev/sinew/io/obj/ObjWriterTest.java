package dev.sinew.io.obj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MeshFile;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.PolygonMesh;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjWriterTest {
  @TempDir Path folder;

  /** Two triangles over four vertices; vertex 2 has one wedge on each side of a seam. */
  private static TriMesh seamed() {
    return new TriMesh(
        new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0.1, 0, 1, 1e-7},
        new int[] {0, 1, 2, 3, 2, 0},
        new int[] {0, 1, 2, 5, 4, 3},
        new int[] {0, 1},
        List.of(
            new MeshAttribute(
                MeshAttribute.NORMAL,
                3,
                new float[] {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0}),
            new MeshAttribute(
                MeshAttribute.UV, 2, new float[] {0, 0, 1, 0, 1, 1, 0, 1, .1f, .2f, .3f, .4f})));
  }

  @Test
  void keepsSeamsGroupsAndAllNumbers() throws Exception {
    TriMesh mesh = seamed();
    Path file = folder.resolve("seamed.obj");
    ObjWriter.write(file, mesh);
    MeshFile result = ObjReader.read(file);
    TriMesh again = result.mesh().toTriMesh();
    assertThat(result.issues()).isEmpty();
    assertThat(result.mesh().groupNames()).containsExactly("group0", "group1");
    assertThat(again.positions()).containsExactly(mesh.positions());
    assertThat(again.groups()).containsExactly(mesh.groups());
    assertThat(again.wedgeCount()).isEqualTo(mesh.wedgeCount());
    for (String name : List.of(MeshAttribute.NORMAL, MeshAttribute.UV)) {
      MeshAttribute before = mesh.attribute(name).orElseThrow();
      MeshAttribute after = again.attribute(name).orElseThrow();
      for (int t = 0; t < 2; t++) {
        for (int c = 0; c < 3; c++) {
          assertThat(again.vertex(t, c)).isEqualTo(mesh.vertex(t, c));
          for (int k = 0; k < before.components(); k++) {
            assertThat(after.value(again.wedge(t, c), k))
                .isEqualTo(before.value(mesh.wedge(t, c), k));
          }
        }
      }
    }
  }

  @Test
  void keepsPolygons() throws Exception {
    PolygonMesh mesh =
        new PolygonMesh(
            new double[] {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, Math.PI},
            new float[] {0.5f, 0.25f},
            new float[] {0, 0, 1},
            new int[] {0, 4, 7, 10},
            new PolygonMesh.Corners(
                new int[] {0, 1, 2, 3, 0, 1, 2, 1, 2, 3},
                new int[] {0, 0, 0, 0, -1, -1, -1, 0, 0, 0},
                new int[] {-1, 0, 0, 0, -1, -1, -1, -1, -1, -1}),
            new int[] {0, 1, 0},
            List.of(ObjReader.NO_MATERIAL, "skin"));
    Path file = folder.resolve("polygons.obj");
    ObjWriter.write(file, mesh);
    PolygonMesh again = ObjReader.read(file).mesh();
    assertThat(again).usingRecursiveComparison().isEqualTo(mesh);
  }

  @Test
  void writesTheShortestNumberOfAFloat() throws Exception {
    Random random = new Random(99);
    float[] numbers = new float[3 * 20_000];
    for (int i = 0; i < numbers.length; i++) {
      float any = Float.intBitsToFloat(random.nextInt());
      numbers[i] = Float.isFinite(any) && i % 2 == 0 ? any : random.nextFloat() * 2 - 1;
    }
    TriMesh points = TriMesh.of(new double[numbers.length], new int[0]);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ObjWriter.forPoses(points).writeFrame(text, numbers);
    double[] again = ObjReader.read("numbers.obj", text.toByteArray()).mesh().positions();
    for (int i = 0; i < numbers.length; i++) {
      assertThat((float) again[i]).isEqualTo(numbers[i]);
    }
  }

  @Test
  void writesNumbersWithoutRedundantCharacters() throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    TriMesh triangle = TriMesh.of(new double[9], new int[] {0, 1, 2});
    ObjWriter.forPoses(triangle)
        .writeFrame(text, new float[] {0, -1, 0.1f, 1e-5f, 1.5e10f, 100, 0.001f, -0f, 1e20f});
    assertThat(text).hasToString("v 0 -1 0.1\nv 1e-5 1.5e10 100\nv 0.001 -0 1e20\nf 1 2 3\n");
  }

  @Test
  void writesASequenceThatReadsBackEqual() throws Exception {
    TriMesh reference = seamed();
    float[] first = {0, 0, 0, 1, 0, 0, 1, 1, 0.1f, 0, 1, 0};
    float[] second = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 1f / 3};
    MeshSequence sequence = new MeshSequence(reference, List.of("a", "b"), List.of(first, second));
    ObjWriter.write(folder.resolve("poses"), "pose", sequence);
    List<Path> files = ObjFiles.expand(folder.resolve("poses").toString());
    assertThat(files)
        .extracting(f -> f.getFileName().toString())
        .containsExactly("pose0001.obj", "pose0002.obj");
    MeshSequence again = ObjSequence.read(files, RunContext.ofThreads(2)).meshes();
    assertThat(again.positions(0)).containsExactly(first);
    assertThat(again.positions(1)).containsExactly(second);
    assertThat(again.reference().attribute(MeshAttribute.UV)).isPresent();
    assertThat(again.reference().attribute(MeshAttribute.NORMAL)).isEmpty();
  }

  @Test
  void rejectsInvalidInputAndLeavesNoFile() throws Exception {
    TriMesh triangle = TriMesh.of(new double[9], new int[] {0, 1, 2});
    Path file = folder.resolve("bad.obj");
    float[] bad = new float[9];
    bad[4] = Float.NaN;
    assertThatThrownBy(() -> ObjWriter.forPoses(triangle).writeFrame(file, bad))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ObjWriter.forPoses(triangle).writeFrame(file, new float[6]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 9, got 6");
    try (var left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }
}
