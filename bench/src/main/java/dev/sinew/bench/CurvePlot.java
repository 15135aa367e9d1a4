package dev.sinew.bench;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;

/** Draws curves over logarithmic axes, one panel beside the other, as a PNG. */
final class CurvePlot {
  private static final int WIDTH = 460;
  private static final int HEIGHT = 380;
  private static final int LEFT = 70;
  private static final int TOP = 40;
  private static final int RIGHT = 15;
  private static final int BOTTOM = 45;

  /** The start of the names of dashed curves. */
  static final String DASHED = "standard: ";

  private static final float[] DASHES = {6, 4};
  private static final Color[] COLORS = {
    new Color(0x77, 0x77, 0x77),
    new Color(0x1f, 0x6f, 0xb4),
    new Color(0xd6, 0x5f, 0x0e),
    new Color(0x2a, 0x8f, 0x3c)
  };

  private final Graphics2D g;

  private CurvePlot(Graphics2D g) {
    this.g = g;
  }

  /**
   * The content of a panel.
   *
   * @param x values above 0
   * @param names one name per curve
   * @param curves one value per x for each curve; values not above 0 are left out
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Panel(String title, double[] x, List<String> names, List<double[]> curves) {}

  /** Writes panels to a file. */
  static void write(List<Panel> panels, Path file) throws IOException {
    BufferedImage image =
        new BufferedImage(WIDTH * panels.size(), HEIGHT, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    for (Panel panel : panels) {
      new CurvePlot(g).draw(panel);
      g.translate(WIDTH, 0);
    }
    g.dispose();
    ImageIO.write(image, "png", file.toFile());
  }

  private void draw(Panel panel) {
    Axis x = Axis.of(List.of(panel.x), LEFT, WIDTH - RIGHT);
    Axis y = Axis.of(panel.curves, HEIGHT - BOTTOM, TOP);
    g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 14));
    g.setColor(Color.BLACK);
    g.drawString(panel.title, LEFT, TOP - 14);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 11));
    g.drawString("influences", (WIDTH + LEFT) / 2 - 30, HEIGHT - 10);
    g.drawString("rms", 8, TOP - 14);
    drawGrid(x, y);
    for (int i = 0; i < panel.curves.size(); i++) {
      String name = panel.names.get(i);
      boolean dashed = name.startsWith(DASHED);
      // A dashed curve has the colour of the solid one that it belongs to.
      int same = dashed ? panel.names.indexOf(name.substring(DASHED.length())) : i;
      g.setColor(COLORS[Math.max(same, 0) % COLORS.length]);
      g.setStroke(
          dashed
              ? new BasicStroke(2, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 10, DASHES, 0)
              : new BasicStroke(2));
      drawCurve(panel.x, panel.curves.get(i), x, y);
      int at = HEIGHT - BOTTOM - 10 - 16 * (panel.curves.size() - 1 - i);
      g.drawLine(LEFT + 8, at - 4, LEFT + 28, at - 4);
      g.drawString(panel.names.get(i), LEFT + 34, at);
    }
  }

  private void drawGrid(Axis x, Axis y) {
    g.setStroke(new BasicStroke(1));
    for (int decade = -9; decade < 9; decade++) {
      for (int digit : new int[] {1, 2, 5}) {
        double value = digit * Math.pow(10, decade);
        g.setColor(new Color(0xdd, 0xdd, 0xdd));
        if (x.contains(value)) {
          g.drawLine(x.at(value), TOP, x.at(value), HEIGHT - BOTTOM);
          g.setColor(Color.DARK_GRAY);
          g.drawString(String.format(Locale.ROOT, "%.0f", value), x.at(value) - 12, HEIGHT - 28);
        }
        g.setColor(new Color(0xdd, 0xdd, 0xdd));
        if (y.contains(value)) {
          g.drawLine(LEFT, y.at(value), WIDTH - RIGHT, y.at(value));
          g.setColor(Color.DARK_GRAY);
          g.drawString(String.format(Locale.ROOT, "%.0e", value), 20, y.at(value) + 4);
        }
      }
    }
  }

  private void drawCurve(double[] xs, double[] ys, Axis x, Axis y) {
    Path2D path = new Path2D.Double();
    for (int i = 0; i < xs.length; i++) {
      if (!(ys[i] > 0)) {
        continue;
      }
      int px = x.at(xs[i]);
      int py = y.at(ys[i]);
      g.fillOval(px - 3, py - 3, 6, 6);
      if (path.getCurrentPoint() == null) {
        path.moveTo(px, py);
      } else {
        path.lineTo(px, py);
      }
    }
    g.draw(path);
  }

  /** A logarithmic axis from one pixel of the picture to another. */
  private record Axis(double min, double max, int from, int to) {
    static Axis of(List<double[]> values, int from, int to) {
      double min = Double.POSITIVE_INFINITY;
      double max = 0;
      for (double[] list : values) {
        for (double value : list) {
          if (value > 0) {
            min = Math.min(min, value);
            max = Math.max(max, value);
          }
        }
      }
      return new Axis(0.9 * min, 1.1 * max, from, to);
    }

    boolean contains(double value) {
      return value >= min && value <= max;
    }

    int at(double value) {
      double share = Math.log(value / min) / Math.log(max / min);
      return (int) Math.round(from + share * (to - from));
    }
  }
}
