package dev.sinew.distance;

import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Pairs the clips of two characters. */
final class ClipPairs {
  private ClipPairs() {}

  /**
   * Returns the candidate's clip for every clip of the reference: the one of the same name, or of
   * the same index if both have the same number of clips.
   *
   * @throws RequestException about "candidate" if there is none
   */
  static List<Clip> of(SkinnedCharacter reference, SkinnedCharacter candidate) {
    List<Clip> out = new ArrayList<>();
    for (int c = 0; c < reference.clips().size(); c++) {
      String name = reference.clips().get(c).name();
      Optional<Clip> same =
          candidate.clips().stream().filter(clip -> clip.name().equals(name)).findFirst();
      if (same.isEmpty() && candidate.clips().size() == reference.clips().size()) {
        same = Optional.of(candidate.clips().get(c));
      }
      out.add(
          same.orElseThrow(
              () -> new RequestException("candidate", "there is no clip '" + name + "'")));
    }
    return out;
  }
}
