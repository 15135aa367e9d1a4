package dev.sinew.model;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A triangle mesh with seams.
 *
 * <p>Three kinds of index, from geometry to file: a <em>vertex</em> is a point of the surface; a
 * <em>wedge</em> is a vertex as one side of a seam sees it, with its own normal, UV and colour
 * (what glTF calls a vertex); a <em>corner</em> is one of the three places of a triangle and names
 * a wedge. Without seams wedge i is vertex i. Each triangle belongs to a <em>group</em>, such as
 * one material.
 *
 * <p>Immutable. Vertices no triangle uses, repeated triangles and triangles without area are
 * allowed; {@link Topology} tells of them.
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
    Checks.multiple("positions", positions.length, 3);
    Checks.finite("positions", positions);
    Checks.multiple("corners", corners.length, 3);
    Checks.size("groups", groups.length, corners.length / 3);
    int vertexCount = positions.length / 3;
    for (int w = 0; w < wedgeVertex.length; w++) {
      Checks.index("wedgeVertex", w, wedgeVertex[w], vertexCount);
    }
    for (int c = 0; c < corners.length; c++) {
      Checks.index("corners", c, corners[c], wedgeVertex.length);
    }
    for (int t = 0; t < groups.length; t++) {
      Checks.index("groups", t, groups[t], Integer.MAX_VALUE);
    }
    for (MeshAttribute attribute : attributes) {
      Checks.size("wedges of " + attribute.name(), attribute.count(), wedgeVertex.length);
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

  /** A mesh without seams, attributes or groups. */
  public static TriMesh of(double[] positions, int[] triangles) {
    int[] same = new int[positions.length / 3];
    Arrays.setAll(same, i -> i);
    return new TriMesh(positions, same, triangles, new int[triangles.length / 3], List.of());
  }

  public int vertexCount() {
    return positions.length / 3;
  }

  public int wedgeCount() {
    return wedgeVertex.length;
  }

  public int triangleCount() {
    return groups.length;
  }

  /** One more than the largest group in use, 0 without triangles. */
  public int groupCount() {
    return Arrays.stream(groups).max().orElse(-1) + 1;
  }

  /** Coordinate {@code axis} (0 to 2) of a vertex. */
  public double position(int vertex, int axis) {
    return positions[3 * vertex + axis];
  }

  /** The vertex of a wedge. */
  public int vertexOfWedge(int wedge) {
    return wedgeVertex[wedge];
  }

  /** The wedge at corner 0, 1 or 2 of a triangle. */
  public int wedge(int triangle, int corner) {
    return corners[3 * triangle + corner];
  }

  /** The vertex at corner 0, 1 or 2 of a triangle. */
  public int vertex(int triangle, int corner) {
    return wedgeVertex[corners[3 * triangle + corner]];
  }

  public int group(int triangle) {
    return groups[triangle];
  }

  public List<MeshAttribute> attributes() {
    return attributes;
  }

  public Optional<MeshAttribute> attribute(String name) {
    return attributes.stream().filter(a -> a.name().equals(name)).findFirst();
  }

  /** x, y, z of every vertex, in a new array. */
  public double[] positions() {
    return positions.clone();
  }

  /** x, y, z of every wedge, in a new array. */
  public float[] wedgePositions() {
    float[] out = new float[3 * wedgeVertex.length];
    for (int w = 0; w < wedgeVertex.length; w++) {
      for (int k = 0; k < 3; k++) {
        out[3 * w + k] = (float) positions[3 * wedgeVertex[w] + k];
      }
    }
    return out;
  }

  /** The vertex of every wedge, in a new array. */
  public int[] wedgeVertices() {
    return wedgeVertex.clone();
  }

  /** Three wedges per triangle, in a new array. */
  public int[] cornerWedges() {
    return corners.clone();
  }

  /** Three vertices per triangle, in a new array. */
  public int[] triangles() {
    int[] out = new int[corners.length];
    for (int c = 0; c < out.length; c++) {
      out[c] = wedgeVertex[corners[c]];
    }
    return out;
  }

  /** The group of every triangle, in a new array. */
  public int[] groups() {
    return groups.clone();
  }

  /** This mesh with other vertex positions. */
  public TriMesh withPositions(double[] newPositions) {
    Checks.size("positions", newPositions.length, positions.length);
    return new TriMesh(newPositions, wedgeVertex, corners, groups, attributes);
  }

  /** This mesh with an attribute added, or replaced where the name is taken. */
  public TriMesh withAttribute(MeshAttribute attribute) {
    List<MeshAttribute> others =
        attributes.stream().filter(a -> !a.name().equals(attribute.name())).toList();
    List<MeshAttribute> all = new java.util.ArrayList<>(others);
    all.add(attribute);
    return new TriMesh(positions, wedgeVertex, corners, groups, all);
  }

  /** The smallest box around all vertices; empty when there are none. */
  public Box bounds() {
    return Box.of(positions);
  }
}
