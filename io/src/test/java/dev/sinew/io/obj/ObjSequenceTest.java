package dev.sinew.io.obj;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.MeshSequence;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjSequenceTest {
  private static final String SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void naturalOrderComparesNumbers() {
    List<String> ordered =
        List.of(
            "a", "a0", "a01", "a1", "a2", "a2b", "a10", "a99999999999999999999", "b1c2", "b1c10");
    for (int i = 0; i < ordered.size(); i++) {
      for (int j = 0; j < ordered.size(); j++) {
        assertThat(Integer.signum(NaturalOrder.INSTANCE.compare(ordered.get(i), ordered.get(j))))
            .as("%s and %s", ordered.get(i), ordered.get(j))
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }

  @Test
  void findsFilesByFolderPatternAndName() throws Exception {
    Path ten = file("poses/frame10.obj", SQUARE);
    Path two = file("poses/frame2.OBJ", SQUARE);
    Path other = file("more/frame1.obj", SQUARE);
    Path bracket = file("poses/odd[1].obj", SQUARE);
    file("poses/notes.txt", "");
    file("poses/.hidden.obj", "");
    String root = folder.toString();
    assertThat(ObjFiles.expand(root + "/poses")).containsExactly(two, ten, bracket);
    assertThat(ObjFiles.expand(root + "/poses/frame*")).containsExactly(two, ten);
    assertThat(ObjFiles.expand(root + "/*/frame*.obj")).containsExactly(other, ten);
    assertThat(ObjFiles.expand(root + "/poses/frame1?.{obj,ply}")).containsExactly(ten);
    assertThat(ObjFiles.expand(bracket.toString())).containsExactly(bracket);
    assertThat(ObjFiles.expand(List.of(ten.toString(), root + "/more")))
        .containsExactly(ten, other);
    assertThatThrownBy(() -> ObjFiles.expand(root + "/poses/*.ply"))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("*.ply");
    assertThatThrownBy(() -> ObjFiles.expand(root + "/nowhere"))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> ObjFiles.expand(root + "/poses/{a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a pattern");
    assertThatThrownBy(() -> ObjFiles.expand("/dev/null"))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessage("/dev/null: expected a file, got a pipe or a device");
  }

  @Test
  void mismatchesAreErrorsWithTheirLine() throws Exception {
    Path reference = file("reference.obj", SQUARE + "f 1 2 3\nf 1 3 4\n");
    Path turned = file("turned.obj", SQUARE + "f 1 2 3\n\nf 1 4 3\n");
    Path quad = file("quad.obj", SQUARE + "f 1 2 3 4\n");
    Path fewer = file("fewer.obj", SQUARE + "f 1 2 3\n");
    Path vertices = file("vertices.obj", SQUARE + "v 0 0 0\nf 1 2 3\nf 1 3 4\n");
    Path huge = file("huge.obj", SQUARE.replace("1 1 0", "1 1e39 0") + "f 1 2 3\nf 1 3 4\n");
    assertMismatch(
        reference, turned, "line 7: face 2 has the corners 1 4 3, in the reference", "1 3 4");
    assertMismatch(reference, quad, "line 5: face 1 has the corners 1 2 3 4", "1 2 3");
    assertMismatch(reference, fewer, "1 faces, but the reference", "has 2");
    assertMismatch(reference, vertices, "5 vertices, but the reference", "has 4");
    assertMismatch(reference, huge, "vertex 3", "32 bits");
  }

  private static void assertMismatch(Path reference, Path bad, String... told) {
    assertThatThrownBy(
            () ->
                ObjSequence.read(
                    reference, List.of(reference, bad, reference), RunContext.ofThreads(2)))
        .isInstanceOf(MalformedAssetException.class)
        .hasMessageStartingWith(bad + ": ")
        .hasMessageContainingAll(told);
  }

  @Test
  void reportsTheIssuesOfEachFileOnce() throws Exception {
    Path first = file("first.obj", SQUARE + "f 1 2 3\nf 1\n");
    Path second = file("second.obj", SQUARE + "f 1 2\nf 1 2 3\n");
    ObjSequence sequence = ObjSequence.read(List.of(first, second), RunContext.ofThreads(1));
    assertThat(sequence.meshes().frameCount()).isEqualTo(2);
    assertThat(sequence.issues())
        .extracting(i -> i.where())
        .containsExactly(first + ": line 6", second + ": line 5");
  }

  @NeedsSharedData
  @Test
  void theResultDoesNotDependOnTheThreads() throws Exception {
    Path horses = SharedData.path("horse");
    List<Path> files = ObjFiles.expand(horses + "/horse-[0-9]*.obj");
    assertThat(files).hasSize(10);
    Path reference = horses.resolve("horse-reference.obj");
    MeshSequence one = ObjSequence.read(reference, files, RunContext.ofThreads(1)).meshes();
    MeshSequence three = ObjSequence.read(reference, files, RunContext.ofThreads(3)).meshes();
    assertThat(one.frameCount()).isEqualTo(10);
    assertThat(one.name(9)).isEqualTo("horse-10.obj");
    for (int f = 0; f < 10; f++) {
      assertThat(three.positions(f)).containsExactly(one.positions(f));
    }
    assertThat(one.position(0, 0, 1)).isEqualTo(0.596736f);
  }
}
