package dev.sinew.draw;

import dev.sinew.draw.PictureLayout.Cell;
import dev.sinew.run.RunContext;
import java.util.List;
import java.util.Optional;

/** Renders a {@link Scene} into a {@link Picture}. */
public final class Painter {
  private static final int DARK_TEXT = 0xFF30353D;
  private static final int LIGHT_TEXT = 0xFFE4E7EB;

  /** Samples of a band: few enough to fit in a core's cache. */
  private static final int BAND_SAMPLES = 1 << 18;

  private final Scene scene;
  private final DrawOptions options;
  private final RunContext context;
  private final PictureLayout layout;
  private final int[] pixels;
  private final int textColor;

  private Painter(Scene scene, DrawOptions options, RunContext context) {
    this.context = context;
    this.scene = scene;
    this.options = options;
    this.layout = PictureLayout.of(scene, options);
    this.pixels = new int[options.raster().width() * options.raster().height()];
    this.textColor = options.background().isDark() ? LIGHT_TEXT : DARK_TEXT;
  }

  /**
   * Draws a scene. The same scene and options give the same pixels on any number of threads.
   *
   * @param scene the scene; without items only the background is drawn
   * @param options the size, view and background
   */
  public static Picture paint(Scene scene, DrawOptions options, RunContext context) {
    Painter painter = new Painter(scene, options, context);
    painter.paintBackground();
    List<Camera> cameras = Camera.fit(scene, options, painter.layout.cells());
    painter.paintMeshes(cameras);
    painter.drawSkeletons(cameras);
    painter.writeLabels();
    painter.drawLegend();
    return Picture.around(options.raster().width(), options.raster().height(), painter.pixels);
  }

  private void paintBackground() {
    double[] color = new double[4];
    for (int y = 0; y < options.raster().height(); y++) {
      background(y, color);
      int argb = straight(color);
      java.util.Arrays.fill(
          pixels, y * options.raster().width(), (y + 1) * options.raster().width(), argb);
    }
  }

  private void background(int y, double[] out) {
    options.background().premultiplied((y + 0.5) / options.raster().height(), out);
  }

  private void paintMeshes(List<Camera> cameras) {
    for (int i = 0; i < cameras.size(); i++) {
      Cell cell = layout.cells().get(i);
      Item item = scene.items().get(i);
      if (cell.width() == 0 || cell.height() == 0 || item.triangleCount() == 0) {
        continue;
      }
      ViewMesh mesh = new ViewMesh(item, cameras.get(i), cell, options, context);
      context.checkCancelled();
      Optional<GroundShadow> shadow =
          options.shading().groundShadow() && !options.shading().unlit()
              ? GroundShadow.of(mesh, scene.frame(), context)
              : Optional.empty();
      int bandRows =
          Math.max(1, BAND_SAMPLES / (cell.width() * square(options.raster().samples())));
      int bands = (cell.height() + bandRows - 1) / bandRows;
      context.run(
          bands,
          band -> {
            int first = cell.y() + band * bandRows;
            int end = Math.min(first + bandRows, cell.y() + cell.height());
            paintBand(mesh, shadow, first, end);
          });
      context.report("drawing", i + 1, cameras.size());
    }
  }

  /** Paints pixel rows {@code first} to {@code end - 1} of a cell. */
  private void paintBand(ViewMesh mesh, Optional<GroundShadow> shadow, int first, int end) {
    int samples = options.raster().samples();
    VisibilityBand band = new VisibilityBand(mesh, first * samples, (end - first) * samples);
    Shader shader = new Shader(mesh, Math.max(0.8, layout.dot() / 2));
    double[] behind = new double[4];
    double[] sum = new double[4];
    for (int y = first; y < end; y++) {
      background(y, behind);
      for (int x = mesh.cell.x(); x < mesh.cell.x() + mesh.cell.width(); x++) {
        int covered = addSamples(band, shader, x, y, sum);
        double uncovered = 1 - (double) covered / square(samples);
        double dark = 0;
        if (uncovered > 0 && shadow.isPresent()) {
          dark = shadow.get().at(x + 0.5, y + 0.5);
        }
        if (covered == 0 && dark == 0) {
          continue;
        }
        for (int k = 0; k < 3; k++) {
          sum[k] = sum[k] / square(samples) + uncovered * (1 - dark) * behind[k];
        }
        sum[3] = 1 - uncovered + uncovered * (dark + (1 - dark) * behind[3]);
        pixels[y * options.raster().width() + x] = straight(sum);
      }
    }
  }

  /** Sums the colours of a pixel's samples; returns the number of samples that see a triangle. */
  private int addSamples(VisibilityBand band, Shader shader, int x, int y, double[] sum) {
    int samples = options.raster().samples();
    sum[0] = sum[1] = sum[2] = 0;
    int covered = 0;
    for (int row = y * samples; row < (y + 1) * samples; row++) {
      for (int column = x * samples; column < (x + 1) * samples; column++) {
        int triangle = band.triangleAt(column, row);
        if (triangle != VisibilityBand.NOTHING) {
          shader.add(triangle, (column + 0.5) / samples, (row + 0.5) / samples, sum);
          covered++;
        }
      }
    }
    return covered;
  }

  /** Returns an sRGB pixel from premultiplied linear red, green, blue and alpha. */
  private static int straight(double[] color) {
    double alpha = color[3];
    if (!(alpha > 0)) {
      return 0;
    }
    int opaque = Srgb.opaque(color[0] / alpha, color[1] / alpha, color[2] / alpha);
    int byteAlpha = (int) Math.round(255 * Math.min(1, alpha));
    return byteAlpha << 24 | (opaque & 0xFFFFFF);
  }

  private void drawSkeletons(List<Camera> cameras) {
    for (int i = 0; i < cameras.size(); i++) {
      Ink ink = new Ink(options.raster().width(), pixels, layout.cells().get(i));
      new SkeletonOverlay(scene.items().get(i), cameras.get(i), ink, layout.dot() * 0.8).draw();
    }
  }

  private void writeLabels() {
    for (int i = 0; i < layout.cells().size(); i++) {
      Cell cell = layout.cells().get(i);
      int top = cell.y() + cell.height();
      int height = Math.min(layout.labelHeight(), options.raster().height() - top);
      Ink ink =
          new Ink(options.raster().width(), pixels, new Cell(cell.x(), top, cell.width(), height));
      double dot = layout.dot();
      String text = Lettering.fitted(scene.items().get(i).label(), cell.width() / dot - 4);
      double left = cell.x() + (cell.width() - Lettering.width(text) * dot) / 2;
      Lettering.write(ink, text, left, top + 9 * dot, dot, textColor);
    }
  }

  private void drawLegend() {
    if (scene.legend().isPresent()) {
      Cell all = new Cell(0, 0, options.raster().width(), options.raster().height());
      Ink ink = new Ink(options.raster().width(), pixels, all);
      LegendBar.draw(scene.legend().get(), ink, layout, options, textColor);
    }
  }

  private static int square(int v) {
    return v * v;
  }
}
