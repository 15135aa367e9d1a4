package dev.sinew.subdivide;

import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Refines a control mesh through all levels. Vertices and wedges are refined in parallel, as two
 * surfaces with corresponding faces: corners share different points, so boundaries differ.
 */
final class Refinement {
  private final Cage cage;
  private final SubdivisionScheme kind;
  private final Scheme scheme;
  private final SubdivisionOptions options;
  private final List<Masks> vertexMasks = new ArrayList<>();
  private final List<Masks> wedgeMasks = new ArrayList<>();

  Refinement(Cage cage, SubdivisionScheme kind, SubdivisionOptions options) {
    this.cage = cage;
    this.kind = kind;
    this.options = options;
    scheme = Scheme.of(kind);
  }

  Refined run() {
    checkGrowth();
    Faces vertices = cage.vertexFaces();
    AttributeMesh charts = new AttributeMesh(cage);
    Faces wedges = charts.faces(cage);
    Edges edges = new Edges(vertices);
    boolean wholeSharpness = kind == SubdivisionScheme.SQRT3;
    int ignored = SharpSides.mark(cage, edges, options, wholeSharpness);
    System.arraycopy(vertices.sharpness, 0, wedges.sharpness, 0, vertices.cornerCount());
    boolean[] corners = options.sharpCorners() ? boundaryCorners(edges) : new boolean[0];
    int nonManifold = countNonManifold(edges);

    wedgeMasks.add(Masks.select(cage.mesh.wedgeCount(), charts.wedgeOf));
    int[] group = cage.faceGroup;
    for (int level = 0; level < options.levels(); level++) {
      ControlSurface vertexSurface = new ControlSurface(vertices, corners, false);
      ControlSurface wedgeSurface = new ControlSurface(wedges, new boolean[0], true);
      scheme.prepare(vertexSurface, wedgeSurface, group, level);
      group = inherit(group, scheme.parents(vertices));
      vertices = advance(vertexSurface, level, vertexMasks);
      wedges = advance(wedgeSurface, level, wedgeMasks);
    }
    Output output =
        new Output(
            cage.mesh,
            charts,
            vertices,
            wedges,
            group,
            kind == SubdivisionScheme.CATMULL_CLARK ? 4 : 3);
    return output.assemble(vertexMasks, wedgeMasks, cage.droppedFaces, nonManifold, ignored);
  }

  private void checkGrowth() {
    double triangles =
        switch (kind) {
          case CATMULL_CLARK -> 2.0 * cage.cornerWedge.length * Math.pow(4, options.levels() - 1);
          case LOOP -> cage.faceCount() * Math.pow(4, options.levels());
          case SQRT3 -> cage.faceCount() * Math.pow(3, options.levels());
        };
    if (triangles > options.maxTriangles()) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "subdivision: expected at most %d triangles, %d levels would make %.0f",
              options.maxTriangles(),
              options.levels(),
              triangles));
    }
  }

  private Faces advance(ControlSurface surface, int level, List<Masks> masks) {
    RefinementStep step = scheme.refine(surface, level);
    masks.addAll(step.masks());
    return step.faces();
  }

  private static int[] inherit(int[] group, int[] parents) {
    int[] out = new int[parents.length];
    for (int f = 0; f < out.length; f++) {
      out[f] = group[parents[f]];
    }
    return out;
  }

  /** Returns true for vertices with a single face and two boundary edges. */
  private static boolean[] boundaryCorners(Edges edges) {
    int[] boundary = new int[edges.faces.pointCount];
    int[] faces = new int[edges.faces.pointCount];
    for (int c = 0; c < edges.faces.cornerCount(); c++) {
      int p = edges.from(c);
      faces[p]++;
      boundary[p] += edges.faceCount(edges.sideEdge[c]) == 1 ? 1 : 0;
      boundary[p] += edges.faceCount(edges.sideEdge[edges.previous(c)]) == 1 ? 1 : 0;
    }
    boolean[] corner = new boolean[boundary.length];
    for (int p = 0; p < corner.length; p++) {
      corner[p] = faces[p] == 1 && boundary[p] == 2;
    }
    return corner;
  }

  private static int countNonManifold(Edges edges) {
    int count = 0;
    for (int e = 0; e < edges.count(); e++) {
      count += edges.faceCount(e) > 2 ? 1 : 0;
    }
    return count;
  }
}
