package dev.sinew.demo;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.Sphere;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.math.Similarity;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.SimplifyStep;
import dev.sinew.run.RunContext;
import dev.sinew.runtime.PerspectiveView;
import dev.sinew.runtime.PixelLevels;
import dev.sinew.skin.surface.CharacterSurface;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SplittableRandom;

/**
 * The crowd of the demo: a thousand figures on a square, the level of each chosen by its error in
 * pixels and culled by a sphere that contains it in all clips (Merry's thesis, sections 7.2 and
 * 7.3).
 *
 * @param sizes the triangles of the original and of each level
 * @param people where everybody stands, and the level of those in view
 */
record DemoCrowd(List<Long> sizes, List<Person> people) {
  private static final int COUNT = 1000;
  private static final double PIXELS = 2;
  private static final double WIDTH = 1280;
  private static final double HEIGHT = 720;

  /** In radii of the sphere. */
  private static final double SPACING = 1.4;

  /** Half the angle of view, in radians. */
  private static final double HALF_ANGLE = 0.4;

  private static final int CULLED = -1;

  /** Copies the lists. */
  DemoCrowd {
    sizes = List.copyOf(sizes);
    people = List.copyOf(people);
  }

  /**
   * A figure of the crowd.
   *
   * @param x its place across the view
   * @param depth its distance from the camera along the view
   * @param level the level that is drawn, 0 for the original, or −1
   */
  record Person(double x, double depth, int level) {}

  /**
   * Chooses a level for everybody.
   *
   * @param levels the levels of the model, finest first
   */
  static DemoCrowd run(Path model, List<SimplifyStep.Level> levels, RunContext context)
      throws IOException {
    SkinnedCharacter figure = GltfReader.read(model).requireSound().character();
    double unit = CharacterSurface.restBox(figure).longestSide();
    List<Long> sizes = new ArrayList<>();
    sizes.add((long) figure.meshes().getFirst().mesh().triangleCount());
    List<Double> errors = new ArrayList<>();
    for (SimplifyStep.Level level : levels) {
      sizes.add(level.size().triangles());
      errors.add(unit * Objects.requireNonNull(level.error()).max());
    }
    Sphere sphere = Bounds.run(figure, context).whole().clips().sphere();
    return new DemoCrowd(sizes, place(sphere, new PixelLevels(errors), context.seed()));
  }

  /** Puts figures on a jittered grid in front of a camera at its edge. */
  private static List<Person> place(Sphere sphere, PixelLevels choice, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int side = (int) Math.ceil(Math.sqrt(COUNT));
    double spacing = SPACING * sphere.radius();
    PerspectiveView view =
        new PerspectiveView(
            Similarity.translation(0, sphere.y(), 0).rigid(),
            2 * HALF_ANGLE,
            WIDTH,
            HEIGHT,
            0.1 * sphere.radius(),
            4 * side * spacing);
    List<Person> people = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      int row = i / side;
      int column = i % side;
      double x = (column - 0.5 * (side - 1) + random.nextDouble(-0.25, 0.25)) * spacing;
      double depth = (row + 1.5 + random.nextDouble(-0.25, 0.25)) * spacing;
      Sphere here = sphere.moved(Similarity.translation(x, 0, -depth));
      int level =
          view.frustum().mayShow(here)
              ? choice.within(view.allowedError(here, PIXELS)).fine()
              : CULLED;
      people.add(new Person(x, depth, level));
    }
    return people;
  }

  private long inView() {
    return people.stream().filter(person -> person.level != CULLED).count();
  }

  private long triangles() {
    return people.stream()
        .filter(person -> person.level != CULLED)
        .mapToLong(person -> sizes.get(person.level))
        .sum();
  }

  /** Returns the section of the page. */
  String html() {
    StringBuilder rows = new StringBuilder();
    for (int k = 0; k < sizes.size(); k++) {
      int level = k;
      rows.append(
          String.format(
              Locale.ROOT,
              "  <tr><td><span class=\"key level-%d\">%s</span></td><td>%d</td><td>%d</td></tr>\n",
              k,
              k == 0 ? "original" : "level " + k,
              sizes.get(k),
              people.stream().filter(person -> person.level == level).count()));
    }
    long whole = inView() * sizes.getFirst();
    return String.format(
        Locale.ROOT,
        """
        <h2>A crowd</h2>
        <p>%d figures seen by a camera at the edge of a square. Whoever is outside the view by a sphere around all clips is
        not drawn; the others get the coarsest level whose error stays below %.0f pixels on a screen %.0f pixels wide.
        %d are in view, with %d triangles instead of %d: %.1f times fewer. <code>sinew view</code> plays such crowds.</p>
        <table>
          <tr><th>drawn as</th><th>triangles</th><th>figures</th></tr>
        %s</table>
        %s\
        """,
        COUNT,
        PIXELS,
        WIDTH,
        inView(),
        triangles(),
        whole,
        (double) whole / triangles(),
        rows,
        map());
  }

  /** Draws the square from above, the camera at the bottom. */
  private String map() {
    double reach = people.stream().mapToDouble(Person::depth).max().orElse(1);
    StringBuilder out = new StringBuilder();
    out.append(
        "<figure><svg viewBox=\"-250 -440 500 450\" role=\"img\" aria-label=\"The crowd from"
            + " above\">\n");
    double scale = 430 / reach;
    double across = Math.tan(HALF_ANGLE) * 430;
    out.append(
        String.format(
            Locale.ROOT,
            "<path class=\"view\" d=\"M0 0L%.1f -430L%.1f -430Z\"/>\n",
            -across,
            across));
    for (Person person : people) {
      out.append(
          String.format(
              Locale.ROOT,
              "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>\n",
              person.level == CULLED ? "culled" : "level-" + person.level,
              scale * person.x,
              -scale * person.depth));
    }
    return out.append(
            "</svg><figcaption>The crowd from above; the camera is at the bottom. Grey: not drawn."
                + "</figcaption></figure>\n")
        .toString();
  }
}
