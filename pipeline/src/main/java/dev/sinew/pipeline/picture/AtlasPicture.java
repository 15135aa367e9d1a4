package dev.sinew.pipeline.picture;

import dev.sinew.draw.AtlasPainter;
import dev.sinew.draw.Picture;
import dev.sinew.model.DisjointSets;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.unwrap.UnwrapResult;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The picture of an atlas: all its triangles, coloured by chart. */
public final class AtlasPicture {
  private static final int SIZE = 1024;

  private double[] uv = new double[0];
  private int[] charts = new int[0];
  private boolean[] outline = new boolean[0];
  private int chartCount;

  private AtlasPicture() {}

  public static Picture of(UnwrapResult result, RunContext context) {
    AtlasPicture picture = new AtlasPicture();
    SkinnedCharacter character = result.character();
    result.sets().keySet().stream()
        .sorted()
        .forEach(
            m -> {
              TriMesh mesh = character.meshes().get(m).mesh();
              String name = MeshAttribute.uv(result.set(m));
              picture.add(mesh, mesh.attribute(name).orElseThrow());
              context.checkCancelled();
            });
    return AtlasPainter.paint(picture.uv, picture.charts, picture.outline, SIZE, context);
  }

  private void add(TriMesh mesh, MeshAttribute texture) {
    int first = charts.length;
    int count = mesh.triangleCount();
    uv = Arrays.copyOf(uv, uv.length + 6 * count);
    charts = Arrays.copyOf(charts, first + count);
    outline = Arrays.copyOf(outline, 3 * (first + count));
    DisjointSets islands = new DisjointSets(count);
    Map<Long, Integer> edges = new HashMap<>();
    Set<Long> inner = new HashSet<>();
    for (int t = 0; t < count; t++) {
      for (int k = 0; k < 3; k++) {
        uv[6 * (first + t) + 2 * k] = texture.value(mesh.wedge(t, k), 0);
        uv[6 * (first + t) + 2 * k + 1] = texture.value(mesh.wedge(t, k), 1);
        long key = key(mesh, texture, t, k);
        Integer other = edges.putIfAbsent(key, t);
        if (other != null) {
          inner.add(key);
          islands.join(t, other);
        }
      }
    }
    Map<Integer, Integer> number = new HashMap<>();
    for (int t = 0; t < count; t++) {
      charts[first + t] =
          number.computeIfAbsent(islands.of(t), island -> chartCount + number.size());
    }
    for (int t = 0; t < count; t++) {
      for (int k = 0; k < 3; k++) {
        outline[3 * (first + t) + k] = !inner.contains(key(mesh, texture, t, k));
      }
    }
    chartCount += number.size();
  }

  /** Returns a number for an edge in the texture that both its sides share. */
  private static long key(TriMesh mesh, MeshAttribute texture, int t, int k) {
    long a = point(texture, mesh.wedge(t, k));
    long b = point(texture, mesh.wedge(t, (k + 1) % 3));
    return Math.min(a, b) * 0x9E3779B97F4A7C15L + Math.max(a, b);
  }

  private static long point(MeshAttribute texture, int wedge) {
    return ((long) Float.floatToIntBits(texture.value(wedge, 0)) << 32)
        | (Float.floatToIntBits(texture.value(wedge, 1)) & 0xFFFFFFFFL);
  }
}
