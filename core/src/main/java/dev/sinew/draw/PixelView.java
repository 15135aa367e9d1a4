package dev.sinew.draw;

import dev.sinew.run.RunContext;

/**
 * What the pixels of a picture of one item show, one sample each: the triangle, its colour and its
 * normal. The background is not drawn.
 */
public final class PixelView {
  /** The triangle of a pixel that shows none. */
  public static final int NOTHING = VisibilityBand.NOTHING;

  private final int[] triangles;
  private final int[] colors;
  private final float[] normals;

  private PixelView(int pixels) {
    triangles = new int[pixels];
    colors = new int[pixels];
    normals = new float[3 * pixels];
  }

  /** Draws an item; of the options, samples, shadow and background have no effect. */
  public static PixelView of(Item item, DrawOptions options, RunContext context) {
    DrawOptions one = options.withSamples(1);
    Scene scene = Scene.of(item);
    PictureLayout layout = PictureLayout.of(scene, one);
    Camera camera = Camera.fit(scene, one, layout.cells()).getFirst();
    ViewMesh mesh =
        new ViewMesh(
            item,
            camera,
            new PictureLayout.Cell(0, 0, one.raster().width(), one.raster().height()),
            one,
            context);
    VisibilityBand band = new VisibilityBand(mesh, 0, one.raster().height());
    Shader shader = new Shader(mesh, 1);
    PixelView out = new PixelView(one.raster().width() * one.raster().height());
    double[] sum = new double[4];
    for (int p = 0; p < out.triangles.length; p++) {
      int x = p % one.raster().width();
      int y = p / one.raster().width();
      out.triangles[p] = band.triangleAt(x, y);
      if (out.triangles[p] != NOTHING) {
        sum[0] = sum[1] = sum[2] = 0;
        shader.add(out.triangles[p], x + 0.5, y + 0.5, sum);
        out.colors[p] = Srgb.opaque(sum[0], sum[1], sum[2]);
        shader.copyNormal(out.normals, 3 * p);
      }
    }
    return out;
  }

  /** Returns the number of pixels. */
  public int count() {
    return triangles.length;
  }

  /** Returns the triangle at a pixel, row by row from the top, or {@link #NOTHING}. */
  public int triangle(int pixel) {
    return triangles[pixel];
  }

  /** Returns the sRGB colour at a pixel that shows a triangle, as {@code 0xFFRRGGBB}. */
  public int color(int pixel) {
    return colors[pixel];
  }

  /** Returns a component of the normal there: to the right, up, towards the camera. */
  public float normal(int pixel, int axis) {
    return normals[3 * pixel + axis];
  }

  /** Returns the colours as a picture before a background, {@code 0xFFRRGGBB}. */
  public Picture picture(int width, int background) {
    int[] out = colors.clone();
    for (int p = 0; p < out.length; p++) {
      if (triangles[p] == NOTHING) {
        out[p] = background;
      }
    }
    return Picture.around(width, out.length / Math.max(1, width), out);
  }
}
