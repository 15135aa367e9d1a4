package dev.sinew.fit;

import dev.sinew.model.MeshSequence;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.ShapeSet;
import dev.sinew.rig.UnitBox;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Example meshes to fit a character to: a reference mesh and its frames, of which the first is the
 * reference.
 */
public final class Examples {
  private final TriMesh reference;
  private final UnitBox box;
  private final ShapeSet shapes;

  /** The topology of the reference. */
  final Topology topology;

  /** x, y, z of each vertex of the reference in units of the box; not modified. */
  final double[] rest;

  private Examples(TriMesh reference, UnitBox box, ShapeSet shapes) {
    this.reference = reference;
    this.box = box;
    this.shapes = shapes;
    topology = Topology.of(reference);
    rest = new double[3 * reference.vertexCount()];
    for (int v = 0; v < reference.vertexCount(); v++) {
      for (int axis = 0; axis < 3; axis++) {
        rest[3 * v + axis] = box.toUnit(reference.position(v, axis), axis);
      }
    }
  }

  /**
   * Creates examples from a sequence. The reference becomes frame 0. The first frame that equals
   * the reference is skipped and gives it its name.
   *
   * @throws IllegalArgumentException if there are no vertices, no shape besides the reference, or
   *     coordinates that are not finite
   */
  public static Examples of(MeshSequence sequence) {
    TriMesh reference = sequence.reference();
    if (reference.vertexCount() == 0) {
      throw new IllegalArgumentException("reference: expected vertices, got none");
    }
    UnitBox box = UnitBox.of(reference.bounds());
    int same = sequence.firstLikeReference();
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    names.add(same < 0 ? "reference" : sequence.name(same));
    frames.add(shapeOf(reference));
    for (int k = 0; k < sequence.frameCount(); k++) {
      if (k != same) {
        names.add(sequence.name(k));
        frames.add(sequence.positions(k));
      }
    }
    if (frames.size() < 2) {
      throw new IllegalArgumentException(
          "examples: expected at least 1 shape besides the reference, got 0;"
              + " bones can be found only where shapes differ");
    }
    return new Examples(
        reference, box, ShapeSet.of(new MeshSequence(reference, names, frames), box));
  }

  private Examples(Examples from, ShapeSet shapes) {
    reference = from.reference;
    box = from.box;
    this.shapes = shapes;
    topology = from.topology;
    rest = from.rest;
  }

  /**
   * Returns the examples with some of the vertices; triangles without an area are dropped.
   *
   * @param kept the vertices
   * @param of the index in that list for each vertex
   */
  Examples welded(int[] kept, int[] of) {
    double[] positions = new double[3 * kept.length];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = reference.position(kept[i / 3], i % 3);
    }
    int[] corners = reference.triangles();
    int count = 0;
    for (int t = 0; t < corners.length; t += 3) {
      int a = of[corners[t]];
      int b = of[corners[t + 1]];
      int c = of[corners[t + 2]];
      if (a != b && b != c && c != a) {
        corners[count++] = a;
        corners[count++] = b;
        corners[count++] = c;
      }
    }
    TriMesh mesh = TriMesh.of(positions, Arrays.copyOf(corners, count));
    return new Examples(mesh, box, shapes.subset(kept));
  }

  /** Returns the examples with some of the frames; frame 0 need not be the reference. */
  Examples frames(int[] list) {
    return new Examples(this, shapes.frames(list));
  }

  private static float[] shapeOf(TriMesh mesh) {
    float[] shape = new float[3 * mesh.vertexCount()];
    for (int v = 0; v < mesh.vertexCount(); v++) {
      for (int axis = 0; axis < 3; axis++) {
        shape[3 * v + axis] = (float) mesh.position(v, axis);
      }
    }
    return shape;
  }

  /** Returns the reference mesh. */
  public TriMesh reference() {
    return reference;
  }

  /** Returns x, y, z of each vertex of the reference in units of the box. */
  public double[] restPositions() {
    return rest.clone();
  }

  /** Returns the scaling to units of the box. */
  public UnitBox box() {
    return box;
  }

  /** Returns all frames; frame 0 is the reference. */
  public ShapeSet shapes() {
    return shapes;
  }

  /** Returns the number of vertices. */
  public int vertexCount() {
    return reference.vertexCount();
  }

  /** Returns the number of frames, including the reference. */
  public int frameCount() {
    return shapes.frameCount();
  }

  /** Returns the mean length of each edge over the frames, in units of the box. */
  double[] edgeLengths() {
    int frames = frameCount();
    double[] lengths = new double[topology.edgeCount()];
    for (int e = 0; e < lengths.length; e++) {
      int a = 3 * frames * topology.edgeVertex(e, 0);
      int b = 3 * frames * topology.edgeVertex(e, 1);
      double sum = 0;
      for (int k = 0; k < frames; k++) {
        double x = shapes.value(a + 3 * k) - shapes.value(b + 3 * k);
        double y = shapes.value(a + 3 * k + 1) - shapes.value(b + 3 * k + 1);
        double z = shapes.value(a + 3 * k + 2) - shapes.value(b + 3 * k + 2);
        sum += Math.sqrt(x * x + y * y + z * z);
      }
      lengths[e] = sum / frames;
    }
    return lengths;
  }

  /** Returns a third of the area of the triangles at each vertex, in units of the box. */
  double[] vertexAreas() {
    double[] areas = new double[vertexCount()];
    for (int t = 0; t < reference.triangleCount(); t++) {
      double[] n = reference.areaNormal(t);
      double third =
          Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) / (6 * box.side() * box.side());
      for (int corner = 0; corner < 3; corner++) {
        areas[reference.vertex(t, corner)] += third;
      }
    }
    return areas;
  }

  /** Returns the number of connected components of the mesh, including single vertices. */
  public int componentCount() {
    return Arrays.stream(topology.components()).max().orElse(-1) + 1;
  }

  /** Returns true if all frames are equal. */
  public boolean isStill() {
    int frames = frameCount();
    for (int v = 0; v < vertexCount(); v++) {
      for (int i = 3; i < 3 * frames; i++) {
        if (Math.abs(shapes.value(3 * frames * v + i) - shapes.value(3 * frames * v + i % 3))
            > 1e-9) {
          return false;
        }
      }
    }
    return true;
  }
}
