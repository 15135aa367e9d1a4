package dev.sinew.merge;

import dev.sinew.math.Affine;
import dev.sinew.merge.MergeResult.Size;
import dev.sinew.merge.SharedMaterials.Materials;
import dev.sinew.model.Influences;
import dev.sinew.model.Material;
import dev.sinew.model.MeshJoiner;
import dev.sinew.model.MorphTargets;
import dev.sinew.model.Skeleton;
import dev.sinew.model.Skin;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Geometry;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.Skinning;
import dev.sinew.model.TriMesh;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes one mesh of all parts of a character, over one skin, with as few materials as their shaders
 * allow: fewer draw calls for the same pictures in every pose. Rigid parts follow the joints above
 * them. Materials that differ only in textures and factors share atlases.
 */
public final class Merge {
  /** The maximum number of vertices of all copies of meshes that are shown several times. */
  private static final long MOST_COPIED = 4_000_000;

  private final SkinnedCharacter character;
  private final MergeOptions options;
  private final RunContext context;
  private final List<String> notes = new ArrayList<>();
  private final List<Part> parts;

  private Merge(SkinnedCharacter character, MergeOptions options, RunContext context) {
    this.character = character;
    this.options = options;
    this.context = context;
    parts = character.parts().stream().filter(this::isMerged).toList();
  }

  /**
   * Merges the parts of a character.
   *
   * @throws RequestException if the character shows no triangles, or too many copies of meshes
   */
  public static MergeResult run(
      SkinnedCharacter character, MergeOptions options, RunContext context) {
    return new Merge(character, options, context).run();
  }

