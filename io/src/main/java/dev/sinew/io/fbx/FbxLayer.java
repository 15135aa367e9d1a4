package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Issue;
import java.util.List;
import java.util.Optional;

/**
 * A layer element of a geometry: values per corner, control point or polygon, or one for all,
 * directly or by indices.
 *
 * @param name the name of the layer, such as that of a UV set
 * @param mapping what has a value
 * @param indices the indices into the values; empty if values are in order
 * @param values the values, {@code width} numbers each
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record FbxLayer(String name, Mapping mapping, int[] indices, double[] values, int width) {
  /** What has a value of its own. */
  enum Mapping {
    CORNER,
    POINT,
    POLYGON,
    ALL
  }

  /**
   * Reads a layer element; empty, with an issue, if it cannot be used.
   *
   * @param element its record
   * @param valuesName the name of its values; that of the indices has "Index" after it
   */
  static Optional<FbxLayer> read(
      FbxNode element, String valuesName, int width, String owner, List<Issue> issues)
      throws MalformedAssetException {
    String given = element.textOf("MappingInformationType");
    Optional<Mapping> mapping =
        switch (given) {
          case "ByPolygonVertex" -> Optional.of(Mapping.CORNER);
          case "ByVertex", "ByVertice" -> Optional.of(Mapping.POINT);
          case "ByPolygon" -> Optional.of(Mapping.POLYGON);
          case "AllSame" -> Optional.of(Mapping.ALL);
          default -> Optional.empty();
        };
    if (mapping.isEmpty()) {
      issues.add(
          Issue.warning(
              owner, element.name() + " is left out: its mapping \"" + given + "\" is not known"));
      return Optional.empty();
    }
    double[] values = element.numbersOf(valuesName);
    boolean indexed = element.textOf("ReferenceInformationType").startsWith("Index");
    int[] indices = indexed ? element.indicesOf(valuesName + "Index") : new int[0];
    if (values.length < width) {
      if (values.length > 0) {
        issues.add(Issue.warning(owner, element.name() + " is left out: it has no values"));
      }
      return Optional.empty();
    }
    return Optional.of(new FbxLayer(element.textOf("Name"), mapping.get(), indices, values, width));
  }

  /** Returns the first number of a value in {@code values}; negative if there is none. */
  int find(int corner, int point, int polygon) {
    int i =
        switch (mapping) {
          case CORNER -> corner;
          case POINT -> point;
          case POLYGON -> polygon;
          case ALL -> 0;
        };
    if (indices.length > 0) {
      i = i < indices.length ? indices[i] : -1;
    }
    return i >= 0 && i < values.length / width ? width * i : -1;
  }
}
