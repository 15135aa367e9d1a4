package dev.sinew.io.usd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.testkit.NeedsSharedData;
import dev.sinew.testkit.SharedData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real characters keep their places as USD; needs shared data. */
@NeedsSharedData
class UsdRealFilesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "khronos/CesiumMan.glb",
        "khronos/Fox.glb",
        "khronos/MorphStressTest.glb",
        "khronos/RecursiveSkeletons.glb",
        "khronos/SimpleMorph.gltf",
        "new/bitmoji-walk.glb",
        "new/godette-vrm0.vrm",
        "other/RobotExpressive.glb"
      })
  void verticesKeepTheirPlaces(String name) throws IOException {
    GltfDocument document = GltfDocument.read(SharedData.file("gltf/" + name).orElseThrow());
    try (FileSession files = new FileSession()) {
      UsdComparison usd = UsdComparison.of(document, folder.resolve("out.usda"), files);
      double worst = 0;
      List<String> clips = usd.clips();
      for (int c = 0; c < clips.size(); c++) {
        worst = Math.max(worst, usd.inClip(c, clips.get(c)));
      }
      if (clips.isEmpty()) {
        worst = usd.atRest();
      }
      assertThat(worst).isLessThan(1e-6);
    }
  }
}
