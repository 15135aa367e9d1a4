package dev.sinew.simplify;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.run.NearNames;
import dev.sinew.run.RequestException;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The vertices that joints with matching names move. A pattern matches a whole name, or the name
 * without its namespace: {@code LeftHand.*} matches "mixamorig:LeftHand" and "rig|LeftHandThumb1".
 */
record BonePattern(Pattern names) {
  private static final Pattern NAMESPACE = Pattern.compile("^(.*[:|]|mixamorig[0-9]*_?)");
  private static final int NAMES_SHOWN = 5;

  /** Returns true if a joint's name matches. */
  boolean matches(String joint) {
    return names.matcher(joint).matches()
        || names.matcher(NAMESPACE.matcher(joint).replaceFirst("")).matches();
  }

  /** Returns the points of a character that matching joints move; perhaps none. */
  BitSet points(JoinedCharacter character) {
    return character.pointsMovedBy(joint -> matches(character.character().skeleton().name(joint)));
  }

  /**
   * Returns the points of a character that matching joints move.
   *
   * @param purpose what the points are for, in the message
   * @throws RequestException if there are none; it names joints that are near
   */
  BitSet pointsOrRefuse(JoinedCharacter character, String purpose) {
    BitSet points = points(character);
    if (points.isEmpty()) {
      List<String> joints = movingJoints(character);
      if (joints.isEmpty()) {
        throw new RequestException(
            "bones to " + purpose + ": the model has no skin, so no joint moves its vertices");
      }
      List<String> near = NearNames.of(names.pattern(), joints, NAMES_SHOWN);
      List<String> shown = near.isEmpty() ? joints.stream().limit(NAMES_SHOWN).toList() : near;
      throw new RequestException(
          "bones to %s: no vertex is moved by a joint named %s; %s %s"
              .formatted(
                  purpose,
                  names,
                  near.isEmpty() ? "the joints include" : "near names are",
                  String.join(", ", shown)));
    }
    return points;
  }

  private static List<String> movingJoints(JoinedCharacter character) {
    IntPredicate moves = joint -> !character.pointsMovedBy(j -> j == joint).isEmpty();
    return IntStream.range(0, character.character().skeleton().jointCount())
        .filter(moves)
        .mapToObj(character.character().skeleton()::name)
        .toList();
  }
}
