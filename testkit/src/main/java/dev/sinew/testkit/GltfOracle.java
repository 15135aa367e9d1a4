package dev.sinew.testkit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Computes the vertex positions of a glTF 2.0 file at a time in a slow and obvious way, directly
 * from the specification, with 4×4 matrices.
 *
 * <p>The rules that the specification leaves open or that are easily misread:
 *
 * <ul>
 *   <li>All nodes with a mesh are evaluated, in a scene or not.
 *   <li>A mesh without a skin is transformed by its node's global transform. So is a primitive
 *       without JOINTS_0 on a node with a skin.
 *   <li>A skinned mesh's own node transform is ignored: v = Σ w_i · G_i · B_i · p with G the global
 *       joint transform and B the inverse bind matrix, the identity if the skin has none.
 *   <li>All sets JOINTS_n / WEIGHTS_n count. Weights are scaled to the sum 1 at every vertex;
 *       negative weights are 0, and a vertex whose weights are all 0 follows joint 0 of its skin.
 *   <li>Morph weights are those of the animation, else of the node, else of the mesh, else 0; the
 *       morphed position is skinned.
 *   <li>Before the first key and after the last key a property has that key's value. Rotations are
 *       scaled to unit length after interpolation and at rest; linear ones are interpolated along
 *       the shorter arc.
 * </ul>
 *
 * <p>Compressed buffer views, and animated nodes that are given by a matrix (which the
 * specification forbids), cause an {@link UnsupportedOperationException}.
 */
public final class GltfOracle {
  private final GltfFile file;
  private final List<JsonObject> nodes;
  private final int[] parents;

  /**
   * The vertices of one primitive of a node.
   *
   * @param node the index of the node
   * @param mesh the index of its mesh
   * @param primitive the index of the primitive in the mesh
   * @param positions x, y, z of every vertex, in the space of the scene
   */
  @SuppressWarnings("ArrayRecordComponent") // A result that tests read and throw away.
  public record Placed(int node, int mesh, int primitive, double[] positions) {}

  private GltfOracle(GltfFile file) {
    this.file = file;
    nodes = file.objects("nodes");
    parents = new int[nodes.size()];
    Arrays.fill(parents, -1);
    for (int n = 0; n < nodes.size(); n++) {
      for (JsonElement child : GltfFile.list(nodes.get(n), "children")) {
        parents[child.getAsInt()] = n;
      }
    }
  }

  /** Reads a .gltf file with its buffers, or a .glb file. */
  public static GltfOracle open(Path file) throws IOException {
    return new GltfOracle(new GltfFile(file));
  }

  /** Returns the number of animations. */
  public int animationCount() {
    return file.objects("animations").size();
  }

  /** Returns the time of an animation's last key in seconds. */
  public double duration(int animation) {
    double last = 0;
    for (JsonElement s : GltfFile.list(file.objects("animations").get(animation), "samplers")) {
      double[] times = file.accessor(s.getAsJsonObject().get("input").getAsInt());
      last = Math.max(last, times[times.length - 1]);
    }
    return last;
  }

  /**
   * Returns every primitive of every node that has a mesh, in the order of the nodes.
   *
   * @param animation the index of the animation, or -1 for the rest pose
   * @param time seconds
   */
  public List<Placed> evaluate(int animation, double time) {
    List<Map<String, double[]>> animated = animatedProperties(animation, time);
    double[][] globals = new double[nodes.size()][];
    for (int n = 0; n < nodes.size(); n++) {
      globals[n] = global(n, animated);
    }
    List<Placed> out = new ArrayList<>();
    List<JsonObject> meshes = file.objects("meshes");
    for (int n = 0; n < nodes.size(); n++) {
      int meshIndex = GltfFile.integer(nodes.get(n), "mesh", -1);
      if (meshIndex < 0) {
        continue;
      }
      JsonObject mesh = meshes.get(meshIndex);
      JsonArray primitives = GltfFile.list(mesh, "primitives");
      for (int p = 0; p < primitives.size(); p++) {
        JsonObject primitive = primitives.get(p).getAsJsonObject();
        double[] weights = morphWeights(nodes.get(n), mesh, animated.get(n));
        double[] morphed = morphed(primitive, weights);
        out.add(new Placed(n, meshIndex, p, placed(n, primitive, morphed, globals)));
      }
    }
    return out;
  }

  // ---- vertices --------------------------------------------------------------------------------

  private static double[] morphWeights(
      JsonObject node, JsonObject mesh, Map<String, double[]> animated) {
    double[] keyed = animated.get("weights");
    if (keyed != null) {
      return keyed;
    }
    return GltfFile.numbers(node, "weights", GltfFile.numbers(mesh, "weights"));
  }

