package dev.sinew.fit;

import dev.sinew.math.Affine;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.BoneTree;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Bones that a user gives: a core of vertices for each, and perhaps their hierarchy and joints.
 *
 * @param names a name per bone
 * @param bones their cores, and perhaps which of them may move each vertex
 * @param tree the hierarchy; empty to find it
 * @param joints x, y, z of every joint; empty to find them
 * @param issues joints that were left out
 */
public record GivenRig(
    List<String> names,
    GivenBones bones,
    Optional<BoneTree> tree,
    Optional<double[]> joints,
    List<Issue> issues)
    implements BoneSource {

  /** Copies the lists and checks the number of bones. */
  public GivenRig {
    names = List.copyOf(names);
    issues = List.copyOf(issues);
    if (names.size() > MAX_BONES) {
      throw new RequestException(
          SUBJECT, "expected at most " + MAX_BONES + " bones, got " + names.size());
    }
  }

  /** What exceptions call the input that bones are given by. */
  public static final String SUBJECT = "rig";

  /** Weights from which on a vertex counts to a joint's core. */
  private static final double CORE_WEIGHT = 0.5;

  /** How far a vertex of a rig's mesh may be from the reference's, in box sides. */
  private static final double SAME_VERTEX = 0.02;

  /**
   * Takes the joints of a rig's first skin. Where its mesh has the vertices of the examples, cores
   * follow its weights; otherwise every vertex belongs to the nearest bone. Joints that get no
   * vertex are left out.
   *
   * @param reference the mesh of the examples at rest
   * @param keepInfluences whether only the joints that move a vertex in the rig may move it
   * @throws RequestException if the rig has no skin, or influences are to be kept and its mesh has
   *     other vertices
   */
  public static GivenRig ofCharacter(
      SkinnedCharacter rig, TriMesh reference, boolean keepInfluences) {
    if (rig.skins().isEmpty()) {
      throw new RequestException(SUBJECT, "a rig needs a skin, got none");
    }
    Skin skin = rig.skins().getFirst();
    double[] positions = restPositions(rig, skin);
    Optional<Influences> weights = weightsFor(rig, reference);
    if (keepInfluences && weights.isEmpty()) {
      throw new RequestException(
          SUBJECT,
          "no mesh with the "
              + reference.vertexCount()
              + " vertices of the examples, in the same places, whose influences could be kept");
    }
    int[] joint =
        weights
            .map(GivenRig::strongestJoints)
            .orElseGet(() -> nearestBones(rig.skeleton(), skin, positions, reference));
    return keepUsed(
        rig.skeleton(),
        skin,
        positions,
        joint,
        weights.isPresent(),
        keepInfluences ? weights : Optional.empty());
  }

  /**
   * Takes bones from core vertices.
   *
   * @param names a name per bone
   * @param cores for every vertex its bone, or −1
   */
  public static GivenRig ofCores(List<String> names, int[] cores) {
    return new GivenRig(
        names,
        GivenBones.ofCores(names.size(), cores),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** The character of a skin fitted with these bones. */
  SkinnedCharacter character(String name, FittedSkin skin) {
    return FittedCharacter.of(
        name, skin, tree.orElseGet(() -> skin.hierarchy()), names, joints.orElse(null));
  }

  private static double[] restPositions(SkinnedCharacter rig, Skin skin) {
    Pose rest = rig.restPose();
    double[] positions = new double[3 * skin.jointCount()];
    double[] global = new double[Affine.SIZE];
    for (int i = 0; i < skin.jointCount(); i++) {
      rest.copyGlobal(skin.joint(i), global, 0);
      for (int axis = 0; axis < 3; axis++) {
        positions[3 * i + axis] = global[4 * axis + 3];
      }
    }
    return positions;
  }

  private static Optional<Influences> weightsFor(SkinnedCharacter rig, TriMesh reference) {
    for (Part part : rig.parts()) {
      Geometry geometry = rig.geometry(part);
      Influences influences = geometry.influences();
      if (part.skin() == 0 && influences != null && isSame(geometry.mesh(), reference)) {
        return Optional.of(influences);
      }
    }
    return Optional.empty();
  }

  /** Whether two meshes have the same vertices in the same order, up to a little of their size. */
  private static boolean isSame(TriMesh mesh, TriMesh reference) {
    if (mesh.vertexCount() != reference.vertexCount()) {
      return false;
    }
    double allowed = SAME_VERTEX * reference.bounds().longestSide();
    for (int v = 0; v < mesh.vertexCount(); v++) {
      for (int axis = 0; axis < 3; axis++) {
        if (Math.abs(mesh.position(v, axis) - reference.position(v, axis)) > allowed) {
          return false;
        }
      }
    }
    return true;
  }

  /** The joint that moves each vertex most, or −1; a joint that is nowhere first gets its best. */
  private static int[] strongestJoints(Influences influences) {
    int[] joint = new int[influences.vertexCount()];
    for (int v = 0; v < joint.length; v++) {
      int best = 0;
      for (int i = 1; i < influences.count(v); i++) {
        best = influences.weight(v, i) > influences.weight(v, best) ? i : best;
      }
      boolean core = influences.count(v) > 0 && influences.weight(v, best) >= CORE_WEIGHT;
      joint[v] = core ? influences.joint(v, best) : -1;
    }
    giveWeakJointsACore(influences, joint);
    return joint;
  }

  /** A joint with weights but no core takes the vertex it moves most, if that leaves others one. */
  private static void giveWeakJointsACore(Influences influences, int[] joint) {
    int joints = influences.jointsNeeded();
    int[] sizes = new int[joints];
    int[] bestVertex = new int[joints];
    double[] most = new double[joints];
    for (int v = 0; v < joint.length; v++) {
      if (joint[v] >= 0) {
        sizes[joint[v]]++;
      }
      for (int i = 0; i < influences.count(v); i++) {
        int j = influences.joint(v, i);
        if (influences.weight(v, i) > most[j]) {
          most[j] = influences.weight(v, i);
          bestVertex[j] = v;
        }
      }
    }
    for (int j = 0; j < joints; j++) {
      int v = bestVertex[j];
      if (sizes[j] == 0 && most[j] > 0 && (joint[v] < 0 || sizes[joint[v]] > 1)) {
        if (joint[v] >= 0) {
          sizes[joint[v]]--;
        }
        joint[v] = j;
        sizes[j] = 1;
      }
    }
  }

  /** Every vertex to the joint whose segments, to its children, are nearest. */
  private static int[] nearestBones(
      Skeleton skeleton, Skin skin, double[] positions, TriMesh reference) {
    int[] above = parentsInSkin(skeleton, skin);
    int[] joint = new int[reference.vertexCount()];
    double[] x = new double[3];
    for (int v = 0; v < joint.length; v++) {
      for (int axis = 0; axis < 3; axis++) {
        x[axis] = reference.position(v, axis);
      }
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i < above.length; i++) {
        int from = above[i] < 0 ? i : above[i];
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

  /** For every joint of the skin the nearest joint above it that is in the skin too, or −1. */
  private static int[] parentsInSkin(Skeleton skeleton, Skin skin) {
    int[] placeOf = new int[skeleton.jointCount()];
    Arrays.fill(placeOf, -1);
    for (int i = 0; i < skin.jointCount(); i++) {
      placeOf[skin.joint(i)] = i;
    }
    int[] parents = new int[skin.jointCount()];
    for (int i = 0; i < parents.length; i++) {
      int node = skeleton.parent(skin.joint(i));
      while (node != Skeleton.NO_PARENT && placeOf[node] < 0) {
        node = skeleton.parent(node);
      }
      parents[i] = node == Skeleton.NO_PARENT ? -1 : placeOf[node];
    }
    return parents;
  }

  private static GivenRig keepUsed(
      Skeleton skeleton,
      Skin skin,
      double[] positions,
      int[] joint,
      boolean weighed,
      Optional<Influences> weights) {
    boolean[] used = new boolean[skin.jointCount()];
    for (int j : joint) {
      if (j >= 0) {
        used[j] = true;
      }
    }
    int[] bone = new int[used.length];
    List<String> names = new ArrayList<>();
    List<Issue> issues = new ArrayList<>();
    if (!weighed) {
      issues.add(
          Issue.info(
              SUBJECT,
              "no mesh with the examples' vertices: each vertex starts on the nearest bone"));
    }
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < used.length; i++) {
      bone[i] = used[i] ? kept.size() : -1;
      String name = skeleton.name(skin.joint(i));
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
    int[] above = parentsInSkin(skeleton, skin);
    int[] parents = new int[kept.size()];
    double[] joints = new double[3 * kept.size()];
    for (int b = 0; b < parents.length; b++) {
      int up = above[kept.get(b)];
      while (up >= 0 && !used[up]) {
        up = above[up];
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

  /** The kept bones that move each vertex; all of them where none of its joints was kept. */
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
