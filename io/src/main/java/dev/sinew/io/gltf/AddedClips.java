package dev.sinew.io.gltf;

import com.google.gson.JsonObject;
import dev.sinew.model.Clip;
import java.util.List;

/**
 * Adds clips to the document of a character. A node that a clip moves must not have a matrix, so it
 * gets a translation, a rotation and a scale instead.
 */
final class AddedClips {
  private AddedClips() {}

  /**
   * Writes clips.
   *
   * @param asset the original file
   * @param clips over the skeleton of its character
   * @param builder everything else of the file, with updated references
   */
  static void write(GltfAsset asset, List<Clip> clips, GltfBuilder builder) {
    for (Clip clip : clips) {
      for (Clip.Track track : clip.tracks()) {
        JsonObject node =
            builder
                .json()
                .getAsJsonArray("nodes")
                .get(asset.nodes().get(track.joint()))
                .getAsJsonObject();
        if (node.has("matrix")) {
          RestDocument.setTransform(
              node, RestDocument.transform(asset.character().skeleton(), track.joint()));
        }
      }
      MotionWriter.addAnimation(builder, clip, joint -> asset.nodes().get(joint));
    }
  }
}
