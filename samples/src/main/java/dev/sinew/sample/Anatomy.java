package dev.sinew.sample;

import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Influences;
import dev.sinew.model.MeshSequence;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.Topology;
import dev.sinew.model.TriMesh;
import dev.sinew.sample.RoundCone.Ball;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A description of a body by joints, flesh and parts, and the construction of the character from
 * it: mesh, weights, texture coordinates, example shapes. Everything added for a joint named {@code
 * ….L} is also added for its mirror image {@code ….R}. Coordinates are in world space, at rest.
 */
final class Anatomy {
  /** Weights fall to 1/e over this multiple of the blending width. */
  private static final double FALLOFF = 1.6;

  private final String name;
  private final double blend;
  private final Skeleton.Builder joints = Skeleton.builder();
  private final Map<String, Integer> indices = new HashMap<>();
  private final List<double[]> jointPositions = new ArrayList<>();
  private final List<RoundCone> cones = new ArrayList<>();
  private final List<HalfShells.Part> parts = new ArrayList<>();

  /**
   * @param name the name of the character
   * @param blend the blending width of neighbouring pieces of flesh
   */
  Anatomy(String name, double blend) {
    this.name = name;
    this.blend = blend;
  }

  Anatomy root(String joint, double x, double y, double z) {
    addJoint(joint, Skeleton.NO_PARENT, x, y, z);
    return this;
  }

  Anatomy joint(String joint, String parent, double x, double y, double z) {
    addJoint(joint, index(parent), x, y, z);
    if (isLeft(joint)) {
      addJoint(mirrored(joint), index(mirrored(parent)), -x, y, z);
    }
    return this;
  }

  private void addJoint(String joint, int parent, double x, double y, double z) {
    double[] from = parent == Skeleton.NO_PARENT ? new double[3] : jointPositions.get(parent);
    indices.put(joint, joints.add(joint, parent, x - from[0], y - from[1], z - from[2]));
    jointPositions.add(new double[] {x, y, z});
  }

  /** Adds a round cone to a joint. */
  Anatomy flesh(String joint, Ball start, Ball end) {
    return muscle(joint, joint, 0, start, end);
  }

  /**
   * Adds a round cone whose radii grow by the factor {@code swell} when the driver bends by 90°.
   */
  Anatomy muscle(String joint, String driver, double swell, Ball start, Ball end) {
    cones.add(new RoundCone(index(joint), start, end, driver(driver, swell), swell));
    if (isLeft(joint)) {
      cones.add(
          new RoundCone(
              index(mirrored(joint)),
              start.mirrored(),
              end.mirrored(),
              driver(mirrored(driver), swell),
              swell));
    }
    return this;
  }

  private int driver(String joint, double swell) {
    return swell == 0 ? RoundCone.NO_DRIVER : index(joint);
  }

  /**
   * Adds a part of the texture atlas: an axis from start to end and a direction to its front.
   *
   * @param closed the ends that are closed by skin
   * @param detail texels per length, relative to other parts
   * @param frame start, end and front, three values each
   */
  Anatomy part(HalfShells.Closed closed, double detail, double[] frame, String... ofJoints) {
    List<String> names = List.of(ofJoints);
    addPart(closed, detail, frame, 1, names);
    if (isLeft(names.getFirst())) {
      addPart(closed, detail, frame, -1, names.stream().map(Anatomy::mirrored).toList());
    }
    return this;
  }

  private void addPart(
      HalfShells.Closed closed, double detail, double[] f, int side, List<String> ofJoints) {
    parts.add(
        new HalfShells.Part(
            ofJoints.stream().map(this::index).toList(),
            closed,
            List.of(side * f[0], f[1], f[2]),
            List.of(side * f[3], f[4], f[5]),
            List.of(side * f[6], f[7], f[8]),
            detail));
  }

