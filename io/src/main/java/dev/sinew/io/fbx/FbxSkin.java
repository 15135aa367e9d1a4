package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.math.Affine;
import dev.sinew.model.Issue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The skin of a geometry: its clusters, each a model that moves some control points, and the joints
 * and weights of every control point. Points that nothing moves follow the node of the mesh, as one
 * more joint after the clusters.
 *
 * @param clusters the clusters, each of another model
 * @param starts the first influence of every point
 * @param ends the end of the influences of every point
 * @param joints the cluster of every influence
 * @param weights its weight; the sum of a point is 1
 * @param hasRigidPoints whether some points follow the node of the mesh
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record FbxSkin(
    List<Cluster> clusters,
    int[] starts,
    int[] ends,
    int[] joints,
    double[] weights,
    boolean hasRigidPoints) {

  private static final int MAX_JOINTS = 0xFFFF;

  /**
   * A cluster.
   *
   * @param node the node of its model
   * @param object the cluster itself
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Cluster(int node, FbxObject object, int[] points, double[] weights) {}

  /** Reads the skin of a geometry; empty if it has none. */
  static Optional<FbxSkin> of(
      FbxScene scene, FbxHierarchy nodes, FbxObject geometry, int points, List<Issue> issues)
      throws MalformedAssetException {
    List<FbxObject> skins = scene.below(geometry, "Deformer", "Skin");
    if (skins.isEmpty()) {
      return Optional.empty();
    }
    FbxObject skin = skins.getFirst();
    if (skins.size() > 1) {
      issues.add(
          Issue.warning(geometry.title(), "has " + skins.size() + " skins; the first is read"));
    }
    String type = skin.node().textOf("SkinningType");
    if (type.equals("DualQuaternion") || type.equals("Blend")) {
      issues.add(
          Issue.info(geometry.title(), "is skinned by dual quaternions, which glTF cannot say"));
    }
    List<Cluster> clusters = new ArrayList<>();
    for (FbxObject cluster : scene.below(skin, "Deformer", "Cluster")) {
      read(scene, nodes, cluster, clusters, issues);
    }
    return clusters.isEmpty()
        ? Optional.empty()
        : Optional.of(join(geometry, clusters, points, issues));
  }

  private static void read(
      FbxScene scene,
      FbxHierarchy nodes,
      FbxObject cluster,
      List<Cluster> clusters,
      List<Issue> issues)
      throws MalformedAssetException {
    List<FbxObject> models = scene.below(cluster, "Model", "");
    Integer node = models.isEmpty() ? null : nodes.nodeOf(models.getFirst());
    if (node == null) {
      issues.add(Issue.warning(cluster.title(), "moves points with no model; left out"));
      return;
    }
    int[] points = cluster.node().indicesOf("Indexes");
    double[] weights = cluster.node().numbersOf("Weights");
    if (points.length != weights.length) {
      throw cluster.node().error(points.length + " indices, but " + weights.length + " weights");
    }
    if (cluster.node().textOf("Mode").equals("Additive")) {
      issues.add(Issue.warning(cluster.title(), "is additive; its weights are normalised"));
    }
    clusters.add(new Cluster(node, cluster, points, weights));
  }

  private static FbxSkin join(FbxObject geometry, List<Cluster> all, int points, List<Issue> issues)
      throws MalformedAssetException {
    List<Cluster> clusters = new ArrayList<>();
    int[] clusterOf = new int[all.size()];
    for (int c = 0; c < clusterOf.length; c++) {
      int same = 0;
      while (same < clusters.size() && clusters.get(same).node != all.get(c).node) {
        same++;
      }
      if (same == clusters.size()) {
        clusters.add(all.get(c));
      }
      clusterOf[c] = same;
    }
    if (clusters.size() >= MAX_JOINTS) {
      throw geometry.node().error("expected less than " + MAX_JOINTS + " clusters");
    }
    long influences = 0;
    for (Cluster cluster : all) {
      influences += cluster.points.length;
    }
    geometry.node().file().spend(geometry.node().at(), 16L * (points + influences));
    int[] starts = new int[points + 1];
    int wrong = 0;
    for (Cluster cluster : all) {
      for (int i = 0; i < cluster.points.length; i++) {
        if (isSound(cluster, i, points)) {
          starts[cluster.points[i] + 1]++;
        } else if (!(cluster.weights[i] == 0)) {
          wrong++;
        }
      }
    }
    if (wrong > 0) {
      issues.add(
          Issue.warning(
              geometry.title(), wrong + " weights are negative or of no point; left out"));
    }
    boolean rigid = false;
    for (int p = 0; p < points; p++) {
      rigid |= starts[p + 1] == 0;
      starts[p + 1] = Math.max(1, starts[p + 1]) + starts[p];
    }
    int size = starts[points];
    FbxSkin skin =
        new FbxSkin(
            clusters,
            starts,
            Arrays.copyOf(starts, points),
            new int[size],
            new double[size],
            rigid);
    for (int c = 0; c < clusterOf.length; c++) {
      skin.add(all.get(c), clusterOf[c]);
    }
    skin.normalise();
    return skin;
  }

  private static boolean isSound(Cluster cluster, int i, int points) {
    double weight = cluster.weights[i];
    int point = cluster.points[i];
    return weight > 0 && weight <= Float.MAX_VALUE && point >= 0 && point < points;
  }

  private void add(Cluster cluster, int joint) {
    for (int i = 0; i < cluster.points.length; i++) {
      if (!isSound(cluster, i, ends.length)) {
        continue;
      }
      int point = cluster.points[i];
      int at = starts[point];
      while (at < ends[point] && joints[at] != joint) {
        at++;
      }
      joints[at] = joint;
      weights[at] += cluster.weights[i];
      ends[point] = Math.max(ends[point], at + 1);
    }
  }

  private void normalise() {
    for (int p = 0; p < ends.length; p++) {
      double sum = 0;
      for (int i = starts[p]; i < ends[p]; i++) {
        sum += weights[i];
      }
      for (int i = starts[p]; i < ends[p]; i++) {
        weights[i] /= sum;
      }
      if (ends[p] == starts[p]) {
        joints[starts[p]] = clusters.size();
        weights[starts[p]] = 1;
        ends[p]++;
      }
    }
  }

  /** Returns the largest number of influences of a point. */
  int maxCount() {
    int max = 0;
    for (int p = 0; p < ends.length; p++) {
      max = Math.max(max, ends[p] - starts[p]);
    }
    return max;
  }

  /**
   * Returns the inverse bind matrices of all joints, in metres: a cluster has the transform of the
   * mesh in the space of its model when they were bound, and that of the model.
   *
   * @param mesh the node of the mesh
   */
  double[] inverseBinds(FbxSpace space, FbxHierarchy nodes, int mesh)
      throws MalformedAssetException {
    int count = clusters.size() + (hasRigidPoints ? 1 : 0);
    double[] out = new double[Affine.SIZE * count];
    for (int c = 0; c < clusters.size(); c++) {
      Cluster cluster = clusters.get(c);
      double[] stored = changed(cluster.object.node().matrixOf("Transform"), space);
      if (stored == null) {
        double[] link = changed(cluster.object.node().matrixOf("TransformLink"), space);
        stored = (link == null ? nodes.global(cluster.node) : link).clone();
        if (!Affine.invert(stored, 0, stored, 0)) {
          throw cluster.object.node().error("the transform of its model cannot be inverted");
        }
        Affine.multiply(stored, 0, nodes.global(mesh), 0, stored, 0);
      }
      FbxNode node = cluster.object.node();
      node.file().requireFloats(node.at(), "a transform", stored);
      System.arraycopy(stored, 0, out, Affine.SIZE * c, Affine.SIZE);
    }
    if (hasRigidPoints) {
      Affine.identity(out, Affine.SIZE * clusters.size());
    }
    return out;
  }

  /** Returns a matrix in metres; null if it is missing or zero. */
  private static double @Nullable [] changed(Optional<double[]> matrix, FbxSpace space) {
    if (matrix.isEmpty() || Arrays.stream(matrix.get()).allMatch(value -> value == 0)) {
      return null;
    }
    double[] out = matrix.get();
    space.change(out);
    return out;
  }

  /** Returns the nodes of all joints. */
  int[] nodes(int mesh) {
    int[] out = new int[clusters.size() + (hasRigidPoints ? 1 : 0)];
    for (int c = 0; c < clusters.size(); c++) {
      out[c] = clusters.get(c).node;
    }
    if (hasRigidPoints) {
      out[clusters.size()] = mesh;
    }
    return out;
  }
}
