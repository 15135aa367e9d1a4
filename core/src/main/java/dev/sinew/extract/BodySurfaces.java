package dev.sinew.extract;

import dev.sinew.extract.field.Surface;
import dev.sinew.extract.wrap.SkinPlaces;
import dev.sinew.extract.wrap.Wrap;
import dev.sinew.model.Issue;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The surfaces that a skeleton is found in: the given shapes, or closed surfaces around them where
 * the reference consists of several shells. Poses with the triangles of the reference then share
 * one such surface, which moves with them.
 *
 * @param shapes a surface per shape, the reference first
 * @param wrapped whether they are around the given shapes
 * @param issues says so
 */
record BodySurfaces(List<NamedShape> shapes, boolean wrapped, List<Issue> issues) {

  /** A component with this part of the area is the body; others are eyes or buttons. */
  private static final double BODY = 0.9;

  static BodySurfaces of(List<NamedShape> given, RunContext context) {
    NamedShape reference = given.getFirst();
    Surface largest = ShapeTips.surface(reference.name(), reference.mesh());
    if (largest.areaShare() >= BODY) {
      return new BodySurfaces(given, false, List.of());
    }
    Wrap wrap = Wrap.around(reference.mesh(), context);
    List<NamedShape> shapes = new ArrayList<>();
    shapes.add(new NamedShape(reference.name(), wrap.mesh()));
    for (NamedShape shape : given.subList(1, given.size())) {
      TriMesh mesh;
      if (MatchedTips.correspond(reference.mesh(), shape.mesh())) {
        mesh = wrap.moved(shape.mesh());
      } else {
        // Throws for a shape without area.
        ShapeTips.surface(shape.name(), shape.mesh());
        mesh = Wrap.around(shape.mesh(), context).mesh();
      }
      shapes.add(new NamedShape(shape.name(), mesh));
    }
    String what =
        String.format(
            Locale.ROOT,
            "%d separate shells, the largest with %.0f %% of the area: the skeleton is that of one"
                + " closed surface around them",
            largest.componentCount(),
            100 * largest.areaShare());
    return new BodySurfaces(shapes, true, List.of(Issue.info(reference.name(), what)));
  }

  /** Returns the places of the vertices of the given reference on the surface used. */
  SkinPlaces places(Surface surface, TriMesh reference, RunContext context) {
    return wrapped
        ? SkinPlaces.onWrap(surface, reference, context)
        : SkinPlaces.onComponent(surface, reference, context);
  }
}
