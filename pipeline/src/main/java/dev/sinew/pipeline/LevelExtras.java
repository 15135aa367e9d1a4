package dev.sinew.pipeline;

import com.google.gson.JsonObject;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.simplify.ScreenCoverage;
import dev.sinew.simplify.SwitchDistance;
import java.util.Optional;

/** What the file of a level says of the distance from which on it is shown. */
final class LevelExtras {
  /** The member of the extras of the asset. */
  private static final String NAME = "SINEW_level";

  private LevelExtras() {}

  /** Returns a document that says it, or nothing if the distance is not known. */
  static GltfDocument of(GltfDocument document, Optional<SwitchDistance> from) {
    return document.withAssetExtra(NAME, from.map(LevelExtras::object));
  }

  private static JsonObject object(SwitchDistance from) {
    JsonObject level = new JsonObject();
    level.addProperty("distance", from.distance());
    level.addProperty("pixels", from.pixels());
    level.addProperty("fieldOfView", SwitchDistance.FIELD_OF_VIEW);
    level.addProperty("screenHeight", ScreenCoverage.SCREEN_HEIGHT);
    return level;
  }
}
