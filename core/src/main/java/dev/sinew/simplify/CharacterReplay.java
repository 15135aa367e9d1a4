package dev.sinew.simplify;

import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Leads a character from level to level along an {@link OperationStream}: applies collapses in
 * order and gives out the meshes as they then are.
 */
public final class CharacterReplay {
  private final JoinedCharacter joined;
  private final OperationStream stream;
  private final CollapseMesh mesh;
  private final WedgeValues values;
  private final WeightRows weights;
  private final double[] positions;
  private final WedgeBlends blends = new WedgeBlends();
  private int length;

  /**
   * Starts with no collapse.
   *
   * @param permissive as it was when the stream was made
   * @param mostInfluences likewise
   */
  public CharacterReplay(
      JoinedCharacter joined, OperationStream stream, boolean permissive, int mostInfluences) {
    if (stream.pointCount() != joined.mesh().vertexCount()) {
      throw new IllegalArgumentException(
          "stream: expected one of "
              + joined.mesh().vertexCount()
              + " points, got "
              + stream.pointCount());
    }
    this.joined = joined;
    this.stream = stream;
    mesh = new CollapseMesh(joined.mesh(), permissive, new BitSet());
    values = new WedgeValues(joined.mesh());
    weights = new WeightRows(joined.influences(), mostInfluences);
    positions = joined.mesh().positions();
  }

  /** Goes on to a level: so many collapses from the beginning, not fewer than it is at. */
  public void advanceTo(int target) {
    if (target < length || target > stream.length()) {
      throw new IllegalArgumentException(
          "length: expected " + length + " to " + stream.length() + ", got " + target);
    }
    for (; length < target; length++) {
      apply(stream.collapse(length));
    }
  }

  private void apply(Collapse one) {
    int from = one.from();
    int into = one.into();
    if (from == into
        || mesh.firstCorner(from) == CollapseMesh.NONE
        || mesh.firstCorner(into) == CollapseMesh.NONE) {
      throw new IllegalArgumentException(
          "stream: expected collapses of edges that are there, got " + from + " into " + into);
    }
    int anyFrom = mesh.wedge(mesh.firstCorner(from));
    int anyInto = mesh.wedge(mesh.firstCorner(into));
    mesh.collapse(from, into, blends);
    values.blend(blends, anyFrom, anyInto, one.attributeShare());
    weights.mix(from, into, one.weightShare());
    positions[3 * into] = one.x();
    positions[3 * into + 1] = one.y();
    positions[3 * into + 2] = one.z();
  }

  /** Triangles that are left in all meshes. */
  public int triangleCount() {
    return mesh.triangleCount();
  }

  /** The meshes as they are now; points, wedges and triangles that are left keep their order. */
  public List<Geometry> geometries() {
    List<Geometry> out = new ArrayList<>();
    BitSet points = new BitSet();
    BitSet wedges = new BitSet();
    for (int t = 0; t < mesh.firstTriangleCount(); t++) {
      for (int c = 3 * t; c < 3 * t + 3 && !mesh.isDead(t); c++) {
        points.set(mesh.point(c));
        wedges.set(mesh.wedge(c));
      }
    }
    List<Geometry> meshes = joined.character().meshes();
    int triangle = 0;
    for (int m = 0; m < meshes.size(); m++) {
      if (!joined.isShown(m)) {
        out.add(meshes.get(m));
        continue;
      }
      int end = triangle + meshes.get(m).mesh().triangleCount();
      int[] ownPoints = within(points, joined.firstPoint(m), joined.firstPoint(m + 1));
      int[] ownWedges = within(wedges, joined.firstWedge(m), joined.firstWedge(m + 1));
      out.add(geometry(m, ownPoints, ownWedges, triangle, end));
      triangle = end;
    }
    return out;
  }

  private static int[] within(BitSet set, int from, int to) {
    return set.stream().filter(i -> i >= from && i < to).toArray();
  }

  private Geometry geometry(int m, int[] points, int[] wedges, int firstTriangle, int end) {
    Geometry old = joined.character().meshes().get(m);
    int[] newPoint = places(points, joined.firstPoint(m), joined.firstPoint(m + 1));
    int[] newWedge = places(wedges, joined.firstWedge(m), joined.firstWedge(m + 1));
    int[] live = IntStream.range(firstTriangle, end).filter(t -> !mesh.isDead(t)).toArray();
    int[] corners = new int[3 * live.length];
    int[] groups = new int[live.length];
    int[] wedgeVertex = new int[wedges.length];
    for (int i = 0; i < live.length; i++) {
      groups[i] = mesh.group(live[i]) - joined.firstGroup(m);
      for (int k = 0; k < 3; k++) {
        int corner = 3 * live[i] + k;
        corners[3 * i + k] = newWedge[mesh.wedge(corner) - joined.firstWedge(m)];
        wedgeVertex[corners[3 * i + k]] = newPoint[mesh.point(corner) - joined.firstPoint(m)];
      }
    }
    double[] places = new double[3 * points.length];
    for (int p = 0; p < points.length; p++) {
      System.arraycopy(positions, 3 * points[p], places, 3 * p, 3);
    }
    List<MeshAttribute> attributes = new ArrayList<>();
    for (MeshAttribute attribute : old.mesh().attributes()) {
      attributes.add(values.rows(values.place(attribute.name()), attribute.components(), wedges));
    }
    TriMesh made = new TriMesh(places, wedgeVertex, corners, groups, attributes);
    return new Geometry(old.name(), made, influences(m, points), morphs(old.morphs(), wedges));
  }

  /** For every old number from first to end its new one. */
  private static int[] places(int[] kept, int first, int end) {
    int[] out = new int[end - first];
    for (int i = 0; i < kept.length; i++) {
      out[kept[i] - first] = i;
    }
    return out;
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
