package dev.sinew.studio.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.sinew.bounds.Bounds;
import dev.sinew.io.gltf.CharacterWriter;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.gltf.StoredBounds;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Pose;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.Simplify;
import dev.sinew.simplify.SimplifyOptions;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the page draws with, read as the page reads it. */
class SceneDataTest {
  private static final RunContext CONTEXT = RunContext.ofThreads(1);

  private static GltfAsset asset;
  private static LevelSlider slider;
  private static Pack crowd;

  /** A pack as the page sees it. */
  private record Pack(JsonObject text, ByteBuffer arrays) {
    static Pack of(byte[] bytes) {
      ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      int length = all.getInt(0);
      String text = new String(bytes, 4, length, StandardCharsets.UTF_8);
      return new Pack(
          JsonParser.parseString(text).getAsJsonObject(),
          all.slice(4 + length, bytes.length - 4 - length).order(ByteOrder.LITTLE_ENDIAN));
    }

    float[] numbers(JsonElement place) {
      float[] out = new float[place.getAsJsonObject().get("count").getAsInt()];
      int at = place.getAsJsonObject().get("at").getAsInt();
      for (int i = 0; i < out.length; i++) {
        out[i] = arrays.getFloat(at + 4 * i);
      }
      return out;
    }

    int[] indices(JsonElement place) {
      int at = place.getAsJsonObject().get("at").getAsInt();
      return IntStream.range(0, place.getAsJsonObject().get("count").getAsInt())
          .map(i -> arrays.getInt(at + 4 * i))
          .toArray();
    }

    JsonObject level(int k) {
      return text.getAsJsonArray("levels").get(k).getAsJsonObject();
    }
  }

  @BeforeAll
  static void makeACrowd() throws Exception {
    GltfDocument document =
        CharacterWriter.toDocument("tube.glb", Samples.create("cylinder-bend").character());
    asset = GltfReader.read(GltfDocument.parse("tube.glb", document.toGlb(), null));
    slider = new LevelSlider(asset, CONTEXT);
    CrowdData.Request request =
        new CrowdData.Request(CrowdData.Levels.POSES, List.of(0.5, 0.2, 0.08));
    crowd = Pack.of(CrowdData.of(level(400), request, CONTEXT));
  }

  /** A lighter tube, whose levels are quick to make. */
  private static GltfAsset level(int triangles) throws Exception {
    byte[] glb = slider.document(triangles, CONTEXT).toGlb();
    return GltfReader.read(GltfDocument.parse("level.glb", glb, null));
  }

  /** The slider and a job keep the same seams: no level is promised that no job makes. */
  @Test
  void theSliderReachesTheLevelsOfAJob() {
    SimplifyOptions options =
        SimplifyOptions.DEFAULTS
            .withRatios(0.5)
            .withFullStream(true)
            .withPolish(false)
            .withMeasuring(Measuring.NONE);
    SimplifyResult job = Simplify.run(asset.character(), options, CONTEXT);
    assertThat(slider.fewestTriangles()).isEqualTo(job.stream().fewestTriangles());
    int triangles = (int) job.levels().getFirst().size().triangles();
    Pack level = Pack.of(slider.data(triangles, CONTEXT));
    assertThat(level.level(0).get("triangles").getAsInt()).isEqualTo(triangles);
  }

  @Test
  void aLevelAsAFileHasBoundsOfItsOwn() throws Exception {
    GltfAsset bounded = level(400);
    StoredBounds.write(bounded, Bounds.run(bounded.character(), CONTEXT), false, remark -> {});
    byte[] glb = new LevelSlider(bounded, CONTEXT).document(40, CONTEXT).toGlb();
    GltfAsset light = GltfReader.read(GltfDocument.parse("light.glb", glb, null));
    String stored = light.document().json().get("scenes").toString();
    assertThat(stored).isNotEqualTo(bounded.document().json().get("scenes").toString());
    StoredBounds.write(light, Bounds.run(light.character(), CONTEXT), false, remark -> {});
    assertThat(stored).isEqualTo(light.document().json().get("scenes").toString());
  }

  @Test
  void influencesAndBindMatricesGiveTheLinearBlend() {
    Pack data = Pack.of(ShaderData.of(asset, SkinningMethod.SSD));
    JsonObject part = data.text.getAsJsonArray("parts").get(0).getAsJsonObject();
    int[] start = data.indices(part.get("rowStart"));
    int[] joint = data.indices(part.get("rowJoint"));
    float[] weight = data.numbers(part.get("rowWeight"));
    Pose pose = asset.character().restPose();
    asset.character().clips().getFirst().sample(0.7, pose);
    double[] matrices = new JoinedCharacter(asset.character()).matrices(pose);
    CharacterSurface.Posed posed =
        CharacterSurface.of(asset.character(), SkinningMethod.SSD).newPosed();
    posed.set(pose);
    float[] rest = asset.character().meshes().getFirst().mesh().wedgePositions();

    assertThat(start).hasSize(rest.length / 3 + 1);
    for (int w = 0; w + 1 < start.length; w++) {
      for (int r = 0; r < 3; r++) {
        double sum = 0;
        for (int i = start[w]; i < start[w + 1]; i++) {
          int m = 12 * joint[i] + 4 * r;
          sum +=
              weight[i]
                  * (matrices[m] * rest[3 * w]
                      + matrices[m + 1] * rest[3 * w + 1]
                      + matrices[m + 2] * rest[3 * w + 2]
                      + matrices[m + 3]);
        }
        assertThat(sum).isCloseTo(posed.wedgePositions()[3 * w + r], within(1e-5));
      }
    }
  }

