package dev.sinew.draw;

import dev.sinew.model.Material;
import dev.sinew.run.ArrayChecks;
import dev.sinew.run.NumberRange;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An item of a picture: a triangle mesh with its appearance, skeleton and label. Immutable; each
 * {@code with} method returns a changed item. Triangles with a non-finite corner or without area
 * are not drawn.
 */
public final class Item {
  static final float[] CLAY = {0.56f, 0.51f, 0.46f};

  final float[] positions;
  final int[] triangles;

  // Changed only in copies that nobody has seen yet.
  float @Nullable [] normals;
  float @Nullable [] tangents;
  boolean flat;
  float[] color = CLAY;
  float @Nullable [] colors;
  float @Nullable [] alphas;
  boolean wireframe;
  boolean normalColors;
  float[] joints = {};
  int[] parents = {};
  String label = "";
  @Nullable ItemMaterials materials;
  @Nullable Focus focus;

  /** The azimuth of the camera that sees it from the front. */
  double front;

  private Item(float[] positions, int[] triangles) {
    this.positions = positions;
    this.triangles = triangles;
  }

  /** Copies all but the points. */
  private Item(float[] positions, Item from) {
    this(positions, from.triangles);
    normals = from.normals;
    tangents = from.tangents;
    flat = from.flat;
    color = from.color;
    colors = from.colors;
    alphas = from.alphas;
    wireframe = from.wireframe;
    normalColors = from.normalColors;
    joints = from.joints;
    parents = from.parents;
    label = from.label;
    materials = from.materials;
    focus = from.focus;
    front = from.front;
  }

  /**
   * Returns a mesh in matte clay with smooth normals.
   *
   * @param positions x, y, z of every point; copied. Points that are not finite are allowed.
   * @param triangles three points per triangle, counter-clockwise seen from outside; copied
   */
  public static Item of(float[] positions, int[] triangles) {
    ArrayChecks.multiple("positions", positions.length, 3);
    ArrayChecks.multiple("triangles", triangles.length, 3);
    int points = positions.length / 3;
    for (int c = 0; c < triangles.length; c++) {
      if (triangles[c] < 0 || triangles[c] >= points) {
        throw new IllegalArgumentException(
            "triangles[" + c + "]: expected 0 to " + (points - 1) + ", got " + triangles[c]);
      }
    }
    return new Item(positions.clone(), triangles.clone());
  }

  /**
   * Returns the item with given normals instead of computed ones.
   *
   * @param normals x, y, z for every point, of any length; copied. If one is zero or not finite,
   *     the triangle's own normal is used.
   */
  public Item withNormals(float[] normals) {
    ArrayChecks.size("normals", normals.length, positions.length);
    return with(
        draft -> {
          draft.normals = normals.clone();
          draft.flat = false;
        });
  }

  /**
   * Returns the item in another shape: all that belongs to points and triangles stays.
   *
   * @param newPositions x, y, z of every point; copied
   * @param newNormals x, y, z for every point; copied. Null for flat shading
   * @param newTangents as in {@link #withTangents}; copied. Null for none
   */
  public Item withShape(
      float[] newPositions, float @Nullable [] newNormals, float @Nullable [] newTangents) {
    ArrayChecks.size("positions", newPositions.length, positions.length);
    Item draft = new Item(newPositions.clone(), this);
    draft.normals = newNormals == null ? null : newNormals.clone();
    draft.flat = newNormals == null;
    draft.tangents = newTangents == null ? null : newTangents.clone();
    return draft;
  }

  /**
   * Returns the item with tangents, which the normal maps of its materials need.
   *
   * @param tangents x, y, z and the sign of the bitangent for every point; copied
   */
  public Item withTangents(float[] tangents) {
    ArrayChecks.size("tangents", tangents.length, 4L * pointCount());
    return with(draft -> draft.tangents = tangents.clone());
  }

  /** Returns the item with flat shading, by each triangle's own normal, or smooth shading. */
  public Item withFlatShading(boolean newFlat) {
    return with(draft -> draft.flat = newFlat);
  }

  /** Returns the item in one colour: linear RGB, 0 to 1. */
  public Item withColor(double red, double green, double blue) {
    return with(
        draft -> {
          draft.color = new float[] {(float) red, (float) green, (float) blue};
          draft.colors = null;
        });
  }

