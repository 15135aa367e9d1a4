package dev.sinew.extract;

import dev.sinew.extract.field.CotangentLaplacian;
import dev.sinew.extract.field.Surface;
import dev.sinew.extract.wrap.SkinPlaces;
import dev.sinew.model.Influences;
import dev.sinew.run.RunContext;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Weights by heat diffusion from the bones (Baran and Popović, "Automatic Rigging and Animation of
 * 3D Characters", 2007, section 4): (L + M H) w_j = M H p_j with H = 1 / d², d the distance of a
 * vertex from its nearest bone and p_j 1 where that bone moves with joint j.
 *
 * <p>Instead of a test of visibility through the body, a vertex only receives heat from bones of
 * its own limb and from those inside the body at the limb's ends: a hand that rests on a thigh is
 * not attached to it.
 */
final class BoneHeat {
  /** Smaller weights are dropped. */
  private static final double MIN_WEIGHT = 0.005;

  private final PoseLimbs limbs;
  private final JointPlan plan;
  private final Surface surface;
  private final List<Bones.Bone> bones;

  private BoneHeat(PoseLimbs limbs, JointPlan plan) {
    this.limbs = limbs;
    this.plan = plan;
    surface = limbs.surface(0);
    bones = Bones.of(plan).list();
  }

  /**
   * Returns the weights of all vertices of the reference mesh.
   *
   * @param places the places of the vertices on the surface, whose weights they take
   * @return weights of the joints of the plan
   */
  static Influences weights(
      PoseLimbs limbs, JointPlan plan, SkinPlaces places, int maxInfluences, RunContext context) {
    BoneHeat heat = new BoneHeat(limbs, plan);
    double[][] dense = heat.solve(context);
    return rows(dense, places).heaviest(maxInfluences);
  }

  private double[][] solve(RunContext context) {
    CotangentLaplacian laplacian = limbs.shape(0).heat().laplacian();
    int n = surface.vertexCount();
    int[] nearest = new int[n];
    double[] sources = new double[n];
    double least = 1e-4 * surface.bounds().longestSide();
    context.runRanges(
        n,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            double d = Math.max(least, nearestBone(v, nearest));
            sources[v] = laplacian.mass(v) / (d * d);
          }
        });
    UnaryOperator<double[]> solver = laplacian.solver(sources, context::checkCancelled);
    double[][] weights = new double[plan.count()][n];
    context.run(
        "spreading weights",
        weights.length,
        j -> {
          double[] right = new double[n];
          for (int v = 0; v < n; v++) {
            right[v] = bones.get(nearest[v]).owner() == j ? sources[v] : 0;
          }
          if (!plan.isTip(j)) {
            weights[j] = solver.apply(right);
          }
        });
    return weights;
  }

  /** Finds the nearest bone that may move a vertex; returns its distance. */
  private double nearestBone(int v, int[] nearest) {
    int limb = limbs.limbOfVertex(v);
    double[] p = {surface.position(v, 0), surface.position(v, 1), surface.position(v, 2)};
    double best = Double.POSITIVE_INFINITY;
    for (int pass = 0; pass < 2 && best == Double.POSITIVE_INFINITY; pass++) {
      for (int b = 0; b < bones.size(); b++) {
        Bones.Bone bone = bones.get(b);
        boolean allowed =
            pass == 1 || bone.limb() == limb || (bone.inBody() && isNextTo(bone.limb(), limb));
        if (allowed) {
          double d = Points.distanceToSegment(p, plan.at(bone.owner(), 0), plan.at(bone.end(), 0));
          if (d < best) {
            best = d;
            nearest[v] = b;
          }
        }
      }
    }
    return best;
  }

  private boolean isNextTo(int a, int b) {
    int[] parents = limbs.tree().parents();
    return parents[a] == b || parents[b] == a || (parents[a] == parents[b] && parents[a] >= 0);
  }

  private static Influences rows(double[][] dense, SkinPlaces places) {
    Influences.Builder rows = Influences.builder();
    for (int v = 0; v < places.count(); v++) {
      for (int j = 0; j < dense.length; j++) {
        double w = places.value(dense[j], v);
        if (w >= MIN_WEIGHT) {
          rows.add(j, w);
        }
      }
      rows.endRow();
    }
    return rows.build();
  }
}
