package dev.sinew.extract;

import dev.sinew.extract.graph.IsoCurve;
import java.util.List;

/**
 * What the extraction saw on the reference.
 *
 * @param values the field at each vertex of the mesh, 0 to about 1; NaN off the surface used
 * @param limbs the limb of each vertex, −1 off the surface used
 * @param curves the iso-curves of all limbs
 * @param graph x, y, z of both ends of each line of the graph
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record FieldPicture(double[] values, int[] limbs, List<IsoCurve> curves, double[] graph) {
  /** Copies the list. */
  public FieldPicture {
    curves = List.copyOf(curves);
  }
}
