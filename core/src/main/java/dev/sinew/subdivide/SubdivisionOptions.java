package dev.sinew.subdivide;

import dev.sinew.run.NumberRange;
import java.util.List;

/**
 * The number of levels, and the edges that stay sharp. Boundaries and edges of three or more faces
 * always do: they are refined as curves.
 *
 * @param levels the number of levels, 1 to {@link #MAX_LEVELS}
 * @param creases edges to keep sharp; if one is listed twice, the larger sharpness counts
 * @param sharpCorners true to keep boundary vertices with a single face in place, such as the
 *     corners of a rectangle; otherwise they are rounded like the rest of the boundary
 * @param sharpGroups true to make edges between faces of different groups creases
 * @param sharpNormals true to make edges with a discontinuity of the attribute NORMAL creases
 * @param maxTriangles the maximum number of triangles of the result, 1 to {@link #MAX_TRIANGLES}
 */
public record SubdivisionOptions(
    int levels,
    List<Crease> creases,
    boolean sharpCorners,
    boolean sharpGroups,
    boolean sharpNormals,
    int maxTriangles) {
  /** The maximum number of levels. */
  public static final int MAX_LEVELS = 16;

  /** The largest {@code maxTriangles}. */
  public static final int MAX_TRIANGLES = 300_000_000;

  /** One level, only boundaries sharp, at most 20 million triangles. */
  public static final SubdivisionOptions DEFAULTS =
      new SubdivisionOptions(1, List.of(), false, false, false, 20_000_000);

  public SubdivisionOptions {
    NumberRange.require("levels", levels, 1, MAX_LEVELS);
    NumberRange.require("maxTriangles", maxTriangles, 1, MAX_TRIANGLES);
    creases = List.copyOf(creases);
  }

  /** Returns these options with another number of levels. */
  public SubdivisionOptions withLevels(int newLevels) {
    return new SubdivisionOptions(
        newLevels, creases, sharpCorners, sharpGroups, sharpNormals, maxTriangles);
  }

  /** Returns these options with other creases. */
  public SubdivisionOptions withCreases(List<Crease> newCreases) {
    return new SubdivisionOptions(
        levels, newCreases, sharpCorners, sharpGroups, sharpNormals, maxTriangles);
  }

  /** Returns these options with sharp corners or not. */
  public SubdivisionOptions withSharpCorners(boolean sharp) {
    return new SubdivisionOptions(levels, creases, sharp, sharpGroups, sharpNormals, maxTriangles);
  }

  /** Returns these options with sharp group boundaries or not. */
  public SubdivisionOptions withSharpGroups(boolean sharp) {
    return new SubdivisionOptions(levels, creases, sharpCorners, sharp, sharpNormals, maxTriangles);
  }

  /** Returns these options with creases at hard normals or not. */
  public SubdivisionOptions withSharpNormals(boolean sharp) {
    return new SubdivisionOptions(levels, creases, sharpCorners, sharpGroups, sharp, maxTriangles);
  }

  /** Returns these options with another maximum number of triangles. */
  public SubdivisionOptions withMaxTriangles(int max) {
    return new SubdivisionOptions(levels, creases, sharpCorners, sharpGroups, sharpNormals, max);
  }
}
