package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A triangle mesh with seams.
 *
 * <p>There are three kinds of index. A <em>vertex</em> is a point of the surface. A <em>wedge</em>
 * is a vertex as one side of a seam sees it, with its own normal, UV and colour (a vertex in glTF).
 * A <em>corner</em> is one of the three places of a triangle and refers to a wedge. Without seams,
 * wedge i is vertex i. Each triangle belongs to a <em>group</em>, such as one material.
 *
 * <p>Immutable. Vertices without triangles, repeated triangles and triangles without area are
 * allowed; {@link Topology} reports vertices without triangles and non-manifold edges.
 */
public final class TriMesh {
  private final double[] positions;
  private final int[] wedgeVertex;
  private final int[] corners;
  private final int[] groups;
  private final List<MeshAttribute> attributes;

  /**
   * @param positions x, y, z of every vertex, finite
   * @param wedgeVertex the vertex of every wedge
   * @param corners three wedges per triangle
   * @param groups a non-negative group per triangle
   * @param attributes values per wedge, names all different
   */
  public TriMesh(
      double[] positions,
      int[] wedgeVertex,
      int[] corners,
      int[] groups,
      List<MeshAttribute> attributes) {
    ArrayChecks.multiple("positions", positions.length, 3);
    ArrayChecks.finite("positions", positions);
    ArrayChecks.multiple("corners", corners.length, 3);
    ArrayChecks.size("groups", groups.length, corners.length / 3);
    int vertexCount = positions.length / 3;
    for (int w = 0; w < wedgeVertex.length; w++) {
      ArrayChecks.index("wedgeVertex", w, wedgeVertex[w], vertexCount);
    }
    for (int c = 0; c < corners.length; c++) {
      ArrayChecks.index("corners", c, corners[c], wedgeVertex.length);
    }
    for (int t = 0; t < groups.length; t++) {
      ArrayChecks.index("groups", t, groups[t], Integer.MAX_VALUE);
    }
    for (MeshAttribute attribute : attributes) {
      ArrayChecks.size("wedges of " + attribute.name(), attribute.count(), wedgeVertex.length);
    }
    if (attributes.stream().map(MeshAttribute::name).distinct().count() != attributes.size()) {
      throw new IllegalArgumentException(
          "attributes: expected different names, got "
              + attributes.stream().map(MeshAttribute::name).toList());
    }
    this.positions = positions.clone();
    this.wedgeVertex = wedgeVertex.clone();
    this.corners = corners.clone();
    this.groups = groups.clone();
    this.attributes = List.copyOf(attributes);
  }

  /** Returns a mesh without seams, attributes or groups. */
  public static TriMesh of(double[] positions, int[] triangles) {
    int[] same = new int[positions.length / 3];
    Arrays.setAll(same, i -> i);
    return new TriMesh(positions, same, triangles, new int[triangles.length / 3], List.of());
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return positions.length / 3;
  }

  /** Returns the number of wedges. */
  public int wedgeCount() {
    return wedgeVertex.length;
  }

  /** Returns the number of triangles. */
  public int triangleCount() {
    return groups.length;
  }

  /** Returns the largest group in use plus 1; 0 without triangles. */
  public int groupCount() {
    return Arrays.stream(groups).max().orElse(-1) + 1;
  }

  /** Returns coordinate {@code axis} (0 to 2) of a vertex. */
  public double position(int vertex, int axis) {
    return positions[3 * vertex + axis];
  }

  /** Returns the vertex of a wedge. */
  public int vertexOfWedge(int wedge) {
    return wedgeVertex[wedge];
  }

  /** Returns the wedge at corner 0, 1 or 2 of a triangle. */
  public int wedge(int triangle, int corner) {
    return corners[3 * triangle + corner];
  }

  /** Returns the vertex at corner 0, 1 or 2 of a triangle. */
  public int vertex(int triangle, int corner) {
    return wedgeVertex[corners[3 * triangle + corner]];
  }

  /** Returns the group of a triangle. */
  public int group(int triangle) {
    return groups[triangle];
  }

  /** Returns the triangles of every group, in rising order. */
  public int[][] trianglesByGroup() {
    int[] size = new int[groupCount()];
    for (int group : groups) {
      size[group]++;
    }
    int[][] out = new int[size.length][];
    Arrays.setAll(out, g -> new int[size[g]]);
    int[] filled = new int[size.length];
    for (int t = 0; t < groups.length; t++) {
      out[groups[t]][filled[groups[t]]++] = t;
    }
    return out;
  }

  /** Returns all attributes. */
  public List<MeshAttribute> attributes() {
    return attributes;
  }

  /** Returns the attribute with a name. */
  public Optional<MeshAttribute> attribute(String name) {
    return attributes.stream().filter(a -> a.name().equals(name)).findFirst();
  }

  /** Returns x, y, z of every vertex, in a new array. */
  public double[] positions() {
    return positions.clone();
  }

  /** Returns x, y, z of every vertex in single precision, in a new array. */
  public float[] floatPositions() {
    float[] out = new float[positions.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) positions[i];
    }
    return out;
  }

  /** Returns the normal of a triangle, twice as long as the triangle's area. */
  public double[] areaNormal(int triangle) {
    int a = 3 * vertex(triangle, 0), b = 3 * vertex(triangle, 1), c = 3 * vertex(triangle, 2);
    double[] s = positions;
    double ux = s[b] - s[a], uy = s[b + 1] - s[a + 1], uz = s[b + 2] - s[a + 2];
    double vx = s[c] - s[a], vy = s[c + 1] - s[a + 1], vz = s[c + 2] - s[a + 2];
    return new double[] {uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
  }

  /** Returns x, y, z of every wedge, in a new array. */
  public float[] wedgePositions() {
    float[] out = new float[3 * wedgeVertex.length];
    for (int w = 0; w < wedgeVertex.length; w++) {
      for (int k = 0; k < 3; k++) {
        out[3 * w + k] = (float) positions[3 * wedgeVertex[w] + k];
      }
    }
    return out;
  }

  /** Returns the vertex of every wedge, in a new array. */
  public int[] wedgeVertices() {
    return wedgeVertex.clone();
  }

  /** Returns three wedges per triangle, in a new array. */
  public int[] cornerWedges() {
    return corners.clone();
  }

  /** Returns three vertices per triangle, in a new array. */
  public int[] triangles() {
    int[] out = new int[corners.length];
    for (int c = 0; c < out.length; c++) {
      out[c] = wedgeVertex[corners[c]];
    }
    return out;
  }

  /** Returns the group of every triangle, in a new array. */
  public int[] groups() {
    return groups.clone();
  }

  /** This mesh with other vertex positions. */
  public TriMesh withPositions(double[] newPositions) {
    ArrayChecks.size("positions", newPositions.length, positions.length);
    return new TriMesh(newPositions, wedgeVertex, corners, groups, attributes);
  }

  /** This mesh with an attribute added, or replaced if the name exists. */
  public TriMesh withAttribute(MeshAttribute attribute) {
    List<MeshAttribute> others =
        attributes.stream().filter(a -> !a.name().equals(attribute.name())).toList();
    List<MeshAttribute> all = new java.util.ArrayList<>(others);
    all.add(attribute);
    return new TriMesh(positions, wedgeVertex, corners, groups, all);
  }

  /** Returns the smallest box around all vertices; empty when there are none. */
  public Box bounds() {
    return Box.of(positions);
  }
}
