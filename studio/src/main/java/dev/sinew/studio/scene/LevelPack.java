package dev.sinew.studio.scene;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.math.Affine;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.MeshAttribute;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TriMesh;
import dev.sinew.runtime.PixelLevels;
import dev.sinew.runtime.VertexMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Levels of a character as the page draws them: all meshes joined, skinned in animation space by
 * one list of bones, with the vertices of the next coarser level that each vertex moves to (Merry's
 * thesis "Animation Space", 2007, sections 7.3 and 7.4.3). The influences of all levels are one
 * list of rows, so that a vertex and its target are two rows of it.
 */
final class LevelPack {
  private final ArrayPack pack = new ArrayPack();
  private final GltfAsset asset;
  private final List<Joined> levels = new ArrayList<>();

  /** A level with all meshes as one, and the index of its first row. */
  private record Joined(JoinedCharacter joined, AnimationCoords rows, int firstRow, double error) {
    private TriMesh mesh() {
      return joined.mesh();
    }
  }

  /**
   * How levels change into each other.
   *
   * @param maps the vertices of each level in the next; empty to draw levels without smooth changes
   * @param choice when each level is drawn
   */
  record Changes(List<VertexMap> maps, PixelLevels choice) {
    /** One level, always. */
    static final Changes NONE = new Changes(List.of(), new PixelLevels(List.of()));

    /** Copies the list. */
    Changes {
      maps = List.copyOf(maps);
    }
  }

  /**
   * @param asset the model of which all levels are
   */
  LevelPack(GltfAsset asset) {
    this.asset = asset;
  }

  /**
   * Adds a level, fine to coarse.
   *
   * @param error its largest distance from the original, in the scene's unit
   */
  void addLevel(SkinnedCharacter level, double error) {
    JoinedCharacter joined = new JoinedCharacter(level);
    int first = levels.isEmpty() ? 0 : levels.getLast().firstRow + levels.getLast().rows.rowCount();
    levels.add(new Joined(joined, joined.coords(), first, error));
  }

  /** Returns the arrays of the levels, to which a text may add its own. */
  ArrayPack arrays() {
    return pack;
  }

  JsonObject text(Changes changes) {
    List<VertexMap> maps = changes.maps;
    JsonObject out = new JsonObject();
    addBones(levels.getFirst().joined, out);
    addRows(out);
    JsonArray all = new JsonArray();
    for (int k = 0; k < levels.size(); k++) {
      VertexMap map = k < maps.size() ? maps.get(k) : null;
      JsonObject one = level(levels.get(k), map, map == null ? null : levels.get(k + 1));
      one.addProperty("start", changes.choice.startOf(k));
      all.add(one);
    }
    out.add("levels", all);
    return out;
  }

  private void addBones(JoinedCharacter joined, JsonObject out) {
    Skin bones = joined.boneSkin();
    JsonArray nodes = new JsonArray();
    double[] binds = new double[Affine.SIZE * bones.jointCount()];
    for (int b = 0; b < bones.jointCount(); b++) {
      nodes.add(asset.nodes().get(bones.joint(b)));
      bones.copyInverseBind(b, binds, Affine.SIZE * b);
    }
    out.add("joints", nodes);
    out.add("inverseBinds", pack.add(binds));
  }

  private void addRows(JsonObject out) {
    int rows = levels.stream().mapToInt(level -> level.rows.rowCount()).sum();
    int entries = levels.stream().mapToInt(level -> level.rows.totalCount()).sum();
    int[] start = new int[rows + 1];
    int[] joints = new int[entries];
    double[] values = new double[AnimationCoords.SIZE * entries];
    int row = 0;
    int entry = 0;
    for (Joined level : levels) {
      int[] own = level.rows.rowStarts();
      for (int r = 0; r < level.rows.rowCount(); r++) {
        start[row++] = entry + own[r];
      }
      int count = level.rows.totalCount();
      System.arraycopy(level.rows.joints(), 0, joints, entry, count);
      System.arraycopy(
          level.rows.values(),
          0,
          values,
          AnimationCoords.SIZE * entry,
          AnimationCoords.SIZE * count);
      entry += count;
    }
    start[rows] = entries;
    out.add("rowStart", pack.add(start));
    out.add("rowJoint", pack.add(joints));
    out.add("rowValue", pack.add(values));
  }

  private JsonObject level(Joined level, @Nullable VertexMap map, @Nullable Joined next) {
    TriMesh mesh = level.mesh();
    JsonObject out = new JsonObject();
    out.addProperty("error", level.error);
    out.addProperty("triangles", mesh.triangleCount());
    out.addProperty("vertices", level.rows.rowCount());
    out.addProperty("influences", level.rows.totalCount());
    int[] row = mesh.wedgeVertices();
    Arrays.setAll(row, w -> level.firstRow + mesh.vertexOfWedge(w));
    out.add("row", pack.add(row));
    addAttribute(mesh, MeshAttribute.NORMAL, "normal", out);
    addAttribute(mesh, MeshAttribute.UV, "uv", out);
    addAttribute(mesh, MeshAttribute.COLOR, "colour", out);
    addTriangles(level, out);
    if (map != null && next != null) {
      addTargets(level, next, map, out);
    }
    return out;
  }

