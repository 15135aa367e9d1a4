package dev.sinew.bounds;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The vertices of a character in pieces: a piece is the vertices of one part with the same main
 * joint. The whole character, a part, and the vertices of a joint are sets of pieces, so the bounds
 * of pieces give the bounds of all of these.
 */
final class CharacterPieces {
  private final SkinnedCharacter character;
  private final List<MovingPoints> points = new ArrayList<>();
  private final List<int[]> pieceOfRow = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  /**
   * A piece.
   *
   * @param part the index of its part in the character
   * @param joint the main joint of its vertices, an index in the skeleton
   */
  public record Piece(int part, int joint) {}

  /** Divides a character into pieces. */
  public CharacterPieces(SkinnedCharacter character) {
    this.character = character;
    Map<Piece, Integer> indices = new LinkedHashMap<>();
    for (int p = 0; p < character.parts().size(); p++) {
      Part part = character.parts().get(p);
      MovingPoints own = MovingPoints.of(character, part);
      int[] piece = new int[own.count()];
      for (int r = 0; r < piece.length; r++) {
        piece[r] = indices.computeIfAbsent(new Piece(p, own.mainNode(r)), k -> indices.size());
      }
      points.add(own);
      pieceOfRow.add(piece);
    }
    pieces.addAll(indices.keySet());
  }

  /** Returns the character. */
  public SkinnedCharacter character() {
    return character;
  }

  /** Returns all pieces. */
  public List<Piece> pieces() {
    return List.copyOf(pieces);
  }

  /** Returns the points of a part. */
  public MovingPoints points(int part) {
    return points.get(part);
  }

  /** Returns the index of the piece of every point of a part. */
  int[] pieceOfRow(int part) {
    return pieceOfRow.get(part);
  }

  /** Returns the indices of the pieces of a part. */
  public int[] ofPart(int part) {
    return IntStream.range(0, pieces.size()).filter(i -> pieces.get(i).part() == part).toArray();
  }

  /** Returns the indices of the pieces of a joint. */
  public int[] ofJoint(int joint) {
    return IntStream.range(0, pieces.size()).filter(i -> pieces.get(i).joint() == joint).toArray();
  }

  /** Computes the support of each piece over all poses of the bounds, including rounding errors. */
  public List<Support> supports(ReachBounds bounds, RunContext context) {
    List<Support> out = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      out.add(new Support());
    }
    DirectionTable table = new DirectionTable(bounds);
    List<ReachRows> rows = new ArrayList<>();
    double[] rounding = new double[points.size()];
    for (int p = 0; p < points.size(); p++) {
      rows.add(new ReachRows(bounds, points.get(p)));
      rounding[p] = bounds.rounding(points.get(p));
    }
    double[] max = new double[pieces.size()];
    for (int k = 0; k < Support.DIRECTIONS.count(); k++) {
      context.checkCancelled();
      table.set(Support.DIRECTIONS.x(k), Support.DIRECTIONS.y(k), Support.DIRECTIONS.z(k));
      Arrays.fill(max, Double.NEGATIVE_INFINITY);
      for (int p = 0; p < points.size(); p++) {
        int[] piece = pieceOfRow.get(p);
        for (int r = 0; r < piece.length; r++) {
          double reach = rows.get(p).reach(r, table) + rounding[p];
          max[piece[r]] = Math.max(max[piece[r]], reach);
        }
      }
      for (int i = 0; i < max.length; i++) {
        out.get(i).include(k, max[i]);
      }
    }
    return out;
  }

  /** Returns the support of the union of a set of pieces. */
  public static Support union(List<Support> supports, int[] set) {
    Support all = new Support();
    for (int i : set) {
      all.include(supports.get(i));
    }
    return all;
  }
}
