package dev.sinew.io.usd;

import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Skeleton;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A clip as the SkelAnimation prim of one skeleton: the joints that it moves, and the weights of
 * blend shapes. A sample of USD has the values of all joints, so each property is sampled at the
 * keys of all its tracks, where it is what it was, and the lines and arcs between samples are parts
 * of those between keys.
 */
final class UsdClip {
  /**
   * A blend shape.
   *
   * @param token its name, the same in meshes and animations
   * @param node the node with its weight
   * @param target its number among the morph targets of the mesh
   * @param rest its weight at rest
   */
  record Shape(String token, int node, int target, double rest) {}

  private final Clip clip;
  private final Skeleton nodes;
  private final Timeline timeline;
  private final List<UsdSkeleton.Joint> joints = new ArrayList<>();
  private final List<Shape> shapes;
  private final Map<Driven, Clip.Track> tracks = new HashMap<>();

  /** What a track drives. */
  private record Driven(Property property, int node) {}

  /**
   * Prepares a clip.
   *
   * @param shapes the blend shapes of the meshes of the skeleton
   */
  UsdClip(Clip clip, Skeleton nodes, UsdSkeleton skeleton, List<Shape> shapes, Timeline timeline) {
    this.clip = clip;
    this.nodes = nodes;
    this.timeline = timeline;
    for (Clip.Track track : clip.tracks()) {
      tracks.put(new Driven(track.property(), track.joint()), track);
    }
    for (UsdSkeleton.Joint joint : skeleton.joints()) {
      if (isMoved(joint.node())) {
        joints.add(joint);
      }
    }
    this.shapes =
        shapes.stream()
            .filter(shape -> shape.rest() != 0 || tracks.containsKey(weightsOf(shape)))
            .toList();
  }

  private static Driven weightsOf(Shape shape) {
    return new Driven(Property.WEIGHTS, shape.node());
  }

  private boolean isMoved(int node) {
    return List.of(Property.TRANSLATION, Property.ROTATION, Property.SCALE).stream()
        .anyMatch(property -> tracks.containsKey(new Driven(property, node)));
  }

  /** Returns true if the clip does nothing to the skeleton and its meshes. */
  boolean isEmpty() {
    return joints.isEmpty() && shapes.isEmpty();
  }

  /** Writes the prim. */
  void write(UsdText out, String name) throws IOException {
    out.open("def SkelAnimation \"" + name + '"');
    out.array("uniform token[] joints", joints.size(), j -> out.raw(quoted(joints.get(j).path())));
    property(out, Property.TRANSLATION, "float3[] translations");
    property(out, Property.ROTATION, "quatf[] rotations");
    property(out, Property.SCALE, "half3[] scales");
    if (!shapes.isEmpty()) {
      out.array(
          "uniform token[] blendShapes",
          shapes.size(),
          s -> out.raw(quoted(shapes.get(s).token())));
      List<Clip.Track> used =
          shapes.stream()
              .map(shape -> tracks.get(weightsOf(shape)))
              .filter(track -> track != null)
              .distinct()
              .toList();
      double[] times = times(used, shapes.size());
      if (times.length > 0) {
        // Some loaders want a value outside of time, too.
        out.array(
            "float[] blendShapeWeights",
            shapes.size(),
            s -> out.number((float) shapes.get(s).rest()));
      }
      samples(out, "float[] blendShapeWeights", times, shapes.size(), this::weights);
    }
    out.close();
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }

  private void property(UsdText out, Property property, String declaration) throws IOException {
    List<Clip.Track> used = new ArrayList<>();
    for (UsdSkeleton.Joint joint : joints) {
      Clip.Track track = track(property, joint);
      if (track != null) {
        used.add(track);
      }
    }
    double[] times = times(used, joints.size() * (property == Property.ROTATION ? 4 : 3));
    double[] before = new double[4 * joints.size()];
    samples(
        out,
        declaration,
        times,
        joints.size(),
        (time, item) -> {
          double[] value = value(property, joints.get(item), time);
          if (property == Property.ROTATION) {
            return rotation(value, before, 4 * item);
          }
          return tuple(value);
        });
  }

  /** Returns the track of a joint; a joint without the scale of its node has none for it. */
  private Clip.@Nullable Track track(Property property, UsdSkeleton.Joint joint) {
    return property == Property.SCALE && !joint.scaled()
        ? null
        : tracks.get(new Driven(property, joint.node()));
  }

  private double[] times(List<Clip.Track> used, int numbersPerTime) {
    double[] times = KeyTimes.of(used);
    timeline.spend(clip, times.length, numbersPerTime);
    return times;
  }

  /** The value of an item at a time, as text. */
  @FunctionalInterface
  private interface Value {
    String at(double time, int item);
  }

  private void samples(UsdText out, String declaration, double[] times, int count, Value value)
      throws IOException {
    if (times.length == 0) {
      out.array(declaration, count, i -> out.raw(value.at(0, i)));
      return;
    }
    out.open(declaration + ".timeSamples =");
    for (double time : times) {
      out.sample(timeline.code(time), count, i -> out.raw(value.at(time, i)));
    }
    out.close();
  }

  private double[] value(Property property, UsdSkeleton.Joint joint, double time) {
    double[] out = new double[property == Property.ROTATION ? 4 : 3];
    Clip.Track track = track(property, joint);
    if (track != null) {
      track.sample(time, out, 0);
    } else if (property == Property.TRANSLATION) {
      nodes.copyRestTranslation(joint.node(), out, 0);
    } else if (property == Property.ROTATION) {
      nodes.copyRestRotation(joint.node(), out, 0);
    } else if (joint.scaled()) {
      nodes.copyRestScale(joint.node(), out, 0);
    } else {
      java.util.Arrays.fill(out, 1);
    }
    return out;
  }

  private static String tuple(double[] value) {
    return "("
        + UsdText.text((float) value[0])
        + ','
        + UsdText.text((float) value[1])
        + ','
        + UsdText.text((float) value[2])
        + ')';
  }

  /** Returns a quaternion, real part first, in the half of all that the one before it is in. */
  private static String rotation(double[] q, double[] before, int at) {
    double dot = 0;
    for (int i = 0; i < 4; i++) {
      dot += q[i] * before[at + i];
    }
    double sign = dot < 0 ? -1 : 1;
    for (int i = 0; i < 4; i++) {
      before[at + i] = sign * q[i];
    }
    return "("
        + UsdText.text((float) before[at + 3])
        + ','
        + UsdText.text((float) before[at])
        + ','
        + UsdText.text((float) before[at + 1])
        + ','
        + UsdText.text((float) before[at + 2])
        + ')';
  }

  private String weights(double time, int item) {
    Shape shape = shapes.get(item);
    Clip.Track track = tracks.get(weightsOf(shape));
    if (track == null) {
      return UsdText.text((float) shape.rest());
    }
    double[] values = new double[track.components()];
    track.sample(time, values, 0);
    return UsdText.text((float) (shape.target() < values.length ? values[shape.target()] : 0));
  }
}
