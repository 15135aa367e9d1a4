package dev.sinew.sample;

import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.TriMesh;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The test cylinder of Merry, Marais and Gain, "Animation space: a truly linear framework for
 * character animation" (2006): a cylinder of 2426 vertices on two bones that bends or twists while
 * its cross section stays a circle of the same radius, which linear blend skinning cannot do.
 *
 * <p>The tube stands on the origin along +y, from s = 0 to {@link #LENGTH}; the second bone begins
 * at its middle. Only the zone |s − LENGTH/2| &lt; h, h = {@link #ZONE}, deforms; on either side of
 * it the skin follows its bone rigidly. Every vertex stays in its own disc of the tube.
 *
 * <ul>
 *   <li>Bend by θ about the middle, from +y towards −x: within the zone the centreline is the
 *       circular arc that touches both bones at distance h from the joint. Its radius is ρ = h /
 *       tan(θ/2), its centre (−ρ, LENGTH/2 − h, 0), and the disc at s lies at the angle θ (s −
 *       LENGTH/2 + h) / 2h along it. Discs stay perpendicular to the centreline. They do not
 *       intersect if ρ is larger than the tube's radius, which limits θ to {@link
 *       #MAX_BEND_DEGREES}.
 *   <li>Twist by θ about the axis: the disc at s rotates by θ u² (3 − 2u) with u = (s − LENGTH/2 +
 *       h) / 2h clamped to 0 to 1.
 * </ul>
 */
public final class Cylinder {
  /** Length of the tube. */
  public static final double LENGTH = 5;

  /** Radius of the tube. */
  public static final double RADIUS = 0.5;

  /** Half the length of the part that deforms. */
  public static final double ZONE = 0.75;

  /** The number of poses of the built-in samples, as in the article. */
  static final int EXAMPLES = 40;

  /** The largest bend for which discs do not intersect on the inner side. */
  public static final double MAX_BEND_DEGREES = 110;

  private static final int SIDES = 24;
  private static final int RINGS = 101;
  private static final double MIDDLE = LENGTH / 2;
  private static final double CLIP_SECONDS = 2;
  private static final int CLIP_KEYS = 32;

  /** Computes a point's position when the joint is rotated by an angle. */
  @FunctionalInterface
  private interface Shape {
    void place(double[] rest, int at, double angle, double[] out);
  }

  private Cylinder() {}

  /**
   * Returns the tube bending from straight to an angle in equal steps.
   *
   * @param degrees the angle of the last pose, above 0 and at most {@link #MAX_BEND_DEGREES}
   * @param examples the number of poses, at least 2
   */
  public static Sample bending(double degrees, int examples) {
    if (!(degrees > 0 && degrees <= MAX_BEND_DEGREES)) {
      throw new IllegalArgumentException(
          "degrees: expected above 0 to " + MAX_BEND_DEGREES + ", got " + degrees);
    }
    return create(
        "cylinder-bend",
        "A tube on two bones, bent like an elbow with a constant cross-section.",
        degrees,
        examples,
        Cylinder::bend,
        (angle, m) -> m.roll("upper", angle));
  }

  /**
   * Returns the tube twisting from straight to an angle in equal steps.
   *
   * @param degrees the angle of the last pose, above 0 and at most 180
   * @param examples the number of poses, at least 2
   */
  public static Sample twisting(double degrees, int examples) {
    if (!(degrees > 0 && degrees <= 180)) {
      throw new IllegalArgumentException("degrees: expected above 0 to 180, got " + degrees);
    }
    return create(
        "cylinder-twist",
        "A tube on two bones, twisted like a wrist with a constant cross-section.",
        degrees,
        examples,
        Cylinder::twist,
        (angle, m) -> m.yaw("upper", angle));
  }

  /** Returns the vertices of the tube bent by an angle, x, y, z each, in double precision. */
  static double[] bent(double degrees) {
    return shaped(restPositions(), Math.toRadians(degrees), Cylinder::bend);
  }

  /** Returns the vertices of the tube twisted by an angle, x, y, z each, in double precision. */
  static double[] twisted(double degrees) {
    return shaped(restPositions(), Math.toRadians(degrees), Cylinder::twist);
  }

  private static Sample create(
      String name,
      String description,
      double degrees,
      int examples,
      Shape shape,
      Motion.Posture rotatedBy) {
    if (examples < 2) {
      throw new IllegalArgumentException("examples: expected 2 or more, got " + examples);
    }
    Skeleton.Builder joints = Skeleton.builder();
    int lower = joints.add("lower", Skeleton.NO_PARENT, 0, 0, 0);
    joints.add("upper", lower, 0, MIDDLE, 0);
    joints.add(name, Skeleton.NO_PARENT, 0, 0, 0);
    Skeleton skeleton = joints.build();

    double[] rest = restPositions();
    List<String> names = new ArrayList<>();
    List<float[]> frames = new ArrayList<>();
    List<Pose> poses = new ArrayList<>();
    for (int k = 0; k < examples; k++) {
      double angle = degrees * k / (examples - 1);
      names.add(String.format(Locale.ROOT, "%s %.1f°", name, angle));
      frames.add(Assembly.narrow(shaped(rest, Math.toRadians(angle), shape)));
      poses.add(Motion.pose(skeleton, rotatedBy, angle));
    }
    TriMesh mesh = mesh(rest);
    Clip motion =
        Motion.loop(
            skeleton,
            name.substring(name.indexOf('-') + 1),
            CLIP_SECONDS,
            CLIP_KEYS,
            (phase, m) -> rotatedBy.at(degrees * (1 - Math.cos(2 * Math.PI * phase)) / 2, m));
    return Assembly.sample(
        name,
        description,
        new Assembly.Body(skeleton, mesh, weights(rest)),
        List.of(motion),
        new MeshSequence(mesh, names, frames),
        poses,
        CylinderPaint::apply);
  }

  /** Returns the rings from the bottom, then the centres of the bottom and the top disc. */
  private static double[] restPositions() {
    double[] out = new double[3 * (SIDES * RINGS + 2)];
    for (int ring = 0; ring < RINGS; ring++) {
      for (int side = 0; side < SIDES; side++) {
        int at = 3 * (SIDES * ring + side);
        double around = 2 * Math.PI * side / SIDES;
        out[at] = RADIUS * Math.cos(around);
        out[at + 1] = LENGTH * ring / (RINGS - 1);
        out[at + 2] = -RADIUS * Math.sin(around);
      }
    }
    out[out.length - 2] = LENGTH;
    return out;
  }

  private static double[] shaped(double[] rest, double angle, Shape shape) {
    double[] out = rest.clone();
    if (angle != 0) {
      for (int at = 0; at < rest.length; at += 3) {
        shape.place(rest, at, angle, out);
      }
    }
    return out;
  }

  private static void bend(double[] rest, int at, double angle, double[] out) {
    double turned = angle * zonePosition(rest[at + 1]);
    double arcRadius = ZONE / Math.tan(angle / 2);
    // The lengths of the straight parts before and after the arc, up to this disc.
    double below = Math.min(rest[at + 1], MIDDLE - ZONE);
    double above = Math.max(rest[at + 1] - (MIDDLE + ZONE), 0);
    double cos = Math.cos(turned);
    double sin = Math.sin(turned);
    double centreX = arcRadius * (cos - 1) - above * sin;
    double centreY = below + arcRadius * sin + above * cos;
    out[at] = centreX + rest[at] * cos;
    out[at + 1] = centreY + rest[at] * sin;
    out[at + 2] = rest[at + 2];
  }

  private static void twist(double[] rest, int at, double angle, double[] out) {
    double turned = angle * smoothStep(zonePosition(rest[at + 1]));
    double cos = Math.cos(turned);
    double sin = Math.sin(turned);
    out[at] = rest[at] * cos + rest[at + 2] * sin;
    out[at + 2] = rest[at + 2] * cos - rest[at] * sin;
  }

  /** Returns the position in the zone: 0 before it, 1 after it. */
  private static double zonePosition(double s) {
    return Math.clamp((s - MIDDLE + ZONE) / (2 * ZONE), 0, 1);
  }

  private static double smoothStep(double u) {
    return u * u * (3 - 2 * u);
  }

  private static Influences weights(double[] rest) {
    Influences.Builder rows = Influences.builder();
    for (int at = 0; at < rest.length; at += 3) {
      double upper = smoothStep(zonePosition(rest[at + 1]));
      rows.add(0, 1 - upper).add(1, upper);
      rows.endRow();
    }
    return rows.build();
  }

  /**
   * Returns the mesh. The mantle fills the atlas above v = 0.2 with a seam along side 0; the two
   * end discs are below it, separated from the mantle by seams.
   */
  private static TriMesh mesh(double[] rest) {
    WedgeCollector wedges = new WedgeCollector();
    for (int ring = 0; ring < RINGS; ring++) {
      for (int side = 0; side <= SIDES; side++) {
        int vertex = SIDES * ring + side % SIDES;
        double around = 2 * Math.PI * side / SIDES;
        wedges.add(
            vertex,
            Math.cos(around),
            0,
            -Math.sin(around),
            (double) side / SIDES,
            0.2 + 0.8 * ring / (RINGS - 1));
      }
    }
    for (int ring = 0; ring + 1 < RINGS; ring++) {
      for (int side = 0; side < SIDES; side++) {
        int a = (SIDES + 1) * ring + side;
        int b = a + SIDES + 1;
        wedges.triangle(a, a + 1, b + 1);
        wedges.triangle(a, b + 1, b);
      }
    }
    addDisc(wedges, rest, 0, SIDES * RINGS, -1);
    addDisc(wedges, rest, SIDES * (RINGS - 1), SIDES * RINGS + 1, 1);
    return wedges.build(rest);
  }

  private static void addDisc(
      WedgeCollector wedges, double[] rest, int firstOfRim, int centre, int up) {
    double u = up < 0 ? 0.1 : 0.3;
    int hub = wedges.add(centre, 0, up, 0, u, 0.1);
    for (int side = 0; side < SIDES; side++) {
      int at = 3 * (firstOfRim + side);
      wedges.add(
          firstOfRim + side,
          0,
          up,
          0,
          u + 0.09 * up * rest[at] / RADIUS,
          0.1 - 0.09 * rest[at + 2] / RADIUS);
    }
    for (int side = 0; side < SIDES; side++) {
      int a = hub + 1 + side;
      int b = hub + 1 + (side + 1) % SIDES;
      wedges.triangle(hub, up > 0 ? a : b, up > 0 ? b : a);
    }
  }
}
