package dev.sinew.subdivide;

import java.util.List;

/**
 * How often to subdivide, and what stays sharp. Boundaries and edges of three or more faces always
 * do: they are refined as curves of their own.
 *
 * @param levels how many steps, 1 to {@link #MOST_LEVELS}
 * @param creases edges to keep sharp; where one is listed twice the larger sharpness counts
 * @param sharpCorners whether boundary vertices with a single face stay where they are, as the
 *     corners of a rectangle should; otherwise they are rounded like the rest of the boundary
 * @param sharpGroups whether edges between faces of different groups become creases
 * @param sharpNormals whether edges across which the attribute NORMAL jumps become creases
 * @param maxTriangles the most triangles to make, 1 to {@link #MOST_TRIANGLES}
 */
public record SubdivisionOptions(
    int levels,
    List<Crease> creases,
    boolean sharpCorners,
    boolean sharpGroups,
    boolean sharpNormals,
    int maxTriangles) {
  /** The most levels. */
  public static final int MOST_LEVELS = 16;

  /** The most triangles that can be asked for. */
  public static final int MOST_TRIANGLES = 300_000_000;

  /** One level, nothing sharp but boundaries, at most 20 million triangles. */
  public static final SubdivisionOptions DEFAULTS =
      new SubdivisionOptions(1, List.of(), false, false, false, 20_000_000);

  public SubdivisionOptions {
    if (levels < 1 || levels > MOST_LEVELS) {
      throw new IllegalArgumentException(
          "levels: expected 1 to " + MOST_LEVELS + ", got " + levels);
    }
    if (maxTriangles < 1 || maxTriangles > MOST_TRIANGLES) {
      throw new IllegalArgumentException(
          "maxTriangles: expected 1 to " + MOST_TRIANGLES + ", got " + maxTriangles);
    }
    creases = List.copyOf(creases);
  }

  public SubdivisionOptions withLevels(int newLevels) {
    return new SubdivisionOptions(
        newLevels, creases, sharpCorners, sharpGroups, sharpNormals, maxTriangles);
  }

  public SubdivisionOptions withCreases(List<Crease> newCreases) {
    return new SubdivisionOptions(
        levels, newCreases, sharpCorners, sharpGroups, sharpNormals, maxTriangles);
  }

  public SubdivisionOptions withSharpCorners(boolean sharp) {
    return new SubdivisionOptions(levels, creases, sharp, sharpGroups, sharpNormals, maxTriangles);
  }

  public SubdivisionOptions withSharpGroups(boolean sharp) {
    return new SubdivisionOptions(levels, creases, sharpCorners, sharp, sharpNormals, maxTriangles);
  }

  public SubdivisionOptions withSharpNormals(boolean sharp) {
    return new SubdivisionOptions(levels, creases, sharpCorners, sharpGroups, sharp, maxTriangles);
  }

  public SubdivisionOptions withMaxTriangles(int most) {
    return new SubdivisionOptions(levels, creases, sharpCorners, sharpGroups, sharpNormals, most);
  }
}
