package dev.sinew.io.gltf.write;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Skin;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** Writes inverse bind matrices, clips as animations, and tracks as samplers and channels. */
public final class MotionWriter {
  private MotionWriter() {}

  /** Writes the inverse bind matrices of a skin; returns the accessor. */
  public static int inverseBinds(GltfBuilder builder, Skin skin) {
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
  public static void addAnimation(GltfBuilder builder, Clip clip, IntUnaryOperator nodeOf) {
    animation(builder, clip, nodeOf).ifPresent(animation -> builder.add("animations", animation));
  }

  /** Returns a clip as an animation, which is not added; empty for a clip without tracks. */
  public static Optional<JsonObject> animation(
      GltfBuilder builder, Clip clip, IntUnaryOperator nodeOf) {
    JsonArray samplers = new JsonArray();
    JsonArray channels = new JsonArray();
    for (Clip.Track track : clip.tracks()) {
      addTrack(builder, samplers, channels, track, nodeOf.applyAsInt(track.joint()));
    }
    if (channels.isEmpty()) {
      return Optional.empty();
    }
    JsonObject animation = new JsonObject();
    animation.addProperty("name", clip.name());
    animation.add("samplers", samplers);
    animation.add("channels", channels);
    return Optional.of(animation);
  }

  /**
   * Adds a track to an animation.
   *
   * @param samplers the samplers of the animation
   * @param channels the channels of the animation
   * @param node the node that the track moves
   */
  public static void addTrack(
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
