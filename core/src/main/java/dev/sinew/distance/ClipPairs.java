package dev.sinew.distance;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PlausiblePoses;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The clips over which a character is compared with a reference: those that move the reference. If
 * none does, a clip of {@link PlausiblePoses} takes their place.
 *
 * @param reference the clips of the reference
 * @param candidate the candidate's clip for each of them
 * @param notes what a user should know about the choice
 */
public record ClipPairs(List<Clip> reference, List<Clip> candidate, List<String> notes) {
  /** Copies the lists. */
  public ClipPairs {
    reference = List.copyOf(reference);
    candidate = List.copyOf(candidate);
    notes = List.copyOf(notes);
  }

  /**
   * Pairs the clips of two characters by name, or by index if both have the same number of clips.
   *
   * @param seed the seed of plausible poses
   * @throws RequestException about "candidate" if it lacks a clip that moves the reference
   */
  public static ClipPairs of(SkinnedCharacter reference, SkinnedCharacter candidate, long seed) {
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(PoseSource.CLIPS, reference, seed);
    if (knowledge.source() == PoseSource.SKELETON) {
      return plausible(knowledge, candidate, seed);
    }
    List<Clip> paired = new ArrayList<>();
    for (Clip clip : knowledge.clips()) {
      paired.add(sameClip(reference, clip, candidate));
    }
    return new ClipPairs(knowledge.clips(), paired, knowledge.notes());
  }

  private static ClipPairs plausible(
      PoseKnowledge knowledge, SkinnedCharacter candidate, long seed) {
    SkinnedCharacter reference = knowledge.character();
    Optional<Clip> same = PlausiblePoses.clip(reference, candidate, seed);
    if (same.isEmpty()) {
      return new ClipPairs(
          List.of(),
          List.of(),
          List.of(
              "no clip of the reference moves it, and the candidate lacks joints of its skeleton:"
                  + " errors are those of the rest pose alone"));
    }
    return new ClipPairs(
        List.of(PlausiblePoses.clip(reference, seed)), List.of(same.get()), knowledge.notes());
  }

  private static Clip sameClip(SkinnedCharacter reference, Clip clip, SkinnedCharacter candidate) {
    Optional<Clip> same =
        candidate.clips().stream().filter(other -> other.name().equals(clip.name())).findFirst();
    if (same.isEmpty() && candidate.clips().size() == reference.clips().size()) {
      same = Optional.of(candidate.clips().get(reference.clips().indexOf(clip)));
    }
    return same.orElseThrow(
        () -> new RequestException("candidate", "there is no clip '" + clip.name() + "'"));
  }
}
