package dev.sinew.io.gltf;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.io.gltf.write.GltfBuilder;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Skin;
import java.util.List;
import java.util.Locale;
import java.util.function.IntUnaryOperator;

/** Writes inverse bind matrices, clips as animations, and tracks as samplers and channels. */
final class MotionWriter {
  private MotionWriter() {}

  /** Writes the inverse bind matrices of a skin; returns the accessor. */
  static int inverseBinds(GltfBuilder builder, Skin skin) {
    float[] columns = new float[16 * skin.jointCount()];
    double[] bind = new double[Affine.SIZE];
    for (int i = 0; i < skin.jointCount(); i++) {
      skin.copyInverseBind(i, bind, 0);
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 4; c++) {
          columns[16 * i + 4 * c + r] = (float) bind[4 * r + c];
        }
      }
      columns[16 * i + 15] = 1;
    }
    return builder.plainFloats(columns, "MAT4", 16);
  }

  /**
   * Adds a clip as an animation; a clip without tracks is not written.
   *
   * @param nodeOf the node of a joint
   */
  static void addAnimation(GltfBuilder builder, Clip clip, IntUnaryOperator nodeOf) {
    JsonArray samplers = new JsonArray();
    JsonArray channels = new JsonArray();
    for (Clip.Track track : clip.tracks()) {
      addTrack(builder, samplers, channels, track, nodeOf.applyAsInt(track.joint()));
    }
    if (channels.isEmpty()) {
      return;
    }
    JsonObject animation = new JsonObject();
    animation.addProperty("name", clip.name());
    animation.add("samplers", samplers);
    animation.add("channels", channels);
    builder.add("animations", animation);
  }

  /**
   * Adds clips to the document of a character. A node that a clip moves must not have a matrix, so
   * it gets a translation, a rotation and a scale instead.
   *
   * @param asset the original file
   * @param clips over the skeleton of its character
   */
  static void addClips(GltfBuilder builder, GltfAsset asset, List<Clip> clips) {
    for (Clip clip : clips) {
      for (Clip.Track track : clip.tracks()) {
        int index = asset.nodes().get(track.joint());
        JsonObject node = builder.json().getAsJsonArray("nodes").get(index).getAsJsonObject();
        if (node.has("matrix")) {
          RestDocument.setTransform(
              node, RestDocument.transform(asset.character().skeleton(), track.joint()));
        }
      }
      addAnimation(builder, clip, joint -> asset.nodes().get(joint));
    }
  }

  /**
   * Adds a track to an animation.
   *
   * @param samplers the samplers of the animation
   * @param channels the channels of the animation
   * @param node the node that the track moves
   */
  static void addTrack(
      GltfBuilder builder, JsonArray samplers, JsonArray channels, Clip.Track track, int node) {
    JsonObject sampler = new JsonObject();
    sampler.addProperty("input", builder.times(narrow(track.times())));
    sampler.addProperty("interpolation", track.interpolation().name());
    sampler.addProperty("output", output(builder, track));
    JsonObject target = new JsonObject();
    target.addProperty("node", node);
    target.addProperty("path", track.property().name().toLowerCase(Locale.ROOT));
    JsonObject channel = new JsonObject();
    channel.addProperty("sampler", samplers.size());
    channel.add("target", target);
    samplers.add(sampler);
    channels.add(channel);
  }

  private static int output(GltfBuilder builder, Clip.Track track) {
    float[] values = narrow(track.values());
    return switch (track.property()) {
      case TRANSLATION, SCALE -> builder.plainFloats(values, "VEC3", 3);
      case ROTATION -> builder.plainFloats(values, "VEC4", 4);
      case WEIGHTS -> builder.plainFloats(values, "SCALAR", 1);
    };
  }

  private static float[] narrow(double[] values) {
    float[] out = new float[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (float) values[i];
    }
    return out;
  }
}
