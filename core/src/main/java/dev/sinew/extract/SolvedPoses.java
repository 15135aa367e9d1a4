package dev.sinew.extract;

import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pose of the skeleton in every shape after the reference, and the weights. Where a shape has
 * the triangles of the reference, vertices correspond: then joints and poses are solved from the
 * skin, and the shape refines the weights. Poses of other shapes come from the joints alone. All
 * are solved in the size of the reference.
 *
 * @param parameters the poses
 * @param weights weights of the joints of the plan
 */
record SolvedPoses(List<PoseParameters> parameters, Influences weights) {
  /** Rounds of poses and weights. */
  private static final int ROUNDS = 2;

  static SolvedPoses of(
      List<NamedShape> shapes,
      PoseLimbs limbs,
      JointPlan plan,
      Influences heat,
      SkeletonOptions options,
      RunContext context) {
    double[] rest = shapes.getFirst().mesh().positions();
    List<double[]> posed = new ArrayList<>();
    List<PoseParameters> ofPosed = new ArrayList<>();
    JointTree start = plan.tree();
    for (int k = 1; k < limbs.poseCount(); k++) {
      if (limbs.corresponding()[k]) {
        double scale = limbs.shape(k).scale();
        double[] shape = shapes.get(limbs.used()[k]).mesh().positions();
        posed.add(Arrays.stream(shape).map(x -> x / scale).toArray());
        ofPosed.add(
            PoseParameters.ofVertices(
                start, rest, heat, posed.getLast(), plan.positions(k), context));
      }
      context.report("solving poses", k, limbs.poseCount() - 1);
    }
    Influences weights = heat;
    if (!posed.isEmpty()) {
      double unit = limbs.surface(0).bounds().longestSide();
      TriMesh reference = shapes.getFirst().mesh();
      // Joints follow the skin, so it must be right before they move: heat alone misplaces them.
      weights = refined(plan, rest, posed, ofPosed, heat, options, context);
      for (int round = 0; round < ROUNDS; round++) {
        ofPosed =
            new PoseRefinement(plan, reference, posed, unit, context).refine(ofPosed, weights);
        weights = refined(plan, rest, posed, ofPosed, weights, options, context);
      }
    }
    List<PoseParameters> parameters = new ArrayList<>();
    for (int k = 1, n = 0; k < limbs.poseCount(); k++) {
      PoseParameters pose =
          limbs.corresponding()[k] ? ofPosed.get(n++) : PoseParameters.ofPlan(plan.tree(), plan, k);
      parameters.add(pose.scaled(limbs.shape(k).scale()));
    }
    return new SolvedPoses(parameters, weights);
  }

  private static Influences refined(
      JointPlan plan,
      double[] rest,
      List<double[]> posed,
      List<PoseParameters> poses,
      Influences weights,
      SkeletonOptions options,
      RunContext context) {
    return new WeightRefinement(plan.tree(), rest, posed, poses, j -> !plan.isTip(j))
        .refine(weights, options.maxInfluences(), context);
  }
}
