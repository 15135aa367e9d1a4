package dev.sinew.rig;

import dev.sinew.model.MeshSequence;
import java.util.ArrayList;
import java.util.List;

/**
 * Frames of a mesh in units of its box. All frames of a vertex are stored together, because most
 * solvers read one vertex in all frames.
 */
public final class ShapeSet {
  /** The maximum coordinate in box sides; squares of larger values lose precision. */
  private static final double MAX_COORDINATE = 1e6;

  private final int vertices;
  private final List<String> names;

  /** x, y, z of vertex v in frame k, from index 3 (v · frames + k). */
  private final double[] at;

  private ShapeSet(int vertices, List<String> names, double[] at) {
    this.vertices = vertices;
    this.names = List.copyOf(names);
    this.at = at;
  }

  /**
   * Converts all frames of a sequence.
   *
   * @throws IllegalArgumentException if a coordinate is not finite or too large, or there are too
   *     many vertices in all frames together
   */
  public static ShapeSet of(MeshSequence sequence, UnitBox box) {
    int vertices = sequence.reference().vertexCount();
    int frames = sequence.frameCount();
    double[] at = new double[sizeOf(vertices, frames)];
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
          if (Math.abs(unit) > MAX_COORDINATE) {
            throw new IllegalArgumentException(
                "vertex "
                    + v
                    + " of "
                    + sequence.name(k)
                    + ": expected within "
                    + MAX_COORDINATE
                    + " box sides of the reference, got "
                    + unit);
          }
          at[3 * (v * frames + k) + axis] = unit;
        }
      }
    }
    return new ShapeSet(vertices, names, at);
  }

  private static int sizeOf(int vertices, int frames) {
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

  /** Returns the vertices of a list, in its order. */
  public ShapeSet subset(int[] list) {
    int frames = frameCount();
    double[] some = new double[3 * frames * list.length];
    for (int i = 0; i < list.length; i++) {
      System.arraycopy(at, 3 * frames * list[i], some, 3 * frames * i, 3 * frames);
    }
    return new ShapeSet(list.length, names, some);
  }

  /** Returns the frames of a list, in its order. */
  public ShapeSet frames(int[] list) {
    int frames = frameCount();
    double[] some = new double[3 * list.length * vertices];
    List<String> picked = new ArrayList<>();
    for (int frame : list) {
      picked.add(names.get(frame));
    }
    for (int v = 0; v < vertices; v++) {
      for (int k = 0; k < list.length; k++) {
        System.arraycopy(at, 3 * (v * frames + list[k]), some, 3 * (v * list.length + k), 3);
      }
    }
    return new ShapeSet(vertices, picked, some);
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return vertices;
  }

  /** Returns the number of frames. */
  public int frameCount() {
    return names.size();
  }

  /** Returns the name of a frame. */
  public String name(int frame) {
    return names.get(frame);
  }

  /** Returns the number of coordinates of all vertices in all frames. */
  public int size() {
    return at.length;
  }

  /** Returns a coordinate: x, y, z of vertex v in frame k are from index 3 (v · frames + k). */
  public double value(int index) {
    return at[index];
  }

  /** Returns Σ_v |vᵏ|² of each frame. */
  public double[] squares() {
    double[] squares = new double[frameCount()];
    for (int i = 0; i < at.length; i++) {
      squares[i / 3 % squares.length] += at[i] * at[i];
    }
    return squares;
  }

  /** Returns a coordinate of a vertex in a frame, in units of the box. */
  public double position(int frame, int vertex, int axis) {
    return at[3 * (vertex * frameCount() + frame) + axis];
  }
}
