package dev.sinew.io.fbx;

import dev.sinew.io.MalformedAssetException;
import dev.sinew.model.Issue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * The blend shapes of a geometry. A channel with several shapes goes through them one after the
 * other while its percentage grows; each becomes a morph target, and the weights follow.
 *
 * @param channels the channels with at least one shape
 */
record FbxShapes(List<Channel> channels) {
  static final String PERCENT = "DeformPercent";
  private static final double FULL = 100;

  /**
   * A shape of a channel.
   *
   * @param geometry the object with the offsets
   * @param full the percentage at which the shape is reached
   */
  record Target(FbxObject geometry, double full) {}

  /**
   * A channel.
   *
   * @param percent its percentage without clips
   * @param targets its shapes by their percentages, which grow from more than 0
   */
  record Channel(FbxObject object, double percent, List<Target> targets) {}

  /** Reads the channels of a geometry. */
  static FbxShapes of(FbxScene scene, FbxObject geometry, List<Issue> issues)
      throws MalformedAssetException {
    List<Channel> channels = new ArrayList<>();
    for (FbxObject deformer : scene.below(geometry, "Deformer", "BlendShape")) {
      for (FbxObject channel : scene.below(deformer, "Deformer", "BlendShapeChannel")) {
        List<Target> targets = targets(scene, channel);
        if (!targets.isEmpty()) {
          channels.add(new Channel(channel, percent(channel), targets));
        }
        if (targets.size() > 1) {
          issues.add(
              Issue.info(
                  channel.title(),
                  "its "
                      + targets.size()
                      + " shapes become morph targets whose weights follow one percentage"));
        }
      }
    }
    return new FbxShapes(channels);
  }

  private static List<Target> targets(FbxScene scene, FbxObject channel)
      throws MalformedAssetException {
    List<FbxObject> shapes = scene.below(channel, "Geometry", "Shape");
    double[] full = channel.node().numbersOf("FullWeights");
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < shapes.size(); i++) {
      // Blender writes a weight per vertex here.
      boolean known = full.length == shapes.size() && full[i] > 0 && Double.isFinite(full[i]);
      targets.add(new Target(shapes.get(i), known ? full[i] : FULL));
    }
    targets.sort(Comparator.comparingDouble(Target::full));
    return targets;
  }

  /** Returns the percentage of a channel without clips. */
  static double percent(FbxObject channel) throws MalformedAssetException {
    double stored = channel.node().find(PERCENT).map(node -> node.number(0)).orElse(0.0);
    return channel.number(PERCENT, Double.isFinite(stored) ? stored : 0);
  }

  boolean isEmpty() {
    return channels.isEmpty();
  }

  /** Returns the weights of all targets. */
  double[] weights(IntToDoubleFunction percents) {
    double[] out = new double[channels.stream().mapToInt(c -> c.targets.size()).sum()];
    int first = 0;
    for (int c = 0; c < channels.size(); c++) {
      List<Target> targets = channels.get(c).targets;
      spread(percents.applyAsDouble(c), targets, out, first);
      first += targets.size();
    }
    return out;
  }

  /** Writes the weights of a channel: in full up to its first and from its last shape on. */
  private static void spread(double percent, List<Target> targets, double[] out, int first) {
    int last = targets.size() - 1;
    int above = 0;
    while (above < last && percent > targets.get(above).full) {
      above++;
    }
    double high = targets.get(above).full;
    double low = above == 0 ? 0 : targets.get(above - 1).full;
    double share = high > low ? (percent - low) / (high - low) : 1;
    out[first + above] = share;
    if (above > 0) {
      out[first + above - 1] = 1 - share;
    }
  }

  /** Returns a name for every target. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (Channel channel : channels) {
      for (Target target : channel.targets) {
        boolean own = channel.targets.size() > 1 || channel.object.name().isEmpty();
        names.add(own ? target.geometry.name() : channel.object.name());
      }
    }
    return names;
  }

  /** Returns all targets. */
  List<Target> targets() {
    return channels.stream().flatMap(channel -> channel.targets.stream()).toList();
  }
}
