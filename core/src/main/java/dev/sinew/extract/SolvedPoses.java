package dev.sinew.extract;

import dev.sinew.model.Influences;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pose of the skeleton in every shape after the reference, and the weights. Where a shape has
 * the triangles of the reference, vertices correspond: then joints are solved from the skin around
 * them and the shape refines the weights. Poses of other shapes come from the joints alone. All are
 * solved in the size of the reference.
 *
 * @param parameters the poses
 * @param weights weights of the joints of the plan
 */
record SolvedPoses(List<PoseParameters> parameters, Influences weights) {

  static SolvedPoses of(
      List<NamedShape> shapes,
      PoseLimbs limbs,
      JointPlan plan,
      Influences heat,
      SkeletonOptions options,
      RunContext context) {
    JointTree tree = plan.tree();
    double[] rest = shapes.getFirst().mesh().positions();
    List<PoseParameters> parameters = new ArrayList<>();
    List<double[]> posed = new ArrayList<>();
    List<PoseParameters> ofPosed = new ArrayList<>();
    for (int k = 1; k < limbs.poseCount(); k++) {
      double scale = limbs.shape(k).scale();
      double[] start = plan.positions(k);
      PoseParameters pose;
      if (limbs.corresponding()[k]) {
        double[] shape = shapes.get(limbs.used()[k]).mesh().positions();
        posed.add(Arrays.stream(shape).map(x -> x / scale).toArray());
        pose = PoseParameters.ofVertices(tree, rest, heat, posed.getLast(), start, context);
        ofPosed.add(pose);
      } else {
        pose = PoseParameters.ofPlan(tree, plan, k);
      }
      parameters.add(pose.scaled(scale));
      context.report("solving poses", k, limbs.poseCount() - 1);
    }
    Influences weights =
        posed.isEmpty()
            ? heat
            : new WeightRefinement(tree, rest, posed, ofPosed, j -> !plan.isTip(j))
                .refine(heat, options.maxInfluences(), context);
    return new SolvedPoses(parameters, weights);
  }
}
