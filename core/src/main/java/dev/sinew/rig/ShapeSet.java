package dev.sinew.rig;

import dev.sinew.model.MeshSequence;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of a mesh in units of its box, kept vertex by vertex: all that is known of one vertex lies
 * side by side, since most solves look at one vertex in all frames.
 */
public final class ShapeSet {
  /** How far shapes may be from the reference, in box sides: beyond it squares lose meaning. */
  private static final double FURTHEST = 1e6;

  private final int vertices;
  private final List<String> names;

  /** x, y, z of vertex v in frame k at 3 (v · frames + k). */
  public final double[] at;

  private ShapeSet(int vertices, List<String> names, double[] at) {
    this.vertices = vertices;
    this.names = List.copyOf(names);
    this.at = at;
  }

  /**
   * All frames of a sequence.
   *
   * @throws IllegalArgumentException when a coordinate is not finite or the frames take too much
   *     room
   */
  public static ShapeSet of(MeshSequence sequence, UnitBox box) {
    int vertices = sequence.reference().vertexCount();
    int frames = sequence.frameCount();
    double[] at = new double[room(vertices, frames)];
    List<String> names = new ArrayList<>();
    for (int k = 0; k < frames; k++) {
      names.add(sequence.name(k));
      for (int v = 0; v < vertices; v++) {
        for (int axis = 0; axis < 3; axis++) {
          double value = sequence.position(k, v, axis);
          if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(
                "vertex " + v + " of " + sequence.name(k) + ": expected finite, got " + value);
          }
          double unit = box.toUnit(value, axis);
          if (Math.abs(unit) > FURTHEST) {
            throw new IllegalArgumentException(
                "vertex "
                    + v
                    + " of "
                    + sequence.name(k)
                    + ": expected within "
                    + FURTHEST
                    + " box sides of the reference, got "
                    + unit);
          }
          at[3 * (v * frames + k) + axis] = unit;
        }
      }
    }
    return new ShapeSet(vertices, names, at);
  }

  private static int room(int vertices, int frames) {
    long numbers = 3L * vertices * frames;
    if (numbers > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "examples: expected at most "
              + (Integer.MAX_VALUE - 8) / 3
              + " vertices in all frames together, got "
              + numbers / 3);
    }
    return (int) numbers;
  }

  /** The vertices of a list, in its order: a mesh thinned out. */
  public ShapeSet subset(int[] list) {
    int frames = frameCount();
    double[] some = new double[3 * frames * list.length];
    for (int i = 0; i < list.length; i++) {
      System.arraycopy(at, 3 * frames * list[i], some, 3 * frames * i, 3 * frames);
    }
    return new ShapeSet(list.length, names, some);
  }

  public int vertexCount() {
    return vertices;
  }

  public int frameCount() {
    return names.size();
  }

  public String name(int frame) {
    return names.get(frame);
  }

  /** A coordinate of a vertex in a frame, in units of the box. */
  public double position(int frame, int vertex, int axis) {
    return at[3 * (vertex * frameCount() + frame) + axis];
  }
}
