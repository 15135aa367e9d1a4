package dev.sinew.simplify;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.NumberRange;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Removal;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.collapse.WedgeBlends;
import dev.sinew.simplify.price.JointRows;
import dev.sinew.skin.approximation.LinearApproximation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Applies the operations of an {@link OperationStream} to a character in order and returns the
 * meshes of a level.
 */
public final class CharacterReplay {

  private final JoinedCharacter joined;
  private final OperationStream stream;
  private final CollapseMesh mesh;
  private final WedgeValues values;
  private final JointRows weights;
  private final @Nullable JointRows coords;
  private final double[] positions;
  private final RunContext context;
  private final WedgeBlends blends = new WedgeBlends();
  private int length;
  private long influences;

  /**
   * Starts before the first operation.
   *
   * @param seams as when the stream was made
   * @param maxInfluences likewise
   * @param context cancels this and the other methods
   */
  public CharacterReplay(
      JoinedCharacter joined,
      OperationStream stream,
      SeamRule seams,
      int maxInfluences,
      RunContext context) {
    this.joined = joined;
    this.stream = stream;
    this.context = context;
    mesh = new CollapseMesh(joined.mesh(), seams, new BitSet(), context);
    stream.requireFor(mesh);
    values = new WedgeValues(joined.mesh(), seams);
    weights = JointRows.of(joined.influences(), maxInfluences);
    coords = joined.hasCoords() ? JointRows.of(joined.coords(), maxInfluences) : null;
    positions = joined.mesh().positions();
    for (int p = 0; p < mesh.pointCount(); p++) {
      influences += mesh.firstCorner(p) == CollapseView.NONE ? 0 : influencesOf(p);
    }
  }

  /**
   * Applies operations up to a level.
   *
   * @param target the number of operations from the start, not less than {@link #length}
   */
  public void advanceTo(int target) {
    NumberRange.require("length", target, length, stream.length());
    for (; length < target; length++) {
      context.checkCancelled();
      switch (stream.operation(length)) {
        case Collapse collapse -> apply(collapse);
        case Removal removal -> apply(removal);
      }
    }
  }

  private void apply(Collapse one) {
    int from = one.from();
    int into = one.into();
    if (from == into
        || mesh.firstCorner(from) == CollapseView.NONE
        || mesh.firstCorner(into) == CollapseView.NONE) {
      throw new RequestException(
          OperationStream.SUBJECT,
          "expected collapses of existing edges, got " + from + " into " + into);
    }
    int anyFrom = mesh.wedge(mesh.firstCorner(from));
    int anyInto = mesh.wedge(mesh.firstCorner(into));
    influences -= influencesOf(from) + influencesOf(into);
    mesh.collapse(from, into, blends);
    values.blend(blends, anyFrom, anyInto, one.attributeShare());
    weights.blend(from, into, one.weightShare());
    if (coords != null) {
      coords.blend(from, into, one.weightShare(), one.x(), one.y(), one.z());
    }
    positions[3 * into] = one.x();
    positions[3 * into + 1] = one.y();
    positions[3 * into + 2] = one.z();
    influences += influencesOf(into);
  }

  private void apply(Removal one) {
    int p = one.point();
    if (coords == null || mesh.firstCorner(p) == CollapseView.NONE) {
      throw new RequestException(
          OperationStream.SUBJECT,
          "expected removals from existing points with animation coordinates, got " + p);
    }
    coords.remove(p, one.joint(), one.row());
    influences--;
    for (int c = 0; c < 3; c++) {
      positions[3 * p + c] = coords.rest(p, c);
    }
  }

  private int influencesOf(int point) {
    return (coords != null ? coords : weights).count(point);
  }

  /** Returns the number of operations applied. */
  public int length() {
    return length;
  }

  /** Returns the number of influences of all remaining points. */
  public long influenceCount() {
    return influences;
  }

  /** Returns the number of remaining triangles of all meshes. */
  public int triangleCount() {
    return mesh.triangleCount();
  }

  /** Returns the remaining triangles of the joined mesh, in the order of the current meshes. */
  public int[] triangles() {
    return IntStream.range(0, joined.mesh().triangleCount()).filter(t -> !mesh.isDead(t)).toArray();
  }

