package dev.sinew.review;

import dev.sinew.distance.CloseViews;
import dev.sinew.distance.CloseViews.View;
import dev.sinew.draw.Focus;
import dev.sinew.draw.Viewpoint.Place;
import java.util.List;

/**
 * A spot at which a level differs most from the original.
 *
 * @param pose the name of the pose: "rest", a clip with a time, or "pose 3" of those made up for
 *     models without clips
 * @param region the names of the regions it is in, such as "head, face"; may be empty
 * @param place its x, y, z in the scene
 * @param size the size of what a close view shows, in the scene
 * @param azimuth the camera's angle about the up axis in degrees, from the character's front
 * @param elevation the camera's angle above the horizon in degrees
 * @param difference the mean absolute difference of colours, 0 to 1
 * @param swapped the share of pixels that show another material than in the original
 */
public record WorstSpot(
    String pose,
    String region,
    List<Double> place,
    double size,
    double azimuth,
    double elevation,
    double difference,
    double swapped) {
  /** Copies the place. */
  public WorstSpot {
    place = List.copyOf(place);
  }

  static WorstSpot of(View view, String pose, String region, double front) {
    CloseViews.Spot spot = view.spot();
    Place at = spot.window().target();
    return new WorstSpot(
        pose,
        region,
        List.of(at.x(), at.y(), at.z()),
        spot.window().size(),
        spot.view().view().azimuth() - front,
        spot.view().view().elevation(),
        view.difference(),
        view.swapped());
  }

  /** Returns what a close view shows. */
  public Focus window() {
    return new Focus(new Place(place.get(0), place.get(1), place.get(2)), size);
  }
}
