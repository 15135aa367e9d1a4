package dev.sinew.io.fbx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.DecodeBudget;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import dev.sinew.model.TextureImage.Pixels;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of files: layers, polygons, curves, blend shapes, text. */
class FbxPartsTest {
  private static final double TICKS = 1000;

  private static FbxNode parse(String records) throws MalformedAssetException {
    FbxFile file = new FbxFile("test", "line", new DecodeBudget(8 << 20));
    String head = "FBXHeaderExtension: {\n FBXVersion: 7400\n}\n";
    return FbxText.parse(file, (head + records).getBytes(StandardCharsets.UTF_8));
  }

  private static FbxNode first(String record) throws MalformedAssetException {
    return parse(record).children().getLast();
  }

  // Text.

  @Test
  void textIsReadWithItsOddities() throws MalformedAssetException {
    FbxNode node =
        first(
            """
            Name: 1, -2.5e3,"a &quot;b&quot;, {;}",Y , ; a comment, with a comma
              9223372036854775807
            {
              Empty:  {
              }
              Array: *4 {
                a: 1,2
            ,3,1.#INF
              }
              None: *0 {
              }
            }
            """);
    assertThat(node.values()).containsExactly(1L, -2500.0, "a \"b\", {;}", "Y", Long.MAX_VALUE);
    assertThat(node.numbersOf("Array")).containsExactly(1, 2, 3, Double.POSITIVE_INFINITY);
    assertThat(node.numbersOf("None")).isEmpty();
    assertThat(node.find("Empty").orElseThrow().children()).isEmpty();
  }

  // Layers.

  /** Two quads over six points; every value is its own index, and the indices go backwards. */
  @ParameterizedTest
  @CsvSource({
    "ByPolygonVertex, Direct, 8",
    "ByPolygonVertex, IndexToDirect, 8",
    "ByVertice, Direct, 6",
    "ByVertex, IndexToDirect, 6",
    "ByPolygon, Direct, 2",
    "ByPolygon, Index, 2",
    "AllSame, Direct, 1",
    "AllSame, IndexToDirect, 1"
  })
  void allMappingsAndReferences(String mapping, String reference, int count)
      throws MalformedAssetException {
    StringBuilder values = new StringBuilder();
    StringBuilder indices = new StringBuilder();
    for (int i = 0; i < count; i++) {
      values.append(i == 0 ? "" : ",").append(i).append(",0.5");
      indices.append(i == 0 ? "" : ",").append(count - 1 - i);
    }
    boolean direct = reference.equals("Direct");
    FbxNode element =
        first(
            """
            LayerElementUV: 0 {
              Name: "map"
              MappingInformationType: "%s"
              ReferenceInformationType: "%s"
              UV: *9 {
                a: %s
              }
              %s
            }
            """
                .formatted(
                    mapping,
                    reference,
                    values,
                    direct ? "" : "UVIndex: *9 {\na: " + indices + "\n}"));
    List<Issue> issues = new ArrayList<>();
    FbxLayer layer = FbxLayer.read(element, "UV", 2, "x", issues).orElseThrow();
    int[] points = {0, 1, 2, 3, 3, 2, 4, 5};
    for (int corner = 0; corner < 8; corner++) {
      int own =
          switch (count) {
            case 8 -> corner;
            case 6 -> points[corner];
            case 2 -> corner / 4;
            default -> 0;
          };
      int found = layer.find(corner, points[corner], corner / 4);
      assertThat(layer.values()[found]).isEqualTo(direct ? own : count - 1 - own);
    }
    assertThat(issues).isEmpty();
    assertThat(layer.find(100, 100, 100)).isEqualTo(count == 1 ? 0 : -1);
  }

  @Test
  void unknownMappingsAreLeftOutWithAnIssue() throws MalformedAssetException {
    List<Issue> issues = new ArrayList<>();
    FbxNode element =
        first("LayerElementNormal: 0 {\nMappingInformationType: \"ByEdge\"\nNormals: 0,0,1\n}");
    assertThat(FbxLayer.read(element, "Normals", 3, "x", issues)).isEmpty();
    assertThat(issues.toString()).contains("ByEdge");
  }

  // Polygons.

