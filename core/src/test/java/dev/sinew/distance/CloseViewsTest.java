package dev.sinew.distance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.distance.CloseViews.View;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class CloseViewsTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(2);
  private static final SkinnedCharacter ARM = Samples.create("arm").character();
  private static final List<Pose> POSES = List.of(ARM.restPose());
  private static final CloseViews VIEWS = new CloseViews(ARM, POSES, 40, CONTEXT);

  @AfterAll
  static void close() {
    CONTEXT.close();
  }

  private static SkinnedCharacter moved(double by, int first, int end) {
    Geometry geometry = ARM.meshes().getFirst();
    TriMesh mesh = geometry.mesh();
    double[] positions = mesh.positions();
    double size = mesh.bounds().longestSide();
    for (int i = 3 * first; i < 3 * end; i++) {
      positions[i] += by * size;
    }
    return ARM.withMeshes(List.of(geometry.withMesh(mesh.withPositions(positions))));
  }

  @Test
  void aCharacterLooksLikeItself() {
    CloseViews.Result same = VIEWS.measure(ARM);
    assertThat(same.views()).hasSize(40);
    assertThat(same.worst(View::difference)).isZero();
    assertThat(same.worst(View::degrees)).isLessThan(0.1);
    assertThat(same.worst(View::swapped)).isZero();
    assertThat(same.worst(View::sameFrom)).isEqualTo(CloseViews.FINEST);
  }

  @Test
  void aLargerErrorShowsMore() {
    int count = ARM.meshes().getFirst().mesh().vertexCount();
    double small = VIEWS.measure(moved(0.001, 0, count)).mean(View::difference);
    double large = VIEWS.measure(moved(0.01, 0, count)).mean(View::difference);
    assertThat(small).isPositive();
    assertThat(large).isGreaterThan(2 * small);
  }

  @Test
  void aLargerErrorIsSeenFromFurtherAway() {
    int count = ARM.meshes().getFirst().mesh().vertexCount();
    double small = VIEWS.measure(moved(0.002, 0, count)).mean(View::sameFrom);
    double large = VIEWS.measure(moved(0.02, 0, count)).mean(View::sameFrom);
    double gone = VIEWS.measure(ARM.withParts(List.of())).mean(View::sameFrom);
    assertThat(small).isGreaterThan(CloseViews.FINEST);
    assertThat(large).isGreaterThan(2 * small);
    assertThat(gone).isGreaterThan(large);
  }

  /** What differs in a few places shows in the worst views first. */
  @Test
  void theWorstTwentiethFindsASpot() {
    CloseViews.Result dented = VIEWS.measure(moved(0.01, 0, 60));
    assertThat(dented.worst(View::difference)).isGreaterThan(3 * dented.mean(View::difference));
    assertThat(dented.worstFirst(View::difference).getFirst().difference())
        .isGreaterThanOrEqualTo(dented.worst(View::difference));
  }

  /** Two sheets of one material: what comes through the upper one is another part. */
  @Test
  void aSheetThatComesThroughIsAnotherPart() {
    SkinnedCharacter original = sheets(0);
    CloseViews views = new CloseViews(original, List.of(original.restPose()), 100, CONTEXT);
    assertThat(views.measure(original).worst(View::swappedParts)).isZero();
    CloseViews.Result pierced = views.measure(sheets(0.05));
    assertThat(pierced.worst(View::swappedParts)).isGreaterThan(0.5);
    assertThat(pierced.worst(View::swapped)).isLessThan(0.05);
    assertThat(pierced.mean(View::swappedParts)).isLessThan(0.5);
  }

  /** A sheet over another one, whose middle is raised. */
  private static SkinnedCharacter sheets(double raised) {
    int side = 10;
    double[] positions = new double[6 * side * side];
    List<Integer> corners = new ArrayList<>();
    for (int v = 0; v < 2 * side * side; v++) {
      int column = v % side;
      int row = v / side % side;
      boolean isUpper = v >= side * side;
      boolean isMiddle = Math.abs(2 * column - 9) < 4 && Math.abs(2 * row - 9) < 4;
      positions[3 * v] = column / 9.0;
      positions[3 * v + 1] = row / 9.0;
      positions[3 * v + 2] = isUpper ? 0.02 : isMiddle ? raised : 0;
      if (column < side - 1 && row < side - 1) {
        corners.addAll(List.of(v, v + 1, v + side + 1, v, v + side + 1, v + side));
      }
    }
    int[] triangles = corners.stream().mapToInt(i -> i).toArray();
    Geometry sheets = new Geometry("sheets", TriMesh.of(positions, triangles));
    Part part = new Part("sheets", 0, 0, SkinnedCharacter.NO_SKIN);
    return ARM.withParts(List.of(part)).withMeshes(List.of(sheets));
  }

  @Test
  void nothingOfTheCharacterIsSwapped() {
    SkinnedCharacter gone = ARM.withParts(List.of());
    assertThat(VIEWS.measure(gone).mean(View::swapped)).isEqualTo(1);
  }
}