  /**
   * Returns the current meshes. Points, wedges and triangles keep their order.
   *
   * @param poses at least one: where a mesh has animation coordinates, its linear blend
   *     approximation is fitted to these
   */
  public List<Geometry> geometries(List<Pose> poses) {
    List<Geometry> out = new ArrayList<>();
    List<Geometry> meshes = joined.character().meshes();
    int triangle = 0;
    for (int m = 0; m < meshes.size(); m++) {
      if (!joined.isShown(m)) {
        out.add(meshes.get(m));
        continue;
      }
      int end = triangle + meshes.get(m).mesh().triangleCount();
      out.add(withCoords(m, SurvivingMesh.of(mesh, triangle, end, context), poses));
      triangle = end;
    }
    return out;
  }

  private Geometry withCoords(int m, SurvivingMesh left, List<Pose> poses) {
    Geometry made = geometry(m, left);
    if (coords == null || joined.skinning(m).coords().isEmpty()) {
      return made;
    }
    int[] points = left.points();
    AnimationCoords kept = coords(m, coords, points);
    LinearApproximation linear =
        LinearApproximation.of(joined.skin(m), kept, poses, Influences.VIEWER_LIMIT, context);
    return made.withMesh(made.mesh().withPositions(linear.restPositions()))
        .withSkinning(new Skinning.AnimationSpace(kept, linear.influences()));
  }

  /** Returns the rows of some points of a mesh, with coordinates in the space of each joint. */
  private AnimationCoords coords(int m, JointRows rows, int[] points) {
    AnimationCoords.Builder out = AnimationCoords.builder();
    double[] bind = new double[Affine.SIZE];
    for (int p : points) {
      context.checkCancelled();
      int[] joints = rows.joints(p);
      double[] v = rows.values(p);
      for (int i = 0; i < joints.length; i++) {
        int joint = joints[i] - joined.firstBone(m);
        joined.skin(m).copyInverseBind(joint, bind, 0);
        double w = v[4 * i + 3];
        double[] q = new double[3];
        for (int r = 0; r < 3; r++) {
          q[r] =
              bind[4 * r] * v[4 * i]
                  + bind[4 * r + 1] * v[4 * i + 1]
                  + bind[4 * r + 2] * v[4 * i + 2]
                  + bind[4 * r + 3] * w;
        }
        out.add(joint, q[0], q[1], q[2], w);
      }
      out.endRow();
    }
    return out.buildPoints();
  }

  private Geometry geometry(int m, SurvivingMesh left) {
    Geometry old = joined.character().meshes().get(m);
    int firstGroup = joined.firstGroup(m);
    int[] groups = IntStream.of(left.groups()).map(g -> g - firstGroup).toArray();
    double[] restPositions = new double[3 * left.points().length];
    for (int p = 0; p < left.points().length; p++) {
      System.arraycopy(positions, 3 * left.points()[p], restPositions, 3 * p, 3);
    }
    List<MeshAttribute> attributes = new ArrayList<>();
    for (MeshAttribute attribute : old.mesh().attributes()) {
      context.checkCancelled();
      attributes.add(
          values.rows(values.indexOf(attribute.name()), attribute.components(), left.wedges()));
    }
    TriMesh made =
        new TriMesh(restPositions, left.wedgeVertex(), left.corners(), groups, attributes);
    return new Geometry(
        old.name(), made, skinning(m, left.points()), morphs(old.morphs(), left.wedges()));
  }

  /** Returns the linear blend skin of some points; one that no skin moves keeps its rows. */
  private Skinning skinning(int m, int[] points) {
    if (!joined.isSkinned(m)) {
      int first = joined.firstPoint(m);
      Skinning old = joined.character().meshes().get(m).skinning().asLinear();
      return old.rows(IntStream.of(points).map(p -> p - first).toArray());
    }
    Influences.Builder rows = Influences.builder();
    for (int p : points) {
      context.checkCancelled();
      for (int i = 0; i < weights.count(p); i++) {
        rows.add(weights.joints(p)[i] - joined.firstBone(m), weights.values(p)[i]);
      }
      rows.endRow();
    }
    return new Skinning.Linear(rows.build());
  }

  private MorphTargets morphs(MorphTargets old, int[] wedges) {
    List<float[]> offsets = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    for (int t = 0; t < old.count(); t++) {
      context.checkCancelled();
      offsets.add(
          values.rows(values.indexOf(JoinedCharacter.MORPH_POSITION + t), 3, wedges).toArray());
      normals.add(
          old.normalOffsets(t) == null
              ? null
              : values.rows(values.indexOf(JoinedCharacter.MORPH_NORMAL + t), 3, wedges).toArray());
    }
    return old.withOffsets(offsets, normals);
  }
}
