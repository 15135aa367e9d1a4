package dev.sinew.simplify;

import dev.sinew.distance.TriangleTree;
import dev.sinew.math.Affine;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.CreaseNormals;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.rig.ExamplesClip;
import dev.sinew.run.RequestException;
import dev.sinew.simplify.SequenceSimplification.Level;
import dev.sinew.simplify.collapse.OperationStream;
import dev.sinew.skin.LinearBlend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A rig made for one level of meshes in correspondence, whose weights are transferred to the other
 * levels (the thesis "Character animation from examples", section 7.3.2).
 */
final class LevelRig {
  /** Matrices of files are floats: a mesh that they move by no more stays where it is. */
  private static final double ROUNDING = 1e-6;

  /** The largest distance between matching vertices, in units of the longest box side. */
  private static final double SAME_POINT = 1e-4;

  private final SkinnedCharacter rig;
  private final Part part;
  private final OperationStream stream;
  private final Level source;
  private final Influences influences;
  private final double unit;

  private LevelRig(
      SkinnedCharacter rig, Part part, OperationStream stream, Match found, double unit) {
    this.rig = rig;
    this.part = part;
    this.stream = stream;
    this.unit = unit;
    source = found.level;
    influences = rig.geometry(part).skinning().influences().orElseThrow().rows(found.vertices);
  }

  /**
   * Finds the level that a rig was made for. Vertices are matched by position, in any order and
   * with any duplication at seams. A rig with animation coordinates has another rest shape, so it
   * is matched by the order of its triangles first.
   *
   * @param given the rig; its mesh may be in other units and axes than the scene
   * @param known levels to try, the whole mesh first
   * @param other makes a level from a number of collapses
   * @throws RequestException if there is no such level, or the rig has morph targets
   */
  static LevelRig match(
      SkinnedCharacter given, OperationStream stream, List<Level> known, IntFunction<Level> other) {
    Part part = skinnedPart(given);
    SkinnedCharacter rig = inTheScene(given, part);
    TriMesh mesh = rig.geometry(part).mesh();
    Level whole = known.getFirst();
    double unit = whole.mesh().bounds().longestSide();
    int count = positionCount(mesh);
    List<Level> levels = new ArrayList<>(known);
    // Every collapse removes one point, so the point count identifies the level.
    int length = whole.points().length - count;
    if (length >= 0
        && length <= stream.length()
        && known.stream().noneMatch(level -> level.length() == length)) {
      levels.add(other.apply(length));
    }
    if (rig.geometry(part).skinning().coords().isPresent()) {
      Optional<Match> found =
          levels.stream().flatMap(level -> Match.inOrder(level, mesh).stream()).findFirst();
      if (found.isPresent()) {
        return new LevelRig(rig, part, stream, found.get(), unit);
      }
    }
    Match best = Match.of(whole, mesh);
    for (Level level : levels.subList(1, levels.size())) {
      Match match = Match.of(level, mesh);
      best = match.distance < best.distance ? match : best;
    }
    if (!(best.distance <= SAME_POINT * unit)) {
      throw new RequestException(
          "rig",
          String.format(
              Locale.ROOT,
              "its %d points match no level: nearest are the %d of the level with %d"
                  + " triangles, up to %.6f box sides away, where %.6f is allowed",
              count,
              best.level.points().length,
              best.level.mesh().triangleCount(),
              unit > 0 ? best.distance / unit : best.distance,
              SAME_POINT));
    }
    return new LevelRig(rig, part, stream, best, unit);
  }

