package dev.sinew.simplify;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.Clip;
import dev.sinew.model.Deformer;
import dev.sinew.model.Influences;
import dev.sinew.model.PointBuffer;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
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
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * A rig made for one level of meshes in correspondence, whose weights the other levels get (the
 * thesis "Character animation from examples", section 7.3.2).
 */
final class LevelRig {
  /** How far a vertex of the rig may be from its level's, in box sides. */
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
    influences = Objects.requireNonNull(rig.geometry(part).influences()).rows(found.vertices);
  }

  /**
   * Finds the level that a rig was made for by where its vertices are, whatever their order, and
   * however often seams repeat them. The linear blend beside animation coordinates has a rest shape
   * of its own; there it is by the order of the triangles first.
   *
   * @param known levels to try, the whole mesh first
   * @param other makes any other level, by its number of collapses
   * @throws RequestException if there is no such level, or the rig has morph targets
   */
  static LevelRig match(
      SkinnedCharacter rig, OperationStream stream, List<Level> known, IntFunction<Level> other) {
    Part part = skinnedPart(rig);
    TriMesh mesh = rig.geometry(part).mesh();
    Level whole = known.getFirst();
    double unit = whole.mesh().bounds().longestSide();
    int count = placeCount(mesh);
    List<Level> levels = new ArrayList<>(known);
    // Every collapse takes a point, so their number tells a level that was not asked for.
    int length = whole.points().length - count;
    if (length >= 0
        && length <= stream.length()
        && known.stream().noneMatch(level -> level.length() == length)) {
      levels.add(other.apply(length));
    }
    if (rig.geometry(part).coords() != null) {
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
              "its %d points are those of no level: nearest are the %d of the level with %d"
                  + " triangles, up to %.6f box sides away, where %.6f is allowed",
              count,
              best.level.points().length,
              best.level.mesh().triangleCount(),
              unit > 0 ? best.distance / unit : best.distance,
              SAME_POINT));
    }
    return new LevelRig(rig, part, stream, best, unit);
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
    if (geometry.morphs() != null) {
      throw new RequestException(
          "rig", "expected a mesh that its skin alone moves, got morph targets");
    }
    return skinned.getFirst();
  }

  /** Whether the rig has animation coordinates; levels get the weights beside them alone. */
  boolean hasCoords() {
    return rig.geometry(part).coords() != null;
  }

  private static IntStream usedVertices(TriMesh mesh) {
    return Arrays.stream(mesh.triangles()).sorted().distinct();
  }

  /** In how many different places the vertices are. */
  private static int placeCount(TriMesh mesh) {
    record Place(double x, double y, double z) {}
    // Added to 0, the two zeros are one.
    return (int)
        usedVertices(mesh)
            .mapToObj(
                v ->
                    new Place(
                        0 + mesh.position(v, 0), 0 + mesh.position(v, 1), 0 + mesh.position(v, 2)))
            .distinct()
            .count();
  }

  /**
   * A level held against a rig's mesh.
   *
   * @param vertices the mesh's vertex nearest to every point of the level
   * @param distance the most that a point of either is away from the nearest of the other
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  private record Match(Level level, int[] vertices, double distance) {
    static Match of(Level level, TriMesh mesh) {
      int[] nearest = new int[level.mesh().vertexCount()];
      double there = nearest(level.mesh(), mesh, nearest);
      double back = nearest(mesh, level.mesh(), new int[mesh.vertexCount()]);
      return new Match(level, nearest, Math.max(there, back));
    }

    /**
     * Takes vertices by the triangles they are in, if both have the same ones in the same order.
     */
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
      // What no triangle needs may be any.
      return Optional.of(
          new Match(level, Arrays.stream(vertices).map(v -> Math.max(v, 0)).toArray(), 0));
    }

    /** Finds another mesh's nearest vertex for every vertex of one, and the largest distance. */
    private static double nearest(TriMesh from, TriMesh to, int[] nearest) {
      // The tree of triangles also serves points: each is a triangle of one place.
      int[] corners =
          Arrays.stream(to.cornerWedges()).distinct().flatMap(w -> IntStream.of(w, w, w)).toArray();
      TriangleTree places = new TriangleTree(to.wedgePositions(), corners);
      TriangleTree.Hit hit = new TriangleTree.Hit();
      int[] scratch = TriangleTree.newScratch();
      double most = 0;
      for (int v : usedVertices(from).toArray()) {
        places.closest(from.position(v, 0), from.position(v, 1), from.position(v, 2), hit, scratch);
        nearest[v] = to.vertexOfWedge(corners[3 * hit.triangle()]);
        most = Math.max(most, hit.distance());
      }
      return most;
    }
  }

  /**
   * A level with its rig.
   *
   * @param character the rig with the level's mesh
   * @param influences what moves the level's points
   * @param from how many points the level has that the rig was made for
   * @param meanDistance how far the level's points are on average from where their weights come
   *     from, in box sides
   * @param shapes where the rig has the level's vertices in the shapes asked for; empty where it
   *     has no clip that shows these
   */
  record Rigged(
      SkinnedCharacter character,
      Influences influences,
      int from,
      double meanDistance,
      Optional<List<float[]>> shapes) {}

  /**
   * Takes the rig to a level.
   *
   * @param keys the key of each shape in the clip of a fit to them
   */
  Rigged on(Level level, int[] keys) {
    LevelMap.Mapped mapped =
        level.length() >= source.length()
            ? new LevelMap(stream, source, level).toCoarser(influences)
            : new LevelMap(stream, level, source).toFiner(influences);
    List<Geometry> meshes = new ArrayList<>(rig.meshes());
    meshes.set(
        part.mesh(),
        new Geometry(rig.geometry(part).name(), level.mesh(), mapped.influences(), null));
    SkinnedCharacter character = rig.withMeshes(meshes);
    return new Rigged(
        character,
        mapped.influences(),
        source.points().length,
        unit > 0 ? mapped.meanDistance() / unit : 0,
        clipOf(keys).map(clip -> posed(character, clip, keys)));
  }

  /** The clip in which a fit shows its shapes, if it has as many keys as they need. */
  private Optional<Clip> clipOf(int[] keys) {
    int last = Arrays.stream(keys).max().orElse(0);
    return rig.clips().stream()
        .filter(clip -> clip.name().equals(ExamplesClip.NAME))
        .filter(clip -> Math.round(clip.duration() * ExamplesClip.FRAMES_PER_SECOND) == last)
        .findFirst();
  }

  private List<float[]> posed(SkinnedCharacter character, Clip clip, int[] keys) {
    TriMesh mesh = character.geometry(part).mesh();
    Deformer.Posed skin = LinearBlend.of(character, part).newPosed();
    PointBuffer wedges = PointBuffer.allocate(mesh.wedgeCount(), false);
    Pose pose = character.restPose();
    List<float[]> shapes = new ArrayList<>();
    for (int key : keys) {
      clip.sample(key / ExamplesClip.FRAMES_PER_SECOND, pose);
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
