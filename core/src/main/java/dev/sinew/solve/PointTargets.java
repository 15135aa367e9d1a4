package dev.sinew.solve;

import dev.sinew.model.MeshJoiner;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where some vertices of a character shall be, frame by frame.
 *
 * <p>Vertices are numbered as {@code pose} and {@code deform} write them: the welded vertices of
 * all parts of the scene, part after part.
 */
public final class PointTargets {
  /** The name of these inputs in exceptions. */
  public static final String SUBJECT = "shapes";

  private final int[] vertices;
  private final List<String> names;
  private final List<float[]> frames;

  private PointTargets(int[] vertices, List<String> names, List<float[]> frames) {
    this.vertices = vertices;
    this.names = List.copyOf(names);
    this.frames = List.copyOf(frames);
    if (frames.isEmpty()) {
      throw new RequestException(SUBJECT, "expected at least 1 frame, got 0");
    }
  }

  /**
   * Returns targets for all vertices of a character's surface, or of one of its parts. Shapes
   * correspond by their number of vertices: that of the welded vertices, as {@code deform} writes
   * them, or that of the vertices in the file (wedges), for shapes from other programs.
   *
   * @throws RequestException if the number is another one, or a coordinate is not finite
   */
  public static PointTargets ofShapes(SkinnedCharacter character, MeshSequence shapes) {
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    for (int k = 0; k < shapes.frameCount(); k++) {
      names.add(shapes.name(k));
      frames.add(shapes.positions(k));
    }
    return ofShapes(character, names, frames);
  }

  /**
   * Returns the same for shapes without triangles.
   *
   * @param names a name per shape
   * @param frames x, y, z of every vertex, per shape; kept, not copied, since they may be large
   */
  public static PointTargets ofShapes(
      SkinnedCharacter character, List<String> names, List<float[]> frames) {
    requireSame("names", frames.size(), names.size());
    int count = frames.isEmpty() ? 0 : frames.getFirst().length / 3;
    for (int k = 0; k < frames.size(); k++) {
      requireFinite(names.get(k), frames.get(k));
      if (frames.get(k).length != 3 * count) {
        throw new RequestException(
            SUBJECT,
            names.get(k)
                + " has "
                + frames.get(k).length / 3
                + " vertices, "
                + names.getFirst()
                + " has "
                + count);
      }
    }
    return new PointTargets(corresponding(character, count), names, frames);
  }

  /**
   * Returns targets for some vertices.
   *
   * @param vertices their indices; copied
   * @param names a name per frame
   * @param frames x, y, z of these vertices, per frame; a marker that is not seen in a frame has
   *     the coordinates NaN
   */
  public static PointTargets ofMarkers(
      SkinnedCharacter character, int[] vertices, List<String> names, List<float[]> frames) {
    int count = joinerOf(character).vertexCount();
    for (int v : vertices) {
      if (v < 0 || v >= count) {
        throw new RequestException(
            SUBJECT, "marker: expected a vertex, 0 to " + (count - 1) + ", got " + v);
      }
    }
    if (vertices.length == 0) {
      throw new RequestException(SUBJECT, "expected at least 1 marker, got 0");
    }
    requireSame("names", frames.size(), names.size());
    for (int k = 0; k < frames.size(); k++) {
      requireSame("values of " + names.get(k), 3 * vertices.length, frames.get(k).length);
    }
    return new PointTargets(vertices.clone(), names, frames);
  }

  private static void requireSame(String what, int expected, int got) {
    if (expected != got) {
      throw new IllegalArgumentException(what + ": expected " + expected + ", got " + got);
    }
  }

  private static void requireFinite(String name, float[] frame) {
    for (int i = 0; i < frame.length; i++) {
      if (!Float.isFinite(frame[i])) {
        throw new RequestException(
            SUBJECT, "vertex " + i / 3 + " of " + name + ": expected finite, got " + frame[i]);
      }
    }
  }

  private static MeshJoiner joinerOf(SkinnedCharacter character) {
    return new MeshJoiner(
        character.parts().stream().map(part -> character.geometry(part).mesh()).toList());
  }

  /** Returns the vertex of the surface that each of {@code count} points of a shape stands for. */
  private static int[] corresponding(SkinnedCharacter character, int count) {
    MeshJoiner joiner = joinerOf(character);
    int vertexCount = joiner.vertexCount();
    int[] wedges = joiner.wedgeVertices();
    if (count == vertexCount) {
      return IntStream.range(0, count).toArray();
    }
    if (count == wedges.length) {
      return wedges;
    }
    List<int[]> parts = new ArrayList<>();
    for (int p = 0; p < character.parts().size(); p++) {
      int first = joiner.firstVertex(p);
      int own = character.geometry(character.parts().get(p)).mesh().vertexCount();
      int wedge = joiner.firstWedge(p);
      int ownWedges = character.geometry(character.parts().get(p)).mesh().wedgeCount();
      if (count == own) {
        parts.add(IntStream.range(first, first + own).toArray());
      } else if (count == ownWedges) {
        parts.add(Arrays.copyOfRange(wedges, wedge, wedge + ownWedges));
      }
    }
    if (parts.size() != 1) {
      throw new RequestException(
          SUBJECT,
          "expected shapes with the "
              + vertexCount
              + " vertices that 'deform' writes for the model"
              + (wedges.length == vertexCount
                  ? ""
                  : ", or the " + wedges.length + " vertices of its file")
              + (parts.isEmpty() ? "" : " (several parts fit)")
              + ", got "
              + count);
    }
    return parts.getFirst();
  }

  /** Returns the number of frames. */
  public int frameCount() {
    return frames.size();
  }

  /** Returns the number of points per frame. */
  public int pointCount() {
    return vertices.length;
  }

  /** Returns the name of a frame. */
  public String name(int frame) {
    return names.get(frame);
  }

  /** Returns the vertex of the surface that a point belongs to. */
  public int vertex(int point) {
    return vertices[point];
  }

  /** Returns coordinate {@code axis} of a point in a frame; NaN if it is not known. */
  public float position(int frame, int point, int axis) {
    return frames.get(frame)[3 * point + axis];
  }

  /** Returns only the points of some vertices, in all frames. */
  public PointTargets only(int[] some) {
    int[] at = new int[1 + Arrays.stream(vertices).max().orElse(0)];
    Arrays.fill(at, -1);
    for (int i = 0; i < vertices.length; i++) {
      at[vertices[i]] = i;
    }
    int[] points = new int[some.length];
    for (int i = 0; i < some.length; i++) {
      if (some[i] < 0 || some[i] >= at.length || at[some[i]] < 0) {
        throw new RequestException(
            SUBJECT, "marker: expected a vertex of the shapes, got " + some[i]);
      }
      points[i] = at[some[i]];
    }
    List<float[]> picked = new ArrayList<>();
    for (float[] frame : frames) {
      float[] own = new float[3 * points.length];
      for (int i = 0; i < points.length; i++) {
        System.arraycopy(frame, 3 * points[i], own, 3 * i, 3);
      }
      picked.add(own);
    }
    return new PointTargets(some.clone(), names, picked);
  }

  /** Returns the points that are known in a frame. */
  int[] present(int frame) {
    float[] own = frames.get(frame);
    return IntStream.range(0, vertices.length)
        .filter(
            i ->
                Float.isFinite(own[3 * i])
                    && Float.isFinite(own[3 * i + 1])
                    && Float.isFinite(own[3 * i + 2]))
        .toArray();
  }
}
