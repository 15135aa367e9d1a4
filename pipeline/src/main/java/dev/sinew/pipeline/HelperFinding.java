package dev.sinew.pipeline;

import dev.sinew.influence.HelperJoint;
import dev.sinew.influence.HelperJoints;
import dev.sinew.influence.HelperSearch;
import dev.sinew.influence.HelperSearch.Loss;
import dev.sinew.model.Influences;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.pose.PoseDistribution;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Gives the skins of a character helper joints where its meshes are to lose joints. */
final class HelperFinding {
  private final SkinnedCharacter character;
  private final MeshLimiter limiter;
  private final int most;
  private final RunContext context;
  private final List<String> notes;

  /**
   * @param character with clips, which the helpers learn from
   * @param limiter tells what the meshes would be without helpers
   * @param most joints a vertex may keep
   * @param notes hears which meshes cannot be helped
   */
  HelperFinding(
      SkinnedCharacter character,
      MeshLimiter limiter,
      int most,
      RunContext context,
      List<String> notes) {
    this.character = character;
    this.limiter = limiter;
    this.most = most;
    this.context = context;
    this.notes = notes;
  }

  /** The character with up to so many helpers for each of its skins. */
  SkinnedCharacter addHelpers(int count) {
    SkinnedCharacter longer = character;
    for (int s = 0; s < character.skins().size(); s++) {
      List<Loss> losses = losses(s);
      if (!losses.isEmpty()) {
        List<HelperJoint> found =
            HelperSearch.find(
                character.skins().get(s),
                PoseKnowledge.frames(character),
                losses,
                most,
                Math.min(
                    count, PoseDistribution.MOST_JOINTS - character.skins().get(s).jointCount()),
                context);
        longer = HelperJoints.addTo(longer, s, found);
      }
    }
    return longer;
  }

  private List<Loss> losses(int skin) {
    List<Loss> losses = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry given = character.meshes().get(m);
      Influences influences = given.influences();
      List<Integer> skins = MeshLimiter.skinsOf(character, m);
      if (influences == null
          || !skins.contains(skin)
          || MeshLimiter.mostJoints(influences, given.coords()) <= most) {
        continue;
      }
      if (!MeshLimiter.mayBeHelped(given, skins)) {
        if (skins.getFirst() == skin) {
          notes.add(
              given.name()
                  + (skins.size() > 1
                      ? " wears several skins: gets no helpers"
                      : " has coordinates of animation space: gets no helpers"));
        }
        continue;
      }
      Optional<Geometry> limited = limiter.limit(m, given, most, false);
      Influences without = limited.isPresent() ? limited.get().influences() : null;
      if (without != null) {
        losses.add(new Loss(given.mesh().positions(), influences, without));
      }
    }
    return losses;
  }
}
