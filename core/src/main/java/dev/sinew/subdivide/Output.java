package dev.sinew.subdivide;

import dev.sinew.model.MeshAttribute;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the refined mesh from the faces of the last level: wedges, normals, triangles. */
final class Output {
  private final TriMesh old;
  private final Faces vertices;
  private final Faces charts;
  private final int[] faceGroup;
  private final int faceSize;

  /** The wedge of every corner. */
  private final int[] cornerWedge;

  /** The chart point with each wedge's values, its vertex, and one of its corners. */
  private int[] chartPoint;

  private int[] wedgeVertex;
  private int[] wedgeCorner;

  Output(
      TriMesh old,
      AttributeMesh oldCharts,
      Faces vertices,
      Faces charts,
      int[] faceGroup,
      int faceSize) {
    this.faceSize = faceSize;
    this.old = old;
    this.vertices = vertices;
    this.charts = charts;
    this.faceGroup = faceGroup;
    cornerWedge = charts.cornerPoint.clone();
    chartPoint = new int[charts.pointCount];
    Arrays.setAll(chartPoint, p -> p);
    wedgeVertex = new int[charts.pointCount];
    wedgeCorner = new int[charts.pointCount];
    Arrays.fill(wedgeCorner, -1);
    for (int p = 0; p < oldCharts.wedgeOf.length; p++) {
      wedgeVertex[p] = old.vertexOfWedge(oldCharts.wedgeOf[p]);
    }
    for (int c = 0; c < cornerWedge.length; c++) {
      int w = cornerWedge[c];
      if (wedgeCorner[w] >= 0 && wedgeVertex[w] != vertices.cornerPoint[c]) {
        throw new IllegalStateException(
            "wedge " + w + " is at vertices " + wedgeVertex[w] + " and " + vertices.cornerPoint[c]);
      }
      wedgeVertex[w] = vertices.cornerPoint[c];
      wedgeCorner[w] = c;
    }
  }

  Refined assemble(
      List<Masks> vertexMasks,
      List<Masks> wedgeMasks,
      int droppedFaces,
      int nonManifoldEdges,
      int ignoredCreases) {
    MaskChain vertexChain = new MaskChain(vertexMasks);
    double[] positions = vertexChain.apply(old.positions(), 3);
    Optional<MeshAttribute> normals =
        old.attribute(MeshAttribute.NORMAL).map(n -> shade(positions));
    List<Masks> links = new ArrayList<>(wedgeMasks);
    if (chartPoint.length > charts.pointCount) {
      links.add(Masks.select(charts.pointCount, chartPoint));
    }
    MaskChain wedgeChain = new MaskChain(links);
    TriMesh mesh =
        new TriMesh(
            positions, wedgeVertex, triangles(), triangleGroups(), refine(wedgeChain, normals));
    return new Refined(
        mesh,
        faceSize,
        cornerWedge,
        vertexChain,
        wedgeChain,
        droppedFaces,
        nonManifoldEdges,
        ignoredCreases);
  }

  /** Splits the wedges at hard edges, and computes all normals. */
  private MeshAttribute shade(double[] positions) {
    Shading shading = new Shading(vertices, positions);
    splitWedges(shading);
    float[] values = new float[3 * wedgeVertex.length];
    for (int w = 0; w < wedgeVertex.length; w++) {
      for (int k = 0; k < 3; k++) {
        double alone = k == 2 ? 1 : 0;
        values[3 * w + k] =
            (float) (wedgeCorner[w] < 0 ? alone : shading.normal(wedgeCorner[w], k));
      }
    }
    return new MeshAttribute(MeshAttribute.NORMAL, 3, values);
  }

