package dev.sinew.posespace;

import dev.sinew.distance.TriangleTree;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.posespace.dynamic.DynamicModel;
import dev.sinew.posespace.dynamic.DynamicTransfer;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Transfers correctives to another surface on the same joints: a level of detail, a similar mesh, a
 * shirt over the body (section 6.4.2 of the thesis on crowds, 7.4 of the thesis on examples). Each
 * vertex takes the offsets of the closest point of the old surface at rest, by its barycentric
 * coordinates in the triangle, and its dynamics likewise. The poses become those of the other
 * skeleton with the same rotations ({@link PoseRebase}); a larger character gets larger offsets.
 */
public final class DatabaseTransfer {
  /** Surfaces that are farther apart, in units of the old one's longest box side, are noted. */
  private static final double NOTED_DISTANCE = 0.05;

  /** Bones whose mean length differs by a larger share belong to a character of another size. */
  private static final double GROWN = 1e-3;

  /** Another scale is right if it makes the mean distance smaller by this factor. */
  private static final double CLOSER = 0.5;

  private final PoseDatabase database;
  private final PoseSpace space;
  private final float[] coordinates;
  private final RestSurface target;

  /** The place of the new surface in the space of the old one. */
  private OffsetPlacement placement = OffsetPlacement.SAME;

  /** Three vertices of the old surface and their weights, per vertex of the new one. */
  private final int[] corners;

  private final double[] weights;
  private final double[] distances;

  /**
   * A database for another surface.
   *
   * @param database the correctives
   * @param meanDistance the mean distance of the vertices from the old surface, in units of its
   *     longest box side
   * @param maxDistance the largest
   * @param notes what a user should know
   */
  public record Result(
      PoseDatabase database, double meanDistance, double maxDistance, List<String> notes) {
    /** Copies the notes. */
    public Result {
      notes = List.copyOf(notes);
    }
  }

  private DatabaseTransfer(PoseDatabase database, SkinnedCharacter character) {
    this.database = database;
    space = database.space().on(character.skeleton());
    coordinates = coordinates(character);
    target = RestSurface.of(character);
    corners = new int[3 * target.vertexCount()];
    weights = new double[corners.length];
    distances = new double[target.vertexCount()];
  }

  /**
   * Transfers a database to a character.
   *
   * @throws RequestException if the database has no triangles, or a joint is missing
   */
  public static Result run(PoseDatabase database, SkinnedCharacter character, RunContext context) {
    if (database.surface().triangles().length == 0) {
      throw new RequestException("the correctives belong to a surface without triangles");
    }
    DatabaseTransfer transfer = new DatabaseTransfer(database, character);
    transfer.place(context);
    return transfer.result(context);
  }

  /** Returns the database poses as those of the new skeleton. */
  private float[] coordinates(SkinnedCharacter character) {
    PoseReader reader = new PoseReader(space, character.skeleton());
    double[] rest = new double[reader.size()];
    reader.read(character.restPose(), rest);
    return new PoseRebase(space.space(), reader, database.coordinates(), rest)
        .apply(database.coordinates());
  }

  /** Returns the size of the new skeleton in units of the old one. */
  private double growth() {
    return space.lengthUnit() / database.space().lengthUnit();
  }

  /**
   * Finds the closest points where the new surface is, or, if they are much closer, after scaling
   * with the bones, or after fitting its box, for a mesh that is stored in another space.
   */
  private void place(RunContext context) {
    TriangleTree tree =
        new TriangleTree(database.surface().positions(), database.surface().triangles(), context);
    double least = findCorners(tree, context);
    if (Math.abs(growth() - 1) > GROWN) {
      least = tryPlacement(OffsetPlacement.scaling(1 / growth()), least, tree, context);
    }
    if (least > NOTED_DISTANCE * database.surface().unit()) {
      tryPlacement(OffsetPlacement.ofBoxes(target, database.surface()), least, tree, context);
    }
  }

