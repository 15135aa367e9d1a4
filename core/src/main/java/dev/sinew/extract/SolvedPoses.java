package dev.sinew.extract;

import dev.sinew.model.Influences;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The pose of the skeleton in every shape after the reference, and the weights. Where the shapes
 * have the triangles of the reference, vertices correspond: then joints are solved from the skin
 * around them and the weights are refined. Otherwise poses come from the joints alone.
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
    boolean corresponding = shapes.size() > 1 && correspond(shapes);
    TriMesh reference = shapes.getFirst().mesh();
    double[] rest = reference.positions();
    List<PoseParameters> parameters = new ArrayList<>();
    List<double[]> posed = new ArrayList<>();
    for (int k = 1; k < limbs.shapes().size(); k++) {
      double[] start = plan.positions(k);
      if (corresponding) {
        double[] shape = shapes.get(limbs.used()[k]).mesh().positions();
        posed.add(shape);
        parameters.add(PoseParameters.ofVertices(tree, rest, heat, shape, start, context));
      } else {
        parameters.add(PoseParameters.ofPositions(tree, start));
      }
      context.report("solving poses", k, limbs.shapes().size() - 1);
    }
    Influences weights =
        posed.isEmpty()
            ? heat
            : new WeightRefinement(tree, rest, posed, parameters)
                .refine(heat, options.maxInfluences(), context);
    return new SolvedPoses(parameters, weights);
  }

  private static boolean correspond(List<NamedShape> shapes) {
    int[] triangles = shapes.getFirst().mesh().triangles();
    int vertices = shapes.getFirst().mesh().vertexCount();
    return shapes.stream()
        .allMatch(
            shape ->
                shape.mesh().vertexCount() == vertices
                    && Arrays.equals(shape.mesh().triangles(), triangles));
  }
}
