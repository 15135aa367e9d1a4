package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds in a file stay true in commands that change the surface or its motion. */
class StoredBoundsTest {
  @TempDir static Path shared;
  @TempDir Path folder;

  private static Path small = Path.of("");
  private static Path bounded = Path.of("");

  @BeforeAll
  static void writeAModelWithBounds() {
    small = Run.smallArm(Run.sampleArm(shared));
    bounded = shared.resolve("bounded.glb");
    done("bounds", small.toString(), "-o", bounded.toString());
  }

  private static Run done(String... args) {
    Run run = Run.of(args);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private Run changed(Path model, String command, Path out) {
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.add(1, model.toString());
    args.addAll(List.of("-o", out.toString()));
    return done(args.toArray(String[]::new));
  }

  /** Returns the bounds of all scenes and nodes. */
  private static List<JsonElement> bounds(Path file) throws Exception {
    List<JsonElement> out = new ArrayList<>();
    JsonObject json = GltfDocument.read(file).json();
    for (String list : List.of("scenes", "nodes")) {
      for (JsonElement carrier : json.getAsJsonArray(list)) {
        JsonObject extras = carrier.getAsJsonObject().getAsJsonObject("extras");
        if (extras != null && extras.has("sinewBounds")) {
          out.add(extras.get("sinewBounds"));
        }
      }
    }
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simplify --ratio 0.2 --no-polish --measure none",
        "simplify --ratio 0.2 --no-polish --msft-lod",
        "limit --max-influences 1",
        "subdivide --scheme loop",
      })
  void boundsAreThoseOfTheWrittenFile(String command) throws Exception {
    Path out = folder.resolve("out.glb");
    assertThat(changed(bounded, command, out).out()).contains("stored bounds are computed anew");
    Path again = folder.resolve("again.glb");
    done("bounds", out.toString(), "-o", again.toString());
    assertThat(bounds(out)).hasSizeGreaterThan(1).isEqualTo(bounds(again));
    assertThat(bounds(out).getFirst()).isNotEqualTo(bounds(bounded).getFirst());
  }

  @Test
  void aModelWithoutBoundsGetsNone() throws Exception {
    Path out = folder.resolve("out.glb");
    Run run = changed(small, "simplify --ratio 0.5 --no-polish --measure none", out);
    assertThat(run.out()).doesNotContain("bounds");
    assertThat(bounds(out)).isEmpty();
  }

  @Test
  void anAddedClipIsWithinThem() throws Exception {
    Path cache = folder.resolve("shapes.pc2");
    done("deform", small.toString(), "--clip", "0", "--fps", "2", "-o", cache.toString());
    Path out = folder.resolve("solved.glb");
    done("solve", bounded.toString(), cache.toString(), "-o", out.toString());
    Path again = folder.resolve("again.glb");
    done("bounds", out.toString(), "-o", again.toString());
    assertThat(bounds(out)).hasSize(2).isEqualTo(bounds(again));
  }

  /** A file does not contain the ranges of another, so such bounds cannot be computed anew. */
  @Test
  void boundsOfGivenRangesAreRemovedAloud() throws Exception {
    Path ranges = folder.resolve("ranges.json");
    Files.writeString(ranges, "{ \"foreArm\": { \"z\": [-10, 10] } }");
    Path given = folder.resolve("given.glb");
    done("bounds", small.toString(), "--ranges", ranges.toString(), "-o", given.toString());
    Path moved = folder.resolve("moved.glb");
    done("transform", given.toString(), "--scale", "2", "-o", moved.toString());
    assertThat(bounds(moved)).hasSize(2);
    Path out = folder.resolve("out.glb");
    Run run = changed(moved, "simplify --ratio 0.5 --no-polish --measure none", out);
    assertThat(run.out()).contains("joint ranges of another file");
    assertThat(bounds(out)).isEmpty();
  }
}
