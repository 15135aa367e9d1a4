package dev.sinew.pipeline.picture;

import dev.sinew.draw.ColorRamp;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Item;
import dev.sinew.draw.Legend;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Picture;
import dev.sinew.draw.Scene;
import dev.sinew.fit.FittedSkin;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;

/**
 * A picture of fitted skins, each vertex coloured by its distance from the example shape. All skins
 * share one colour scale.
 */
public final class FitPicture {
  private static final ColorRamp RAMP = ColorRamp.SEQUENTIAL;

  private final double largest;
  private final List<Item> items = new ArrayList<>();

  /**
   * Creates an empty picture.
   *
   * @param largest the distance of the last colour of the scale, in units of the reference's
   *     longest box side; more than 0
   */
  public FitPicture(double largest) {
    if (!(largest > 0) || Double.isInfinite(largest)) {
      throw new IllegalArgumentException("largest: expected more than 0, got " + largest);
    }
    this.largest = largest;
  }

  /** Adds an example shape, without colours. */
  public FitPicture addShape(String label, FittedSkin skin, ShapeSet shapes, int frame) {
    items.add(
        Item.of(positions(shapes, frame), skin.examples().reference().triangles())
            .withLabel(label));
    return this;
  }

  /**
   * Adds a skin in a frame of shapes.
   *
   * @param label the text below it
   * @param shapes the example shapes
   * @param predicted the skin in all frames, by {@link FittedSkin#predict}
   * @param frame the frame to show
   */
  public FitPicture addSkin(
      String label, FittedSkin skin, ShapeSet shapes, float[][] predicted, int frame) {
    double[] distances = distances(shapes, predicted[frame], frame);
    items.add(
        Item.of(predicted[frame], skin.examples().reference().triangles())
            .withColors(RAMP.colors(distances, 0, largest))
            .withLabel(label));
    return this;
  }

  /** Returns the frame with the largest root mean square distance. */
  public static int worstFrame(ShapeSet shapes, float[][] predicted) {
    int worst = 0;
    double most = -1;
    for (int k = 0; k < shapes.frameCount(); k++) {
      double sum = 0;
      for (double d : distances(shapes, predicted[k], k)) {
        sum += d * d;
      }
      if (sum > most) {
        most = sum;
        worst = k;
      }
    }
    return worst;
  }

  private static double[] distances(ShapeSet shapes, float[] predicted, int frame) {
    double[] distances = new double[shapes.vertexCount()];
    for (int v = 0; v < distances.length; v++) {
      double sum = 0;
      for (int axis = 0; axis < 3; axis++) {
        double d = predicted[3 * v + axis] - shapes.position(frame, v, axis);
        sum += d * d;
      }
      distances[v] = Math.sqrt(sum);
    }
    return distances;
  }

  /** Draws all items in the order of their addition, with the scale below. */
  public Picture paint(DrawOptions options, RunContext context) {
    Legend legend = new Legend(RAMP, 0, largest, "distance / longest box side");
    return Painter.paint(Scene.of(items).withLegend(legend), options, context);
  }

  private static float[] positions(ShapeSet shapes, int frame) {
    float[] positions = new float[3 * shapes.vertexCount()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = (float) shapes.position(frame, i / 3, i % 3);
    }
    return positions;
  }
}
