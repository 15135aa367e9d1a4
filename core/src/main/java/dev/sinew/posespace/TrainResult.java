package dev.sinew.posespace;

import dev.sinew.distance.ErrorSummary;
import java.util.List;

/**
 * A database and how good it is.
 *
 * @param database the correctives
 * @param skin the error of the skinning model alone, over all examples
 * @param training the error at the examples of the database
 * @param holdout the error at the other examples; if there are none, at each example of the
 *     database as interpolated from the others
 * @param heldOut true if there were other examples
 * @param notes what a user should know
 */
public record TrainResult(
    PoseDatabase database,
    ErrorSummary skin,
    ErrorSummary training,
    ErrorSummary holdout,
    boolean heldOut,
    List<String> notes) {
  /** Copies the notes. */
  public TrainResult {
    notes = List.copyOf(notes);
  }
}
