package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.system.SkinError;
import dev.sinew.fit.system.SkinRows;
import dev.sinew.model.Topology;
import dev.sinew.rig.Articulation;
import dev.sinew.rig.BoneMotions;
import dev.sinew.rig.BoneTree;
import dev.sinew.run.RunContext;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Smooth weights in poses that no example shows: a bar of three bones, of which the examples turn
 * only the first two, so that any weights of the third are as good there.
 */
class BeyondExamplesTest {
  private static final int RINGS = 31;
  private static final int SIDES = 8;
  private static final double JOINT = -0.4;
  private static final double NEXT_JOINT = 0.4;

  /** Returns examples in which the second bone turns and takes the third along. */
  private static Examples examples() {
    return FitSetups.examples(
        FitSetups.tube(RINGS, SIDES),
        5,
        (k, x, y, z) -> {
          double c = Math.cos(0.15 * k);
          double s = Math.sin(0.15 * k);
          double t = moved(x);
          return new double[] {
            x + t * (JOINT + c * (x - JOINT) - s * y - x), y + t * (s * (x - JOINT) + c * y - y), z
          };
        });
  }

  /** Returns the weight of the bones beyond the first joint. */
  private static double moved(double x) {
    return Math.clamp((x - JOINT) / 0.2 + 0.5, 0, 1);
  }

  @Test
  void whatTheExamplesLeaveOpenIsSmooth() {
    try (RunContext context = RunContext.ofThreads(2)) {
      Examples examples = examples();
      BoneMotions motions = motions(examples);
      SkinRows torn = randomWeights(examples);
      Articulation skeleton = skeleton(examples);
      BoneMotions beyond = ImaginedPoses.of(skeleton, context);
      SkinRows smooth =
          LinearBlendWeights.smooth(examples, motions, skeleton, torn, null, 4, context);
      assertThat(rms(examples, motions, torn, context)).isLessThan(1e-6);
      assertThat(rms(examples, motions, smooth, context)).isLessThan(1e-4);
      assertThat(largestStretch(examples, beyond, smooth))
          .isLessThan(0.5 * largestStretch(examples, beyond, torn));
    }
  }

  private static Articulation skeleton(Examples examples) {
    double[] joints = new double[9];
    for (int i = 0; i < 9; i++) {
      double[] along = {-1, JOINT, NEXT_JOINT};
      joints[i] = examples.box().toUnit(i % 3 == 0 ? along[i / 3] : 0, i % 3);
    }
    return new Articulation(BoneTree.ofParents(new int[] {-1, 0, 1}), joints);
  }

  private static BoneMotions motions(Examples examples) {
    BoneMotions motions = new BoneMotions(3, examples.frameCount());
    double x = examples.box().toUnit(JOINT, 0);
    double y = examples.box().toUnit(0, 1);
    for (int k = 0; k < examples.frameCount(); k++) {
      double c = Math.cos(0.15 * k);
      double s = Math.sin(0.15 * k);
      double[] turn = {c, -s, 0, x - c * x + s * y, s, c, 0, y - s * x - c * y, 0, 0, 1, 0};
      motions.set(0, k, new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, 0);
      motions.set(1, k, turn, 0);
      motions.set(2, k, turn, 0);
    }
    return motions;
  }

  /** Returns weights that follow the examples, shared at random by the two bones that agree. */
  private static SkinRows randomWeights(Examples examples) {
    Random random = new Random(5);
    SkinRows rows = new SkinRows(examples.vertexCount(), 4);
    for (int v = 0; v < examples.vertexCount(); v++) {
      double moved = moved(examples.reference().position(v, 0));
      double third = random.nextDouble() * moved;
      double[] weights = {1 - moved, moved - third, third};
      for (int b = 0; b < 3; b++) {
        if (weights[b] > 0) {
          rows.bone[rows.at(v, rows.count[v])] = b;
          rows.c[4 * rows.at(v, rows.count[v]) + 3] = weights[b];
          rows.count[v]++;
        }
      }
    }
    return rows;
  }

  private static double rms(
      Examples examples, BoneMotions motions, SkinRows rows, RunContext context) {
    return SkinError.rms(
        SkinError.ofVertices(rows, examples.rest, examples.shapes(), motions, context),
        examples.frameCount());
  }

  private static double largestStretch(Examples examples, BoneMotions poses, SkinRows rows) {
    Topology topology = examples.topology;
    int frames = poses.frameCount();
    double[] a = new double[3 * frames];
    double[] b = new double[3 * frames];
    double largest = 0;
    for (int e = 0; e < topology.edgeCount(); e++) {
      int from = topology.edgeVertex(e, 0);
      int to = topology.edgeVertex(e, 1);
      SkinError.predict(rows, examples.rest, poses, from, a);
      SkinError.predict(rows, examples.rest, poses, to, b);
      double[] rest = new double[3];
      for (int axis = 0; axis < 3; axis++) {
        rest[axis] = examples.rest[3 * from + axis] - examples.rest[3 * to + axis];
      }
      for (int k = 0; k < frames; k++) {
        double length =
            Math.hypot(
                Math.hypot(a[3 * k] - b[3 * k], a[3 * k + 1] - b[3 * k + 1]),
                a[3 * k + 2] - b[3 * k + 2]);
        largest = Math.max(largest, length / Math.hypot(Math.hypot(rest[0], rest[1]), rest[2]));
      }
    }
    return largest;
  }
}
