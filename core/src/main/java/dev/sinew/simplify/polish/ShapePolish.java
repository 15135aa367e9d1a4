package dev.sinew.simplify.polish;

import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.layer.Layers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Moves the points of a level of meshes in correspondence so that its surface is as close as
 * possible to the whole mesh's in all shapes: {@link SurfaceFit}. The displacements are relative to
 * the surface around a point, so they can be applied to shapes that were not fitted.
 */
public final class ShapePolish {
  private final float[] reference;
  private final int[] triangles;
  private final double[] displacement;

  private ShapePolish(float[] reference, int[] triangles, double[] displacement) {
    this.reference = reference;
    this.triangles = triangles;
    this.displacement = displacement;
  }

  /**
   * Fits a level.
   *
   * @param whole the mesh the level was made from
   * @param shapes x, y, z per vertex of the whole mesh in every shape, at least one
   * @param level the level
   * @param levelShapes x, y, z per vertex of the level in the same shapes
   * @param iterations the number of steps
   */
  public static ShapePolish of(
      TriMesh whole,
      List<float[]> shapes,
      TriMesh level,
      List<float[]> levelShapes,
      int iterations,
      RunContext context) {
    float[] reference = level.floatPositions();
    int[] triangles = level.triangles();
    double[] displacement = new double[reference.length];
    LevelShapes points = new LevelShapes(reference, triangles, levelShapes, displacement, context);
    double[] weights = new double[shapes.size()];
    Arrays.fill(weights, 1.0 / weights.length);
    double[] importance = new double[whole.triangleCount()];
    Arrays.fill(importance, 1);
    SurfaceFit fit =
        new SurfaceFit(
            new SurfaceFit.Surface(
                whole.floatPositions(),
                whole.triangles(),
                new int[whole.triangleCount()],
                Layers.NONE),
            shapes.toArray(float[][]::new),
            importance,
            false,
            new SurfaceFit.Surface(
                reference, triangles, new int[triangles.length / 3], Layers.NONE),
            points,
            weights,
            context);
    if (!fit.run(iterations)) {
      Arrays.fill(displacement, 0);
    }
    return new ShapePolish(reference, triangles, displacement);
  }

  /** Returns the level with its points moved. */
  public TriMesh move(TriMesh level) {
    double[] positions = level.positions();
    for (int i = 0; i < positions.length; i++) {
      positions[i] += displacement[i];
    }
    return level.withPositions(positions);
  }

  /** Returns shapes of the level with their points moved. */
  public List<float[]> move(List<float[]> shapes, RunContext context) {
    LevelShapes points = new LevelShapes(reference, triangles, shapes, displacement, context);
    List<float[]> out = new ArrayList<>();
    for (int k = 0; k < shapes.size(); k++) {
      out.add(new float[displacement.length]);
      points.pose(k, out.get(k));
    }
    return out;
  }
}
