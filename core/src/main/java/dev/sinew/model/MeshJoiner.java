package dev.sinew.model;

import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Joins triangle meshes into one: their vertices, wedges, triangles and groups follow one another
 * in the order of the meshes. Every mesh has at least one group.
 */
public final class MeshJoiner {
  /** The maximum number of vertices, wedges or triangles: an array holds three values of each. */
  private static final int MAX_ELEMENTS = (Integer.MAX_VALUE - 8) / 3;

  /** The values of an attribute that some meshes lack, or have with fewer components. */
  public enum Missing {
    /** All missing values are 0. */
    ZERO,
    /** Missing colours are white, missing components (such as alpha) are 1, all else is 0. */
    WHITE
  }

  private final List<TriMesh> meshes;
  private final int[] firstVertex;
  private final int[] firstWedge;
  private final int[] firstTriangle;
  private final int[] firstGroup;

  /**
   * @param meshes the meshes; one mesh may be listed several times
   * @throws IllegalArgumentException if the joined mesh does not fit in arrays
   */
  public MeshJoiner(List<TriMesh> meshes) {
    this.meshes = List.copyOf(meshes);
    long vertices = 0;
    long wedges = 0;
    long triangles = 0;
    long groups = 0;
    int count = meshes.size();
    firstVertex = new int[count + 1];
    firstWedge = new int[count + 1];
    firstTriangle = new int[count + 1];
    firstGroup = new int[count + 1];
    for (int m = 0; m < count; m++) {
      TriMesh mesh = meshes.get(m);
      firstVertex[m + 1] = (int) (vertices += mesh.vertexCount());
      firstWedge[m + 1] = (int) (wedges += mesh.wedgeCount());
      firstTriangle[m + 1] = (int) (triangles += mesh.triangleCount());
      firstGroup[m + 1] = (int) (groups += Math.max(1, mesh.groupCount()));
    }
    if (Math.max(vertices, Math.max(wedges, triangles)) > MAX_ELEMENTS
        || groups > Integer.MAX_VALUE) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "joined meshes: expected at most %d vertices, wedges and triangles, got %d, %d and"
                  + " %d",
              MAX_ELEMENTS,
              vertices,
              wedges,
              triangles));
    }
  }

  /** Returns the number of vertices of all meshes. */
  public int vertexCount() {
    return firstVertex[meshes.size()];
  }

  /** Returns the number of wedges of all meshes. */
  public int wedgeCount() {
    return firstWedge[meshes.size()];
  }

  /** Returns the index of a mesh's first vertex, or the vertex count for {@code m = size}. */
  public int firstVertex(int m) {
    return firstVertex[m];
  }

  /** Returns the index of a mesh's first wedge, or the wedge count for {@code m = size}. */
  public int firstWedge(int m) {
    return firstWedge[m];
  }

  /** Returns the index of a mesh's first triangle, or the triangle count for {@code m = size}. */
  public int firstTriangle(int m) {
    return firstTriangle[m];
  }

  /** Returns the index of a mesh's first group. */
  public int firstGroup(int m) {
    return firstGroup[m];
  }

  /** Returns the mesh of a vertex. */
  public int meshOfVertex(int vertex) {
    return meshOf(firstVertex, vertex);
  }

  /** Returns the mesh of a group. */
  public int meshOfGroup(int group) {
    return meshOf(firstGroup, group);
  }

  /** Returns the mesh of a wedge. */
  public int meshOfWedge(int wedge) {
    return meshOf(firstWedge, wedge);
  }

  private static int meshOf(int[] first, int index) {
    int found = Arrays.binarySearch(first, index);
    int m = found >= 0 ? found : -found - 2;
    // An empty mesh has the same first index as the next one.
    while (first[m + 1] <= index) {
      m++;
    }
    return m;
  }

  /** Returns the joined mesh with all attributes. */
  public TriMesh join(Missing missing) {
    double[] positions = new double[3 * vertexCount()];
    for (int m = 0; m < meshes.size(); m++) {
      double[] own = meshes.get(m).positions();
      System.arraycopy(own, 0, positions, 3 * firstVertex[m], own.length);
    }
    return new TriMesh(
        positions, wedgeVertices(), corners(), groups(), attributes(missing, name -> true));
  }

  /** Returns the joined vertex of every wedge, in a new array. */
  public int[] wedgeVertices() {
    int[] out = new int[wedgeCount()];
    for (int m = 0; m < meshes.size(); m++) {
      for (int w = firstWedge[m]; w < firstWedge[m + 1]; w++) {
        out[w] = firstVertex[m] + meshes.get(m).vertexOfWedge(w - firstWedge[m]);
      }
    }
    return out;
  }

  /** Returns the joined wedges of every triangle, three each, in a new array. */
  public int[] corners() {
    int[] out = new int[3 * firstTriangle[meshes.size()]];
    for (int m = 0; m < meshes.size(); m++) {
      for (int t = firstTriangle[m]; t < firstTriangle[m + 1]; t++) {
        for (int k = 0; k < 3; k++) {
          out[3 * t + k] = firstWedge[m] + meshes.get(m).wedge(t - firstTriangle[m], k);
        }
      }
    }
    return out;
  }

  /** Returns the joined group of every triangle, in a new array. */
  public int[] groups() {
    int[] out = new int[firstTriangle[meshes.size()]];
    for (int m = 0; m < meshes.size(); m++) {
      for (int t = firstTriangle[m]; t < firstTriangle[m + 1]; t++) {
        out[t] = firstGroup[m] + meshes.get(m).group(t - firstTriangle[m]);
      }
    }
    return out;
  }

  /**
   * Returns the joined attributes that some mesh has, in the order in which the meshes list them.
   * Each has the largest number of components that a mesh has it with.
   *
   * @param names selects the attributes to join
   */
  public List<MeshAttribute> attributes(Missing missing, Predicate<String> names) {
    Map<String, Integer> widths = new LinkedHashMap<>();
    for (TriMesh mesh : meshes) {
      for (MeshAttribute attribute : mesh.attributes()) {
        if (names.test(attribute.name())) {
          widths.merge(attribute.name(), attribute.components(), Math::max);
        }
      }
    }
    List<MeshAttribute> out = new ArrayList<>();
    widths.forEach((name, width) -> out.add(joinAttribute(name, width, missing)));
    return out;
  }

  private MeshAttribute joinAttribute(String name, int width, Missing missing) {
    float[] values = new float[Math.multiplyExact(width, wedgeCount())];
    if (missing == Missing.WHITE && name.startsWith("COLOR_")) {
      Arrays.fill(values, 1);
    }
    float missingComponent = missing == Missing.WHITE ? 1 : 0;
    for (int m = 0; m < meshes.size(); m++) {
      MeshAttribute attribute = meshes.get(m).attribute(name).orElse(null);
      for (int w = 0; attribute != null && w < attribute.count(); w++) {
        for (int c = 0; c < width; c++) {
          values[width * (firstWedge[m] + w) + c] =
              c < attribute.components() ? attribute.value(w, c) : missingComponent;
        }
      }
    }
    return new MeshAttribute(name, width, values);
  }
}
