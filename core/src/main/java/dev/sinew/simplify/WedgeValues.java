package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.WedgeBlends;
import dev.sinew.simplify.collapse.WedgeClasses;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of wedges that come together as edges collapse. What belongs to a point (morph
 * offsets of positions) is mixed for all its wedges alike, what is painted on (texture coordinates,
 * colours) chart by chart, directions wedge by wedge; those are given their length back.
 */
final class WedgeValues {
  private enum Kind {
    POINT,
    PAINTED,
    DIRECTION,
    OFFSET
  }

  private record Column(String name, int width, Kind kind, float[] values) {}

  private final List<Column> columns = new ArrayList<>();
  private float[] work = new float[64];

  WedgeValues(TriMesh mesh) {
    for (MeshAttribute attribute : mesh.attributes()) {
      columns.add(
          new Column(
              attribute.name(), attribute.components(), kindOf(attribute), attribute.toArray()));
    }
  }

  private static Kind kindOf(MeshAttribute attribute) {
    if (WedgeClasses.isPainted(attribute)) {
      return Kind.PAINTED;
    }
    if (attribute.name().startsWith(JoinedCharacter.MORPH_POSITION)) {
      return Kind.POINT;
    }
    boolean direction =
        attribute.name().equals(MeshAttribute.NORMAL)
            || attribute.name().equals(MeshAttribute.TANGENT);
    return direction ? Kind.DIRECTION : Kind.OFFSET;
  }

  /**
   * Brings the wedges of a collapsed edge up to date.
   *
   * @param anyFrom a wedge that the point which disappeared had
   * @param anyInto a wedge of the point that stays
   * @param share how much comes from the point which disappeared
   */
  void blend(WedgeBlends blends, int anyFrom, int anyInto, double share) {
    for (Column column : columns) {
      int width = column.width;
      if (work.length < width * blends.count()) {
        work = new float[2 * width * blends.count()];
      }
      for (int i = 0; i < blends.count(); i++) {
        int own = blends.wedge(i);
        int other =
            switch (column.kind) {
              case POINT -> blends.isCarried(i) ? anyInto : anyFrom;
              case PAINTED -> blends.chartPartner(i);
              case DIRECTION, OFFSET -> blends.partner(i);
            };
        double toOther = blends.isCarried(i) ? 1 - share : share;
        mix(column, own, other == CollapseView.NONE ? own : other, toOther, width * i);
      }
      for (int i = 0; i < blends.count(); i++) {
        System.arraycopy(work, width * i, column.values, width * blends.wedge(i), width);
      }
    }
  }

  /** Writes own + share · (other − own) to the work array. */
  private void mix(Column column, int own, int other, double share, int at) {
    int width = column.width;
    float[] v = column.values;
    int linear = column.name.equals(MeshAttribute.TANGENT) ? 3 : width;
    for (int c = 0; c < linear; c++) {
      double a = v[width * own + c];
      work[at + c] =
          own == other ? v[width * own + c] : (float) (a + share * (v[width * other + c] - a));
    }
    if (linear < width) {
      work[at + 3] = v[width * own + 3]; // The bitangent's sign.
    }
    if (column.kind == Kind.DIRECTION && own != other) {
      normalise(v, width * own, at);
    }
  }

  /** Gives three numbers of the work array the length 1, or takes the old ones. */
  private void normalise(float[] old, int from, int at) {
    double squared = 0;
    for (int c = 0; c < 3; c++) {
      squared += (double) work[at + c] * work[at + c];
    }
    double scale = 1 / Math.sqrt(squared);
    for (int c = 0; c < 3; c++) {
      work[at + c] = squared > 1e-12 ? (float) (scale * work[at + c]) : old[from + c];
    }
  }

  /** The rows of some wedges of an attribute, by its place in the mesh's list. */
  MeshAttribute rows(int place, int components, int[] wedges) {
    Column column = columns.get(place);
    float[] out = new float[components * wedges.length];
    for (int i = 0; i < wedges.length; i++) {
      System.arraycopy(column.values, column.width * wedges[i], out, components * i, components);
    }
    return new MeshAttribute(column.name, components, out);
  }

  /** The place of an attribute, or -1. */
  int place(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name.equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
