package dev.sinew.extract;

import dev.sinew.extract.field.Surface;
import dev.sinew.extract.graph.IsoCurve;
import dev.sinew.extract.graph.LimbTree;
import dev.sinew.extract.wrap.SkinPlaces;
import dev.sinew.model.Influences;
import dev.sinew.model.Issue;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.FoundPose;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds a skeleton in shapes of a character: limbs from the level sets of a harmonic field, joints
 * where the limbs bend, weights, and the pose of every shape (the thesis "Character animation from
 * examples", chapters 3 and 4). One shape is enough; more show where the joints are. Shapes may
 * have different triangles.
 */
public final class SkeletonExtraction {
  private SkeletonExtraction() {}

  /**
   * Finds a skeleton.
   *
   * @param shapes the reference, which the result is bound to, and other shapes of the character
   * @throws RequestException if the reference has no surface
   */
  public static SkeletonResult run(
      List<NamedShape> shapes, SkeletonOptions options, RunContext context) {
    if (shapes.isEmpty()) {
      throw new IllegalArgumentException("shapes: expected at least 1, got 0");
    }
    BodySurfaces body = BodySurfaces.of(shapes, context);
    PoseLimbs limbs = PoseLimbs.of(body.shapes(), options, context);
    JointPlan plan =
        limbs
            .body()
            .map(human -> HumanPlacement.of(limbs, human, options))
            .orElseGet(() -> JointPlacement.of(limbs, options.jointGain()));
    JointRefinement.refine(limbs, plan, context);
    TriMesh mesh = shapes.getFirst().mesh();
    SkinPlaces places = body.places(limbs.surface(0), mesh, context);
    Influences heat = BoneHeat.weights(limbs, plan, places, options.maxInfluences(), context);
    List<String> names =
        limbs.traced().stream().skip(1).map(shape -> shape.shape().name()).toList();
    SolvedPoses poses = SolvedPoses.of(shapes, limbs, plan, heat, options, context);
    RiggedShape rig = new RiggedShape(plan, shapes.getFirst().name());
    return new SkeletonResult(
        rig.character(mesh, poses.weights(), names, poses.parameters()),
        found(limbs, plan),
        described(limbs, plan, poses),
        limbs.correspondingCount(),
        limbs.curves().getFirst().loops(),
        picture(limbs, places),
        issues(body, limbs));
  }

  private static List<SkeletonResult.FoundLimb> found(PoseLimbs limbs, JointPlan plan) {
    List<SkeletonResult.FoundLimb> out = new ArrayList<>();
    String[] names = new LimbNames(limbs).all();
    for (int l = 0; l < names.length; l++) {
      int count = 0;
      for (int j = 0; j < plan.count(); j++) {
        boolean branching = plan.children(j).length > 1 || plan.parent(j) < 0;
        count += plan.limb(j) == l && !plan.isTip(j) && !branching ? 1 : 0;
      }
      LimbLine line = limbs.line(l);
      double radius = 0;
      for (int s = 0; s < LimbLine.SAMPLES; s++) {
        radius += line.radius(0, s) / LimbLine.SAMPLES;
      }
      boolean tip = l == 0 || limbs.tree().tip(l) >= 0;
      out.add(new SkeletonResult.FoundLimb(names[l], line.length(0), radius, count, tip));
    }
    return out;
  }

  private static List<FoundPose> described(PoseLimbs limbs, JointPlan plan, SolvedPoses poses) {
    List<String> joints = new ArrayList<>();
    for (int j = 0; j < plan.count(); j++) {
      joints.add(plan.isTip(j) ? "" : plan.name(j));
    }
    List<FoundPose> out = new ArrayList<>();
    out.add(PoseParameters.atRest(plan.tree()).described(limbs.shape(0).name(), joints));
    for (int k = 1; k < limbs.poseCount(); k++) {
      out.add(poses.parameters().get(k - 1).described(limbs.shape(k).name(), joints));
    }
    return out;
  }

  private static FieldPicture picture(PoseLimbs limbs, SkinPlaces places) {
    double[] values = new double[places.count()];
    int[] limb = new int[places.count()];
    Arrays.fill(values, Double.NaN);
    Arrays.fill(limb, -1);
    for (int v = 0; v < values.length; v++) {
      if (places.isOnSurface(v)) {
        values[v] = places.value(limbs.traced().getFirst().field().values(), v);
        limb[v] = limbs.limbOfVertex(places.nearest(v));
      }
    }
    List<IsoCurve> curves = new ArrayList<>();
    List<double[]> lines = new ArrayList<>();
    LimbTree tree = limbs.tree();
    for (int l = 0; l < tree.count(); l++) {
      List<IsoCurve> own = limbs.curves().getFirst().curves(tree.sets()[l]);
      if (tree.parents()[l] >= 0) {
        List<IsoCurve> before = limbs.curves().getFirst().curves(tree.sets()[tree.parents()[l]]);
        lines.add(line(before.getLast(), own.getFirst()));
      }
      for (int i = 1; i < own.size(); i++) {
        lines.add(line(own.get(i - 1), own.get(i)));
      }
      curves.addAll(own);
    }
    return new FieldPicture(
        values, limb, curves, lines.stream().flatMapToDouble(Arrays::stream).toArray());
  }

  private static double[] line(IsoCurve a, IsoCurve b) {
    double[] out = Arrays.copyOf(a.centre(), 6);
    System.arraycopy(b.centre(), 0, out, 3, 3);
    return out;
  }

  /** Returns what to know about the reference, and about poses where it is not the same. */
  private static List<Issue> issues(BodySurfaces body, PoseLimbs limbs) {
    List<Issue> issues = new ArrayList<>(body.issues());
    issues.addAll(limbs.issues());
    List<Issue> reference = shapeIssues(limbs, 0);
    issues.addAll(reference);
    List<String> known = reference.stream().map(Issue::what).toList();
    for (int k = 1; k < limbs.poseCount(); k++) {
      shapeIssues(limbs, k).stream()
          .filter(issue -> !known.contains(issue.what()))
          .forEach(issues::add);
    }
    if (limbs.tree().count() == 1) {
      issues.add(
          Issue.warning(
              limbs.shape(0).name(), "no limbs: the skeleton is a chain between two ends"));
    }
    return issues;
  }

  private static List<Issue> shapeIssues(PoseLimbs limbs, int pose) {
    List<Issue> issues = new ArrayList<>();
    Surface surface = limbs.surface(pose);
    String name = limbs.shape(pose).name();
    if (surface.componentCount() > 1) {
      issues.add(
          Issue.info(
              name,
              surface.componentCount()
                  + " separate components: the skeleton is that of the largest, the others follow"
                  + " the nearest skin"));
    }
    int nonManifold = surface.topology().nonManifoldEdges().length;
    if (nonManifold > 0) {
      issues.add(
          Issue.warning(name, nonManifold + " non-manifold edges: joints near them may be off"));
    }
    int boundaries = surface.topology().boundaryLoops().size();
    if (boundaries > 0) {
      issues.add(Issue.info(name, "the surface is open: " + boundaries + " boundaries"));
    }
    int loops = limbs.curves().get(pose).loops();
    if (loops > 0) {
      issues.add(
          Issue.warning(
              name, "the body has " + loops + " loops: each is cut open, one side of it kept"));
    }
    return issues;
  }
}