  /** A random star-shaped polygon in a random plane: its triangles have its area, none flips. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void concavePolygonsKeepTheirArea(int seed) throws MalformedAssetException {
    Random random = new Random(seed);
    int n = 4 + random.nextInt(40);
    double[] u = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    double[] v = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    StringBuilder points = new StringBuilder();
    StringBuilder corners = new StringBuilder();
    double[] flat = new double[2 * n];
    double wanted = 0;
    for (int k = 0; k < n; k++) {
      double radius = 0.2 + random.nextDouble();
      flat[2 * k] = radius * Math.cos(2 * Math.PI * k / n);
      flat[2 * k + 1] = radius * Math.sin(2 * Math.PI * k / n);
      for (int i = 0; i < 3; i++) {
        points.append(k + i == 0 ? "" : ",").append(flat[2 * k] * u[i] + flat[2 * k + 1] * v[i]);
      }
      corners.append(k == 0 ? "" : ",").append(k == n - 1 ? ~k : k);
    }
    for (int k = 0; k < n; k++) {
      wanted += area(flat, 0, k, (k + 1) % n);
    }
    FbxPolygons polygons =
        new FbxPolygons(
            first("G: 1 {\nVertices: " + points + "\nPolygonVertexIndex: " + corners + "\n}"));
    int[] triangles = polygons.triangles();
    assertThat(triangles).hasSize(3 * (n - 2));
    double sum = 0;
    for (int t = 0; t < triangles.length; t += 3) {
      double part = area(flat, triangles[t], triangles[t + 1], triangles[t + 2]);
      assertThat(part).as("seed %d", seed).isGreaterThan(-1e-12);
      sum += part;
    }
    assertThat(sum).as("seed %d", seed).isCloseTo(wanted, within(1e-9));
  }

  private static double area(double[] p, int a, int b, int c) {
    return ((p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1])
            - (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a]))
        / 2;
  }

  @Test
  void cornersWithEqualValuesAreOneVertex() throws MalformedAssetException {
    FbxNode geometry =
        first(
            """
            G: 1 {
              Vertices: 0,0,0, 1,0,0, 1,1,0, 0,1,0
              PolygonVertexIndex: 0,1,-3,0,2,-4,1,-1
            }
            """);
    FbxPolygons polygons = new FbxPolygons(geometry);
    assertThat(polygons.triangles()).hasSize(6); // The last polygon is a line.
    double[] uvs = {0, 0, 1, 0, 1, 1, 0.5, 0, 1, 1, 0, 1};
    FbxLayer uv = new FbxLayer("", FbxLayer.Mapping.CORNER, new int[0], uvs, 2);
    FbxVertices vertices = new FbxVertices(geometry, polygons, List.of(uv));
    assertThat(vertices.count()).isEqualTo(5);
    assertThat(vertices.points()).containsExactly(0, 1, 2, 0, 3);
    assertThat(vertices.corners()).containsExactly(0, 1, 2, 3, 2, 4);
  }

  // Curves.

  private static FbxCurve curve(String times, String values, String flags, String data)
      throws MalformedAssetException {
    int count = times.split(",").length;
    String each = "1" + ",1".repeat(count - 1);
    return FbxCurve.read(
        first(
            "C: 1 {\nKeyTime: %s\nKeyValueFloat: %s\nKeyAttrFlags: %s\nKeyAttrDataFloat: %s\nKeyAttrRefCount: %s\n}"
                .formatted(times, values, flags, data, each)),
        TICKS);
  }

  @Test
  void keysGoOnAsTheySay() throws MalformedAssetException {
    String none = "0,0,0,0";
    String plain = String.join(",", none, none, none, none);
    // Constant, linear, constant with the next value, then the last one.
    FbxCurve curve = curve("0,1000,2000,3000", "1,5,9,2", "2,4,258,4", plain);
    assertThat(curve.at(-50, false)).isEqualTo(1);
    assertThat(curve.at(999, false)).isEqualTo(1);
    assertThat(curve.at(1000, true)).isEqualTo(1);
    assertThat(curve.at(1000, false)).isEqualTo(5);
    assertThat(curve.at(1250, false)).isEqualTo(6);
    assertThat(curve.at(2000, true)).isEqualTo(9);
    assertThat(curve.at(2001, false)).isEqualTo(2);
    assertThat(curve.at(5000, false)).isEqualTo(2);
    assertThat(curve.isStepped()).isFalse();
    assertThat(curve.isCurved()).isFalse();
    assertThat(curve.glides()).isTrue();
  }

  /** Without weights a cubic is the Hermite polynomial of its slopes per second. */
  @Test
  void cubicsHaveTheirSlopes() throws MalformedAssetException {
    FbxCurve curve = curve("0,2000", "1,3", "1032,1032", "4,-2,0,0,0,0,0,0");
    for (double u : new double[] {0.1, 0.25, 0.5, 0.9}) {
      double hermite =
          (2 * u * u * u - 3 * u * u + 1) * 1
              + 2 * (u * u * u - 2 * u * u + u) * 4
              + (3 * u * u - 2 * u * u * u) * 3
              + 2 * (u * u * u - u * u) * -2;
      assertThat(curve.at((long) (2000 * u), false)).isCloseTo(hermite, within(1e-12));
    }
    assertThat(curve.isCurved()).isTrue();
  }

  /** Weights of a half: a Bézier curve whose time is (3/2, 3/2) instead of thirds. */
  @Test
  void weightsMoveTheHandles() throws MalformedAssetException {
    int weights = 5000 << 16 | 5000;
    int flags = 1032 | 0x3000000;
    FbxCurve curve = curve("0,1000", "0,1", flags + "," + flags, "0,0," + weights + ",0,0,0,0,0");
    for (double s : new double[] {0.2, 0.4, 0.7}) {
      double r = 1 - s;
      double time = 3 * r * r * s * 0.5 + 3 * r * s * s * 0.5 + s * s * s;
      double value = 3 * r * s * s + s * s * s;
      assertThat(curve.at(Math.round(1000 * time), false)).isCloseTo(value, within(2e-3));
    }
  }