  private MergeResult run() {
    Size before = size(character);
    if (before.drawCalls() == 0) {
      throw new RequestException("the model shows no triangles to merge");
    }
    requireFewCopies();
    noteKept();
    if (parts.size() < 2 && parts.stream().allMatch(part -> groups(part) < 2)) {
      notes.add(
          "nothing to merge: the model has one mesh of one material, apart from what is kept");
      return new MergeResult(character, before, before, List.of(), notes);
    }
    Part reference = reference();
    UnitedSkin skin = new UnitedSkin(character, reference);
    int carrier = reference == null ? skin.addRoot(name()) : reference.node();
    List<Geometry> moved = new ArrayList<>();
    List<Influences> rows = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      context.report("joining meshes", p, parts.size());
      UnitedSkin.Moved one = skin.add(parts.get(p));
      boolean flip = isMirrored(parts.get(p).node()) != (reference != null && isMirrored(carrier));
      moved.add(new PartMesh(one.motion()).of(character.geometry(parts.get(p)), flip));
      rows.add(one.weights());
    }
    if (skin.twins() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%d joints were added: skins bind them differently, as no motion of vertices"
                  + " explains",
              skin.twins()));
    }
    MeshJoiner joiner = new MeshJoiner(moved.stream().map(Geometry::mesh).toList());
    TriMesh joined = joiner.join(MeshJoiner.Missing.WHITE);
    Materials materials = new SharedMaterials(joined, materials(), options, notes, context).make();
    SkinnedCharacter merged = assemble(skin, carrier, joiner, moved, rows, materials);
    Size after = size(merged);
    if (after.drawCalls() == before.drawCalls()) {
      notes.add("nothing to merge: the model has as few draw calls as its materials allow");
      return new MergeResult(character, before, before, List.of(), notes);
    }
    return new MergeResult(merged, before, after, materials.atlases(), notes);
  }

  // ---- what is merged --------------------------------------------------------------------------

  private boolean isMerged(Part part) {
    Geometry geometry = character.geometry(part);
    return geometry.mesh().triangleCount() > 0
        && !options.keeps(geometry.name())
        && (part.skin() == SkinnedCharacter.NO_SKIN
            || geometry.skinning() instanceof Skinning.Linear);
  }

  private void noteKept() {
    Set<String> kept = new HashSet<>();
    for (Part part : character.parts()) {
      Geometry geometry = character.geometry(part);
      boolean isLinear =
          part.skin() == SkinnedCharacter.NO_SKIN || geometry.skinning() instanceof Skinning.Linear;
      if (!isLinear && kept.add(geometry.name())) {
        notes.add("mesh \"" + geometry.name() + "\" stays apart: it has animation coordinates");
      }
    }
  }

  private void requireFewCopies() {
    Set<Integer> shown = new HashSet<>();
    long copied = 0;
    for (Part part : parts) {
      copied += shown.add(part.mesh()) ? 0 : character.geometry(part).mesh().wedgeCount();
    }
    if (copied > MOST_COPIED) {
      throw new RequestException(
          String.format(
              Locale.ROOT,
              "meshes that are shown several times would be copied: expected at most %d vertices of"
                  + " copies, got %d",
              MOST_COPIED,
              copied));
    }
  }

  private int groups(Part part) {
    return (int)
        java.util.Arrays.stream(character.geometry(part).mesh().groups()).distinct().count();
  }

  /** Returns the largest part with a skin, whose vertices and node stay; null if none has one. */
  private @Nullable Part reference() {
    return parts.stream()
        .filter(part -> part.skin() != SkinnedCharacter.NO_SKIN)
        .max(
            Comparator.comparingInt((Part part) -> character.geometry(part).mesh().triangleCount()))
        .orElse(null);
  }

  /** Returns the name of the mesh with the most triangles. */
  private String name() {
    return parts.stream()
        .map(character::geometry)
        .max(Comparator.comparingInt((Geometry one) -> one.mesh().triangleCount()))
        .orElseThrow()
        .name();
  }

  /** Returns true if a node turns front sides to the back. */
  private boolean isMirrored(int node) {
    double[] global = new double[Affine.SIZE];
    character.restPose().copyGlobal(node, global, 0);
    return Affine.determinant(global, 0) < 0;
  }

  private List<Material> materials() {
    List<Material> out = new ArrayList<>();
    for (Part part : parts) {
      for (int g = 0; g < Math.max(1, character.geometry(part).mesh().groupCount()); g++) {
        out.add(character.material(part.mesh(), g).orElse(Material.PLAIN));
      }
    }
    return out;
  }

  // ---- the merged character --------------------------------------------------------------------

  private SkinnedCharacter assemble(
      UnitedSkin united,
      int carrier,
      MeshJoiner joiner,
      List<Geometry> moved,
      List<Influences> rows,
      Materials materials) {
    TriMesh mesh = materials.mesh();
    Influences.Builder weights = Influences.builder();
    for (Influences own : rows) {
      for (int v = 0; v < own.vertexCount(); v++) {
        for (int i = 0; i < own.count(v); i++) {
          weights.add(own.joint(v, i), own.weight(v, i));
        }
        weights.endRow();
      }
    }
    int[] source = materials.source();
    int[] part = new int[source.length];
    int[] wedge = new int[source.length];
    for (int w = 0; w < source.length; w++) {
      part[w] = joiner.meshOfWedge(source[w]);
      wedge[w] = source[w] - joiner.firstWedge(part[w]);
    }
    UnitedTargets targets = new UnitedTargets(character, parts);
    MorphTargets morphs = targets.targets(moved, part, wedge);
    Skin skin = united.skin(name());
    List<Skin> skins = new ArrayList<>(character.skins());
    int skinIndex = skins.indexOf(skin); // Skins are equal if they are the same object.
    if (skinIndex < 0) {
      skins.add(skin);
      skinIndex = skins.size() - 1;
    }
    List<Geometry> meshes = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      Geometry own = character.meshes().get(m);
      int index = m;
      boolean gone = parts.stream().anyMatch(one -> one.mesh() == index);
      boolean stays =
          character.parts().stream().anyMatch(one -> one.mesh() == index && !parts.contains(one));
      meshes.add(gone && !stays ? emptied(own) : own);
    }
    meshes.add(new Geometry(name(), mesh, new Skinning.Linear(weights.build()), morphs));
    List<Part> shown = new ArrayList<>();
    for (Part one : character.parts()) {
      if (!parts.contains(one)) {
        shown.add(one);
      }
    }
    Skeleton skeleton = united.skeleton();
    shown.add(new Part(skeleton.name(carrier), carrier, meshes.size() - 1, skinIndex));
    List<List<Material>> all = new ArrayList<>();
    for (int m = 0; m < character.meshes().size(); m++) {
      all.add(character.materials().isEmpty() ? List.of() : character.materials().get(m));
    }
    all.add(materials.materials());
    return new SkinnedCharacter(skeleton, skins, meshes, shown, targets.clips(carrier), all);
  }

  private static Geometry emptied(Geometry geometry) {
    return new Geometry(geometry.name(), TriMesh.of(new double[0], new int[0]));
  }

  private static Size size(SkinnedCharacter character) {
    int calls = 0;
    int joints = 0;
    Set<Material> materials =
        java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    Set<Integer> meshes = new HashSet<>();
    for (Part part : character.parts()) {
      int[] groups = IntStream.of(character.geometry(part).mesh().groups()).distinct().toArray();
      calls += groups.length;
      if (groups.length > 0) {
        meshes.add(part.mesh());
      }
      for (int group : groups) {
        materials.add(character.material(part.mesh(), group).orElse(Material.PLAIN));
      }
      if (part.skin() != SkinnedCharacter.NO_SKIN) {
        joints = Math.max(joints, character.skins().get(part.skin()).jointCount());
      }
    }
    return new Size(calls, meshes.size(), materials.size(), joints);
  }
}