  /**
   * Returns a rig whose mesh is where the scene shows it at rest, as the shapes are: M v with B M⁻¹
   * in place of v with B. A rig that is not bound at rest has no common M; it stays as it is.
   */
  private static SkinnedCharacter inTheScene(SkinnedCharacter rig, Part part) {
    Skin skin = rig.skins().get(part.skin());
    double[] matrices = new double[Affine.SIZE * skin.jointCount()];
    skin.skinningMatrices(rig.restPose(), matrices);
    double[] back = new double[Affine.SIZE];
    Box box = rig.geometry(part).mesh().bounds();
    boolean bound =
        IntStream.range(0, skin.jointCount())
            .allMatch(i -> box.isMovedAlike(matrices, 0, matrices, Affine.SIZE * i, SAME_POINT));
    double[] nowhere = new double[Affine.SIZE];
    Affine.identity(nowhere, 0);
    if (!bound
        || box.isMovedAlike(matrices, 0, nowhere, 0, ROUNDING)
        || !Affine.invert(matrices, 0, back, 0)) {
      return rig;
    }
    int[] joints = new int[skin.jointCount()];
    double[] binds = new double[matrices.length];
    for (int i = 0; i < joints.length; i++) {
      joints[i] = skin.joint(i);
      skin.copyInverseBind(i, binds, Affine.SIZE * i);
      Affine.multiply(binds, Affine.SIZE * i, back, 0, binds, Affine.SIZE * i);
    }
    List<Skin> skins = new ArrayList<>(rig.skins());
    skins.set(part.skin(), new Skin(skin.name(), joints, binds));
    Geometry geometry = rig.geometry(part);
    double[] positions = geometry.mesh().positions();
    for (int v = 0; v < positions.length; v += 3) {
      Affine.transformPoint(matrices, 0, positions, v, positions, v);
    }
    // Levels have the attributes of their own meshes, so those of the rig may stay.
    List<Geometry> meshes = new ArrayList<>(rig.meshes());
    meshes.set(part.mesh(), geometry.withMesh(geometry.mesh().withPositions(positions)));
    return new SkinnedCharacter(
        rig.skeleton(), skins, meshes, rig.parts(), rig.clips(), rig.materials());
  }

  private static Part skinnedPart(SkinnedCharacter rig) {
    List<Part> skinned =
        rig.parts().stream().filter(part -> part.skin() != SkinnedCharacter.NO_SKIN).toList();
    if (skinned.size() != 1) {
      throw new RequestException("rig", "expected 1 mesh with a skin, got " + skinned.size());
    }
    Geometry geometry = rig.geometry(skinned.getFirst());
    if (geometry.mesh().triangleCount() == 0) {
      throw new RequestException("rig", "expected triangles, got none");
    }
    if (!geometry.morphs().isEmpty()) {
      throw new RequestException("rig", "expected a mesh without morph targets, got some");
    }
    return skinned.getFirst();
  }

  /** Returns true if the rig has animation coordinates; levels get only its linear weights. */
  boolean hasCoords() {
    return rig.geometry(part).skinning().coords().isPresent();
  }

  private static IntStream usedVertices(TriMesh mesh) {
    return Arrays.stream(mesh.triangles()).sorted().distinct();
  }

  /** Returns the number of distinct vertex positions. */
  private static int positionCount(TriMesh mesh) {
    record Position(double x, double y, double z) {}
    // Adding 0 makes -0 equal to 0.
    return (int)
        usedVertices(mesh)
            .mapToObj(
                v ->
                    new Position(
                        0 + mesh.position(v, 0), 0 + mesh.position(v, 1), 0 + mesh.position(v, 2)))
            .distinct()
            .count();
  }

  /**
   * The match of a level with a rig's mesh.
   *
   * @param vertices the nearest vertex of the mesh per point of the level
   * @param distance the largest distance of a point of either from the nearest point of the other
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record Match(Level level, int[] vertices, double distance) {
    static Match of(Level level, TriMesh mesh) {
      int[] nearest = new int[level.mesh().vertexCount()];
      double there = nearest(level.mesh(), mesh, nearest);
      double back = nearest(mesh, level.mesh(), new int[mesh.vertexCount()]);
      return new Match(level, nearest, Math.max(there, back));
    }

    /** Matches vertices by their triangles, if both meshes have the same in the same order. */
    static Optional<Match> inOrder(Level level, TriMesh mesh) {
      int[] own = level.mesh().triangles();
      int[] others = mesh.triangles();
      if (own.length != others.length) {
        return Optional.empty();
      }
      int[] vertices = new int[level.mesh().vertexCount()];
      int[] back = new int[mesh.vertexCount()];
      Arrays.fill(vertices, -1);
      Arrays.fill(back, -1);
      for (int c = 0; c < own.length; c++) {
        if (vertices[own[c]] < 0 && back[others[c]] < 0) {
          vertices[own[c]] = others[c];
          back[others[c]] = own[c];
        } else if (vertices[own[c]] != others[c]) {
          return Optional.empty();
        }
      }
      // Vertices without triangles are irrelevant.
      return Optional.of(
          new Match(level, Arrays.stream(vertices).map(v -> Math.max(v, 0)).toArray(), 0));
    }

