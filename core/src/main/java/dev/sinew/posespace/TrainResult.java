package dev.sinew.posespace;

import dev.sinew.distance.ErrorSummary;
import java.util.List;

/**
 * A database and its errors.
 *
 * @param database the correctives
 * @param skin the error of the skinning model alone, over all examples
 * @param training the error at the examples of the database
 * @param holdout the error at examples that were not used
 * @param heldOut which these are
 * @param notes what a user should know
 */
public record TrainResult(
    PoseDatabase database,
    ErrorSummary skin,
    ErrorSummary training,
    ErrorSummary holdout,
    HeldOut heldOut,
    List<String> notes) {
  /** Examples that show how good a database is between those it has. */
  public enum HeldOut {
    /** The examples that were not picked. */
    OTHERS,
    /** Each example of the database, by a database of the others. */
    LEAVE_ONE_OUT,
    /**
     * The same by cross-validation, for many examples: parameters and principal offsets have seen
     * the example, so the error is rather too small.
     */
    LEAVE_ONE_OUT_ESTIMATE;

    @Override
    public String toString() {
      return switch (this) {
        case OTHERS -> "others";
        case LEAVE_ONE_OUT -> "leave-one-out";
        case LEAVE_ONE_OUT_ESTIMATE -> "leave-one-out estimate";
      };
    }
  }

  /** Copies the notes. */
  public TrainResult {
    notes = List.copyOf(notes);
  }
}
