package dev.sinew.simplify.price;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.simplify.collapse.CollapseView;
import java.util.ArrayList;
import java.util.List;

/**
 * The part of the texture that the triangles cover, which a collapse must not change ("Animation
 * Space", section 5.3). A point on the border of a chart can only be removed where the border is
 * straight, and no triangle may fold. The same holds along borders of groups, since materials have
 * textures of their own, and along the line at which a mirrored texture returns. All sets of
 * texture coordinates that a material shows count.
 *
 * <p>Within the triangles around a point, those of each orientation keep their area exactly if what
 * they cover stays the same; the change of area over the length of the new border is how far it
 * moves. These distances are summed up, so no border moves farther than {@link #TOLERANCE} in all.
 */
final class TextureCover {
  private static final int NONE = CollapseView.NONE;

  /**
   * How far a border may move: two steps of 16-bit texture coordinates, an eighth of a texel of
   * 4096. Straight borders are bent by that much in files.
   */
  private static final double TOLERANCE = 2.0 / 65536;

  /** Changes of area below this share are rounding. */
  private static final double ROUNDING = 1e-9;

  private final CollapseView mesh;
  private final List<Layer> layers = new ArrayList<>();

  /** How far the borders at each chart index have moved. */
  private final double[] moved;

  /**
   * Texture coordinates.
   *
   * @param uv u, v by chart index
   * @param shown whether triangles of a group show them
   */
  private record Layer(double[] uv, boolean[] shown) {
    static Layer of(MeshAttribute texture, boolean[] shown) {
      double[] uv = new double[2 * texture.count()];
      for (int w = 0; w < texture.count(); w++) {
        uv[2 * w] = texture.value(w, 0);
        uv[2 * w + 1] = texture.value(w, 1);
      }
      return new Layer(uv, shown);
    }

    double area(int a, int b, int c) {
      return (uv[2 * b] - uv[2 * a]) * (uv[2 * c + 1] - uv[2 * a + 1])
          - (uv[2 * c] - uv[2 * a]) * (uv[2 * b + 1] - uv[2 * a + 1]);
    }

    double distance(int a, int b) {
      return Math.hypot(uv[2 * a] - uv[2 * b], uv[2 * a + 1] - uv[2 * b + 1]);
    }
  }

  /**
   * Creates the cover of a mesh.
   *
   * @param mesh before any collapse
   * @param priced the texture coordinates that count for all groups
   */
  TextureCover(CollapseView mesh, JoinedCharacter character, MeshAttribute priced) {
    this.mesh = mesh;
    for (MeshAttribute texture : character.mesh().attributes()) {
      if (texture.isUv()) {
        boolean[] shown = new boolean[character.mesh().groupCount()];
        for (int g = 0; g < shown.length; g++) {
          shown[g] =
              texture.name().equals(priced.name())
                  || character.material(g).map(m -> m.usesTexture(texture)).orElse(true);
        }
        layers.add(Layer.of(texture, shown));
      }
    }
    moved = new double[mesh.wedgeCount()];
  }

  /**
   * Returns true if a point can be merged into another without a change of what one of its charts
   * covers.
   *
   * @param chart the chart index at p
   * @param target that at q
   */
  boolean keeps(int p, int q, int chart, int target) {
    return movedBy(p, q, chart, target) <= TOLERANCE;
  }

  /** Remembers that a point is merged into another. */
  void merge(int p, int q, int chart, int target) {
    moved[target] = movedBy(p, q, chart, target);
  }

  /** Returns how far the borders at q have moved after the collapse; infinite if it must not be. */
  private double movedBy(int p, int q, int chart, int target) {
    double before = Math.max(moved[chart], moved[target]);
    double most = 0;
    for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
      if (mesh.chart(c) != chart) {
        continue;
      }
      for (int d = CollapseView.after(c); d != c; d = CollapseView.after(d)) {
        before = Math.max(before, moved[mesh.chart(d)]);
        if (mesh.point(d) == q && mesh.chart(d) != target) {
          return Double.POSITIVE_INFINITY; // The charts on both sides of the edge touch at p.
        }
      }
      if (isFirstOfGroup(p, c)) {
        for (Layer layer : layers) {
          if (layer.shown[mesh.group(c / 3)]) {
            most = Math.max(most, movedBy(p, q, c, target, layer));
          }
        }
      }
    }
    return before + most;
  }

  private boolean isFirstOfGroup(int p, int corner) {
    for (int c = mesh.firstCorner(p); c != corner; c = mesh.nextCorner(c)) {
      if (mesh.chart(c) == mesh.chart(corner) && mesh.group(c / 3) == mesh.group(corner / 3)) {
        return false;
      }
    }
    return true;
  }

  /** Returns how far the border of the triangles in the chart and group of a corner moves. */
  private double movedBy(int p, int q, int corner, int target, Layer layer) {
    int chart = mesh.chart(corner);
    double[] change = new double[2];
    double whole = 0;
    double shortest = Double.POSITIVE_INFINITY;
    for (int c = mesh.firstCorner(p); c != NONE; c = mesh.nextCorner(c)) {
      if (mesh.chart(c) != chart || mesh.group(c / 3) != mesh.group(corner / 3)) {
        continue;
      }
      int d = CollapseView.after(c);
      int e = CollapseView.after(d);
      boolean stays = mesh.point(d) != q && mesh.point(e) != q;
      double before = layer.area(chart, mesh.chart(d), mesh.chart(e));
      double after = stays ? layer.area(target, mesh.chart(d), mesh.chart(e)) : 0;
      if (stays && before != 0 && !(before * after > 0)) {
        return Double.POSITIVE_INFINITY; // It would fold.
      }
      change[0] += Math.max(0, after) - Math.max(0, before);
      change[1] += Math.min(0, after) - Math.min(0, before);
      whole += Math.abs(before);
      for (int r = d; stays && r != c; r = CollapseView.after(r)) {
        shortest = Math.min(shortest, layer.distance(target, mesh.chart(r)));
      }
    }
    double area = Math.max(Math.abs(change[0]), Math.abs(change[1]));
    if (area <= ROUNDING * whole) {
      return 0;
    }
    boolean vanishes = shortest == Double.POSITIVE_INFINITY;
    return vanishes ? Double.POSITIVE_INFINITY : area / shortest;
  }
}
