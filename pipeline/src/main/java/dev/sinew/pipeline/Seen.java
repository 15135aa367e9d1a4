package dev.sinew.pipeline;

import dev.sinew.distance.LookError;
import dev.sinew.review.RegionError;
import dev.sinew.review.Review;
import dev.sinew.review.WorstSpot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What people see of a character beside its original, as {@code simplify} and {@code compare} say
 * it.
 *
 * @param look the distance in appearance, in pictures with the normals and textures of the files;
 *     null if not measured
 * @param verdict from how far it looks like the original, in words; null if not reviewed
 * @param regions head, hands, materials and parts of the original; empty likewise
 * @param worstSpots the spots that differ most, worst first; empty likewise
 */
public record Seen(
    @Nullable LookError look,
    @Nullable String verdict,
    List<RegionError> regions,
    List<WorstSpot> worstSpots) {
  /** What is reported without measured pictures. */
  static final Seen NOTHING = new Seen(null, null, List.of(), List.of());

  static Seen of(@Nullable LookError look, @Nullable Review review) {
    return review == null
        ? new Seen(look, null, List.of(), List.of())
        : new Seen(look, review.verdict(), review.regions(), review.worstSpots());
  }
}
