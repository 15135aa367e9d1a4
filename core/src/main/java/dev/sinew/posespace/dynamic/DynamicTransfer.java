package dev.sinew.posespace.dynamic;

import dev.sinew.run.ArrayChecks;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gives dynamics to the vertices of another surface (section 6.4.2 of the thesis on crowds): each
 * takes the weighted mean of three vertices of the old one.
 */
public final class DynamicTransfer {
  /** Vertices whose moving corners have less weight together do not move. */
  private static final double STILL = 1e-6;

  private final List<DynamicModel> models;
  private final int[] corners;
  private final double[] weights;

  /**
   * @param models the models of the old surface's parts, whose vertices follow each other
   * @param corners three old vertices per new vertex
   * @param weights their weights, 0 or more, with a sum of 1
   * @throws RequestException if the models are of different kinds
   */
  public DynamicTransfer(List<DynamicModel> models, int[] corners, double[] weights) {
    if (models.stream().map(Object::getClass).distinct().count() > 1) {
      throw new RequestException("the dynamics of the parts are of different kinds");
    }
    ArrayChecks.size("weights", weights.length, corners.length);
    this.models = List.copyOf(models);
    this.corners = corners;
    this.weights = weights;
  }

  /**
   * Returns the model of a new part.
   *
   * @param first its first vertex among all new ones
   * @param count the number of its vertices
   */
  public DynamicModel part(int first, int count) {
    List<Integer> moved = new ArrayList<>();
    List<double[]> values = new ArrayList<>();
    for (int v = 0; v < count; v++) {
      double[] row = blended(3 * (first + v));
      if (row.length > 0) {
        moved.add(v);
        values.add(row);
      }
    }
    return models
        .getFirst()
        .of(
            count,
            moved.stream().mapToInt(Integer::intValue).toArray(),
            values.stream().flatMapToDouble(Arrays::stream).toArray());
  }

  /** Returns the values of a new vertex; empty if it does not move. */
  private double[] blended(int at) {
    List<double[]> rows = new ArrayList<>();
    double[] shares = new double[3];
    double sum = 0;
    for (int c = at; c < at + 3; c++) {
      double[] row = row(corners[c]);
      if (row.length > 0 && weights[c] > 0) {
        shares[rows.size()] = weights[c];
        sum += weights[c];
        rows.add(row);
      }
    }
    return sum < STILL
        ? new double[0]
        : models.getFirst().blended(rows, Arrays.copyOf(shares, rows.size()));
  }

  private double[] row(int vertex) {
    int left = vertex;
    for (DynamicModel model : models) {
      if (left < model.vertexCount()) {
        return model.row(left);
      }
      left -= model.vertexCount();
    }
    throw new IllegalArgumentException("vertex: expected one of the models', got " + vertex);
  }
}
