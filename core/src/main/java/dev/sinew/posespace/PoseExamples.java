package dev.sinew.posespace;

import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;

/**
 * Example shapes of a character with the pose that each belongs to.
 *
 * @param names a name per example
 * @param poses a pose per example, global transforms up to date; read only
 * @param shapes x, y, z per vertex of the character's surface in scene space, per example: the
 *     vertices of the parts in the order of the parts; not copied
 */
public record PoseExamples(List<String> names, List<Pose> poses, List<float[]> shapes) {
  /** Vertices farther from the reference, in units of its longest box side, do not correspond. */
  private static final double SAME_PLACE = 1e-3;

  /** Checks the numbers. */
  public PoseExamples {
    names = List.copyOf(names);
    poses = List.copyOf(poses);
    shapes = List.copyOf(shapes);
    if (poses.isEmpty()) {
      throw new IllegalArgumentException("examples: expected 1 or more, got 0");
    }
    if (poses.size() != shapes.size() || names.size() != shapes.size()) {
      throw new IllegalArgumentException(
          "examples: expected as many poses and names as shapes, got "
              + poses.size()
              + ", "
              + names.size()
              + " and "
              + shapes.size());
    }
  }

  /** Returns examples from a sequence of meshes. */
  public static PoseExamples of(MeshSequence sequence, List<Pose> poses) {
    List<String> names = new ArrayList<>();
    List<float[]> shapes = new ArrayList<>();
    for (int k = 0; k < sequence.frameCount(); k++) {
      names.add(sequence.name(k));
      shapes.add(sequence.positions(k));
    }
    return new PoseExamples(names, poses, shapes);
  }

  /**
   * Returns the examples with the vertices of a surface, which are found by their places at rest.
   *
   * @param reference the mesh of the examples at rest
   * @param surface the surface of a character at rest
   * @throws RequestException if a vertex of the surface has none of the reference in its place
   */
  public PoseExamples ofVertices(TriMesh reference, TriMesh surface) {
    int[] source = VertexMatch.of(reference, surface, SAME_PLACE);
    List<float[]> own = new ArrayList<>();
    for (float[] shape : shapes) {
      float[] out = new float[3 * source.length];
      for (int v = 0; v < source.length; v++) {
        System.arraycopy(shape, 3 * source[v], out, 3 * v, 3);
      }
      own.add(out);
    }
    return new PoseExamples(names, poses, own);
  }

  /** Returns the number of examples. */
  public int count() {
    return poses.size();
  }

  /** Returns some of the examples. */
  public PoseExamples select(List<Integer> which) {
    return new PoseExamples(
        which.stream().map(names::get).toList(),
        which.stream().map(poses::get).toList(),
        which.stream().map(shapes::get).toList());
  }

  /**
   * Checks the number of vertices.
   *
   * @throws RequestException naming an example of another size
   */
  void requireVertices(int vertices) {
    for (int k = 0; k < count(); k++) {
      if (shapes.get(k).length != 3 * vertices) {
        throw new RequestException(
            "example "
                + names.get(k)
                + ": expected "
                + vertices
                + " vertices, as the character's surface has, got "
                + shapes.get(k).length / 3);
      }
    }
  }
}