  /** The first fan of a chart point keeps its index, further fans get wedges at the end. */
  private void splitWedges(Shading shading) {
    int[] firstFan = new int[charts.pointCount];
    Arrays.fill(firstFan, -1);
    Map<Long, Integer> further = new HashMap<>();
    List<Integer> cornerOfFurther = new ArrayList<>();
    for (int c = 0; c < cornerWedge.length; c++) {
      int p = charts.cornerPoint[c];
      int fan = shading.fan[c];
      if (firstFan[p] < 0) {
        firstFan[p] = fan;
        wedgeCorner[p] = c;
      } else if (firstFan[p] != fan) {
        int corner = c;
        cornerWedge[c] =
            further.computeIfAbsent(
                (long) p << 32 | fan,
                key -> {
                  cornerOfFurther.add(corner);
                  return charts.pointCount + cornerOfFurther.size() - 1;
                });
      }
    }
    int count = charts.pointCount + cornerOfFurther.size();
    chartPoint = Arrays.copyOf(chartPoint, count);
    wedgeVertex = Arrays.copyOf(wedgeVertex, count);
    wedgeCorner = Arrays.copyOf(wedgeCorner, count);
    for (int i = 0; i < cornerOfFurther.size(); i++) {
      int w = charts.pointCount + i;
      int c = cornerOfFurther.get(i);
      chartPoint[w] = charts.cornerPoint[c];
      wedgeVertex[w] = vertices.cornerPoint[c];
      wedgeCorner[w] = c;
    }
  }

  private List<MeshAttribute> refine(MaskChain masks, Optional<MeshAttribute> normals) {
    List<MeshAttribute> out = new ArrayList<>();
    for (MeshAttribute attribute : old.attributes()) {
      if (!Cage.isCarried(attribute)) {
        normals.ifPresent(out::add);
        continue;
      }
      float[] values = masks.apply(attribute.toArray(), attribute.components());
      if (attribute.name().equals(MeshAttribute.TANGENT) && attribute.components() == 4) {
        normaliseTangents(values, normals);
      }
      out.add(new MeshAttribute(attribute.name(), attribute.components(), values));
    }
    return out;
  }

  /** Makes tangents unit vectors perpendicular to the normals, with a fourth component ±1. */
  private static void normaliseTangents(float[] tangents, Optional<MeshAttribute> normals) {
    double[] t = new double[3];
    double[] n = new double[3];
    for (int w = 0; w < tangents.length / 4; w++) {
      for (int k = 0; k < 3; k++) {
        t[k] = tangents[4 * w + k];
        n[k] = normals.isPresent() ? normals.get().value(w, k) : 0;
      }
      if (!makePerpendicular(t, n)) {
        // The tangents cancelled: any direction perpendicular to the normal.
        int least = Math.abs(n[0]) < 0.6 ? 0 : 1;
        Arrays.setAll(t, k -> k == least ? 1 : 0);
        makePerpendicular(t, n);
      }
      for (int k = 0; k < 3; k++) {
        tangents[4 * w + k] = (float) t[k];
      }
      tangents[4 * w + 3] = tangents[4 * w + 3] < 0 ? -1 : 1;
    }
  }

  /** Removes t's component along n and normalises t; returns false if nothing remains. */
  private static boolean makePerpendicular(double[] t, double[] n) {
    double along = t[0] * n[0] + t[1] * n[1] + t[2] * n[2];
    for (int k = 0; k < 3; k++) {
      t[k] -= along * n[k];
    }
    double length = Math.sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
    for (int k = 0; k < 3; k++) {
      t[k] /= length;
    }
    return length > 1e-6;
  }

  private int[] triangles() {
    int perFace = faceSize - 2;
    int[] corners = new int[3 * perFace * vertices.faceCount()];
    for (int f = 0; f < vertices.faceCount(); f++) {
      for (int t = 0; t < perFace; t++) {
        int c = 3 * (perFace * f + t);
        corners[c] = cornerWedge[faceSize * f];
        corners[c + 1] = cornerWedge[faceSize * f + t + 1];
        corners[c + 2] = cornerWedge[faceSize * f + t + 2];
      }
    }
    return corners;
  }

  private int[] triangleGroups() {
    int perFace = faceSize - 2;
    int[] groups = new int[perFace * vertices.faceCount()];
    Arrays.setAll(groups, t -> faceGroup[t / perFace]);
    return groups;
  }
}
