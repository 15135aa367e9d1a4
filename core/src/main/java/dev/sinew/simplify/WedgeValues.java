package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import dev.sinew.simplify.collapse.CollapseView;
import dev.sinew.simplify.collapse.SeamRule;
import dev.sinew.simplify.collapse.WedgeBlends;
import java.util.ArrayList;
import java.util.List;

/**
 * The attributes of wedges, blended as edges collapse. Morph offsets of positions are blended per
 * point, texture coordinates and colours per chart, everything else per wedge. Normals and tangents
 * are normalised again.
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

  /**
   * Copies the attributes of a mesh.
   *
   * @param seams the attributes whose seams are kept
   */
  WedgeValues(TriMesh mesh, SeamRule seams) {
    for (MeshAttribute attribute : mesh.attributes()) {
      Kind kind = kindOf(attribute, seams);
      columns.add(new Column(attribute.name(), attribute.components(), kind, attribute.toArray()));
    }
  }

  private static Kind kindOf(MeshAttribute attribute, SeamRule seams) {
    // Without seams of its own an attribute is blended wedge by wedge, as normals are.
    if (SeamRule.isPainted(attribute) && seams.mayHold(attribute)) {
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
   * Blends the wedges of a collapsed edge.
   *
   * @param anyFrom a wedge of the removed point
   * @param anyInto a wedge of the kept point
   * @param share the share of the removed point
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
        blend(column, own, other == CollapseView.NONE ? own : other, toOther, width * i);
      }
      for (int i = 0; i < blends.count(); i++) {
        System.arraycopy(work, width * i, column.values, width * blends.wedge(i), width);
      }
    }
  }

  /** Writes own + share · (other − own) to the work array. */
  private void blend(Column column, int own, int other, double share, int at) {
    int width = column.width;
    float[] v = column.values;
    int linear = column.name.equals(MeshAttribute.TANGENT) ? 3 : width;
    for (int c = 0; c < linear; c++) {
      double a = v[width * own + c];
      work[at + c] =
          own == other ? v[width * own + c] : (float) (a + share * (v[width * other + c] - a));
    }
    if (linear < width) {
      work[at + 3] = v[width * own + 3]; // The sign of the bitangent.
    }
    if (column.kind == Kind.DIRECTION && own != other) {
      normalise(v, width * own, at);
    }
  }

  /** Normalises three values of the work array, or restores the old ones if they are near 0. */
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

  /** Returns the values of some wedges of the attribute with an index. */
  MeshAttribute rows(int index, int components, int[] wedges) {
    Column column = columns.get(index);
    float[] out = new float[components * wedges.length];
    for (int i = 0; i < wedges.length; i++) {
      System.arraycopy(column.values, column.width * wedges[i], out, components * i, components);
    }
    return new MeshAttribute(column.name, components, out);
  }

  /** Returns the index of an attribute, or -1. */
  int indexOf(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name.equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
