package dev.sinew.io.gltf;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.io.gltf.json.JsonPlace;
import dev.sinew.io.gltf.json.NodeTree;
import dev.sinew.model.Clip;
import dev.sinew.model.Issue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Reads the animations of a document. Channels without a known target become an issue. */
final class ClipReader {
  private final JsonPlace root;
  private final Accessors accessors;
  private final NodeTree tree;
  private final List<Issue> issues;

  ClipReader(JsonPlace root, Accessors accessors, NodeTree tree, List<Issue> issues) {
    this.root = root;
    this.accessors = accessors;
    this.tree = tree;
    this.issues = issues;
  }

  List<Clip> read() throws MalformedAssetException {
    List<Clip> clips = new ArrayList<>();
    for (JsonPlace animation : root.items("animations")) {
      List<JsonPlace> samplers = animation.get("samplers").items();
      List<Clip.Track> tracks = new ArrayList<>();
      for (JsonPlace channel : animation.get("channels").items()) {
        track(channel, samplers).ifPresent(tracks::add);
      }
      clips.add(new Clip(animation.textOr("name", "animation " + clips.size()), tracks));
    }
    return clips;
  }

  private Optional<Clip.Track> track(JsonPlace channel, List<JsonPlace> samplers)
      throws MalformedAssetException {
    JsonPlace sampler = samplers.get(channel.get("sampler").index(samplers.size(), "samplers"));
    JsonPlace target = channel.get("target");
    JsonPlace node = target.find("node");
    String path = target.get("path").text();
    if (node == null) {
      issues.add(Issue.info(channel.pointer(), "animates '" + path + "' of no node; ignored"));
      return Optional.empty();
    }
    int joint = tree.joint(node);
    Optional<Clip.Property> property =
        switch (path) {
          case "translation" -> Optional.of(Clip.Property.TRANSLATION);
          case "rotation" -> Optional.of(Clip.Property.ROTATION);
          case "scale" -> Optional.of(Clip.Property.SCALE);
          case "weights" -> Optional.of(Clip.Property.WEIGHTS);
          default -> Optional.empty();
        };
    if (property.isEmpty()) {
      issues.add(Issue.info(channel.pointer(), "animates '" + path + "'; ignored"));
      return Optional.empty();
    }
    return Optional.of(track(joint, property.get(), sampler));
  }

  private Clip.Track track(int joint, Clip.Property property, JsonPlace sampler)
      throws MalformedAssetException {
    Clip.Interpolation interpolation =
        switch (sampler.textOr("interpolation", "LINEAR")) {
          case "LINEAR" -> Clip.Interpolation.LINEAR;
          case "STEP" -> Clip.Interpolation.STEP;
          case "CUBICSPLINE" -> Clip.Interpolation.CUBICSPLINE;
          default ->
              throw sampler.error("unknown interpolation " + sampler.get("interpolation").text());
        };
    JsonPlace input = sampler.get("input");
    JsonPlace output = sampler.get("output");
    double[] times = widen(accessors.finiteFloats(input, 1));
    int components =
        property == Clip.Property.WEIGHTS ? 1 : property == Clip.Property.ROTATION ? 4 : 3;
    double[] values = widen(accessors.finiteFloats(output, components));
    int perKey = values.length / times.length;
    int rows = interpolation == Clip.Interpolation.CUBICSPLINE ? 3 : 1;
    boolean fits =
        values.length % times.length == 0
            && perKey > 0
            && (property == Clip.Property.WEIGHTS
                ? perKey % rows == 0
                : perKey == rows * components);
    if (!fits) {
      throw output.error(
          values.length / components + " values for the " + times.length + " keys of the input");
    }
    return withoutRepeats(joint, property, interpolation, times, values, sampler, perKey);
  }

  /** Drops keys that are not later than the previous key. */
  private Clip.Track withoutRepeats(
      int joint,
      Clip.Property property,
      Clip.Interpolation interpolation,
      double[] times,
      double[] values,
      JsonPlace sampler,
      int perKey) {
    int kept = 0;
    for (int k = 0; k < times.length; k++) {
      if (kept == 0 || times[k] > times[kept - 1]) {
        times[kept] = times[k];
        System.arraycopy(values, k * perKey, values, kept * perKey, perKey);
        kept++;
      }
    }
    if (kept < times.length) {
      issues.add(
          Issue.warning(
              sampler.pointer() + "/input",
              (times.length - kept) + " keys are not later than the previous key; dropped"));
    }
    return new Clip.Track(
        joint,
        property,
        interpolation,
        Arrays.copyOf(times, kept),
        Arrays.copyOf(values, kept * perKey));
  }

  private static double[] widen(float[] values) {
    double[] out = new double[values.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[i];
    }
    return out;
  }
}