  /** A cubic without slopes of the user goes through a key as the line between its neighbours. */
  @Test
  void automaticSlopesFollowTheNeighbours() throws MalformedAssetException {
    String none = "7,7,0,0";
    FbxCurve curve =
        curve("0,1000,2000", "0,1,4", "264,264,264", String.join(",", none, none, none));
    double slope = (curve.at(1001, false) - curve.at(999, false)) / 0.002;
    assertThat(slope).isCloseTo(2, within(1e-2));
    assertThat((curve.at(1, false) - curve.at(0, false)) / 0.001).isCloseTo(0, within(1e-2));
  }

  @Test
  void samplesAreKeysAndFramesAndStepsAreSharp() throws MalformedAssetException {
    String none = "0,0,0,0";
    FbxAnimated moved = new FbxAnimated(new double[] {0, 0, 0});
    FbxCurve jump = curve("0,500,1000", "0,4,6", "2,4,4", String.join(",", none, none, none));
    moved.add(
        new FbxAnimated.Layer(
            new FbxCurve[] {jump, null, null}, new double[] {0, 7, 0}, FbxAnimated.Blend.ADD, 1));
    List<Clip.Track> tracks = new ArrayList<>();
    FbxSampler sampler = new FbxSampler(first("S: 1"), 0, TICKS, 250);
    for (boolean bends : new boolean[] {false, true}) {
      sampler.add(
          new FbxSampler.Drive(0, Clip.Property.TRANSLATION, List.of(moved), bends),
          moved::at,
          tracks);
    }
    assertThat(tracks.getFirst().times())
        .containsExactly(0, Math.nextDown(0.5f), 0.5, 1); // Sharp: the float before.
    double[] out = new double[3];
    tracks.getFirst().sample(0.499, out, 0);
    assertThat(out).containsExactly(0, 7, 0);
    tracks.getFirst().sample(0.75, out, 0);
    assertThat(out).containsExactly(5, 7, 0);
    assertThat(tracks.getLast().times())
        .containsExactly(0, 0.25, Math.nextDown(0.5f), 0.5, 0.75, 1);
  }

  // Blend shapes.

  @Test
  void shapesInBetweenFollowOnePercentage() throws MalformedAssetException {
    FbxObject none = new FbxObject(1, first("Geometry: 1"), "", "", Map.of(), Map.of());
    FbxShapes shapes =
        new FbxShapes(
            List.of(
                new FbxShapes.Channel(
                    none,
                    0,
                    List.of(new FbxShapes.Target(none, 40), new FbxShapes.Target(none, 100)))));
    assertThat(shapes.weights(c -> 0)).containsExactly(0, 0);
    assertThat(shapes.weights(c -> 10)).containsExactly(0.25, 0);
    assertThat(shapes.weights(c -> 40)).containsExactly(1, 0);
    assertThat(shapes.weights(c -> 70)).containsExactly(0.5, 0.5);
    assertThat(shapes.weights(c -> 100)).containsExactly(0, 1);
    assertThat(shapes.weights(c -> -10)).containsExactly(-0.25, 0);
  }

  // Images.

  /** The same picture, plain and packed, from the top and from the bottom. */
  @Test
  void targaImages() throws IOException {
    int[] wanted = {0xFF0000FF, 0xFF00FF00, 0xFFFF0000, 0xFFFF0000};
    byte[] plain = {
      0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 0x20, -1, 0, 0, 0, -1, 0, 0, 0, -1, 0, 0,
      -1
    };
    assertThat(TgaImage.parse(plain).pixels()).containsExactly(wanted);
    byte[] packed = {
      0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 24, 0, -127, 0, 0, -1, 1, -1, 0, 0, 0, -1, 0
    };
    assertThat(TgaImage.parse(packed).pixels()).containsExactly(wanted);
    assertThat(new Pixels(2, 2, wanted).argb()).isEqualTo(wanted);
    Set<String> ends = new HashSet<>();
    for (int length = 0; length < packed.length; length++) {
      try {
        TgaImage.parse(Arrays.copyOf(packed, length)).pixels();
        ends.add("read");
      } catch (IOException e) {
        ends.add("refused");
      }
    }
    assertThat(ends).containsExactly("refused");
  }

  @Test
  void matricesAreStoredByColumns() throws MalformedAssetException {
    Optional<double[]> matrix =
        first("C: 1 {\nTransform: 1,2,3,0,4,5,6,0,7,8,9,0,10,11,12,1\n}").matrixOf("Transform");
    assertThat(matrix.orElseThrow()).containsExactly(1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12);
  }
}
