package dev.sinew.retarget;

import dev.sinew.model.Clip;
import java.util.List;

/**
 * A motion on another skeleton.
 *
 * @param clip the motion; without tracks if no joint matches
 * @param matched the names of the joints that follow the motion
 * @param unmatched the names of the motion's joints that turn and that no joint follows
 * @param moves true if the path of the motion is used, too
 * @param isSame true if both skeletons are the same, so that all tracks could be kept
 */
public record RetargetResult(
    Clip clip, List<String> matched, List<String> unmatched, boolean moves, boolean isSame) {
  /** Copies the lists. */
  public RetargetResult {
    matched = List.copyOf(matched);
    unmatched = List.copyOf(unmatched);
  }
}
