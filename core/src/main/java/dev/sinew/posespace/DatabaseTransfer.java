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

/**
 * Transfers correctives to another surface on the same joints: a level of detail, a similar mesh, a
 * shirt over the body (section 6.4.2 of the thesis on crowds, 7.4 of the thesis on examples). Each
 * vertex takes the offsets of the closest point of the old surface at rest, by its barycentric
 * coordinates in the triangle, and its dynamics likewise.
 */
public final class DatabaseTransfer {
  private final PoseDatabase database;
  private final RestSurface target;

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
   */
  public record Result(PoseDatabase database, double meanDistance, double maxDistance) {}

  private DatabaseTransfer(PoseDatabase database, SkinnedCharacter character) {
    this.database = database;
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
    database.space().find(character.skeleton());
    DatabaseTransfer transfer = new DatabaseTransfer(database, character);
    transfer.findCorners(context);
    return transfer.result(context);
  }

  private void findCorners(RunContext context) {
    RestSurface source = database.surface();
    TriangleTree tree = new TriangleTree(source.positions(), source.triangles(), context);
    context.runRanges(
        "finding closest points",
        target.vertexCount(),
        (from, to) -> {
          TriangleTree.Hit hit = new TriangleTree.Hit();
          int[] scratch = TriangleTree.newScratch();
          for (int v = from; v < to; v++) {
            float[] p = target.positions();
            tree.closest(p[3 * v], p[3 * v + 1], p[3 * v + 2], hit, scratch);
            distances[v] = hit.distance();
            for (int c = 0; c < 3; c++) {
              corners[3 * v + c] = source.triangles()[3 * hit.triangle() + c];
              weights[3 * v + c] = hit.weight(c);
            }
          }
        });
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
    return new Result(
        database.onSurface(target, blocks, dynamics),
        Arrays.stream(distances).average().orElse(0) / unit,
        Arrays.stream(distances).max().orElse(0) / unit);
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
    for (int r = 0; r < block.rank(); r++) {
      int from = 3 * block.vertices().length * r;
      int to = 3 * vertices.length * r;
      for (int i = 0; i < 3 * vertices.length; i++) {
        basis[to + i] = (float) blended(block, place, vertices[i / 3], from + i % 3);
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
