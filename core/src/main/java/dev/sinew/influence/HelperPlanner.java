package dev.sinew.influence;

import dev.sinew.influence.HelperSearch.Loss;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;

/** Adds helper joints to the skins of a character whose vertices lose joints. */
final class HelperPlanner {
  private final PoseKnowledge knowledge;
  private final SkinnedCharacter character;
  private final MeshLimiter limiter;
  private final int maxInfluences;
  private final RunContext context;
  private final List<String> notes;

  /**
   * @param knowledge a character and its clips, which determine the helpers
   * @param limiter limits the meshes without helpers
   * @param maxInfluences the maximum number of influences per vertex
   * @param notes receives the meshes that cannot have helpers
   */
  HelperPlanner(
      PoseKnowledge knowledge,
      MeshLimiter limiter,
      int maxInfluences,
      RunContext context,
      List<String> notes) {
    this.knowledge = knowledge;
    this.character = knowledge.character();
    this.limiter = limiter;
    this.maxInfluences = maxInfluences;
    this.context = context;
    this.notes = notes;
  }

  /** Returns the character with up to {@code count} helpers per skin. */
  SkinnedCharacter addHelpers(int count) {
    SkinnedCharacter extended = character;
    for (int s = 0; s < character.skins().size(); s++) {
      List<Loss> losses = losses(s);
      if (!losses.isEmpty()) {
        List<HelperJoint> found =
            HelperSearch.find(
                character.skins().get(s),
                knowledge.frames(),
                losses,
                maxInfluences,
                Math.min(
                    count, PoseDistribution.MAX_JOINTS - character.skins().get(s).jointCount()),
                context);
        extended = HelperJoints.addTo(extended, s, found);
      }
    }
    return extended;
  }

  private List<Loss> losses(int skin) {
    List<Loss> losses = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry given = character.meshes().get(m);
      List<Integer> skins = character.skinsOf(m);
      if (!skins.contains(skin) || given.maxInfluences() <= maxInfluences) {
        continue;
      }
      if (!MeshLimiter.mayBeHelped(given, skins)) {
        if (skins.getFirst() == skin) {
          notes.add(
              given.name()
                  + (skins.size() > 1
                      ? " has several skins: it gets no helpers"
                      : " has animation coordinates: it gets no helpers"));
        }
        continue;
      }
      Influences all = given.skinning().influences().orElseThrow();
      limiter
          .limit(m, given, maxInfluences, false)
          .flatMap(limited -> limited.skinning().influences())
          .ifPresent(left -> losses.add(new Loss(given.mesh().positions(), all, left)));
    }
    return losses;
  }
}