  /** Takes a placement if it makes the mean distance much smaller; returns the mean distance. */
  private double tryPlacement(
      OffsetPlacement other, double least, TriangleTree tree, RunContext context) {
    OffsetPlacement before = placement;
    placement = other;
    double found = findCorners(tree, context);
    if (found < CLOSER * least) {
      return found;
    }
    placement = before;
    return findCorners(tree, context);
  }

  /** Returns the mean distance. */
  private double findCorners(TriangleTree tree, RunContext context) {
    int[] triangles = database.surface().triangles();
    context.runRanges(
        "finding closest points",
        target.vertexCount(),
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          double[] p = new double[3];
          for (int v = from; v < to; v++) {
            placement.place(target.positions(), v, p);
            tree.closest(p[0], p[1], p[2], hit, scratch);
            distances[v] = hit.distance();
            for (int c = 0; c < 3; c++) {
              corners[3 * v + c] = triangles[3 * hit.triangle() + c];
              weights[3 * v + c] = hit.weight(c);
            }
          }
        });
    return Arrays.stream(distances).average().orElse(0);
  }

  private Result result(RunContext context) {
    List<Block> blocks = new ArrayList<>();
    for (Block block : database.blocks()) {
      context.checkCancelled();
      Block moved = transfer(block);
      if (moved.vertices().length > 0) {
        blocks.add(moved);
      }
    }
    List<DynamicModel> dynamics = new ArrayList<>();
    if (!database.dynamics().isEmpty()) {
      DynamicTransfer moving = new DynamicTransfer(database.dynamics(), corners, weights);
      for (int p = 0; p < target.partVertices().length; p++) {
        dynamics.add(moving.part(target.firstVertex(p), target.partVertices()[p]));
      }
    }
    double unit = database.surface().unit();
    double mean = Arrays.stream(distances).average().orElse(0) / unit;
    return new Result(
        database.onSurface(space, coordinates, target, blocks, dynamics),
        mean,
        Arrays.stream(distances).max().orElse(0) / unit,
        mean > NOTED_DISTANCE ? List.of(farNote(mean)) : List.of());
  }

  private static String farNote(double mean) {
    return String.format(
        Locale.ROOT,
        "the surfaces are %.2g of the size apart on average: the correctives come from other parts"
            + " of the body unless both meshes have the same pose and place at rest",
        mean);
  }

  private Block transfer(Block block) {
    int[] place = new int[database.surface().vertexCount()];
    Arrays.fill(place, -1);
    for (int i = 0; i < block.vertices().length; i++) {
      place[block.vertices()[i]] = i;
    }
    List<Integer> own = new ArrayList<>();
    for (int v = 0; v < target.vertexCount(); v++) {
      if (place[corners[3 * v]] >= 0
          || place[corners[3 * v + 1]] >= 0
          || place[corners[3 * v + 2]] >= 0) {
        own.add(v);
      }
    }
    int[] vertices = own.stream().mapToInt(Integer::intValue).toArray();
    float[] basis = new float[3 * vertices.length * block.rank()];
    // Offsets after skinning are in the space of the joints, the others in that of the mesh.
    double scale = block.posed() ? growth() : 1 / placement.scale();
    for (int r = 0; r < block.rank(); r++) {
      int from = 3 * block.vertices().length * r;
      int to = 3 * vertices.length * r;
      for (int i = 0; i < 3 * vertices.length; i++) {
        basis[to + i] = (float) (scale * blended(block, place, vertices[i / 3], from + i % 3));
      }
    }
    return block.withVertices(vertices, basis);
  }

  private double blended(Block block, int[] place, int v, int row) {
    double sum = 0;
    for (int c = 3 * v; c < 3 * v + 3; c++) {
      int i = place[corners[c]];
      sum += i < 0 ? 0 : weights[c] * block.basis()[row + 3 * i];
    }
    return sum;
  }
}
