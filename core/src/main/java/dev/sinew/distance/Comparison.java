package dev.sinew.distance;

import java.util.List;

/**
 * The errors of a candidate relative to a reference. Lengths are in units of the reference's
 * longest box side at rest.
 *
 * @param error over the rest pose and all frames of all clips that move the reference
 * @param clips the error of every clip
 * @param poses the number of poses compared
 * @param perPose the error of every pose, in the order of comparison
 * @param corresponding true if vertex i was compared with vertex i, false if every vertex was
 *     compared with the closest point of the candidate
 * @param vertexRms the rms error of every reference vertex over the poses, in the model's units
 * @param notes remarks about the poses
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Comparison(
    ErrorSummary error,
    List<ClipError> clips,
    int poses,
    List<PoseError> perPose,
    boolean corresponding,
    double[] vertexRms,
    List<String> notes) {
  /** Copies the lists. */
  public Comparison {
    clips = List.copyOf(clips);
    perPose = List.copyOf(perPose);
    notes = List.copyOf(notes);
  }

  /**
   * The error over one clip.
   *
   * @param name the name of the reference's clip
   * @param error the error
   */
  public record ClipError(String name, ErrorSummary error) {}
}
