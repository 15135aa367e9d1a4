package dev.sinew.draw;

import dev.sinew.run.NumberRange;
import java.util.Optional;

/**
 * The size, view and background of a picture.
 *
 * @param raster the pixels
 * @param columns items per row of the grid; 0 chooses the number that makes cells most square
 * @param view where items are seen from
 * @param shading how surfaces are drawn
 * @param background the background
 */
public record DrawOptions(
    Raster raster, int columns, View view, Shading shading, Background background) {
  /** The largest width or height. */
  public static final int MAX_SIDE = 16384;

  /** The maximum number of samples of a picture: pixels times {@code samples} squared. */
  public static final long MAX_SAMPLES = 64L << 20;

  /** A 1024 x 768 picture, three-quarter view from slightly above, perspective, soft shadow. */
  public static final DrawOptions DEFAULTS =
      new DrawOptions(
          new Raster(1024, 768, 3),
          0,
          new View(30, 14, UpAxis.Y, 24, 1, 0.07, true, Optional.empty()),
          new Shading(true, false, true),
          Background.SOFT);

  /** The axis of the items' coordinates that points up. */
  public enum UpAxis {
    /** As in glTF: front is +Z. */
    Y,
    /** As in Blender: front is -Y. */
    Z
  }

  /**
   * The pixels of a picture.
   *
   * @param width pixels per row, 1 to {@link #MAX_SIDE}
   * @param height rows, 1 to {@link #MAX_SIDE}
   * @param samples samples per pixel in each direction, 1 to 4
   */
  public record Raster(int width, int height, int samples) {
    /** Checks the numbers. */
    public Raster {
      NumberRange.require("width", width, 1, MAX_SIDE);
      NumberRange.require("height", height, 1, MAX_SIDE);
      NumberRange.require("samples", samples, 1, 4);
      long total = (long) width * height * samples * samples;
      if (total > MAX_SAMPLES) {
        throw new IllegalArgumentException(
            "samples in total: expected at most " + MAX_SAMPLES + ", got " + total);
      }
    }
  }

  /**
   * Where items are seen from.
   *
   * @param azimuth the camera's angle about the up axis in degrees, from the front of an item (+Z
   *     if Y is up, -Y if Z is up, unless the item says otherwise) towards its left (+X)
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
   */
  public record View(
      double azimuth,
      double elevation,
      UpAxis up,
      double fieldOfView,
      double distance,
      double margin,
      boolean sharedScale,
      Optional<Viewpoint> viewpoint) {
    /** Checks the numbers. */
    public View {
      NumberRange.require("azimuth", azimuth, -1e6, 1e6);
      NumberRange.require("elevation", elevation, -90, 90);
      NumberRange.require("fieldOfView", fieldOfView, 0, 120);
      NumberRange.require("distance", distance, 1e-3, 1e3);
      NumberRange.require("margin", margin, 0, 0.45);
      if (viewpoint.isPresent() && fieldOfView == 0) {
        throw new IllegalArgumentException("fieldOfView: expected more than 0 with a viewpoint");
      }
    }
  }

  /**
   * How surfaces are drawn.
   *
   * @param twoSided true to draw back faces, lit as if flipped, except those of single-sided
   *     materials
   * @param unlit true to draw base colours, without light and shadow
   * @param groundShadow true to draw a soft contact shadow under each item (never if seen from the
   *     horizon or below)
   */
  public record Shading(boolean twoSided, boolean unlit, boolean groundShadow) {}

  /** Checks the number of columns. */
  public DrawOptions {
    NumberRange.require("columns", columns, 0, MAX_SIDE);
  }

  /** Returns these options with another picture size. */
  public DrawOptions withSize(int width, int height) {
    return with(new Raster(width, height, raster.samples));
  }

  /** Returns these options with another number of samples per pixel side. */
  public DrawOptions withSamples(int perSide) {
    return with(new Raster(raster.width, raster.height, perSide));
  }

  private DrawOptions with(Raster other) {
    return new DrawOptions(other, columns, view, shading, background);
  }

  /** Returns these options with another number of columns. */
  public DrawOptions withColumns(int newColumns) {
    return new DrawOptions(raster, newColumns, view, shading, background);
  }

  /** Returns these options with another background. */
  public DrawOptions withBackground(Background newBackground) {
    return new DrawOptions(raster, columns, view, shading, newBackground);
  }

  /** Returns these options with another camera direction, in degrees. */
  public DrawOptions withView(double azimuth, double elevation) {
    return with(
        new View(
            azimuth,
            elevation,
            view.up,
            view.fieldOfView,
            view.distance,
            view.margin,
            view.sharedScale,
            view.viewpoint));
  }

  /** Returns these options with another up axis. */
  public DrawOptions withUp(UpAxis up) {
    return with(
        new View(
            view.azimuth,
            view.elevation,
            up,
            view.fieldOfView,
            view.distance,
            view.margin,
            view.sharedScale,
            view.viewpoint));
  }

  /** Returns these options with another field of view. */
  public DrawOptions withFieldOfView(double degrees) {
    return with(
        new View(
            view.azimuth,
            view.elevation,
            view.up,
            degrees,
            view.distance,
            view.margin,
            view.sharedScale,
            view.viewpoint));
  }

  /** Returns these options with an orthographic camera. */
  public DrawOptions withOrthographic() {
    return withFieldOfView(0);
  }

  /** Returns these options with another camera distance. */
  public DrawOptions withDistance(double distance) {
    return with(
        new View(
            view.azimuth,
            view.elevation,
            view.up,
            view.fieldOfView,
            distance,
            view.margin,
            view.sharedScale,
            view.viewpoint));
  }

  /** Returns these options with another margin. */
  public DrawOptions withMargin(double margin) {
    return with(
        new View(
            view.azimuth,
            view.elevation,
            view.up,
            view.fieldOfView,
            view.distance,
            margin,
            view.sharedScale,
            view.viewpoint));
  }

  /** Returns these options with one scale for all items, or one each. */
  public DrawOptions withSharedScale(boolean shared) {
    return with(
        new View(
            view.azimuth,
            view.elevation,
            view.up,
            view.fieldOfView,
            view.distance,
            view.margin,
            shared,
            view.viewpoint));
  }

  /** Returns these options with a camera at a place. */
  public DrawOptions withViewpoint(Viewpoint from) {
    return with(
        new View(
            view.azimuth,
            view.elevation,
            view.up,
            view.fieldOfView,
            view.distance,
            view.margin,
            view.sharedScale,
            Optional.of(from)));
  }

  private DrawOptions with(View other) {
    return new DrawOptions(raster, columns, other, shading, background);
  }

  /** Returns these options without light and shadow, or with them. */
  public DrawOptions withUnlit(boolean unlit) {
    return with(new Shading(shading.twoSided, unlit, shading.groundShadow));
  }

  /** Returns these options with back faces drawn or not. */
  public DrawOptions withTwoSided(boolean both) {
    return with(new Shading(both, shading.unlit, shading.groundShadow));
  }

  /** Returns these options with or without ground shadows. */
  public DrawOptions withGroundShadow(boolean shadow) {
    return with(new Shading(shading.twoSided, shading.unlit, shadow));
  }

  private DrawOptions with(Shading other) {
    return new DrawOptions(raster, columns, view, other, background);
  }
}