    /** Finds the nearest vertex of another mesh per vertex; returns the largest distance. */
    private static double nearest(TriMesh from, TriMesh to, int[] nearest) {
      // Points are stored as degenerate triangles.
      int[] corners =
          Arrays.stream(to.cornerWedges()).distinct().flatMap(w -> IntStream.of(w, w, w)).toArray();
      TriangleTree tree = new TriangleTree(to.wedgePositions(), corners);
      TriangleTree.Hit hit = new TriangleTree.Hit();
      int[] scratch = TriangleTree.newScratch();
      double largest = 0;
      for (int v : usedVertices(from).toArray()) {
        tree.closest(from.position(v, 0), from.position(v, 1), from.position(v, 2), hit, scratch);
        nearest[v] = to.vertexOfWedge(corners[3 * hit.triangle()]);
        largest = Math.max(largest, hit.distance());
      }
      return largest;
    }
  }

  /**
   * A level with its rig.
   *
   * @param character the rig with the level's mesh
   * @param influences the influences of the level's points
   * @param from the number of points of the level that the rig was made for
   * @param meanDistance the mean distance of points from the source of their weights, in units of
   *     the longest box side
   * @param shapes the vertex positions that the rig gives in the requested shapes; empty if it has
   *     no clip of these
   */
  record Rigged(
      SkinnedCharacter character,
      Influences influences,
      int from,
      double meanDistance,
      Optional<List<float[]>> shapes) {}

  /**
   * Transfers the rig to a level.
   *
   * @param keys the key of each shape in the clip of a fit
   */
  Rigged on(Level level, int[] keys) {
    LevelMap.Mapped mapped =
        level.length() >= source.length()
            ? new LevelMap(stream, source, level).toCoarser(influences)
            : new LevelMap(stream, level, source).toFiner(influences);
    List<Geometry> meshes = new ArrayList<>(rig.meshes());
    meshes.set(
        part.mesh(),
        new Geometry(
            rig.geometry(part).name(),
            CreaseNormals.ensure(level.mesh()),
            new Skinning.Linear(mapped.influences())));
    SkinnedCharacter character = rig.withMeshes(meshes);
    return new Rigged(
        character,
        mapped.influences(),
        source.points().length,
        unit > 0 ? mapped.meanDistance() / unit : 0,
        clipOf(keys).map(clip -> posed(character, clip, keys)));
  }

  /** Returns the clip of a fit if its number of keys matches. */
  private Optional<Clip> clipOf(int[] keys) {
    int last = Arrays.stream(keys).max().orElse(0);
    return rig.clips().stream().filter(clip -> ExamplesClip.is(clip, last + 1)).findFirst();
  }

  private List<float[]> posed(SkinnedCharacter character, Clip clip, int[] keys) {
    TriMesh mesh = character.geometry(part).mesh();
    Deformer.Posed skin = LinearBlend.of(character, part).newPosed();
    PointBuffer wedges = PointBuffer.allocate(mesh.wedgeCount(), false);
    Pose pose = character.restPose();
    List<float[]> shapes = new ArrayList<>();
    for (int key : keys) {
      clip.sample(ExamplesClip.time(clip, key), pose);
      skin.set(pose);
      skin.fill(0, mesh.wedgeCount(), wedges);
      float[] shape = new float[3 * mesh.vertexCount()];
      for (int w = 0; w < mesh.wedgeCount(); w++) {
        System.arraycopy(wedges.positions(), 3 * w, shape, 3 * mesh.vertexOfWedge(w), 3);
      }
      shapes.add(shape);
    }
    return shapes;
  }
}
