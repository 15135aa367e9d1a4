package dev.sinew.draw;

import dev.sinew.run.RunContext;
import java.util.Arrays;

/**
 * Draws texture coordinates: the triangles of a texture, coloured by chart, with their edges; the
 * edges that belong to one triangle only are darker.
 */
public final class AtlasPainter {
  private static final int BACKGROUND = 0xFFFFFFFF;
  private static final int EDGE = 0x40;
  private static final int OUTLINE = 0x10;

  /** Samples per pixel along each axis. */
  private static final int SAMPLES = 2;

  private final double[] uv;
  private final int[] charts;
  private final boolean[] outline;
  private final int size;

  private AtlasPainter(double[] uv, int[] charts, boolean[] outline, int size) {
    this.uv = uv;
    this.charts = charts;
    this.outline = outline;
    this.size = size * SAMPLES;
  }

  /**
   * Draws triangles.
   *
   * @param uv u, v per corner, from 0 to 1, v down
   * @param charts the chart of every triangle
   * @param outline per corner, whether the edge to the next corner bounds a chart
   * @param size the width and height of the picture
   */
  public static Picture paint(
      double[] uv, int[] charts, boolean[] outline, int size, RunContext context) {
    AtlasPainter painter = new AtlasPainter(uv, charts, outline, size);
    int[] colors = new int[painter.size * painter.size];
    Arrays.fill(colors, BACKGROUND);
    for (int t = 0; t < charts.length; t++) {
      painter.fill(t, colors);
      if (t % 4096 == 0) {
        context.checkCancelled();
      }
    }
    for (int t = 0; t < charts.length; t++) {
      for (int k = 0; k < 3; k++) {
        painter.line(t, k, colors);
      }
    }
    return painter.shrunk(colors, size);
  }

  private void fill(int t, int[] colors) {
    double[] x = new double[3];
    double[] y = new double[3];
    for (int k = 0; k < 3; k++) {
      x[k] = uv[6 * t + 2 * k] * size - 0.5;
      y[k] = uv[6 * t + 2 * k + 1] * size - 0.5;
    }
    double det = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]);
    double sign = det < 0 ? -1 : 1;
    int color = color(charts[t]);
    int low = clamp(Math.ceil(Math.min(y[0], Math.min(y[1], y[2]))));
    int high = clamp(Math.floor(Math.max(y[0], Math.max(y[1], y[2]))));
    int left = clamp(Math.ceil(Math.min(x[0], Math.min(x[1], x[2]))));
    int right = clamp(Math.floor(Math.max(x[0], Math.max(x[1], x[2]))));
    for (int j = low; j <= high; j++) {
      for (int i = left; i <= right; i++) {
        boolean inside = true;
        for (int k = 0; k < 3; k++) {
          int n = (k + 1) % 3;
          inside &= sign * ((x[n] - x[k]) * (j - y[k]) - (y[n] - y[k]) * (i - x[k])) >= 0;
        }
        if (inside) {
          colors[j * size + i] = color;
        }
      }
    }
  }

  private int clamp(double at) {
    return (int) Math.clamp(at, 0, size - 1.0);
  }

  private void line(int t, int k, int[] colors) {
    int a = 6 * t + 2 * k;
    int b = 6 * t + 2 * ((k + 1) % 3);
    double x = uv[a] * size, y = uv[a + 1] * size;
    double dx = uv[b] * size - x, dy = uv[b + 1] * size - y;
    int steps = (int) Math.ceil(Math.max(Math.abs(dx), Math.abs(dy))) + 1;
    boolean bounds = outline[3 * t + k];
    for (int s = 0; s <= steps; s++) {
      int i = clamp(x + dx * s / steps);
      int j = clamp(y + dy * s / steps);
      colors[j * size + i] =
          bounds ? 0xFF000000 | OUTLINE * 0x010101 : darker(color(charts[t]), EDGE);
    }
  }

  private static int darker(int color, int by) {
    int out = 0xFF000000;
    for (int shift = 0; shift < 24; shift += 8) {
      out |= Math.max(0, ((color >> shift) & 0xFF) - by) << shift;
    }
    return out;
  }

  /** Returns a light colour; neighbouring numbers get hues far apart. */
  private static int color(int chart) {
    double hue = 6 * (0.618033988749895 * chart % 1);
    int out = 0xFF000000;
    for (int c = 0; c < 3; c++) {
      double away = Math.abs(((hue + 6 - 2 * c) % 6 + 6) % 6);
      double distance = Math.min(away, 6 - away);
      double level = Math.clamp(2 - distance, 0, 1);
      out |= (int) Math.round(255 * (0.62 + 0.34 * level)) << (16 - 8 * c);
    }
    return out;
  }

  private Picture shrunk(int[] colors, int width) {
    int[] out = new int[width * width];
    for (int j = 0; j < width; j++) {
      for (int i = 0; i < width; i++) {
        int pixel = 0xFF000000;
        for (int shift = 0; shift < 24; shift += 8) {
          int sum = 0;
          for (int s = 0; s < SAMPLES * SAMPLES; s++) {
            int at = (SAMPLES * j + s / SAMPLES) * size + SAMPLES * i + s % SAMPLES;
            sum += (colors[at] >> shift) & 0xFF;
          }
          pixel |= (sum / (SAMPLES * SAMPLES)) << shift;
        }
        out[j * width + i] = pixel;
      }
    }
    return new Picture(width, width, out);
  }
}
