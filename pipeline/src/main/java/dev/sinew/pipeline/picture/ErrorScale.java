package dev.sinew.pipeline.picture;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.sinew.draw.ColorRamp;
import dev.sinew.draw.Legend;
import dev.sinew.io.gltf.GltfDocument;
import java.util.Arrays;
import java.util.Optional;

/**
 * The colour scale of errors on a surface, from 0 to a largest error. A file coloured by it carries
 * it as {@code extras.sinewErrorScale} of its scenes, so that pictures of the file have a legend.
 *
 * @param largest the error of the last colour, in units of the longest box side
 */
public record ErrorScale(double largest) {
  private static final String MEMBER = "sinewErrorScale";
  private static final ColorRamp RAMP = ColorRamp.SEQUENTIAL;
  private static final String CAPTION = "rms distance / longest box side";

  /** The share of the vertices that the scale resolves; the others have its last colour. */
  private static final double RESOLVED = 0.98;

  /** Returns a scale that shows where errors are: a few extreme vertices do not stretch it. */
  public static ErrorScale of(double[] errors) {
    double[] sorted = errors.clone();
    Arrays.sort(sorted);
    int last = sorted.length - 1;
    double resolved = last < 0 ? 0 : sorted[(int) Math.floor(RESOLVED * last)];
    double most = last < 0 ? 0 : sorted[last];
    return new ErrorScale(resolved > 0 ? resolved : most > 0 ? most : 1);
  }

  /** Returns the scale of a file; empty if it has none. */
  public static Optional<ErrorScale> of(GltfDocument document) {
    if (document.json().get("scenes") instanceof JsonArray scenes
        && !scenes.isEmpty()
        && scenes.get(0) instanceof JsonObject scene
        && scene.get("extras") instanceof JsonObject extras
        && extras.get(MEMBER) instanceof JsonPrimitive largest
        && largest.isNumber()
        && largest.getAsDouble() > 0) {
      return Optional.of(new ErrorScale(largest.getAsDouble()));
    }
    return Optional.empty();
  }

  /** Stores the scale in the scenes of a file. */
  public void storeIn(GltfDocument document) {
    if (document.json().get("scenes") instanceof JsonArray scenes) {
      for (int i = 0; i < scenes.size(); i++) {
        JsonObject scene = scenes.get(i).getAsJsonObject();
        JsonObject extras =
            scene.get("extras") instanceof JsonObject known ? known : new JsonObject();
        extras.addProperty(MEMBER, largest);
        scene.add("extras", extras);
      }
    }
  }

  /** Returns linear red, green, blue of every error. */
  public float[] colors(double[] errors) {
    return RAMP.colors(errors, 0, largest);
  }

  /** Returns the legend of pictures. */
  public Legend legend() {
    return new Legend(RAMP, 0, largest, CAPTION);
  }
}