  private void addAttribute(TriMesh mesh, String name, String key, JsonObject out) {
    mesh.attribute(name)
        .ifPresent(
            attribute -> {
              out.add(key, pack.add(attribute.toArray()));
              out.addProperty(key + "Size", attribute.components());
            });
  }

  /** Adds the triangles sorted by group, as a draw call per material needs them. */
  private void addTriangles(Joined level, JsonObject out) {
    TriMesh mesh = level.mesh();
    int[][] triangles = mesh.trianglesByGroup();
    int[] corners = new int[3 * mesh.triangleCount()];
    JsonArray groups = new JsonArray();
    int at = 0;
    for (int m = 0; m < level.joined.character().meshes().size(); m++) {
      int count = asset.meshes().get(m).primitives().size();
      for (int g = 0; g < count; g++) {
        int first = at;
        int group = level.joined.firstGroup(m) + g;
        for (int t : group < triangles.length ? triangles[group] : new int[0]) {
          for (int c = 0; c < 3; c++) {
            corners[at++] = mesh.wedge(t, c);
          }
        }
        if (at > first) {
          JsonObject one = new JsonObject();
          one.addProperty("mesh", m);
          one.addProperty("primitive", asset.meshes().get(m).primitives().get(g).primitive());
          one.addProperty("start", first);
          one.addProperty("count", at - first);
          groups.add(one);
        }
      }
    }
    out.add("index", pack.add(Arrays.copyOf(corners, at)));
    out.add("groups", groups);
  }

  /** Adds the row, normal and texture coordinates that each wedge moves to. */
  private void addTargets(Joined level, Joined next, VertexMap map, JsonObject out) {
    TriMesh fine = level.mesh();
    Targets targets = new Targets(level, next, map);
    int[] row = new int[fine.wedgeCount()];
    int[] source = new int[fine.wedgeCount()];
    for (int w = 0; w < row.length; w++) {
      row[w] = targets.row(w);
      source[w] = targets.wedge(w);
    }
    out.add("targetRow", pack.add(row));
    addTarget(fine, next.mesh(), source, MeshAttribute.NORMAL, "targetNormal", out);
    addTarget(fine, next.mesh(), source, MeshAttribute.UV, "targetUv", out);
  }

  /**
   * @param source per fine wedge the coarse wedge, or −1 to keep its own value
   */
  private void addTarget(
      TriMesh fine, TriMesh coarse, int[] source, String name, String key, JsonObject out) {
    Optional<MeshAttribute> from = fine.attribute(name);
    Optional<MeshAttribute> to = coarse.attribute(name);
    if (from.isEmpty() || to.isEmpty()) {
      return;
    }
    float[] values = from.get().toArray();
    int n = from.get().components();
    for (int w = 0; w < source.length; w++) {
      for (int c = 0; c < n && source[w] >= 0; c++) {
        values[n * w + c] = to.get().value(source[w], c);
      }
    }
    out.add(key, pack.add(values));
  }

  /** Finds what the wedges of a level move to in the next one. */
  private static final class Targets {
    private final Joined fine;
    private final Joined coarse;
    private final VertexMap map;
    private final int[][] wedgesOf;

    private Targets(Joined fine, Joined coarse, VertexMap map) {
      this.fine = fine;
      this.coarse = coarse;
      this.map = map;
      wedgesOf = new int[coarse.mesh().vertexCount()][0];
      for (int w = 0; w < coarse.mesh().wedgeCount(); w++) {
        int v = coarse.mesh().vertexOfWedge(w);
        wedgesOf[v] = Arrays.copyOf(wedgesOf[v], wedgesOf[v].length + 1);
        wedgesOf[v][wedgesOf[v].length - 1] = w;
      }
    }

    /** Returns the coarse vertex of a fine wedge, or {@link VertexMap#GONE}. */
    private int vertex(int wedge) {
      int v = fine.mesh().vertexOfWedge(wedge);
      int m = fine.joined.meshOf(v);
      int c = map.coarseOf(m, v - fine.joined.firstPoint(m));
      return c == VertexMap.GONE ? c : coarse.joined.firstPoint(m) + c;
    }

    private int row(int wedge) {
      int c = vertex(wedge);
      if (c != VertexMap.GONE) {
        return coarse.firstRow + c;
      }
      int v = fine.mesh().vertexOfWedge(wedge);
      int m = fine.joined.meshOf(v);
      int first = fine.joined.firstPoint(m);
      return fine.firstRow + first + map.mergedWith(m, v - first);
    }

    /** Returns the wedge of the coarse vertex that looks most alike, or −1. */
    private int wedge(int wedge) {
      int c = vertex(wedge);
      int best = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int candidate : c == VertexMap.GONE ? new int[0] : wedgesOf[c]) {
        double far =
            difference(MeshAttribute.UV, wedge, candidate)
                + difference(MeshAttribute.NORMAL, wedge, candidate);
        if (far < least) {
          least = far;
          best = candidate;
        }
      }
      return best;
    }

    private double difference(String name, int fineWedge, int coarseWedge) {
      Optional<MeshAttribute> a = fine.mesh().attribute(name);
      Optional<MeshAttribute> b = coarse.mesh().attribute(name);
      double sum = 0;
      for (int i = 0; a.isPresent() && b.isPresent() && i < a.get().components(); i++) {
        double one = a.get().value(fineWedge, i) - b.get().value(coarseWedge, i);
        sum += one * one;
      }
      return sum;
    }
  }
}
