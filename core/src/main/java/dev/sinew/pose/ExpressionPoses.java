package dev.sinew.pose;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Poses that show the morph targets of a character, such as a blink and a smile. Sample poses of
 * clips or turned joints move joints alone, and a surface that is simplified for these may lose
 * what an expression moves.
 *
 * <p>Targets are chosen as by a QR decomposition with column pivoting: each time the one whose
 * offsets are farthest from what those chosen before span, until the rest is spanned nearly.
 * Targets that move different points share a pose.
 */
public final class ExpressionPoses {
  /** The largest number of chosen targets. */
  private static final int MAX_TARGETS = 24;

  /** Targets whose remaining offsets are smaller, relative to the largest, are left out. */
  private static final double SPANNED = 0.1;

  /** The share of all expressions in the weight of the poses. */
  private static final double SHARE = 0.3;

  /** The largest number of points by which targets are compared. */
  private static final int MAX_POINTS = 4000;

  /** An offset that counts, in box sides. */
  private static final double LEAST_OFFSET = 1e-4;

  private final SkinnedCharacter character;
  private final double size;
  private final List<Target> targets = new ArrayList<>();

  /**
   * A morph target of a mesh.
   *
   * @param moved the vertices that it moves
   * @param left what is left of the offsets of some vertices beside the chosen targets, in box
   *     sides
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Target(int mesh, int node, int index, BitSet moved, double[] left) {
    boolean meets(Target other) {
      return mesh == other.mesh && moved.intersects(other.moved);
    }

    double squaredLength() {
      return Arrays.stream(left).map(x -> x * x).sum();
    }
  }

  private ExpressionPoses(JoinedCharacter joined) {
    character = joined.character();
    TriMesh rest = joined.restMesh();
    size = rest.bounds().longestSide();
    for (int m = 0; m < character.meshes().size(); m++) {
      MorphTargets morphs = character.meshes().get(m).morphs();
      if (!morphs.isEmpty() && joined.isShown(m) && size > 0) {
        add(m, joined.node(m), morphs, scale(joined, rest, m) / size);
      }
    }
  }

  /** Returns the size of a mesh at rest relative to its own units. */
  private static double scale(JoinedCharacter joined, TriMesh rest, int m) {
    TriMesh own = joined.character().meshes().get(m).mesh();
    double lengths = 0;
    double restLengths = 0;
    for (int v = 1; v < own.vertexCount(); v++) {
      for (int k = 0; k < 3; k++) {
        int p = joined.firstPoint(m) + v;
        lengths += Math.abs(own.position(v, k) - own.position(v - 1, k));
        restLengths += Math.abs(rest.position(p, k) - rest.position(p - 1, k));
      }
    }
    return lengths > 0 ? restLengths / lengths : 1;
  }

  /** Returns poses with the expressions of a character; the same if it has no morph targets. */
  public static WeightedPoses with(WeightedPoses poses, JoinedCharacter joined) {
    List<Pose> expressions = new ExpressionPoses(joined).poses();
    if (expressions.isEmpty()) {
      return poses;
    }
    List<Pose> all = new ArrayList<>(poses.poses());
    List<Double> weights = new ArrayList<>();
    poses.weights().forEach(weight -> weights.add((1 - SHARE) * weight));
    for (Pose pose : expressions) {
      all.add(pose);
      weights.add(SHARE / expressions.size());
    }
    return new WeightedPoses(all, weights);
  }

  private void add(int m, int node, MorphTargets morphs, double scale) {
    TriMesh mesh = character.meshes().get(m).mesh();
    BitSet all = new BitSet();
    List<BitSet> moved = new ArrayList<>();
    for (int t = 0; t < morphs.count(); t++) {
      moved.add(moved(mesh, morphs.positionOffsets(t), LEAST_OFFSET / scale));
      all.or(moved.getLast());
    }
    int step = all.cardinality() / MAX_POINTS + 1;
    int[] vertices = all.stream().toArray();
    int[] firstWedge = new int[mesh.vertexCount()];
    for (int w = mesh.wedgeCount() - 1; w >= 0; w--) {
      firstWedge[mesh.vertexOfWedge(w)] = w;
    }
    for (int t = 0; t < morphs.count(); t++) {
      float[] offsets = morphs.positionOffsets(t);
      double[] left = new double[3 * ((vertices.length + step - 1) / step)];
      for (int i = 0; i < left.length; i++) {
        left[i] = scale * offsets[3 * firstWedge[vertices[i / 3 * step]] + i % 3];
      }
      if (!moved.get(t).isEmpty()) {
        targets.add(new Target(m, node, t, moved.get(t), left));
      }
    }
  }

  private static BitSet moved(TriMesh mesh, float[] offsets, double least) {
    BitSet out = new BitSet();
    for (int w = 0; w < mesh.wedgeCount(); w++) {
      double x = offsets[3 * w], y = offsets[3 * w + 1], z = offsets[3 * w + 2];
      if (x * x + y * y + z * z > least * least) {
        out.set(mesh.vertexOfWedge(w));
      }
    }
    return out;
  }

  private List<Target> chosen() {
    List<Target> open = new ArrayList<>(targets);
    List<Target> out = new ArrayList<>();
    double enough = 0;
    while (!open.isEmpty() && out.size() < MAX_TARGETS) {
      Target next = Collections.max(open, Comparator.comparingDouble(Target::squaredLength));
      enough = Math.max(enough, SPANNED * SPANNED * next.squaredLength());
      if (!(next.squaredLength() > enough)) {
        break;
      }
      open.remove(next);
      out.add(next);
      open.stream().filter(one -> one.mesh == next.mesh).forEach(one -> project(one.left, next));
    }
    return out;
  }

  /** Removes the component along a chosen target. */
  private static void project(double[] vector, Target by) {
    double dot = 0;
    for (int i = 0; i < vector.length; i++) {
      dot += vector[i] * by.left[i];
    }
    double share = dot / by.squaredLength();
    for (int i = 0; i < vector.length; i++) {
      vector[i] -= share * by.left[i];
    }
  }

  private List<Pose> poses() {
    List<List<Target>> groups = new ArrayList<>();
    for (Target target : chosen()) {
      groups.stream()
          .filter(group -> group.stream().noneMatch(target::meets))
          .findFirst()
          .orElseGet(
              () -> {
                groups.add(new ArrayList<>());
                return groups.getLast();
              })
          .add(target);
    }
    return groups.stream().map(this::pose).toList();
  }

  private Pose pose(List<Target> group) {
    Pose pose = character.restPose();
    for (Target target : group) {
      double[] weights = new double[target.index + 1];
      for (int i = 0; i < weights.length; i++) {
        weights[i] = pose.morphWeight(target.node, i);
      }
      weights[target.index] += 1;
      pose.setMorphWeights(target.node, weights);
    }
    return pose;
  }
}
