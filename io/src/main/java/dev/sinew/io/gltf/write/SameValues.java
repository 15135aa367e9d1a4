package dev.sinew.io.gltf.write;

import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.MultiWeights;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether two values are the same in a file, which stores numbers as floats.
 *
 * @param tolerance by how much numbers may differ beyond that, in units of the largest of their
 *     list; 0 for values that come from the same file
 */
public record SameValues(double tolerance) {
  /** Returns true if two lists of numbers are the same. */
  public boolean numbers(double[] a, double[] b) {
    if (a.length != b.length) {
      return false;
    }
    double most = tolerance == 0 ? 0 : tolerance * Arrays.stream(a).map(Math::abs).max().orElse(0);
    for (int i = 0; i < a.length; i++) {
      if ((float) a[i] != (float) b[i] && !(Math.abs(a[i] - b[i]) <= most)) {
        return false;
      }
    }
    return true;
  }

  private boolean numbers(float @Nullable [] a, float @Nullable [] b) {
    if (a == null || b == null) {
      return a == null && b == null;
    }
    return numbers(widened(a), widened(b));
  }

  private static double[] widened(float[] values) {
    double[] out = new double[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i];
    }
    return out;
  }

  /** Returns true if two skins have the same joints and matrices. */
  public boolean skins(Skin a, Skin b) {
    return a == b || (Arrays.equals(joints(a), joints(b)) && numbers(binds(a), binds(b)));
  }

  private static int[] joints(Skin skin) {
    int[] out = new int[skin.jointCount()];
    Arrays.setAll(out, skin::joint);
    return out;
  }

  private static double[] binds(Skin skin) {
    double[] out = new double[12 * skin.jointCount()];
    for (int i = 0; i < skin.jointCount(); i++) {
      skin.copyInverseBind(i, out, 12 * i);
    }
    return out;
  }

  /** Returns true if two tracks of the same joint and property have the same keys. */
  public boolean tracks(Clip.Track a, Clip.Track b) {
    return a == b
        || (a.interpolation() == b.interpolation()
            && numbers(a.times(), b.times())
            && numbers(a.values(), b.values()));
  }

  /** Returns true if two meshes have the same triangles, attributes and order of vertices. */
  public boolean vertices(Geometry a, Geometry b) {
    if (a.mesh() == b.mesh()) {
      return true;
    }
    return a.mesh().wedgeCount() == b.mesh().wedgeCount()
        && Arrays.equals(a.mesh().cornerWedges(), b.mesh().cornerWedges())
        && Arrays.equals(a.mesh().groups(), b.mesh().groups())
        && attributes(a.mesh().attributes(), b.mesh().attributes());
  }

  private boolean attributes(List<MeshAttribute> a, List<MeshAttribute> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      MeshAttribute x = a.get(i);
      MeshAttribute y = b.get(i);
      if (x != y && !(x.name().equals(y.name()) && numbers(x.toArray(), y.toArray()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns true if the vertices of two meshes with the same {@link #vertices} have the same
   * positions and skins.
   */
  public boolean motion(Geometry a, Geometry b) {
    return (a.mesh() == b.mesh() || numbers(a.mesh().wedgePositions(), b.mesh().wedgePositions()))
        && motion(a, a.mesh().wedgeVertices(), b, b.mesh().wedgeVertices());
  }

  /** Returns true if two meshes without targets have the same surface in all poses. */
  public boolean surface(Geometry a, Geometry b) {
    int[] rows = IntStream.range(0, a.mesh().vertexCount()).toArray();
    return Arrays.equals(a.mesh().triangles(), b.mesh().triangles())
        && numbers(a.mesh().positions(), b.mesh().positions())
        && motion(a, rows, b, rows);
  }

  private boolean motion(Geometry a, int[] rows, Geometry b, int[] others) {
    Skinning x = a.skinning();
    Skinning y = b.skinning();
    return (x.equals(y) && Arrays.equals(rows, others))
        || (same(x.influences(), y.influences(), (p, q) -> influences(p, rows, q, others))
            && same(x.coords(), y.coords(), (p, q) -> coords(p.rows(rows), q.rows(others)))
            && same(
                x.multiWeights(),
                y.multiWeights(),
                (p, q) -> multiWeights(p.rows(rows), q.rows(others))));
  }

  private static <T> boolean same(Optional<T> a, Optional<T> b, BiPredicate<T, T> compared) {
    return a.isPresent() == b.isPresent()
        && a.flatMap(x -> b.map(y -> compared.test(x, y))).orElse(true);
  }

  private boolean influences(Influences a, int[] rows, Influences b, int[] others) {
    for (int w = 0; w < rows.length; w++) {
      int count = a.count(rows[w]);
      if (b.count(others[w]) != count) {
        return false;
      }
      for (int i = 0; i < count; i++) {
        double difference = Math.abs(a.weight(rows[w], i) - b.weight(others[w], i));
        if (a.joint(rows[w], i) != b.joint(others[w], i)
            || ((float) a.weight(rows[w], i) != (float) b.weight(others[w], i)
                && !(difference <= tolerance))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean coords(AnimationCoords x, AnimationCoords y) {
    return Arrays.equals(x.rowStarts(), y.rowStarts())
        && Arrays.equals(x.joints(), y.joints())
        && numbers(x.values(), y.values());
  }

  private boolean multiWeights(MultiWeights x, MultiWeights y) {
    return Arrays.equals(x.rowStarts(), y.rowStarts())
        && Arrays.equals(x.joints(), y.joints())
        && numbers(x.values(), y.values());
  }

  /** Returns true if the first morph targets of a mesh are all those of another. */
  public boolean firstTargets(MorphTargets few, MorphTargets more) {
    if (few == more) {
      return true;
    }
    for (int t = 0; t < few.count(); t++) {
      if (t >= more.count()
          || !numbers(few.positionOffsets(t), more.positionOffsets(t))
          || !numbers(few.normalOffsets(t), more.normalOffsets(t))) {
        return false;
      }
    }
    return true;
  }
}