  private double[] morphed(JsonObject primitive, double[] weights) {
    JsonObject attributes = primitive.getAsJsonObject("attributes");
    if (!attributes.has("POSITION")) {
      return new double[0];
    }
    double[] positions = file.accessor(attributes.get("POSITION").getAsInt());
    JsonArray targets = GltfFile.list(primitive, "targets");
    for (int t = 0; t < targets.size() && t < weights.length; t++) {
      JsonObject target = targets.get(t).getAsJsonObject();
      if (target.has("POSITION")) {
        double[] offsets = file.accessor(target.get("POSITION").getAsInt());
        for (int i = 0; i < positions.length; i++) {
          positions[i] += weights[t] * offsets[i];
        }
      }
    }
    return positions;
  }

  private double[] placed(int node, JsonObject primitive, double[] points, double[][] globals) {
    int skinIndex = GltfFile.integer(nodes.get(node), "skin", -1);
    JsonObject attributes = primitive.getAsJsonObject("attributes");
    int vertexCount = points.length / 3;
    double[] out = new double[points.length];
    if (skinIndex < 0 || !attributes.has("JOINTS_0")) {
      for (int v = 0; v < vertexCount; v++) {
        addTransformed(globals[node], 1, points, v, out);
      }
      return out;
    }
    double[][] joints = skinningMatrices(file.objects("skins").get(skinIndex), globals);
    double[][] blend = blendWeights(attributes, vertexCount, joints.length);
    for (int v = 0; v < vertexCount; v++) {
      for (int j = 0; j < joints.length; j++) {
        if (blend[v][j] != 0) {
          addTransformed(joints[j], blend[v][j], points, v, out);
        }
      }
    }
    return out;
  }

  private double[][] skinningMatrices(JsonObject skin, double[][] globals) {
    JsonArray joints = skin.getAsJsonArray("joints");
    double[][] out = new double[joints.size()][];
    for (int j = 0; j < out.length; j++) {
      out[j] = globals[joints.get(j).getAsInt()];
    }
    if (skin.has("inverseBindMatrices")) {
      double[] binds = file.accessor(skin.get("inverseBindMatrices").getAsInt());
      for (int j = 0; j < out.length; j++) {
        out[j] = product(out[j], fromColumns(Arrays.copyOfRange(binds, 16 * j, 16 * j + 16)));
      }
    }
    return out;
  }

  /** Returns a dense matrix: per vertex a weight per joint of the skin. */
  private double[][] blendWeights(JsonObject attributes, int vertexCount, int jointCount) {
    double[][] blend = new double[vertexCount][jointCount];
    for (int set = 0; attributes.has("JOINTS_" + set); set++) {
      double[] joints = file.accessor(attributes.get("JOINTS_" + set).getAsInt());
      double[] weights = file.accessor(attributes.get("WEIGHTS_" + set).getAsInt());
      for (int i = 0; i < weights.length; i++) {
        if (weights[i] > 0) {
          blend[i / 4][(int) joints[i]] += weights[i];
        }
      }
    }
    for (double[] row : blend) {
      double sum = Arrays.stream(row).sum();
      if (sum == 0) {
        row[0] = 1;
      } else {
        Arrays.setAll(row, j -> row[j] / sum);
      }
    }
    return blend;
  }

  // ---- nodes -----------------------------------------------------------------------------------

  private double[] global(int node, List<Map<String, double[]>> animated) {
    double[] local = local(node, animated.get(node));
    return parents[node] < 0 ? local : product(global(parents[node], animated), local);
  }

  private double[] local(int index, Map<String, double[]> animated) {
    JsonObject node = nodes.get(index);
    if (node.has("matrix")) {
      if (animated.keySet().stream().anyMatch(path -> !path.equals("weights"))) {
        throw new UnsupportedOperationException("node " + index + " is animated, with a matrix");
      }
      return fromColumns(GltfFile.numbers(node, "matrix"));
    }
    double[] t = value(node, animated, "translation", 0, 0, 0);
    double[] r = value(node, animated, "rotation", 0, 0, 0, 1);
    double[] s = value(node, animated, "scale", 1, 1, 1);
    return product(product(translation(t), rotation(unit(r))), scale(s));
  }

  private static double[] value(
      JsonObject node, Map<String, double[]> animated, String path, double... otherwise) {
    double[] keyed = animated.get(path);
    return keyed != null ? keyed : GltfFile.numbers(node, path, otherwise);
  }

  // ---- animation -------------------------------------------------------------------------------

  /** Returns the values of every node's animated properties by path. */
  private List<Map<String, double[]>> animatedProperties(int animation, double time) {
    List<Map<String, double[]>> out = new ArrayList<>();
    for (int n = 0; n < nodes.size(); n++) {
      out.add(new HashMap<>());
    }
    if (animation < 0) {
      return out;
    }
    JsonObject source = file.objects("animations").get(animation);
    JsonArray samplers = GltfFile.list(source, "samplers");
    for (JsonElement element : GltfFile.list(source, "channels")) {
      JsonObject channel = element.getAsJsonObject();
      JsonObject target = channel.getAsJsonObject("target");
      int node = GltfFile.integer(target, "node", -1);
      if (node >= 0) {
        String path = target.get("path").getAsString();
        JsonObject sampler = samplers.get(channel.get("sampler").getAsInt()).getAsJsonObject();
        out.get(node).put(path, sample(sampler, time, path.equals("rotation")));
      }
    }
    return out;
  }

