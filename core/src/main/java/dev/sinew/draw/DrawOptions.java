package dev.sinew.draw;

import java.util.function.Consumer;

/**
 * How large a picture is, from where it is seen and on what it lies.
 *
 * @param width pixels a row, 1 to {@link #MAX_SIDE}
 * @param height rows, 1 to {@link #MAX_SIDE}
 * @param columns items in a row of the grid; 0 chooses what leaves cells nearest to square
 * @param azimuth degrees the camera stands around the up axis from the front (+Z when Y is up, -Y
 *     when Z is up) towards +X
 * @param elevation degrees the camera stands above the horizon, -90 to 90
 * @param up which way is up in the items' coordinates
 * @param fieldOfView degrees seen across the shorter side of a cell, 0 to 120; 0 is orthographic
 * @param distance the camera's distance as a multiple of the one that shows everything; with small
 *     values the camera stands inside an item, and what is behind it is clipped
 * @param margin share of a cell's shorter side left free on each side, 0 to 0.45
 * @param sharedScale whether all items are drawn at one scale; otherwise each fills its cell
 * @param twoSided whether triangles seen from behind are drawn, lit as if turned round
 * @param groundShadow whether a soft contact shadow lies under each item (never when seen from the
 *     horizon or below)
 * @param samples samples a pixel in each direction, 1 to 4
 * @param background what lies behind the items
 */
public record DrawOptions(
    int width,
    int height,
    int columns,
    double azimuth,
    double elevation,
    UpAxis up,
    double fieldOfView,
    double distance,
    double margin,
    boolean sharedScale,
    boolean twoSided,
    boolean groundShadow,
    int samples,
    Background background) {
  /** The largest width or height. */
  public static final int MAX_SIDE = 16384;

  /** The most samples a picture may take: pixels times {@code samples} squared. */
  public static final long MAX_SAMPLES = 64L << 20;

  /** A 1024 x 768 picture, three-quarter view from slightly above, perspective, soft shadow. */
  public static final DrawOptions DEFAULTS =
      new DrawOptions(
          1024, 768, 0, 30, 14, UpAxis.Y, 24, 1, 0.07, true, true, true, 3, Background.SOFT);

  /** Which axis of the items' coordinates points up. */
  public enum UpAxis {
    /** As in glTF: front is +Z. */
    Y,
    /** As in Blender: front is -Y. */
    Z
  }

  public DrawOptions {
    require("width", width, 1, MAX_SIDE);
    require("height", height, 1, MAX_SIDE);
    require("columns", columns, 0, MAX_SIDE);
    require("azimuth", azimuth, -1e6, 1e6);
    require("elevation", elevation, -90, 90);
    require("fieldOfView", fieldOfView, 0, 120);
    require("distance", distance, 1e-3, 1e3);
    require("margin", margin, 0, 0.45);
    require("samples", samples, 1, 4);
    long total = (long) width * height * samples * samples;
    if (total > MAX_SAMPLES) {
      throw new IllegalArgumentException(
          "samples in all: expected at most " + MAX_SAMPLES + ", got " + total);
    }
  }

  public DrawOptions withSize(int newWidth, int newHeight) {
    return with(
        draft -> {
          draft.width = newWidth;
          draft.height = newHeight;
        });
  }

  public DrawOptions withColumns(int newColumns) {
    return with(draft -> draft.columns = newColumns);
  }

  public DrawOptions withView(double newAzimuth, double newElevation) {
    return with(
        draft -> {
          draft.azimuth = newAzimuth;
          draft.elevation = newElevation;
        });
  }

  public DrawOptions withUp(UpAxis newUp) {
    return with(draft -> draft.up = newUp);
  }

  public DrawOptions withFieldOfView(double degrees) {
    return with(draft -> draft.fieldOfView = degrees);
  }

  public DrawOptions withOrthographic() {
    return withFieldOfView(0);
  }

  public DrawOptions withDistance(double newDistance) {
    return with(draft -> draft.distance = newDistance);
  }

  public DrawOptions withMargin(double newMargin) {
    return with(draft -> draft.margin = newMargin);
  }

  public DrawOptions withSharedScale(boolean shared) {
    return with(draft -> draft.sharedScale = shared);
  }

  public DrawOptions withTwoSided(boolean both) {
    return with(draft -> draft.twoSided = both);
  }

  public DrawOptions withGroundShadow(boolean shadow) {
    return with(draft -> draft.groundShadow = shadow);
  }

  public DrawOptions withSamples(int perSide) {
    return with(draft -> draft.samples = perSide);
  }

  public DrawOptions withBackground(Background newBackground) {
    return with(draft -> draft.background = newBackground);
  }

  private DrawOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options while one of them changes. */
  private static final class Draft {
    private int width;
    private int height;
    private int columns;
    private double azimuth;
    private double elevation;
    private UpAxis up;
    private double fieldOfView;
    private double distance;
    private double margin;
    private boolean sharedScale;
    private boolean twoSided;
    private boolean groundShadow;
    private int samples;
    private Background background;

    Draft(DrawOptions from) {
      width = from.width;
      height = from.height;
      columns = from.columns;
      azimuth = from.azimuth;
      elevation = from.elevation;
      up = from.up;
      fieldOfView = from.fieldOfView;
      distance = from.distance;
      margin = from.margin;
      sharedScale = from.sharedScale;
      twoSided = from.twoSided;
      groundShadow = from.groundShadow;
      samples = from.samples;
      background = from.background;
    }

    DrawOptions options() {
      return new DrawOptions(
          width,
          height,
          columns,
          azimuth,
          elevation,
          up,
          fieldOfView,
          distance,
          margin,
          sharedScale,
          twoSided,
          groundShadow,
          samples,
          background);
    }
  }

  private static void require(String what, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
      throw new IllegalArgumentException(
          what + ": expected " + low + " to " + high + ", got " + value);
    }
  }
}
