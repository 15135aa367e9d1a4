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
    this.joined = joined;
    this.stream = stream;
    mesh = new CollapseMesh(joined.mesh(), permissive, new BitSet());
    stream.requireFor(mesh);
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
    List<Geometry> meshes = joined.character().meshes();
    int triangle = 0;
    for (int m = 0; m < meshes.size(); m++) {
      if (!joined.isShown(m)) {
        out.add(meshes.get(m));
        continue;
      }
      int end = triangle + meshes.get(m).mesh().triangleCount();
      out.add(geometry(m, SurvivingMesh.of(mesh, triangle, end)));
      triangle = end;
    }
    return out;
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