  private int index(String joint) {
    Integer n = indices.get(joint);
    if (n == null) {
      throw new IllegalArgumentException("no joint named " + joint);
    }
    return n;
  }

  private static boolean isLeft(String joint) {
    return joint.endsWith(".L");
  }

  private static String mirrored(String joint) {
    return isLeft(joint) ? joint.substring(0, joint.length() - 1) + "R" : joint;
  }

  /** Returns the skeleton, with a last node that carries the mesh. */
  Skeleton skeleton() {
    joints.add(name, Skeleton.NO_PARENT, 0, 0, 0);
    return joints.build();
  }

  record Example(String name, Pose pose) {}

  /** Returns examples at equal steps between two phases of a clip, without the end. */
  static List<Example> through(Skeleton skeleton, Clip clip, int count, double from, double to) {
    List<Example> out = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      double phase = from + (to - from) * k / count;
      Pose pose = new Pose(skeleton);
      clip.sample(clip.duration() * phase, pose);
      out.add(new Example(String.format(Locale.ROOT, "%s %.3f", clip.name(), phase), pose));
    }
    return out;
  }

  /**
   * Creates the character.
   *
   * @param skeleton from {@link #skeleton}
   * @param cell the approximate length of the mesh's edges
   * @param examples the examples after the rest pose, which is always the first
   * @param paint colours the surface
   */
  Sample create(
      String description,
      Skeleton skeleton,
      double cell,
      List<Clip> clips,
      List<Example> examples,
      Paint paint) {
    Skin skin = Assembly.bind(name, skeleton);
    Pose rest = new Pose(skeleton);
    Flesh flesh = new Flesh(cones, blend, skin, rest);
    SurfaceNets.Net net = SurfaceNets.mesh(flesh, bounds(), cell);
    double[] positions = net.positions();
    Topology topology = Topology.of(positions.length / 3, net.triangles());
    Influences influences =
        BoneWeights.of(positions, topology, cones, flesh, skeleton, FALLOFF * blend)
            .heaviest(Influences.VIEWER_LIMIT);
    TriMesh mesh =
        HalfShells.mesh(positions, normals(flesh, positions), net.triangles(), influences, parts);

    PosedSurface surface =
        new PosedSurface(cones, blend, cell / 2, skin, rest, positions, influences, topology);
    List<String> names = new ArrayList<>(List.of("rest"));
    List<float[]> frames = new ArrayList<>(List.of(Assembly.narrow(positions)));
    List<Pose> poses = new ArrayList<>(List.of(rest));
    for (Example example : examples) {
      names.add(example.name());
      frames.add(Assembly.narrow(surface.in(example.pose())));
      poses.add(example.pose());
    }
    return Assembly.sample(
        name,
        description,
        new Assembly.Body(skeleton, mesh, influences),
        clips,
        new MeshSequence(mesh, names, frames),
        poses,
        paint);
  }

  /** Returns a box around all balls, with a margin for the blending. */
  private Box bounds() {
    Box box = Box.EMPTY;
    for (RoundCone c : cones) {
      Ball p = c.start();
      Ball q = c.end();
      double r = Math.max(p.r(), q.r()) + 4 * blend;
      box =
          box.union(
              new Box(
                  Math.min(p.x(), q.x()) - r,
                  Math.min(p.y(), q.y()) - r,
                  Math.min(p.z(), q.z()) - r,
                  Math.max(p.x(), q.x()) + r,
                  Math.max(p.y(), q.y()) + r,
                  Math.max(p.z(), q.z()) + r));
    }
    return box;
  }

  private static double[] normals(Flesh flesh, double[] positions) {
    double[] out = new double[positions.length];
    double[] g = new double[3];
    for (int at = 0; at < out.length; at += 3) {
      flesh.value(positions[at], positions[at + 1], positions[at + 2], g);
      double length = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
      for (int c = 0; c < 3; c++) {
        out[at + c] = g[c] / length;
      }
    }
    return out;
  }
}
