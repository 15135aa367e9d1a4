package dev.sinew.simplify.polish;

import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.CollapseView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A mesh of a level while its edges are split. A new vertex has the mean weights and morph offsets
 * of the edge's ends. Old vertices, wedges and triangles keep their numbers; new ones follow.
 */
final class SplitMesh {
  private final SampledLevel.OfMesh own;
  private final Geometry geometry;
  private final List<EdgeSplits.Split> splits;
  private final List<NewWedge> newWedges = new ArrayList<>();
  private final int[] corners;
  private final int[] groups;
  private final int[] parts;
  private int triangles;

  /**
   * A wedge of a new vertex.
   *
   * @param start the wedge at the start of the split edge
   * @param end the wedge at its end
   * @param changes what is added to their mean attribute values
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record NewWedge(int vertex, int start, int end, int group, double[] changes) {}

  /**
   * Splits edges.
   *
   * @param splits of this mesh, no two at the same triangle
   * @param parts the part of every triangle
   */
  SplitMesh(
      SampledLevel.OfMesh own, Geometry geometry, List<EdgeSplits.Split> splits, int[] parts) {
    this.own = own;
    this.geometry = geometry;
    this.splits = splits;
    triangles = own.mesh.triangleCount();
    int all = triangles + splits.stream().mapToInt(EdgeSplits.Split::triangles).sum();
    corners = Arrays.copyOf(own.corners, 3 * all);
    groups = Arrays.copyOf(own.mesh.groups(), all);
    this.parts = Arrays.copyOf(parts, all);
    for (int i = 0; i < splits.size(); i++) {
      split(own.mesh.vertexCount() + i, splits.get(i));
    }
  }

  private void split(int vertex, EdgeSplits.Split split) {
    int wedge = addWedge(vertex, split.corner(), split.changes()[0]);
    halve(split.corner(), wedge);
    if (split.opposite() != EdgeSplits.NONE) {
      boolean isSeam = split.changes().length > 1;
      halve(
          split.opposite(),
          isSeam ? addWedge(vertex, split.opposite(), split.changes()[1]) : wedge);
    }
  }

  private int addWedge(int vertex, int corner, double[] changes) {
    newWedges.add(
        new NewWedge(
            vertex,
            own.corners[corner],
            own.corners[CollapseView.after(corner)],
            groups[corner / 3],
            changes));
    return own.mesh.wedgeCount() + newWedges.size() - 1;
  }

  private void halve(int corner, int wedge) {
    int t = corner / 3;
    int added = triangles++;
    System.arraycopy(corners, 3 * t, corners, 3 * added, 3);
    groups[added] = groups[t];
    parts[added] = parts[t];
    corners[3 * added + corner % 3] = wedge;
    corners[CollapseView.after(corner)] = wedge;
  }

  /** Returns the part of every triangle; not a copy. */
  int[] parts() {
    return parts;
  }

  /** Returns the mesh after the splits. */
  Geometry result() {
    int wedges = own.mesh.wedgeCount();
    int[] wedgePoint = Arrays.copyOf(own.wedgePoint, wedges + newWedges.size());
    for (int i = 0; i < newWedges.size(); i++) {
      wedgePoint[wedges + i] = newWedges.get(i).vertex;
    }
    List<MeshAttribute> attributes = own.mesh.attributes().stream().map(this::attribute).toList();
    return new Geometry(
        geometry.name(),
        new TriMesh(positions(), wedgePoint, corners, groups, attributes),
        skinning(),
        geometry.morphs().with(values -> withMeans(values, 3), values -> withMeans(values, 3)));
  }

  private double[] positions() {
    int points = own.mesh.vertexCount();
    double[] out = Arrays.copyOf(own.mesh.positions(), 3 * (points + splits.size()));
    for (int i = 0; i < splits.size(); i++) {
      EdgeSplits.Split split = splits.get(i);
      int a = own.point(split.corner());
      int b = own.point(CollapseView.after(split.corner()));
      for (int r = 0; r < 3; r++) {
        out[3 * (points + i) + r] = (out[3 * a + r] + out[3 * b + r]) / 2 + split.shift()[r];
      }
    }
    return out;
  }

  private MeshAttribute attribute(MeshAttribute attribute) {
    int n = attribute.components();
    float[] out = withMeans(attribute.toArray(), n);
    for (int i = 0; i < newWedges.size(); i++) {
      int at = n * (own.mesh.wedgeCount() + i);
      NewWedge wedge = newWedges.get(i);
      own.lengths.addChanges(attribute, wedge.group, wedge.changes, out, at);
      if (attribute.name().equals(MeshAttribute.NORMAL)) {
        normalise(out, at);
      }
    }
    return new MeshAttribute(attribute.name(), n, out);
  }

  private static void normalise(float[] v, int at) {
    double length = Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
    for (int i = at; length > 0 && i < at + 3; i++) {
      v[i] = (float) (v[i] / length);
    }
  }

  /** Returns values per wedge with those of the new wedges: the means of the edges' ends. */
  private float[] withMeans(float[] values, int n) {
    float[] out = Arrays.copyOf(values, values.length + n * newWedges.size());
    int at = values.length;
    for (NewWedge wedge : newWedges) {
      for (int c = 0; c < n; c++) {
        out[at++] = (values[n * wedge.start + c] + values[n * wedge.end + c]) / 2;
      }
    }
    return out;
  }

  /** Returns the skin; a new vertex has no more influences than another one of the mesh. */
  private Skinning skinning() {
    return geometry
        .skinning()
        .influences()
        .<Skinning>map(rows -> new Skinning.Linear(influences(rows)))
        .orElse(Skinning.rigid());
  }

  private Influences influences(Influences rows) {
    Influences.Builder out = Influences.builder();
    for (int v = 0; v < rows.vertexCount(); v++) {
      addRow(rows, v, out);
      out.endRow();
    }
    for (EdgeSplits.Split split : splits) {
      addRow(rows, own.point(split.corner()), out);
      addRow(rows, own.point(CollapseView.after(split.corner())), out);
      out.endRow();
    }
    return out.build().heaviest(rows.maxCount());
  }

  private static void addRow(Influences rows, int v, Influences.Builder out) {
    for (int i = 0; i < rows.count(v); i++) {
      out.add(rows.joint(v, i), rows.weight(v, i));
    }
  }
}
