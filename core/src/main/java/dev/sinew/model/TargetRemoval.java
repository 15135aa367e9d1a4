package dev.sinew.model;

import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.run.FileText;
import dev.sinew.run.NearNames;
import dev.sinew.run.RequestException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Takes morph targets out of a character, with their weights at rest and in clips. The targets that
 * are left keep their numbers, by which a file finds them again.
 */
public final class TargetRemoval {
  private static final int NAMES_SHOWN = 5;

  private TargetRemoval() {}

  /**
   * Returns the targets that patterns name, per mesh.
   *
   * @param patterns each the name of a target or its number, both perhaps after the name of a mesh
   *     and a colon; {@code *} stands for any characters, {@code ?} for one
   * @throws RequestException if a pattern names no target
   */
  public static List<BitSet> named(SkinnedCharacter character, List<String> patterns) {
    List<BitSet> out = new ArrayList<>();
    character.meshes().forEach(mesh -> out.add(new BitSet()));
    for (String pattern : patterns) {
      Pattern glob = glob(pattern);
      boolean found = false;
      for (int m = 0; m < out.size(); m++) {
        Geometry mesh = character.meshes().get(m);
        for (int t = 0; t < mesh.morphs().count(); t++) {
          if (matches(glob, mesh, t)) {
            out.get(m).set(t);
            found = true;
          }
        }
      }
      if (!found) {
        throw new RequestException(noTarget(character, pattern));
      }
    }
    return out;
  }

  private static Pattern glob(String pattern) {
    StringBuilder out = new StringBuilder();
    for (int c : pattern.codePoints().toArray()) {
      out.append(
          c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(new String(Character.toChars(c))));
    }
    return Pattern.compile(out.toString(), Pattern.DOTALL);
  }

  private static boolean matches(Pattern glob, Geometry mesh, int target) {
    for (String own : List.of(mesh.morphs().name(target), String.valueOf(target))) {
      if (glob.matcher(own).matches() || glob.matcher(mesh.name() + ":" + own).matches()) {
        return true;
      }
    }
    return false;
  }

  private static String noTarget(SkinnedCharacter character, String pattern) {
    List<String> names = new ArrayList<>();
    for (Geometry mesh : character.meshes()) {
      for (int t = 0; t < mesh.morphs().count(); t++) {
        names.add(mesh.morphs().name(t));
      }
    }
    if (names.isEmpty()) {
      return "morph target '" + pattern + "': the model has none";
    }
    List<String> near = NearNames.of(pattern, names, NAMES_SHOWN);
    List<String> shown =
        near.isEmpty() ? names.stream().distinct().limit(NAMES_SHOWN).toList() : near;
    return "there is no morph target '%s'; %s %s"
        .formatted(
            pattern,
            near.isEmpty() ? "the model's include" : "near names are",
            FileText.shortened(String.join(", ", shown)));
  }

  /**
   * Returns a character without some targets. Clips of which nothing is left stay, without tracks.
   *
   * @param gone per mesh the targets that go
   */
  public static SkinnedCharacter from(SkinnedCharacter character, List<BitSet> gone) {
    if (gone.stream().allMatch(BitSet::isEmpty)) {
      return character;
    }
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry mesh = character.meshes().get(m);
      BitSet kept = new BitSet();
      kept.set(0, mesh.morphs().count());
      kept.andNot(gone.get(m));
      meshes.add(mesh.withMorphs(mesh.morphs().keeping(kept)));
    }
    Map<Integer, BitSet> byNode = new HashMap<>();
    List<Part> parts = new ArrayList<>();
    for (Part part : character.parts()) {
      BitSet own = gone.get(part.mesh());
      byNode.put(part.node(), own);
      List<Double> weights = new ArrayList<>();
      for (int t = 0; t < part.morphWeights().size(); t++) {
        if (!own.get(t)) {
          weights.add(part.morphWeights().get(t));
        }
      }
      parts.add(new Part(part.name(), part.node(), part.mesh(), part.skin(), weights));
    }
    List<Clip> clips =
        character.clips().stream().map(clip -> withoutColumns(clip, byNode)).toList();
    return character.withMeshes(meshes).withParts(parts).withClips(clips);
  }

  /** Returns the same character, with the morph targets of every mesh numbered from 0. */
  public static SkinnedCharacter renumbered(SkinnedCharacter character) {
    return character.withMeshes(
        character.meshes().stream()
            .map(mesh -> mesh.withMorphs(mesh.morphs().renumbered()))
            .toList());
  }

  private static Clip withoutColumns(Clip clip, Map<Integer, BitSet> gone) {
    List<Clip.Track> tracks = new ArrayList<>();
    boolean changed = false;
    for (Clip.Track track : clip.tracks()) {
      BitSet own = gone.getOrDefault(track.joint(), new BitSet());
      if (track.property() != Clip.Property.WEIGHTS || own.isEmpty()) {
        tracks.add(track);
      } else {
        changed = true;
        withoutColumns(track, own).ifPresent(tracks::add);
      }
    }
    return changed ? new Clip(clip.name(), tracks) : clip;
  }

  private static Optional<Clip.Track> withoutColumns(Clip.Track track, BitSet gone) {
    double[] values = track.values();
    double[] left = new double[values.length];
    int count = 0;
    for (int i = 0; i < values.length; i++) {
      if (!gone.get(i % track.components())) {
        left[count++] = values[i];
      }
    }
    return count == 0
        ? Optional.empty()
        : Optional.of(
            new Clip.Track(
                track.joint(),
                track.property(),
                track.interpolation(),
                track.times(),
                Arrays.copyOf(left, count)));
  }
}
