package dev.sinew.posespace;

import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Divides the vertices of a surface into blocks, as an interpolator needs them. */
final class BlockPlanner {
  /** Weight rows that differ by less share one solve. */
  private static final int WEIGHT_STEPS = 16;

  /** The share of a joint's weight that its children get: their bend moves its vertices too. */
  private static final double CHILD_SHARE = 0.5;

  /** The weight of all other joints, so that no two poses coincide for a vertex. */
  private static final double ELSEWHERE = 0.01;

  /** Weights of a joint's neighbours in the local lookup, to choose from. */
  private static final double[] NEIGHBOUR = {0.03, 0.25, 1};

  /** Poses closer than this fraction of the largest distance are alike around a joint. */
  private static final double ALIKE = 0.01;

  /** Joints closer to a vertex than this fraction of a bone count as equally close. */
  private static final double EQUAL_DISTANCE_SHARE = 0.1;

  /**
   * Subtracted from the share of each joint in a vertex, so that small ones vanish without a jump:
   * each costs as much as the large ones.
   */
  private static final double MIN_SHARE = 0.1;

  private final JointHierarchy hierarchy;
  private final RestSurface surface;
  private final PoseSpace space;

  /** The weight of each joint of the space, per vertex. */
  private final double[][] weights;

  /** x, y, z of each vertex where the scene shows it at rest, as the joints are. */
  private final double[] places;

  BlockPlanner(SkinnedCharacter character, PoseSpace space) {
    this.space = space;
    surface = RestSurface.of(character);
    hierarchy = JointHierarchy.of(character.skeleton(), space.find(character.skeleton()));
    weights = new double[surface.vertexCount()][space.jointCount()];
    places = new double[3 * surface.vertexCount()];
    JoinedCharacter joined = new JoinedCharacter(character);
    TriMesh rest = joined.restMesh();
    for (int p = 0; p < character.parts().size(); p++) {
      Part part = character.parts().get(p);
      int first = surface.firstVertex(p);
      readWeights(character, part, first);
      for (int i = 3 * first; i < 3 * surface.firstVertex(p + 1); i++) {
        int vertex = joined.firstPoint(part.mesh()) + i / 3 - first;
        places[i] = rest.position(vertex, i % 3);
      }
    }
  }

  private void readWeights(SkinnedCharacter character, Part part, int first) {
    Influences influences = character.skinning(part).influences().orElse(null);
    if (influences == null) {
      return;
    }
    Skin skin = character.skins().get(part.skin());
    for (int v = 0; v < influences.vertexCount(); v++) {
      for (int i = 0; i < influences.count(v); i++) {
        int joint = hierarchy.joints().indexOf(skin.joint(influences.joint(v, i)));
        weights[first + v][joint] += influences.weight(v, i);
      }
    }
  }

  /**
   * Returns the blocks of some vertices.
   *
   * @param vertices rising
   */
  List<BlockPlan> plan(PoseSpaceMethod method, int[] vertices) {
    return switch (method) {
      case WEIGHTED -> weighted(vertices);
      case LOCAL, EIGENSKIN -> local(vertices);
      default -> {
        double[] all = new double[space.jointCount()];
        Arrays.fill(all, 1);
        yield List.of(BlockPlan.whole(IntStream.range(0, all.length).toArray(), all, vertices));
      }
    };
  }

  /** One block per distinct row of weights, in steps of 1 / {@value #WEIGHT_STEPS}. */
  private List<BlockPlan> weighted(int[] vertices) {
    Map<List<Integer>, List<Integer>> groups = new LinkedHashMap<>();
    for (int v : vertices) {
      List<Integer> key = new ArrayList<>();
      for (double weight : weights[v]) {
        key.add((int) Math.round(WEIGHT_STEPS * weight));
      }
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(v);
    }
    List<BlockPlan> out = new ArrayList<>();
    groups.forEach((key, members) -> out.add(weightedBlock(key, members)));
    return out;
  }

  private BlockPlan weightedBlock(List<Integer> key, List<Integer> members) {
    double[] row = new double[key.size()];
    Arrays.fill(row, ELSEWHERE);
    for (int j = 0; j < row.length; j++) {
      double weight = (double) key.get(j) / WEIGHT_STEPS;
      row[j] += weight;
      for (int child : hierarchy.children().get(j)) {
        row[child] += CHILD_SHARE * weight;
      }
    }
    return BlockPlan.whole(
        IntStream.range(0, row.length).toArray(),
        row,
        members.stream().mapToInt(Integer::intValue).toArray());
  }

  /**
   * One block per joint: the vertices that the joint or its parent moves, with a share that falls
   * with the squared distance from the joint at rest.
   */
  private List<BlockPlan> local(int[] vertices) {
    int joints = space.jointCount();
    double near = EQUAL_DISTANCE_SHARE * space.lengthUnit();
    double[][] shares = new double[joints][surface.vertexCount()];
    for (int v : vertices) {
      double sum = 0;
      for (int j = 0; j < joints; j++) {
        double square =
            hierarchy.squaredDistance(j, places[3 * v], places[3 * v + 1], places[3 * v + 2]);
        shares[j][v] = reach(j, v) / (square + near * near);
        sum += shares[j][v];
      }
      double least = MIN_SHARE * sum;
      sum = 0;
      for (int j = 0; j < joints; j++) {
        shares[j][v] = Math.max(0, shares[j][v] - least);
        sum += shares[j][v];
      }
      for (int j = 0; j < joints; j++) {
        shares[j][v] = sum > 0 ? shares[j][v] / sum : j == 0 ? 1 : 0;
      }
    }
    List<BlockPlan> out = new ArrayList<>();
    for (int j = 0; j < joints; j++) {
      double[] own = shares[j];
      int[] members = Arrays.stream(vertices).filter(v -> own[v] > 0).toArray();
      if (members.length > 0) {
        out.add(localBlock(j, members, own));
      }
    }
    return out;
  }

  /** Returns the weight with which a joint's bend moves a vertex. */
  private double reach(int joint, int v) {
    // The anchor has no bend of its own, unless nothing hangs on it.
    if (joint == 0 && space.jointCount() > 1) {
      return 0;
    }
    double parent = joint == 0 ? 0 : weights[v][hierarchy.parents().get(joint)];
    return weights[v][joint] + parent;
  }

  private BlockPlan localBlock(int joint, int[] members, double[] own) {
    List<Integer> joints = new ArrayList<>(List.of(joint));
    if (joint > 0) {
      joints.add(hierarchy.parents().get(joint));
    }
    joints.addAll(hierarchy.children().get(joint));
    List<double[]> choices = new ArrayList<>();
    for (double neighbour : NEIGHBOUR) {
      double[] jointWeights = new double[joints.size()];
      Arrays.fill(jointWeights, neighbour);
      jointWeights[0] = 1;
      choices.add(jointWeights);
    }
    return new BlockPlan(
        joints.stream().mapToInt(Integer::intValue).toArray(),
        choices,
        ALIKE,
        members,
        Arrays.stream(members).mapToDouble(v -> own[v]).toArray());
  }
}
