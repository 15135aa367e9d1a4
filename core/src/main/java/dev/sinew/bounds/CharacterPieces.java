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
 * The vertices of a character cut into pieces, a piece being the vertices of one part that one
 * joint moves most. The whole character, a part, and the vertices of a joint are sets of pieces, so
 * what is known of pieces gives the bounds of all of them.
 */
public final class CharacterPieces {
  private final SkinnedCharacter character;
  private final List<MovingPoints> points = new ArrayList<>();
  private final List<int[]> pieceOfRow = new ArrayList<>();
  private final List<Piece> pieces = new ArrayList<>();

  /**
   * A piece.
   *
   * @param part the place of its part in the character
   * @param joint the joint of the skeleton that moves its vertices most
   */
  public record Piece(int part, int joint) {}

  public CharacterPieces(SkinnedCharacter character) {
    this.character = character;
    Map<Piece, Integer> places = new LinkedHashMap<>();
    for (int p = 0; p < character.parts().size(); p++) {
      Part part = character.parts().get(p);
      MovingPoints own = MovingPoints.of(character, part);
      int[] piece = new int[own.count()];
      for (int r = 0; r < piece.length; r++) {
        piece[r] = places.computeIfAbsent(new Piece(p, own.mainNode(r)), k -> places.size());
      }
      points.add(own);
      pieceOfRow.add(piece);
    }
    pieces.addAll(places.keySet());
  }

  public SkinnedCharacter character() {
    return character;
  }

  public List<Piece> pieces() {
    return List.copyOf(pieces);
  }

  /** The points of a part. */
  public MovingPoints points(int part) {
    return points.get(part);
  }

  int[] pieceOfRow(int part) {
    return pieceOfRow.get(part);
  }

  /** The numbers of the pieces of one part. */
  public int[] ofPart(int part) {
    return IntStream.range(0, pieces.size()).filter(i -> pieces.get(i).part() == part).toArray();
  }

  /** The numbers of the pieces of one joint. */
  public int[] ofJoint(int joint) {
    return IntStream.range(0, pieces.size()).filter(i -> pieces.get(i).joint() == joint).toArray();
  }

  /** How far each piece reaches in any pose that the bounds allow, rounding included. */
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
    double[] most = new double[pieces.size()];
    for (int k = 0; k < Support.DIRECTIONS.count(); k++) {
      context.checkCancelled();
      table.set(Support.DIRECTIONS.x(k), Support.DIRECTIONS.y(k), Support.DIRECTIONS.z(k));
      Arrays.fill(most, Double.NEGATIVE_INFINITY);
      for (int p = 0; p < points.size(); p++) {
        int[] piece = pieceOfRow.get(p);
        for (int r = 0; r < piece.length; r++) {
          double reach = rows.get(p).reach(r, table) + rounding[p];
          most[piece[r]] = Math.max(most[piece[r]], reach);
        }
      }
      for (int i = 0; i < most.length; i++) {
        out.get(i).include(k, most[i]);
      }
    }
    return out;
  }

  /** The reach of a set of pieces together. */
  public static Support union(List<Support> supports, int[] set) {
    Support all = new Support();
    for (int i : set) {
      all.include(supports.get(i));
    }
    return all;
  }
}