  private double[] sample(JsonObject sampler, double time, boolean rotation) {
    double[] times = file.accessor(sampler.get("input").getAsInt());
    double[] values = file.accessor(sampler.get("output").getAsInt());
    JsonElement named = sampler.get("interpolation");
    return interpolate(
        named == null ? "LINEAR" : named.getAsString(), times, values, time, rotation);
  }

  /** Interpolates as in appendix C of the specification. */
  static double[] interpolate(
      String interpolation, double[] times, double[] values, double time, boolean rotation) {
    boolean cubic = interpolation.equals("CUBICSPLINE");
    int width = values.length / times.length / (cubic ? 3 : 1);
    int last = times.length - 1;
    double t = Math.min(Math.max(time, times[0]), times[last]);
    int k = 0;
    while (k < last && times[k + 1] <= t) {
      k++;
    }
    double[] here = key(values, cubic ? 3 * k + 1 : k, width);
    if (k == last || interpolation.equals("STEP")) {
      return here;
    }
    double[] next = key(values, cubic ? 3 * k + 4 : k + 1, width);
    double span = times[k + 1] - times[k];
    double u = (t - times[k]) / span;
    if (!cubic) {
      return rotation ? slerp(here, next, u) : blend(1 - u, here, u, next);
    }
    double[] leaving = key(values, 3 * k + 2, width);
    double[] arriving = key(values, 3 * k + 3, width);
    double u2 = u * u;
    double u3 = u2 * u;
    double[] ends = blend(2 * u3 - 3 * u2 + 1, here, -2 * u3 + 3 * u2, next);
    double[] tangents = blend(span * (u3 - 2 * u2 + u), leaving, span * (u3 - u2), arriving);
    return blend(1, ends, 1, tangents);
  }

  private static double[] key(double[] values, int row, int width) {
    return Arrays.copyOfRange(values, row * width, (row + 1) * width);
  }

  private static double[] blend(double a, double[] x, double b, double[] y) {
    double[] out = new double[x.length];
    Arrays.setAll(out, i -> a * x[i] + b * y[i]);
    return out;
  }

  private static double[] slerp(double[] a, double[] b, double u) {
    double[] from = unit(a);
    double[] to = unit(b);
    double dot = 0;
    for (int i = 0; i < 4; i++) {
      dot += from[i] * to[i];
    }
    double side = dot < 0 ? -1 : 1;
    double angle = Math.acos(Math.min(1, Math.abs(dot)));
    if (angle < 1e-6) {
      return blend(1 - u, from, side * u, to);
    }
    double sine = Math.sin(angle);
    return blend(Math.sin((1 - u) * angle) / sine, from, side * Math.sin(u * angle) / sine, to);
  }

  private static double[] unit(double[] q) {
    double length = Math.sqrt(Arrays.stream(q).map(x -> x * x).sum());
    return Arrays.stream(q).map(x -> x / length).toArray();
  }

  // ---- 4×4 matrices, row by row, columns as vectors --------------------------------------------

  private static double[] fromColumns(double[] m) {
    double[] out = new double[16];
    Arrays.setAll(out, i -> m[4 * (i % 4) + i / 4]);
    return out;
  }

  private static double[] product(double[] a, double[] b) {
    double[] out = new double[16];
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        for (int k = 0; k < 4; k++) {
          out[4 * r + c] += a[4 * r + k] * b[4 * k + c];
        }
      }
    }
    return out;
  }

  private static double[] translation(double[] t) {
    return new double[] {1, 0, 0, t[0], 0, 1, 0, t[1], 0, 0, 1, t[2], 0, 0, 0, 1};
  }

  private static double[] scale(double[] s) {
    return new double[] {s[0], 0, 0, 0, 0, s[1], 0, 0, 0, 0, s[2], 0, 0, 0, 0, 1};
  }

  /** Returns a rotation matrix; its columns are q e q* for the three axes e. */
  private static double[] rotation(double[] q) {
    double[] out = new double[16];
    double[] conjugate = {-q[0], -q[1], -q[2], q[3]};
    for (int axis = 0; axis < 3; axis++) {
      double[] e = new double[4];
      e[axis] = 1;
      double[] turned = hamilton(hamilton(q, e), conjugate);
      for (int r = 0; r < 3; r++) {
        out[4 * r + axis] = turned[r];
      }
    }
    out[15] = 1;
    return out;
  }

  private static double[] hamilton(double[] a, double[] b) {
    return new double[] {
      a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
      a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
      a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
      a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]
    };
  }

  private static void addTransformed(
      double[] matrix, double weight, double[] points, int v, double[] out) {
    for (int r = 0; r < 3; r++) {
      double sum = matrix[4 * r + 3];
      for (int c = 0; c < 3; c++) {
        sum += matrix[4 * r + c] * points[3 * v + c];
      }
      out[3 * v + r] += weight * sum;
    }
  }
}
