package dev.sinew.merge;

import dev.sinew.model.Clip;
import dev.sinew.model.Clip.Property;
import dev.sinew.model.Clip.Track;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The morph targets of parts as those of one mesh. Targets of one name become one if they have the
 * same weight at rest and in all clips; all others stay on their own.
 */
final class UnitedTargets {
  private final SkinnedCharacter character;
  private final List<Part> parts;
  private final List<United> targets = new ArrayList<>();

  /**
   * A target of a part.
   *
   * @param part the index of the part
   * @param target its number there
   * @param rest its weight at rest
   */
  private record Source(int part, int target, double rest) {}

  private record United(String name, List<Source> sources) {}

  UnitedTargets(SkinnedCharacter character, List<Part> parts) {
    this.character = character;
    this.parts = parts;
    Set<String> names = new HashSet<>();
    Map<String, List<United>> byName = new HashMap<>();
    for (int p = 0; p < parts.size(); p++) {
      MorphTargets morphs = character.geometry(parts.get(p)).morphs();
      double[] rest = rest(parts.get(p));
      for (int t = 0; t < morphs.count(); t++) {
        String name = t < morphs.names().size() ? morphs.names().get(t) : "";
        Source source = new Source(p, t, rest[t]);
        List<United> alike = byName.computeIfAbsent(name, n -> new ArrayList<>());
        Optional<United> same =
            name.isEmpty()
                ? Optional.empty()
                : alike.stream().filter(united -> isSame(united, source)).findFirst();
        if (same.isPresent()) {
          same.get().sources.add(source);
        } else {
          String own = unused(name, p, t, names);
          names.add(own);
          targets.add(new United(own, new ArrayList<>(List.of(source))));
          alike.add(targets.getLast());
        }
      }
    }
  }

  private String unused(String name, int p, int t, Set<String> names) {
    String mesh = character.geometry(parts.get(p)).name();
    String wanted = name.isEmpty() ? mesh + " " + t : name;
    String out = names.contains(wanted) && !name.isEmpty() ? name + " (" + mesh + ")" : wanted;
    String first = out;
    for (int i = 2; names.contains(out); i++) {
      out = first + " " + i;
    }
    return out;
  }

  private double[] rest(Part part) {
    double[] out = character.geometry(part).morphs().restWeights();
    for (int t = 0; t < Math.min(out.length, part.morphWeights().size()); t++) {
      out[t] = part.morphWeights().get(t);
    }
    return out;
  }

  /** Returns true if a target of another part with the same name always has the same weight. */
  private boolean isSame(United united, Source source) {
    Source first = united.sources.getFirst();
    if (first.rest != source.rest
        || united.sources.stream().anyMatch(own -> own.part == source.part)) {
      return false;
    }
    for (Clip clip : character.clips()) {
      Track a = track(clip, parts.get(first.part));
      Track b = track(clip, parts.get(source.part));
      if (!haveSameCurve(a, first.target, b, source.target)) {
        return false;
      }
    }
    return true;
  }

  private static boolean haveSameCurve(@Nullable Track a, int i, @Nullable Track b, int j) {
    if (a == null || b == null) {
      return a == b;
    }
    if (a.interpolation() != b.interpolation() || !Arrays.equals(a.times(), b.times())) {
      return false;
    }
    double[] x = a.values();
    double[] y = b.values();
    int keys = x.length / a.components();
    for (int k = 0; k < keys; k++) {
      if (x[k * a.components() + i] != y[k * b.components() + j]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the track of a part's weights that counts: the last one. */
  private @Nullable Track track(Clip clip, Part part) {
    Track out = null;
    int count = character.geometry(part).morphs().count();
    for (Track track : clip.tracks()) {
      if (track.joint() == part.node()
          && track.property() == Property.WEIGHTS
          && track.components() >= count) {
        out = track;
      }
    }
    return out;
  }

  /**
   * Returns the targets of the joined mesh.
   *
   * @param geometries the parts in the common space
   * @param part the part of every wedge
   * @param wedge its wedge there
   */
  MorphTargets targets(List<Geometry> geometries, int[] part, int[] wedge) {
    if (targets.isEmpty()) {
      return MorphTargets.NONE;
    }
    List<float[]> positions = new ArrayList<>();
    List<float @Nullable []> normals = new ArrayList<>();
    for (United united : targets) {
      float[] moved = new float[3 * part.length];
      float[] turned = null;
      for (Source source : united.sources) {
        MorphTargets own = geometries.get(source.part).morphs();
        copy(own.positionOffsets(source.target), source.part, part, wedge, moved);
        float[] ownNormals = own.normalOffsets(source.target);
        if (ownNormals != null) {
          turned = turned == null ? new float[moved.length] : turned;
          copy(ownNormals, source.part, part, wedge, turned);
        }
      }
      positions.add(moved);
      normals.add(turned);
    }
    double[] rest = targets.stream().mapToDouble(one -> one.sources.getFirst().rest).toArray();
    return new MorphTargets(positions, normals, rest)
        .withNames(targets.stream().map(United::name).toList());
  }

  private static void copy(float[] from, int own, int[] part, int[] wedge, float[] out) {
    for (int w = 0; w < part.length; w++) {
      if (part[w] == own) {
        System.arraycopy(from, 3 * wedge[w], out, 3 * w, 3);
      }
    }
  }

  /**
   * Returns the clips with one track of weights where parts had one each.
   *
   * @param node the joint that carries the joined mesh
   */
  List<Clip> clips(int node) {
    List<Clip> out = new ArrayList<>();
    Set<Integer> nodes = new HashSet<>();
    for (Part part : parts) {
      if (!character.geometry(part).morphs().isEmpty()) {
        nodes.add(part.node());
      }
    }
    for (Clip clip : character.clips()) {
      List<Track> kept = new ArrayList<>(clip.tracks());
      boolean dropped =
          kept.removeIf(
              track -> track.property() == Property.WEIGHTS && nodes.contains(track.joint()));
      if (dropped) {
        UnitedTracks.of(node, targets.stream().map(one -> weight(clip, one)).toList())
            .ifPresent(kept::add);
      }
      out.add(dropped ? new Clip(clip.name(), kept) : clip);
    }
    return out;
  }

  private UnitedTracks.Weight weight(Clip clip, United united) {
    Source first = united.sources.getFirst();
    Optional<Track> track = Optional.ofNullable(track(clip, parts.get(first.part)));
    return new UnitedTracks.Weight(track, first.target, first.rest);
  }
}
