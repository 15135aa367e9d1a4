package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tube of which every square has a place of its own in the texture: no edge is without seam. */
class MovedSeamsTest {
  private static final SkinnedCharacter QUILT = Cases.bending(quilt(12, 16));
  private static final SimplifyOptions TENTH = SimplifyOptions.DEFAULTS.withRatios(0.1);

  private static TriMesh quilt(int around, int along) {
    TriMesh tube = Cases.tube(around, along);
    int triangles = tube.triangleCount();
    int[] wedgeVertex = new int[3 * triangles];
    int[] corners = new int[3 * triangles];
    float[] uv = new float[6 * triangles];
    for (int c = 0; c < corners.length; c++) {
      corners[c] = c;
      wedgeVertex[c] = tube.vertex(c / 3, c % 3);
      int square = c / 6;
      uv[2 * c] = (square % 14 + (c % 3 == 1 ? 0.9f : 0)) / 14;
      int row = square / 14;
      uv[2 * c + 1] = (row + (c % 3 == 2 ? 0.9f : 0)) / 14;
    }
    return new TriMesh(
        tube.positions(),
        wedgeVertex,
        corners,
        tube.groups(),
        List.of(new MeshAttribute(MeshAttribute.UV, 2, uv)));
  }

  @Test
  void seamsMoveWhereTheGoalCannotBeReachedOtherwise() {
    SimplifyResult result = Simplify.run(QUILT, TENTH, Cases.CONTEXT);
    assertThat(result.levels().getFirst().reached()).isTrue();
    assertThat(result.levels().getFirst().size().triangles()).isLessThanOrEqualTo(38);
    assertThat(result.notes()).anyMatch(note -> note.contains("seams move in this level"));
  }

  @Test
  void notIfTheyAreKeptAboveAll() {
    SimplifyResult result = Simplify.run(QUILT, TENTH.withStrictSeams(true), Cases.CONTEXT);
    assertThat(result.levels().getFirst().reached()).isFalse();
    assertThat(result.levels().getFirst().size().triangles()).isGreaterThan(100);
    assertThat(result.notes()).anyMatch(note -> note.contains("texture seams"));
  }

  /** A stream that is saved, and levels that are blended, follow one sequence of collapses. */
  @Test
  void norWhereLevelsShareAStream() {
    assertThat(
            Simplify.run(QUILT, TENTH.withFullStream(true), Cases.CONTEXT)
                .levels()
                .getFirst()
                .reached())
        .isFalse();
    assertThat(
            Simplify.run(QUILT, TENTH.withFlips(false), Cases.CONTEXT)
                .levels()
                .getFirst()
                .reached())
        .isFalse();
  }

  @Test
  void strictAndPermissiveContradict() {
    assertThatThrownBy(() -> TENTH.withStrictSeams(true).withPermissive(true))
        .hasMessageContaining("strict seams");
  }
}
