package dev.sinew.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.FitModel;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.testkit.AtlasOracle;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import dev.sinew.unwrap.Packing;
import dev.sinew.unwrap.UnwrapOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file of ../shared/data gets an atlas without flips or overlaps, through a file. */
class UnwrapStepTest {
  /** Larger models are packed in rows, which is quicker; charts are the same. */
  private static final int SMALL = 200;

  /** A larger one that is packed by shape. */
  private static final String PACKED = "CesiumMan.glb";

  @TempDir Path folder;

  static Stream<Path> files() {
    return SharedData.gltfFiles().stream();
  }

  @NeedsSharedData
  @ParameterizedTest
  @MethodSource("files")
  void everyFileGetsAValidAtlas(Path file) throws Exception {
    SkinnedCharacter before = GltfReader.read(file).requireSound().character();
    int triangles = before.meshes().stream().mapToInt(m -> m.mesh().triangleCount()).sum();
    boolean byShape = triangles < SMALL || file.endsWith(PACKED);
    requireValidAtlas(file, byShape ? Packing.BITMAP : Packing.ROWS, triangles < SMALL);
    assertThat(Files.exists(folder.resolve("out-checker.glb"))).isEqualTo(triangles < SMALL);
  }

  /** The horse of the papers, fitted to all its poses. */
  @NeedsSharedData
  @Test
  void theHorseGetsFewChartsThatPackWell() throws Exception {
    Path poses = SharedData.path("horse");
    Path horse = folder.resolve("horse.glb");
    FitStep.Options fit =
        FitStep.Options.of(
                List.of(poses.resolve("horse-[0-9]*.obj").toString()), new FitStep.Bones.Found(24))
            .withModel(FitModel.ANIMATION_SPACE)
            .withReference(poses.resolve("horse-reference.obj"))
            .withOutput(horse);
    new FitStep().run(fit, RunContext.create());
    UnwrapStep.Report report = requireValidAtlas(horse, Packing.BITMAP, false);
    assertThat(report.figures().charts()).isLessThanOrEqualTo(40);
    assertThat(report.figures().packing()).isGreaterThanOrEqualTo(0.70);
  }

  private UnwrapStep.Report requireValidAtlas(Path file, Packing packing, boolean checker)
      throws IOException {
    UnwrapOptions options = UnwrapOptions.DEFAULTS.withPacking(packing);
    Path output = folder.resolve("out.glb");
    UnwrapStep.Report report;
    try (RunContext context = RunContext.ofThreads(2);
        FileSession session = new FileSession()) {
      report =
          new UnwrapStep()
              .run(
                  new UnwrapStep.Options(file, options, checker, Optional.of(output)),
                  session,
                  context)
              .report();
      session.publish();
    }
    assertThat(report.figures().flipped()).isZero();
    assertThat(report.figures().overlapping()).isZero();
    SkinnedCharacter after = GltfReader.read(output).requireSound().character();
    double[] uv =
        IntStream.range(0, after.meshes().size())
            .filter(m -> after.parts().stream().anyMatch(p -> p.mesh() == m))
            .mapToObj(m -> lastUvs(after.meshes().get(m).mesh()))
            .flatMapToDouble(DoubleStream::of)
            .toArray();
    assertThat(uv).hasSize(6 * shownTriangles(after));
    assertThat(AtlasOracle.of(uv)).isEqualTo(new AtlasOracle(0, 0, 0));
    assertThat(folder.resolve("out-atlas.png")).exists();
    return report;
  }

  private static int shownTriangles(SkinnedCharacter character) {
    return IntStream.range(0, character.meshes().size())
        .filter(m -> character.parts().stream().anyMatch(p -> p.mesh() == m))
        .map(m -> character.meshes().get(m).mesh().triangleCount())
        .sum();
  }

  /** Returns the last set of texture coordinates of a mesh, per corner. */
  private static double[] lastUvs(TriMesh mesh) {
    int set = 0;
    while (mesh.attribute(MeshAttribute.uv(set + 1)).isPresent()) {
      set++;
    }
    MeshAttribute uv = mesh.attribute(MeshAttribute.uv(set)).orElseThrow();
    double[] out = new double[6 * mesh.triangleCount()];
    for (int c = 0; c < 3 * mesh.triangleCount(); c++) {
      out[2 * c] = uv.value(mesh.wedge(c / 3, c % 3), 0);
      out[2 * c + 1] = uv.value(mesh.wedge(c / 3, c % 3), 1);
    }
    return out;
  }
}
