package dev.sinew.extract;

import dev.sinew.extract.field.HarmonicField;
import dev.sinew.extract.graph.IsoCurve;
import dev.sinew.extract.graph.LimbCurves;
import dev.sinew.extract.graph.ReebGraph;
import dev.sinew.run.RequestException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One shape with the field from its first tip, the source, to the others, and the field's level
 * sets.
 *
 * @param shape the shape and its tips, the source first
 * @param field the harmonic field
 * @param graph its Reeb graph
 * @param curves its iso-curves by limb; tips are counted without the source
 */
record TracedShape(ShapeTips shape, HarmonicField field, ReebGraph graph, LimbCurves curves) {

  static TracedShape of(ShapeTips shape, int levels) {
    int[] ends = ends(shape);
    if (ends.length == 0) {
      throw new RequestException(shape.name(), "a skeleton needs two ends of the surface, got one");
    }
    // Equal values: by the maximum principle every tip is then a maximum.
    double[] ones = new double[ends.length];
    Arrays.fill(ones, 1);
    int source = shape.tips().vertices()[0];
    HarmonicField field = HarmonicField.solve(shape.heat(), source, ends, ones);
    ReebGraph graph = ReebGraph.of(shape.heat().laplacian(), field.values(), levels);
    return new TracedShape(shape, field, graph, LimbCurves.of(graph, source, ends));
  }

  private static int[] ends(ShapeTips shape) {
    return Arrays.copyOfRange(shape.tips().vertices(), 1, shape.tips().count());
  }

  /** Returns the same shape with its tips in another order, the source still first. */
  TracedShape with(int[] order) {
    ShapeTips other = shape.with(order);
    return new TracedShape(
        other, field, graph, LimbCurves.of(graph, other.tips().vertices()[0], ends(other)));
  }

  /** Returns the curves of the limb that ends at a tip, from the source outwards. */
  List<IsoCurve> limb(int tip) {
    long all = (1L << (shape.tips().count() - 1)) - 1;
    return curves.curves(tip == 0 ? all : 1L << (tip - 1));
  }

  /** Returns true if every tip is a maximum of the field and has curves of its own. */
  boolean hasLimbs() {
    return field.kept().length == shape.tips().count() - 1
        && IntStream.range(0, shape.tips().count()).noneMatch(tip -> limb(tip).isEmpty());
  }
}
