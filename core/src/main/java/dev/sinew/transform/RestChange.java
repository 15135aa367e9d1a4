package dev.sinew.transform;

import dev.sinew.math.Affine;
import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Makes a pose of a clip the rest pose of a character. Vertices and inverse bind matrices stay:
 * they define the skin together, and no other vertices give the same skin in all poses. Where a
 * clip relies on the old rest value of a joint, it gets a track with one key of that value; so
 * every clip plays as before.
 */
public final class RestChange {
  /** Tolerance of a rest matrix that is a product of translation, rotation and scale. */
  private static final double SHEAR = 1e-9;

  private final SkinnedCharacter character;
  private final Skeleton old;

  /** Per joint the new values of the properties that change. */
  private final Map<Integer, Map<Property, double[]>> changes = new TreeMap<>();

  private RestChange(SkinnedCharacter character, Clip clip, double time) {
    this.character = character;
    old = character.skeleton();
    for (Clip.Track track : clip.tracks()) {
      double[] value = new double[track.components()];
      track.sample(time, value, 0);
      if (track.property() == Property.WEIGHTS) {
        value = weightsAt(clip, time, track.joint());
      }
      // The last of several tracks of one property applies.
      changes
          .computeIfAbsent(track.joint(), joint -> new EnumMap<>(Property.class))
          .put(track.property(), value);
    }
    changes.forEach(
        (joint, values) ->
            values
                .entrySet()
                .removeIf(one -> Arrays.equals(one.getValue(), restValue(joint, one.getKey()))));
    changes.values().removeIf(Map::isEmpty);
  }

  /**
   * Returns a character with the pose of a clip at a time as its rest pose.
   *
   * @param clip the name or index of a clip
   * @param time in seconds, clamped to the ends of the clip
   * @throws RequestException if there is no such clip, or a joint of it has a sheared rest matrix
   */
  public static SkinnedCharacter of(SkinnedCharacter character, String clip, double time) {
    RestChange change = new RestChange(character, character.clip(clip), time);
    return new SkinnedCharacter(
        change.skeleton(),
        character.skins(),
        character.meshes(),
        character.parts().stream().map(change::part).toList(),
        character.clips().stream().map(change::clip).toList(),
        character.materials());
  }

  /** Returns all weights of the mesh that a joint carries; a track may have too many or too few. */
  private double[] weightsAt(Clip clip, double time, int joint) {
    Pose pose = character.restPose();
    clip.sample(time, pose);
    return weights(pose, joint);
  }

  private double[] weights(Pose pose, int joint) {
    double[] out = new double[targetCount(joint)];
    Arrays.setAll(out, i -> pose.morphWeight(joint, i));
    return out;
  }

  private int targetCount(int joint) {
    for (Part part : character.parts()) {
      MorphTargets morphs = character.geometry(part).morphs();
      if (part.node() == joint && !morphs.isEmpty()) {
        return morphs.count();
      }
    }
    return 0;
  }

  private double[] restValue(int joint, Property property) {
    double[] out = new double[property == Property.ROTATION ? 4 : 3];
    switch (property) {
      case TRANSLATION -> old.copyRestTranslation(joint, out, 0);
      case ROTATION -> old.copyRestRotation(joint, out, 0);
      case SCALE -> old.copyRestScale(joint, out, 0);
      case WEIGHTS -> out = weights(character.restPose(), joint);
    }
    return out;
  }

  private Skeleton skeleton() {
    Skeleton.Builder out = Skeleton.builder().humanoid(old.humanoid());
    for (int j = 0; j < old.jointCount(); j++) {
      if (!changes.containsKey(j)) {
        out.add(old, j);
        continue;
      }
      requireNoShear(j);
      out.add(
          old.name(j),
          old.parent(j),
          value(j, Property.TRANSLATION),
          value(j, Property.ROTATION),
          value(j, Property.SCALE));
    }
    return out.build();
  }

  private double[] value(int joint, Property property) {
    double[] changed = changes.getOrDefault(joint, Map.of()).get(property);
    return changed == null ? restValue(joint, property) : changed;
  }

  /** A clip that does not move the joint would need its matrix. */
  private void requireNoShear(int joint) {
    double[] composed = new double[Affine.SIZE];
    double[] given = new double[Affine.SIZE];
    Affine.fromTrs(
        restValue(joint, Property.TRANSLATION),
        0,
        restValue(joint, Property.ROTATION),
        0,
        restValue(joint, Property.SCALE),
        0,
        composed,
        0);
    old.copyRestLocal(joint, given, 0);
    double size = Arrays.stream(given).map(Math::abs).max().orElse(0);
    for (int i = 0; i < Affine.SIZE; i++) {
      if (Math.abs(composed[i] - given[i]) > SHEAR * size) {
        throw new RequestException(
            "rest pose: expected a rest matrix without shear of the animated joint '"
                + old.name(joint)
                + "'");
      }
    }
  }

  private Part part(Part part) {
    double[] weights = changes.getOrDefault(part.node(), Map.of()).get(Property.WEIGHTS);
    return weights == null
        ? part
        : new Part(
            part.name(),
            part.node(),
            part.mesh(),
            part.skin(),
            Arrays.stream(weights).boxed().toList());
  }

  /** Returns a clip with a key of the old value of every property that it does not drive. */
  private Clip clip(Clip clip) {
    record Target(int joint, Property property) {}
    Set<Target> driven = new HashSet<>();
    clip.tracks().forEach(track -> driven.add(new Target(track.joint(), track.property())));
    List<Clip.Track> tracks = new ArrayList<>(clip.tracks());
    changes.forEach(
        (joint, values) -> {
          for (Property property : values.keySet()) {
            if (!driven.contains(new Target(joint, property))) {
              tracks.add(constant(joint, property));
            }
          }
        });
    return tracks.size() == clip.tracks().size() ? clip : new Clip(clip.name(), tracks);
  }

  private Clip.Track constant(int joint, Property property) {
    return new Clip.Track(
        joint, property, Clip.Interpolation.STEP, new double[1], restValue(joint, property));
  }
}
