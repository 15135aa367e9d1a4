package dev.sinew.pipeline;

import dev.sinew.influence.CoordsLimit;
import dev.sinew.influence.InfluenceLimit;
import dev.sinew.influence.InfluenceLimit.Wearer;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.AnimationCoords;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.Freedom;
import dev.sinew.run.RunContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lets at most so many joints move the vertices of a character's meshes, mesh after mesh. */
final class MeshLimiter {
  private final SkinnedCharacter character;
  private final PoseKnowledge metric;
  private final Freedom freedom;
  private final boolean moveRest;
  private final RunContext context;
  private final List<String> notes;
  private final Map<Integer, ExpectationMatrix> expectations = new HashMap<>();

  /** Where the helpers of a skin begin in its list, if it has any. */
  private final Map<Integer, Integer> firstHelpers;

  /**
   * @param character whose skins, parts and clips count
   * @param metric what is believed of its poses
   * @param freedom what joints may do besides
   * @param moveRest whether vertices that lose joints may move at rest too
   * @param notes hears of what cannot be had
   */
  MeshLimiter(
      SkinnedCharacter character,
      PoseKnowledge metric,
      Freedom freedom,
      boolean moveRest,
      RunContext context,
      List<String> notes) {
    this(character, metric, freedom, moveRest, context, notes, Map.of());
  }

  private MeshLimiter(
      SkinnedCharacter character,
      PoseKnowledge metric,
      Freedom freedom,
      boolean moveRest,
      RunContext context,
      List<String> notes,
      Map<Integer, Integer> firstHelpers) {
    this.firstHelpers = firstHelpers;
    this.character = character;
    this.metric = metric;
    this.freedom = freedom;
    this.moveRest = moveRest;
    this.context = context;
    this.notes = notes;
  }

  /**
   * The same for a character with more joints, which help where vertices would lose some.
   *
   * @param longer the character with them
   */
  MeshLimiter withHelpers(SkinnedCharacter longer) {
    Map<Integer, Integer> first = new HashMap<>();
    for (int s = 0; s < longer.skins().size(); s++) {
      int own = character.skins().get(s).jointCount();
      if (longer.skins().get(s).jointCount() > own) {
        first.put(s, own);
      }
    }
    return new MeshLimiter(longer, metric, freedom, moveRest, context, notes, first);
  }

  /**
   * A mesh limited; empty if it has few enough influences as it is.
   *
   * @param mesh its place in the character
   * @param given the mesh, or a level of detail of it
   * @param most joints a vertex may keep, 1 or more
   * @param inAnimationSpace whether it is to have animation coordinates
   */
  Optional<Geometry> limit(int mesh, Geometry given, int most, boolean inAnimationSpace) {
    Influences influences = given.influences();
    List<Integer> skins = skinsOf(character, mesh);
    AnimationCoords coords = given.coords();
    if (influences == null || skins.isEmpty() || mostJoints(influences, coords) <= most) {
      return Optional.empty();
    }
    List<Wearer> wearers =
        skins.stream()
            .map(s -> new Wearer(skin(s), new ExpectationMetric(expectation(s))))
            .toList();
    double[] rest = given.mesh().positions();
    InfluenceLimit limit = new InfluenceLimit(wearers, most, moveRest);
    boolean helped = mayBeHelped(given, skins);
    Integer firstHelper = helped ? firstHelpers.get(skins.getFirst()) : null;
    InfluenceLimit.Result blend =
        (firstHelper == null ? limit : limit.withHelpers(firstHelper))
            .apply(rest, influences, coords, context);
    AnimationCoords limitedCoords = null;
    if (inAnimationSpace && mayCarryCoords(given, skins)) {
      int s = skins.getFirst();
      AnimationCoords from =
          coords != null ? coords : AnimationCoords.ofLinearBlend(skin(s), influences, rest);
      limitedCoords =
          new CoordsLimit(expectation(s), most).apply(from, blend.influences(), context);
    }
    return Optional.of(
        new Geometry(
            given.name(),
            moveRest ? given.mesh().withPositions(blend.rest()) : given.mesh(),
            blend.influences(),
            given.morphs(),
            limitedCoords));
  }

  /** Whether helpers may move a mesh: one skin does, and weights say all of how. */
  static boolean mayBeHelped(Geometry given, List<Integer> skins) {
    return skins.size() == 1 && given.coords() == null;
  }

  /** The skins a mesh wears in the scene, each once. */
  static List<Integer> skinsOf(SkinnedCharacter character, int mesh) {
    return character.parts().stream()
        .filter(part -> part.mesh() == mesh && part.skin() != SkinnedCharacter.NO_SKIN)
        .map(Part::skin)
        .distinct()
        .toList();
  }

  /** The most joints that a vertex has: of its coordinates, where there are any. */
  static int mostJoints(Influences influences, @Nullable AnimationCoords coords) {
    if (coords == null) {
      return influences.maxCount();
    }
    int most = 0;
    for (int r = 0; r < coords.rowCount(); r++) {
      most = Math.max(most, coords.count(r));
    }
    return most;
  }

  private Skin skin(int s) {
    return character.skins().get(s);
  }

  private ExpectationMatrix expectation(int s) {
    return expectations.computeIfAbsent(s, k -> metric.expectation(character, skin(k), freedom));
  }

  private boolean mayCarryCoords(Geometry given, List<Integer> skins) {
    if (given.morphs() != null) {
      notes.add(given.name() + " has morphs, which animation space cannot carry: got weights");
      return false;
    }
    if (skins.size() > 1) {
      notes.add(given.name() + " wears several skins: got weights");
      return false;
    }
    return true;
  }
}
