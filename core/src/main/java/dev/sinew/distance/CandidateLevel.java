package dev.sinew.distance;

import dev.sinew.math.Affine;
import dev.sinew.model.Box;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes a character of another file as a level of a reference: its meshes and materials on the
 * skeleton of the reference. That needs the same meshes, by name or else by order, with the same
 * groups, joints and bind matrices.
 */
public final class CandidateLevel {
  /** The largest distance between the images of a point under equal matrices, in mesh sizes. */
  private static final double TOLERANCE = 1e-5;

  private final SkinnedCharacter reference;
  private final SkinnedCharacter candidate;
  private final Pose referenceRest;
  private final Pose candidateRest;

  private CandidateLevel(SkinnedCharacter reference, SkinnedCharacter candidate) {
    this.reference = reference;
    this.candidate = candidate;
    referenceRest = reference.restPose();
    candidateRest = candidate.restPose();
  }

  /** Returns the reference with the meshes and materials of the candidate, if they fit. */
  public static Optional<SkinnedCharacter> of(
      SkinnedCharacter reference, SkinnedCharacter candidate) {
    CandidateLevel pair = new CandidateLevel(reference, candidate);
    // Levels in one file have names of their own where the meshes of the file have none.
    return pair.level(true).or(() -> pair.level(false));
  }

  private Optional<SkinnedCharacter> level(boolean byName) {
    Map<Integer, Integer> meshes = new HashMap<>();
    List<Part> left = new ArrayList<>(candidate.parts());
    for (Part part : reference.parts()) {
      Optional<Part> same = left.stream().filter(other -> fits(part, other, byName)).findFirst();
      if (same.isEmpty()
          || meshes.getOrDefault(part.mesh(), same.get().mesh()) != same.get().mesh()) {
        return Optional.empty();
      }
      left.remove(same.get());
      meshes.put(part.mesh(), same.get().mesh());
    }
    return left.isEmpty() ? Optional.of(with(meshes)) : Optional.empty();
  }

  private SkinnedCharacter with(Map<Integer, Integer> meshes) {
    List<Geometry> geometries = new ArrayList<>();
    List<List<Material>> materials = new ArrayList<>();
    for (int m = 0; m < reference.meshes().size(); m++) {
      Integer same = meshes.get(m);
      geometries.add(same == null ? reference.meshes().get(m) : candidate.meshes().get(same));
      materials.add(same == null ? materials(reference, m) : materials(candidate, same));
    }
    return reference.withMeshes(geometries).withMaterials(materials);
  }

  private static List<Material> materials(SkinnedCharacter character, int mesh) {
    return character.materials().isEmpty() ? List.of() : character.materials().get(mesh);
  }

  private boolean fits(Part own, Part other, boolean byName) {
    Geometry ours = reference.geometry(own);
    Geometry theirs = candidate.geometry(other);
    return (!byName || ours.name().equals(theirs.name()))
        && ours.mesh().groupCount() == theirs.mesh().groupCount()
        && ours.morphs().count() == theirs.morphs().count()
        && movers(reference, own).equals(movers(candidate, other))
        && areClose(
            ours.mesh().bounds(),
            binding(reference, referenceRest, own),
            binding(candidate, candidateRest, other));
  }

  /** Returns the names of the joints of a part's skin; none without a skin. */
  private static List<String> movers(SkinnedCharacter character, Part part) {
    List<String> names = new ArrayList<>();
    if (part.skin() != SkinnedCharacter.NO_SKIN) {
      Skin skin = character.skins().get(part.skin());
      for (int i = 0; i < skin.jointCount(); i++) {
        names.add(character.skeleton().name(skin.joint(i)));
      }
    }
    return names;
  }

  /** Returns the inverse bind matrices of a part, or the place of its node without a skin. */
  private static double[] binding(SkinnedCharacter character, Pose rest, Part part) {
    if (part.skin() == SkinnedCharacter.NO_SKIN) {
      double[] place = new double[Affine.SIZE];
      rest.copyGlobal(part.node(), place, 0);
      return place;
    }
    Skin skin = character.skins().get(part.skin());
    double[] binds = new double[Affine.SIZE * skin.jointCount()];
    for (int i = 0; i < skin.jointCount(); i++) {
      skin.copyInverseBind(i, binds, Affine.SIZE * i);
    }
    return binds;
  }

  private static boolean areClose(Box box, double[] one, double[] other) {
    boolean close = one.length == other.length;
    for (int m = 0; close && m < one.length; m += Affine.SIZE) {
      close = box.isMovedAlike(one, m, other, m, TOLERANCE);
    }
    return close;
  }
}
