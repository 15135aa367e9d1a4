package dev.sinew.model;

import dev.sinew.run.ArrayChecks;
import java.util.List;

/**
 * One mesh in several shapes, such as example poses, a simulation or a sequence of scans. All
 * frames share the reference's triangles, and vertex i of one frame corresponds to vertex i of
 * every other.
 */
public final class MeshSequence {
  private final TriMesh reference;
  private final List<String> names;
  private final List<float[]> frames;

  /**
   * @param reference the connectivity and the rest shape
   * @param names a name per frame
   * @param frames x, y, z of every vertex, per frame; kept, not copied, since they may be large
   */
  public MeshSequence(TriMesh reference, List<String> names, List<float[]> frames) {
    ArrayChecks.size("names", names.size(), frames.size());
    for (int f = 0; f < frames.size(); f++) {
      ArrayChecks.size("values in frame " + f, frames.get(f).length, 3L * reference.vertexCount());
    }
    this.reference = reference;
    this.names = List.copyOf(names);
    this.frames = List.copyOf(frames);
  }

  /** Returns the reference mesh. */
  public TriMesh reference() {
    return reference;
  }

  /** Returns the number of frames. */
  public int frameCount() {
    return frames.size();
  }

  /** Returns the name of a frame. */
  public String name(int frame) {
    return names.get(frame);
  }

  /** Returns coordinate {@code axis} of a vertex in a frame. */
  public float position(int frame, int vertex, int axis) {
    return frames.get(frame)[3 * vertex + axis];
  }

  /** Returns x, y, z of every vertex of a frame, in a new array. */
  public float[] positions(int frame) {
    return frames.get(frame).clone();
  }

  /** Returns the mesh of one frame; normals, if any, are those of the reference. */
  public TriMesh mesh(int frame) {
    float[] shape = frames.get(frame);
    double[] wide = new double[shape.length];
    for (int i = 0; i < shape.length; i++) {
      wide[i] = shape[i];
    }
    return reference.withPositions(wide);
  }

  /** Returns the first frame that has the shape of the reference, or −1. */
  public int firstLikeReference() {
    for (int k = 0; k < frameCount(); k++) {
      if (isReference(k)) {
        return k;
      }
    }
    return -1;
  }

  private boolean isReference(int frame) {
    for (int v = 0; v < reference.vertexCount(); v++) {
      for (int axis = 0; axis < 3; axis++) {
        if (position(frame, v, axis) != (float) reference.position(v, axis)) {
          return false;
        }
      }
    }
    return true;
  }
}
