package dev.sinew.simplify;

import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.Collapse;
import dev.sinew.simplify.collapse.CollapseMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.simplify.collapse.Removal;
import dev.sinew.simplify.collapse.WedgeBlends;
import dev.sinew.simplify.price.CoordRows;
import dev.sinew.simplify.price.WeightRows;
import dev.sinew.skin.LinearApproximation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Leads a character from level to level along an {@link OperationStream}: applies operations in
 * order and gives out the meshes as they then are.
 */
public final class CharacterReplay {
  private final JoinedCharacter joined;
  private final OperationStream stream;
  private final CollapseMesh mesh;
  private final WedgeValues values;
  private final WeightRows weights;
  private final @Nullable CoordRows coords;
  private final double[] positions;
  private final WedgeBlends blends = new WedgeBlends();
  private int length;
  private long influences;

  /**
   * Starts with no operation.
   *
   * @param permissive as it was when the stream was made
   * @param mostInfluences likewise
   */
  public CharacterReplay(
      JoinedCharacter joined, OperationStream stream, boolean permissive, int mostInfluences) {
    this.joined = joined;
    this.stream = stream;
    mesh = new CollapseMesh(joined.mesh(), permissive, new BitSet());
    stream.requireFor(mesh);
    values = new WedgeValues(joined.mesh());
    weights = new WeightRows(joined.influences(), mostInfluences);
    coords = joined.hasCoords() ? new CoordRows(joined.coords(), mostInfluences) : null;
    positions = joined.mesh().positions();
    for (int p = 0; p < mesh.pointCount(); p++) {
      influences += mesh.firstCorner(p) == CollapseView.NONE ? 0 : influencesOf(p);
    }
  }

  /** Goes on to a level: so many operations from the beginning, not fewer than it is at. */
  public void advanceTo(int target) {
    if (target < length || target > stream.length()) {
      throw new IllegalArgumentException(
          "length: expected " + length + " to " + stream.length() + ", got " + target);
    }
    for (; length < target; length++) {
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
      throw new IllegalArgumentException(
          "stream: expected collapses of edges that are there, got " + from + " into " + into);
    }
    int anyFrom = mesh.wedge(mesh.firstCorner(from));
    int anyInto = mesh.wedge(mesh.firstCorner(into));
    influences -= influencesOf(from) + influencesOf(into);
    mesh.collapse(from, into, blends);
    values.blend(blends, anyFrom, anyInto, one.attributeShare());
    weights.mix(from, into, one.weightShare());
    if (coords != null) {
      coords.mix(from, into, one.weightShare(), new double[] {one.x(), one.y(), one.z()});
    }
    positions[3 * into] = one.x();
    positions[3 * into + 1] = one.y();
    positions[3 * into + 2] = one.z();
    influences += influencesOf(into);
  }

  private void apply(Removal one) {
    int p = one.point();
    if (coords == null || mesh.firstCorner(p) == CollapseView.NONE) {
      throw new IllegalArgumentException(
          "stream: expected removals from points in animation coordinates that are there, got "
              + p);
    }
    coords.remove(p, one.joint(), one.row());
    influences--;
    for (int c = 0; c < 3; c++) {
      positions[3 * p + c] = coords.rest(p, c);
    }
  }

  private int influencesOf(int point) {
    return coords != null ? coords.joints(point).length : weights.count(point);
  }

  /** How many operations it has gone through. */
  public int length() {
    return length;
  }

  /** Joints of all points that are left together. */
  public long influenceCount() {
    return influences;
  }

  /** Triangles that are left in all meshes. */
  public int triangleCount() {
    return mesh.triangleCount();
  }

  /**
   * The meshes as they are now; points, wedges and triangles that are left keep their order.
   *
   * @param poses what the linear blend is fitted to that stands in for animation coordinates where
   *     a mesh has them; at least one
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
      out.add(withCoords(m, SurvivingMesh.of(mesh, triangle, end), poses));
      triangle = end;
    }
    return out;
  }

  private Geometry withCoords(int m, SurvivingMesh left, List<Pose> poses) {
    Geometry made = geometry(m, left);
    if (coords == null
        || !joined.isSkinned(m)
        || joined.character().meshes().get(m).coords() == null) {
      return made;
    }
    AnimationCoords own = coords(m, coords, left.points());
    LinearApproximation linear = LinearApproximation.of(joined.skin(m), own, poses);
    return new Geometry(
        made.name(),
        made.mesh().withPositions(linear.restPositions()),
        linear.influences(),
        made.morphs(),
        own);
  }

  /** Rows of a mesh, each joint's numbers in the joint's space again. */
  private AnimationCoords coords(int m, CoordRows rows, int[] points) {
    AnimationCoords.Builder out = AnimationCoords.builder();
    double[] bind = new double[Affine.SIZE];
    for (int p : points) {
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
    double[] places = new double[3 * left.points().length];
    for (int p = 0; p < left.points().length; p++) {
      System.arraycopy(positions, 3 * left.points()[p], places, 3 * p, 3);
    }
    List<MeshAttribute> attributes = new ArrayList<>();
    for (MeshAttribute attribute : old.mesh().attributes()) {
      attributes.add(
          values.rows(values.place(attribute.name()), attribute.components(), left.wedges()));
    }
    TriMesh made = new TriMesh(places, left.wedgeVertex(), left.corners(), groups, attributes);
    return new Geometry(
        old.name(), made, influences(m, left.points()), morphs(old.morphs(), left.wedges()));
  }

  private @Nullable Influences influences(int m, int[] points) {
    if (joined.character().meshes().get(m).influences() == null) {
      return null;
    }
    if (!joined.isSkinned(m)) {
      Influences old = joined.character().meshes().get(m).influences();
      int first = joined.firstPoint(m);
      return old == null ? null : old.rows(IntStream.of(points).map(p -> p - first).toArray());
    }
    Influences.Builder rows = Influences.builder();
    for (int p : points) {
      for (int i = 0; i < weights.count(p); i++) {
        rows.add(weights.joints(p)[i] - joined.firstBone(m), weights.weights(p)[i]);
      }
      rows.endRow();
    }
    return rows.build();
  }

  private @Nullable MorphTargets morphs(@Nullable MorphTargets old, int[] wedges) {
    if (old == null) {
      return null;
    }
    List<float[]> offsets = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    for (int t = 0; t < old.count(); t++) {
      offsets.add(
          values.rows(values.place(JoinedCharacter.MORPH_POSITION + t), 3, wedges).toArray());
      normals.add(
          old.normalOffsets(t) == null
              ? null
              : values.rows(values.place(JoinedCharacter.MORPH_NORMAL + t), 3, wedges).toArray());
    }
    return new MorphTargets(offsets, normals, old.restWeights());
  }
}