  @Test
  void everyMethodHasWhatItsShaderReads() {
    assertThat(keys(SkinningMethod.DQS)).contains("centres").doesNotContain("rowEndpoint");
    assertThat(keys(SkinningMethod.SBS)).contains("setStart", "setOfPoint", "rowMember");
    assertThat(keys(SkinningMethod.STBS)).contains("centres", "boneEnd", "rowEndpoint");
    assertThat(keys(SkinningMethod.AS))
        .as("no coordinates of its own")
        .doesNotContain("coordStart");
  }

  private static List<String> keys(SkinningMethod method) {
    Pack data = Pack.of(ShaderData.of(asset, method));
    return List.copyOf(data.text.getAsJsonArray("parts").get(0).getAsJsonObject().keySet());
  }

  @Test
  void verticesOfALevelMoveToAllVerticesOfTheNext() {
    int levels = crowd.text.getAsJsonArray("levels").size();
    assertThat(levels).isEqualTo(4);
    for (int k = 0; k + 1 < levels; k++) {
      int[] targets = crowd.indices(crowd.level(k).get("targetRow"));
      int[] next = crowd.indices(crowd.level(k + 1).get("row"));
      assertThat(crowd.level(k + 1).get("triangles").getAsInt())
          .isLessThan(crowd.level(k).get("triangles").getAsInt());
      assertThat(targets).contains(Arrays.stream(next).distinct().toArray());
    }
    assertThat(crowd.level(levels - 1).has("targetRow")).isFalse();
  }

  /**
   * Drawn with the triangles of the finer level, a share of 1 is the surface of the coarser one.
   */
  @Test
  void blendedLevelsMeet() {
    for (int k = 0; k < 3; k++) {
      int[] targets = crowd.indices(crowd.level(k).get("targetRow"));
      int[] rows = crowd.indices(crowd.level(k + 1).get("row"));
      double blended = area(crowd.indices(crowd.level(k).get("index")), targets);
      assertThat(blended)
          .isCloseTo(area(crowd.indices(crowd.level(k + 1).get("index")), rows), within(1e-4));
    }
  }

  /** Returns the area of triangles in the first frame of the first clip. */
  private static double area(int[] corners, int[] rowOfWedge) {
    int[] start = crowd.indices(crowd.text.get("rowStart"));
    int[] joint = crowd.indices(crowd.text.get("rowJoint"));
    float[] value = crowd.numbers(crowd.text.get("rowValue"));
    float[] matrices = crowd.numbers(crowd.text.get("matrices"));
    double sum = 0;
    double[][] p = new double[3][3];
    for (int c = 0; c < corners.length; c += 3) {
      for (int k = 0; k < 3; k++) {
        int row = rowOfWedge[corners[c + k]];
        Arrays.fill(p[k], 0);
        for (int i = start[row]; i < start[row + 1]; i++) {
          for (int r = 0; r < 3; r++) {
            for (int e = 0; e < 4; e++) {
              p[k][r] += matrices[12 * joint[i] + 4 * r + e] * value[4 * i + e];
            }
          }
        }
      }
      sum += area(p[0], p[1], p[2]);
    }
    return sum;
  }

  private static double area(double[] a, double[] b, double[] c) {
    double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    double x = uy * vz - uz * vy, y = uz * vx - ux * vz, z = ux * vy - uy * vx;
    return Math.sqrt(x * x + y * y + z * z) / 2;
  }

  @Test
  void errorsOfLevelsAreInTheSceneAndTheSphereHoldsThem() {
    float[] values = crowd.numbers(crowd.text.get("matrices"));
    int bones = crowd.text.getAsJsonArray("joints").size();
    int frames =
        crowd.text.getAsJsonArray("clips").asList().stream()
            .mapToInt(clip -> clip.getAsJsonObject().get("count").getAsInt())
            .sum();
    assertThat(values).hasSize(12 * bones * frames);
    assertThat(crowd.level(0).get("error").getAsDouble()).isZero();
    double radius = crowd.text.getAsJsonArray("sphere").get(3).getAsDouble();
    assertThat(crowd.level(3).get("error").getAsDouble()).isPositive().isLessThan(radius);
  }

  /** A level is drawn no sooner than its error allows, and later than the one before. */
  @Test
  void levelsStartOneAfterTheOther() {
    assertThat(crowd.level(0).get("start").getAsDouble()).isZero();
    for (int k = 1; k < 4; k++) {
      assertThat(crowd.level(k).get("start").getAsDouble())
          .isGreaterThanOrEqualTo(crowd.level(k).get("error").getAsDouble())
          .isGreaterThan(crowd.level(k - 1).get("start").getAsDouble());
    }
  }

  @Test
  void aSliderGivesAnyLevelAndItsFile() throws Exception {
    int whole = slider.triangles();
    assertThat(slider.fewestTriangles()).isLessThan(whole / 4);
    for (int wanted : new int[] {whole, whole / 2, whole / 5}) {
      Pack level = Pack.of(slider.data(wanted, CONTEXT));
      int made = level.level(0).get("triangles").getAsInt();
      assertThat(made).isBetween(wanted - 2, wanted);
      assertThat(level(wanted).character().meshes().getFirst().mesh().triangleCount())
          .isEqualTo(made);
    }
    assertThatThrownBy(() -> slider.data(0, CONTEXT))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("1 or more");
  }

  @Test
  void ratiosMustFall() {
    assertThatThrownBy(() -> new CrowdData.Request(CrowdData.Levels.POSES, List.of(0.2, 0.5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("falling");
    assertThatThrownBy(() -> new CrowdData.Request(CrowdData.Levels.POSES, List.of(1.0)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