  /**
   * Returns the item with a colour per point, interpolated over triangles.
   *
   * @param colors linear red, green, blue, 0 to 1, for every point; copied
   */
  public Item withColors(float[] colors) {
    ArrayChecks.size("colors", colors.length, positions.length);
    return with(draft -> draft.colors = colors.clone());
  }

  /**
   * Returns the item with an alpha per point, which multiplies that of its materials.
   *
   * @param alphas 0 to 1 for every point; copied
   */
  public Item withAlphas(float[] alphas) {
    ArrayChecks.size("alphas", alphas.length, pointCount());
    return with(draft -> draft.alphas = alphas.clone());
  }

  /**
   * Returns the item with materials. Colours per point multiply theirs.
   *
   * @param materialOf the material of every triangle
   * @param shown the materials
   * @param coordinates u and v of every point, by set of texture coordinates; copied
   */
  public Item withMaterials(
      int[] materialOf, List<Material> shown, Map<Integer, float[]> coordinates) {
    ArrayChecks.size("materials", materialOf.length, triangleCount());
    coordinates.forEach(
        (set, uv) -> ArrayChecks.size("coordinates " + set, uv.length, 2L * pointCount()));
    return with(draft -> draft.materials = new ItemMaterials(materialOf, shown, coordinates));
  }

  /** Returns the item with or without the visible edges of its triangles. */
  public Item withWireframe(boolean newWireframe) {
    return with(draft -> draft.wireframe = newWireframe);
  }

  /**
   * Returns the item without light, coloured by the normals that it would be lit with, normal maps
   * included: x to the right as red, y up as green, z towards the camera as blue, linear, -1 to 1
   * as 0 to 1.
   */
  public Item withNormalColors(boolean newNormalColors) {
    return with(draft -> draft.normalColors = newNormalColors);
  }

  /**
   * Returns the item with bones drawn over the mesh.
   *
   * @param joints x, y, z of every joint; copied. Joints that are not finite are left out.
   * @param parents the parent of every joint, negative for a root; copied
   */
  public Item withSkeleton(float[] joints, int[] parents) {
    ArrayChecks.size("joints", joints.length, 3L * parents.length);
    for (int j = 0; j < parents.length; j++) {
      if (parents[j] >= parents.length) {
        throw new IllegalArgumentException(
            "parents[" + j + "]: expected below " + parents.length + ", got " + parents[j]);
      }
    }
    return with(
        draft -> {
          draft.joints = joints.clone();
          draft.parents = parents.clone();
        });
  }

  /** Returns the item with a line of text under it; characters outside ASCII become '?'. */
  public Item withLabel(String newLabel) {
    return with(draft -> draft.label = newLabel);
  }

  /**
   * Returns the item with a part of the space that pictures of it show, instead of all of it. A
   * camera at a given place shows what it sees.
   */
  public Item withFocus(Focus on) {
    return with(draft -> draft.focus = on);
  }

  /**
   * Returns the item with another front than that of its coordinates.
   *
   * @param degrees the angle about the up axis of the direction in which it faces; that of the
   *     camera counts from there. A camera at a given place stays there
   */
  public Item withFront(double degrees) {
    NumberRange.require("front", degrees, -360, 360);
    return with(draft -> draft.front = degrees);
  }

  /** Returns the number of points. */
  public int pointCount() {
    return positions.length / 3;
  }

  /** Returns the number of triangles. */
  public int triangleCount() {
    return triangles.length / 3;
  }

  /** Returns the label, perhaps empty. */
  public String label() {
    return label;
  }

  /** Returns true if a triangle has finite corners and an area. */
  boolean hasArea(int triangle) {
    int p = 3 * triangles[3 * triangle];
    int q = 3 * triangles[3 * triangle + 1];
    int r = 3 * triangles[3 * triangle + 2];
    double ux = (double) positions[q] - positions[p];
    double uy = (double) positions[q + 1] - positions[p + 1];
    double uz = (double) positions[q + 2] - positions[p + 2];
    double vx = (double) positions[r] - positions[p];
    double vy = (double) positions[r + 1] - positions[p + 1];
    double vz = (double) positions[r + 2] - positions[p + 2];
    double area =
        Math.abs(uy * vz - uz * vy) + Math.abs(uz * vx - ux * vz) + Math.abs(ux * vy - uy * vx);
    return area > 0 && area < Double.POSITIVE_INFINITY;
  }

  private Item with(Consumer<Item> change) {
    Item draft = new Item(positions, this);
    change.accept(draft);
    return draft;
  }
}
