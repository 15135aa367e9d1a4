package dev.sinew.fit;

import dev.sinew.fit.system.RigWeights;
import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.BoneTree;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Given bones: a core of vertices per bone and optionally their hierarchy and joints.
 *
 * @param names one name per bone
 * @param bones their cores, and optionally the bones that may move each vertex
 * @param tree the hierarchy; empty to find it
 * @param joints x, y, z of each joint; empty to find them
 * @param issues joints that were left out
 */
public record GivenRig(
    List<String> names,
    GivenBones bones,
    Optional<BoneTree> tree,
    Optional<double[]> joints,
    List<Issue> issues)
    implements BoneSource {

  /** Returns the same with other bones of the same number. */
  GivenRig withBones(GivenBones changed) {
    return new GivenRig(names, changed, tree, joints, issues);
  }

  /** Copies the lists and checks the number of bones. */
  public GivenRig {
    names = List.copyOf(names);
    issues = List.copyOf(issues);
    if (names.size() > MAX_BONES) {
      throw new RequestException(
          SUBJECT, "expected at most " + MAX_BONES + " bones, got " + names.size());
    }
  }

  /** The name of this input in exceptions and issues. */
  public static final String SUBJECT = "rig";

  /** The minimum weight of a vertex in the core of a joint. */
  private static final double MIN_CORE_WEIGHT = 0.5;

  /**
   * Uses the joints of a rig. If all its meshes together, or one of them, have the vertices of the
   * examples, their weights define the cores; otherwise each vertex belongs to the nearest bone.
   * Joints without vertices are left out.
   *
   * @param reference the mesh of the examples at rest
   * @param keepInfluences true if only the joints that move a vertex in the rig may move it
   * @throws RequestException if the rig has no skin, or influences are to be kept and its meshes do
   *     not have the vertices of the examples
   */
  public static GivenRig ofCharacter(
      SkinnedCharacter rig, TriMesh reference, boolean keepInfluences) {
    if (rig.skins().isEmpty()) {
      throw new RequestException(SUBJECT, "a rig needs a skin, got none");
    }
    Optional<RigWeights> weights = RigWeights.of(rig, reference);
    if (keepInfluences && weights.isEmpty()) {
      throw new RequestException(
          SUBJECT,
          "no mesh, and not all meshes together, with the "
              + reference.vertexCount()
              + " vertices of the examples, at the same positions, whose influences could be kept");
    }
    int[] joints = weights.map(RigWeights::joints).orElseGet(() -> RigWeights.jointsOfSkins(rig));
    double[] positions = restPositions(rig, joints);
    int[] joint =
        weights
            .map(found -> strongestJoints(found.influences()))
            .orElseGet(() -> nearestBones(rig.skeleton(), joints, positions, reference));
    return keepUsed(
        rig.skeleton(),
        joints,
        positions,
        joint,
        weights.isPresent(),
        keepInfluences ? weights.map(RigWeights::influences) : Optional.empty());
  }

  /**
   * Uses bones given by core vertices.
   *
   * @param names one name per bone
   * @param cores the bone of each vertex, or −1
   */
  public static GivenRig ofCores(List<String> names, int[] cores) {
    return new GivenRig(
        names,
        GivenBones.ofCores(names.size(), cores),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  private static double[] restPositions(SkinnedCharacter rig, int[] joints) {
    Pose rest = rig.restPose();
    double[] positions = new double[3 * joints.length];
    double[] global = new double[Affine.SIZE];
    for (int i = 0; i < joints.length; i++) {
      rest.copyGlobal(joints[i], global, 0);
      for (int axis = 0; axis < 3; axis++) {
        positions[3 * i + axis] = global[4 * axis + 3];
      }
    }
    return positions;
  }

  /**
   * Returns for each vertex the joint with the largest weight, or −1 if that is too small. Joints
   * without a core then get their best vertex.
   */
  private static int[] strongestJoints(Influences influences) {
    int[] joint = new int[influences.vertexCount()];
    for (int v = 0; v < joint.length; v++) {
      int best = 0;
      for (int i = 1; i < influences.count(v); i++) {
        best = influences.weight(v, i) > influences.weight(v, best) ? i : best;
      }
      boolean core = influences.count(v) > 0 && influences.weight(v, best) >= MIN_CORE_WEIGHT;
      joint[v] = core ? influences.joint(v, best) : -1;
    }
    addMissingCores(influences, joint);
    return joint;
  }

  /**
   * Assigns to each joint with weights but no core the vertex where its weight is largest, unless
   * that is the only one of another core.
   */
  private static void addMissingCores(Influences influences, int[] joint) {
    int joints = influences.jointsNeeded();
    int[] sizes = new int[joints];
    int[] bestVertex = new int[joints];
    double[] largest = new double[joints];
    for (int v = 0; v < joint.length; v++) {
      if (joint[v] >= 0) {
        sizes[joint[v]]++;
      }
      for (int i = 0; i < influences.count(v); i++) {
        int j = influences.joint(v, i);
        if (influences.weight(v, i) > largest[j]) {
          largest[j] = influences.weight(v, i);
          bestVertex[j] = v;
        }
      }
    }
    for (int j = 0; j < joints; j++) {
      int v = bestVertex[j];
      if (sizes[j] == 0 && largest[j] > 0 && (joint[v] < 0 || sizes[joint[v]] > 1)) {
        if (joint[v] >= 0) {
          sizes[joint[v]]--;
        }
        joint[v] = j;
        sizes[j] = 1;
      }
    }
  }

  /**
   * Returns for each vertex the joint with the nearest segment to a child, or the nearest position.
   */
  private static int[] nearestBones(
      Skeleton skeleton, int[] joints, double[] positions, TriMesh reference) {
    int[] ancestors = parentsAmong(skeleton, joints);
    int[] joint = new int[reference.vertexCount()];
    double[] x = new double[3];
    for (int v = 0; v < joint.length; v++) {
      for (int axis = 0; axis < 3; axis++) {
        x[axis] = reference.position(v, axis);
      }
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < ancestors.length; i++) {
        int from = ancestors[i] < 0 ? i : ancestors[i];
        double d = distanceToSegment(x, positions, from, i);
        if (d < least) {
          least = d;
          joint[v] = from;
        }
        double toLeaf = distanceToSegment(x, positions, i, i);
        if (toLeaf < least) {
          least = toLeaf;
          joint[v] = i;
        }
      }
    }
    return joint;
  }

  private static double distanceToSegment(double[] x, double[] points, int a, int b) {
    double along = 0;
    double length = 0;
    for (int axis = 0; axis < 3; axis++) {
      double d = points[3 * b + axis] - points[3 * a + axis];
      along += d * (x[axis] - points[3 * a + axis]);
      length += d * d;
    }
    double t = length > 0 ? Math.clamp(along / length, 0, 1) : 0;
    double sum = 0;
    for (int axis = 0; axis < 3; axis++) {
      double d = x[axis] - points[3 * a + axis] - t * (points[3 * b + axis] - points[3 * a + axis]);
      sum += d * d;
    }
    return sum;
  }

  /** Returns for each joint of a list its nearest ancestor in the list, or −1. */
  private static int[] parentsAmong(Skeleton skeleton, int[] joints) {
    int[] index = new int[skeleton.jointCount()];
    Arrays.fill(index, -1);
    for (int i = 0; i < joints.length; i++) {
      index[joints[i]] = i;
    }
    int[] parents = new int[joints.length];
    for (int i = 0; i < parents.length; i++) {
      int node = skeleton.parent(joints[i]);
      while (node != Skeleton.NO_PARENT && index[node] < 0) {
        node = skeleton.parent(node);
      }
      parents[i] = node == Skeleton.NO_PARENT ? -1 : index[node];
    }
    return parents;
  }

  private static GivenRig keepUsed(
      Skeleton skeleton,
      int[] candidates,
      double[] positions,
      int[] joint,
      boolean hasWeights,
      Optional<Influences> weights) {
    boolean[] used = new boolean[candidates.length];
    for (int j : joint) {
      if (j >= 0) {
        used[j] = true;
      }
    }
    int[] bone = new int[used.length];
    List<String> names = new ArrayList<>();
    List<Issue> issues = new ArrayList<>();
    if (!hasWeights) {
      issues.add(
          Issue.info(
              SUBJECT,
              "no mesh with the examples' vertices: each vertex starts on the nearest bone"));
    }
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < used.length; i++) {
      bone[i] = used[i] ? kept.size() : -1;
      String name = skeleton.name(candidates[i]);
      if (used[i]) {
        kept.add(i);
        names.add(name);
      } else {
        issues.add(Issue.info(SUBJECT, "joint " + name + " has no vertex: left out"));
      }
    }
    if (kept.isEmpty()) {
      throw new RequestException(SUBJECT, "none of its joints has a vertex of the examples");
    }
    int[] ancestors = parentsAmong(skeleton, candidates);
    int[] parents = new int[kept.size()];
    double[] joints = new double[3 * kept.size()];
    for (int b = 0; b < parents.length; b++) {
      int up = ancestors[kept.get(b)];
      while (up >= 0 && !used[up]) {
        up = ancestors[up];
      }
      parents[b] = up < 0 ? -1 : bone[up];
      System.arraycopy(positions, 3 * kept.get(b), joints, 3 * b, 3);
    }
    int[] cores = new int[joint.length];
    Arrays.setAll(cores, v -> joint[v] < 0 ? -1 : bone[joint[v]]);
    return new GivenRig(
        names,
        weights
            .map(w -> new GivenBones(names.size(), cores, influencesOf(w, bone, names.size())))
            .orElseGet(() -> GivenBones.ofCores(names.size(), cores)),
        Optional.of(BoneTree.ofParents(parents)),
        Optional.of(joints),
        issues);
  }

  /** Returns the kept bones that move each vertex; all bones if none of its joints was kept. */
  private static int[][] influencesOf(Influences weights, int[] bone, int bones) {
    int[][] sets = new int[weights.vertexCount()][];
    for (int v = 0; v < sets.length; v++) {
      int vertex = v;
      int[] kept =
          IntStream.range(0, weights.count(v))
              .map(i -> bone[weights.joint(vertex, i)])
              .filter(b -> b >= 0)
              .toArray();
      sets[v] = kept.length > 0 ? kept : IntStream.range(0, bones).toArray();
    }
    return sets;
  }
}
