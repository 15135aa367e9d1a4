package dev.sinew.io.fbx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.gltf.json.DecodeBudget;
import dev.sinew.math.Affine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The transform of a model against the product of the matrices that the format defines. */
class FbxModelTest {
  private static final FbxFile FILE = new FbxFile("test", "byte", new DecodeBudget(1 << 20));
  private static final String[] ORDERS = {"XYZ", "XZY", "YZX", "YXZ", "ZXY", "ZYX"};

  private static FbxObject object(Map<String, double[]> properties) {
    FbxNode node = new FbxNode(FILE, 0, "Model");
    FbxNode list = new FbxNode(FILE, 0, "Properties70");
    node.children().add(list);
    properties.forEach(
        (name, values) -> {
          FbxNode property = new FbxNode(FILE, 0, "P");
          property.values().addAll(List.of(name, "", "", ""));
          for (double value : values) {
            property.values().add(value);
          }
          list.children().add(property);
        });
    return new FbxObject(1, node, "m", "Null", FbxObject.properties(node), Map.of());
  }

  private static double[] vector(Random random, double size) {
    return random.doubles(3, -size, size).toArray();
  }

  private static double[] moved(double[] v, double sign) {
    double[] m = FbxSpace.identity();
    for (int i = 0; i < 3; i++) {
      m[4 * i + 3] = sign * v[i];
    }
    return m;
  }

  private static double[] scaled(double[] v) {
    return new double[] {v[0], 0, 0, 0, 0, v[1], 0, 0, 0, 0, v[2], 0};
  }

  /** Returns the rotation about one axis. */
  private static double[] turned(int axis, double degrees) {
    double c = Math.cos(Math.toRadians(degrees));
    double s = Math.sin(Math.toRadians(degrees));
    double[] m = FbxSpace.identity();
    int u = (axis + 1) % 3;
    int v = (axis + 2) % 3;
    m[4 * u + u] = c;
    m[4 * u + v] = -s;
    m[4 * v + u] = s;
    m[4 * v + v] = c;
    return m;
  }

  private static double[] turned(double[] degrees, String order) {
    double[] m = FbxSpace.identity();
    for (int i = 0; i < order.length(); i++) {
      int axis = order.charAt(i) - 'X';
      m = product(turned(axis, degrees[axis]), m);
    }
    return m;
  }

  private static double[] product(double[]... all) {
    double[] m = FbxSpace.identity();
    for (double[] each : all) {
      Affine.multiply(m, 0, each, 0, m, 0);
    }
    return m;
  }

  private static double[] inverse(double[] m) {
    double[] out = new double[12];
    assertThat(Affine.invert(m, 0, out, 0)).isTrue();
    return out;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void isTheProductOfTheFormat(int seed) throws Exception {
    Random random = new Random(seed);
    boolean active = seed % 3 != 0;
    int order = random.nextInt(6);
    double[] t = vector(random, 5);
    double[] r = vector(random, 400);
    double[] s = vector(random, 3);
    double[] before = vector(random, 180);
    double[] after = vector(random, 180);
    List<double[]> places = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      places.add(vector(random, 2));
    }
    FbxModel model =
        new FbxModel(
            object(
                Map.of(
                    "RotationActive",
                    new double[] {active ? 1 : 0},
                    "RotationOrder",
                    new double[] {order},
                    "PreRotation",
                    before,
                    "PostRotation",
                    after,
                    "RotationOffset",
                    places.get(0),
                    "RotationPivot",
                    places.get(1),
                    "ScalingOffset",
                    places.get(2),
                    "ScalingPivot",
                    places.get(3))));
    double[] trs = new double[10];
    model.compute(t, r, s, new double[] {1, 1, 1}, trs);
    double[] own = new double[12];
    Affine.fromTrs(trs, 0, trs, 3, trs, 7, own, 0);

    double[] turn = turned(r, active ? ORDERS[order] : "XYZ");
    double[] expected =
        product(
            moved(t, 1),
            moved(places.get(0), 1),
            moved(places.get(1), 1),
            active ? turned(before, "XYZ") : FbxSpace.identity(),
            turn,
            active ? inverse(turned(after, "XYZ")) : FbxSpace.identity(),
            moved(places.get(1), -1),
            moved(places.get(2), 1),
            moved(places.get(3), 1),
            scaled(s),
            moved(places.get(3), -1));
    for (int i = 0; i < 12; i++) {
      assertThat(own[i]).as("seed %d, %d", seed, i).isCloseTo(expected[i], within(1e-12));
    }
  }

  /**
   * The global rotation and scale that the FBX SDK defines for a model without its parent's scale.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theScaleOfTheParentIsDropped(int seed) throws Exception {
    Random random = new Random(seed);
    double[] r = vector(random, 180);
    double[] s = vector(random, 3);
    double parent = 0.1 + random.nextDouble(5);
    FbxModel model = new FbxModel(object(Map.of("InheritType", new double[] {2})));
    double[] trs = new double[10];
    double[] uniform = {parent, parent, parent};
    model.compute(new double[3], r, s, uniform, trs);
    double[] own = new double[12];
    Affine.fromTrs(trs, 0, trs, 3, trs, 7, own, 0);
    double[] global = product(scaled(uniform), own);
    double[] expected = product(turned(r, "XYZ"), scaled(s));
    for (int i = 0; i < 12; i++) {
      assertThat(global[i]).as("seed %d, %d", seed, i).isCloseTo(expected[i], within(1e-12));
    }
  }
}
