package dev.sinew.draw;

import dev.sinew.run.NumberRange;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The size, view and background of a picture.
 *
 * @param width pixels per row, 1 to {@link #MAX_SIDE}
 * @param height rows, 1 to {@link #MAX_SIDE}
 * @param columns items per row of the grid; 0 chooses the number that makes cells most square
 * @param azimuth the camera's angle about the up axis in degrees, from the front of an item (+Z if
 *     Y is up, -Y if Z is up, unless the item says otherwise) towards its left (+X)
 * @param elevation the camera's angle above the horizon in degrees, -90 to 90
 * @param up the up axis of the items' coordinates
 * @param fieldOfView degrees across the shorter side of a cell, 0 to 120; 0 is orthographic
 * @param distance the camera's distance as a multiple of the smallest distance that shows
 *     everything; with small values the camera is inside an item, and everything behind it is
 *     clipped
 * @param margin the margin on each side as a fraction of a cell's shorter side, 0 to 0.45
 * @param sharedScale true to draw all items at one scale; otherwise each fills its cell
 * @param viewpoint where the camera is; then azimuth, elevation, distance, margin and the scale
 *     have no effect, and the camera is not orthographic. Empty to find a place that shows
 *     everything
 * @param twoSided true to draw back faces, lit as if flipped, except those of single-sided
 *     materials
 * @param unlit true to draw base colours, without light and shadow
 * @param groundShadow true to draw a soft contact shadow under each item (never if seen from the
 *     horizon or below)
 * @param samples samples per pixel in each direction, 1 to 4
 * @param background the background
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
    Optional<Viewpoint> viewpoint,
    boolean twoSided,
    boolean unlit,
    boolean groundShadow,
    int samples,
    Background background) {
  /** The largest width or height. */
  public static final int MAX_SIDE = 16384;

  /** The maximum number of samples of a picture: pixels times {@code samples} squared. */
  public static final long MAX_SAMPLES = 64L << 20;

  /** A 1024 x 768 picture, three-quarter view from slightly above, perspective, soft shadow. */
  public static final DrawOptions DEFAULTS =
      new DrawOptions(
          1024,
          768,
          0,
          30,
          14,
          UpAxis.Y,
          24,
          1,
          0.07,
          true,
          Optional.empty(),
          true,
          false,
          true,
          3,
          Background.SOFT);

  /** The axis of the items' coordinates that points up. */
  public enum UpAxis {
    /** As in glTF: front is +Z. */
    Y,
    /** As in Blender: front is -Y. */
    Z
  }

  public DrawOptions {
    NumberRange.require("width", width, 1, MAX_SIDE);
    NumberRange.require("height", height, 1, MAX_SIDE);
    NumberRange.require("columns", columns, 0, MAX_SIDE);
    NumberRange.require("azimuth", azimuth, -1e6, 1e6);
    NumberRange.require("elevation", elevation, -90, 90);
    NumberRange.require("fieldOfView", fieldOfView, 0, 120);
    NumberRange.require("distance", distance, 1e-3, 1e3);
    NumberRange.require("margin", margin, 0, 0.45);
    NumberRange.require("samples", samples, 1, 4);
    if (viewpoint.isPresent() && fieldOfView == 0) {
      throw new IllegalArgumentException("fieldOfView: expected more than 0 with a viewpoint");
    }
    long total = (long) width * height * samples * samples;
    if (total > MAX_SAMPLES) {
      throw new IllegalArgumentException(
          "samples in total: expected at most " + MAX_SAMPLES + ", got " + total);
    }
  }

  /** Returns these options with another picture size. */
  public DrawOptions withSize(int newWidth, int newHeight) {
    return with(
        draft -> {
          draft.width = newWidth;
          draft.height = newHeight;
        });
  }

  /** Returns these options with another number of columns. */
  public DrawOptions withColumns(int newColumns) {
    return with(draft -> draft.columns = newColumns);
  }

  /** Returns these options with another camera direction, in degrees. */
  public DrawOptions withView(double newAzimuth, double newElevation) {
    return with(
        draft -> {
          draft.azimuth = newAzimuth;
          draft.elevation = newElevation;
        });
  }

  /** Returns these options with another up axis. */
  public DrawOptions withUp(UpAxis newUp) {
    return with(draft -> draft.up = newUp);
  }

  /** Returns these options with another field of view. */
  public DrawOptions withFieldOfView(double degrees) {
    return with(draft -> draft.fieldOfView = degrees);
  }

  /** Returns these options with an orthographic camera. */
  public DrawOptions withOrthographic() {
    return withFieldOfView(0);
  }

  /** Returns these options with another camera distance. */
  public DrawOptions withDistance(double newDistance) {
    return with(draft -> draft.distance = newDistance);
  }

  /** Returns these options with another margin. */
  public DrawOptions withMargin(double newMargin) {
    return with(draft -> draft.margin = newMargin);
  }

  /** Returns these options with one scale for all items, or one each. */
  public DrawOptions withSharedScale(boolean shared) {
    return with(draft -> draft.sharedScale = shared);
  }

  /** Returns these options with a camera at a place. */
  public DrawOptions withViewpoint(Viewpoint from) {
    return with(draft -> draft.viewpoint = Optional.of(from));
  }

  /** Returns these options without light and shadow, or with them. */
  public DrawOptions withUnlit(boolean newUnlit) {
    return with(draft -> draft.unlit = newUnlit);
  }

  /** Returns these options with back faces drawn or not. */
  public DrawOptions withTwoSided(boolean both) {
    return with(draft -> draft.twoSided = both);
  }

  /** Returns these options with or without ground shadows. */
  public DrawOptions withGroundShadow(boolean shadow) {
    return with(draft -> draft.groundShadow = shadow);
  }

  /** Returns these options with another number of samples per pixel side. */
  public DrawOptions withSamples(int perSide) {
    return with(draft -> draft.samples = perSide);
  }

  /** Returns these options with another background. */
  public DrawOptions withBackground(Background newBackground) {
    return with(draft -> draft.background = newBackground);
  }

  private DrawOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Mutable options. */
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
    private Optional<Viewpoint> viewpoint;
    private boolean twoSided;
    private boolean unlit;
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
      viewpoint = from.viewpoint;
      twoSided = from.twoSided;
      unlit = from.unlit;
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
          viewpoint,
          twoSided,
          unlit,
          groundShadow,
          samples,
          background);
    }
  }
}
