package dev.sinew.influence;

import dev.sinew.influence.InfluenceLimit.MetricSkin;
import dev.sinew.metric.ExpectationMetric;
import dev.sinew.model.Influences;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.Skinning;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.RunContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Limits the influences of a character's meshes, mesh by mesh. */
public final class MeshLimiter {
  private final PoseKnowledge knowledge;
  private final boolean moveRest;
  private final RunContext context;
  private final List<String> notes;
  private final Map<Integer, ExpectationMatrix> expectations = new HashMap<>();

  /** The index of the first helper joint in the list of each skin that has helpers. */
  private final Map<Integer, Integer> firstHelpers;

  /**
   * Creates a limiter for a character.
   *
   * @param knowledge the character and its pose knowledge
   * @param moveRest true to optimise the rest positions of vertices that lose joints
   * @param notes receives limitations
   */
  public MeshLimiter(
      PoseKnowledge knowledge, boolean moveRest, RunContext context, List<String> notes) {
    this(knowledge, moveRest, context, notes, Map.of());
  }

  private MeshLimiter(
      PoseKnowledge knowledge,
      boolean moveRest,
      RunContext context,
      List<String> notes,
      Map<Integer, Integer> firstHelpers) {
    this.knowledge = knowledge;
    this.moveRest = moveRest;
    this.context = context;
    this.notes = notes;
    this.firstHelpers = firstHelpers;
  }

  /**
   * Returns the same for a character with helper joints.
   *
   * @param extended the character with helpers after its own joints
   */
  MeshLimiter withHelpers(SkinnedCharacter extended) {
    Map<Integer, Integer> first = new HashMap<>();
    for (int s = 0; s < extended.skins().size(); s++) {
      int own = skin(s).jointCount();
      if (extended.skins().get(s).jointCount() > own) {
        first.put(s, own);
      }
    }
    return new MeshLimiter(knowledge.withCharacter(extended), moveRest, context, notes, first);
  }

  /**
   * Limits a mesh.
   *
   * @param mesh its index in the character
   * @param given the mesh, or a level of detail of it
   * @param maxInfluences the maximum number of joints per vertex, 1 or more
   * @param inAnimationSpace whether the result gets animation coordinates
   * @return empty if the mesh is within the limit already
   */
  public Optional<Geometry> limit(
      int mesh, Geometry given, int maxInfluences, boolean inAnimationSpace) {
    List<Integer> skins = knowledge.character().skinsOf(mesh);
    if (skins.isEmpty() || given.maxInfluences() <= maxInfluences) {
      return Optional.empty();
    }
    List<MetricSkin> metricSkins =
        skins.stream()
            .map(s -> new MetricSkin(skin(s), new ExpectationMetric(expectation(s))))
            .toList();
    double[] rest = given.mesh().positions();
    boolean withCoords = inAnimationSpace && mayCarryCoords(given, skins);
    // Beside coordinates the weights are for viewers, which show few joints.
    int maxWeights = withCoords ? Math.min(maxInfluences, Influences.VIEWER_LIMIT) : maxInfluences;
    InfluenceLimit limit = new InfluenceLimit(metricSkins, maxWeights, moveRest);
    boolean helped = mayBeHelped(given, skins);
    Integer firstHelper = helped ? firstHelpers.get(skins.getFirst()) : null;
    InfluenceLimit.Result blend =
        (firstHelper == null ? limit : limit.withHelpers(firstHelper))
            .apply(rest, given.skinning(), context);
    Skinning limited = new Skinning.Linear(blend.influences());
    if (withCoords) {
      int s = skins.getFirst();
      limited =
          new Skinning.AnimationSpace(
              new CoordsLimit(expectation(s), maxInfluences)
                  .apply(given.coords(skin(s)), blend.influences(), context),
              blend.influences());
    }
    return Optional.of(
        given
            .withMesh(moveRest ? given.mesh().withPositions(blend.rest()) : given.mesh())
            .withSkinning(limited));
  }

  /** Returns true if helpers may move a mesh: it has one skin and plain weights. */
  static boolean mayBeHelped(Geometry given, List<Integer> skins) {
    return skins.size() == 1 && given.skinning().coords().isEmpty();
  }

  private Skin skin(int s) {
    return knowledge.character().skins().get(s);
  }

  private ExpectationMatrix expectation(int s) {
    return expectations.computeIfAbsent(s, k -> knowledge.expectation(skin(k)));
  }

  private boolean mayCarryCoords(Geometry given, List<Integer> skins) {
    if (!given.morphs().isEmpty()) {
      notes.add(
          given.name() + " has morph targets, which animation space cannot carry: it gets weights");
      return false;
    }
    if (skins.size() > 1) {
      notes.add(given.name() + " has several skins: it gets weights");
      return false;
    }
    return true;
  }
}
