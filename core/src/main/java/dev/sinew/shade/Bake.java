package dev.sinew.shade;

import dev.sinew.inspect.AtlasCheck;
import dev.sinew.model.JoinedCharacter;
import dev.sinew.model.Material;
import dev.sinew.model.Pose;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.model.TextureSets;
import dev.sinew.model.TriMesh;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.shade.BakeResult.NormalErrors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Transfers the maps of a full model to another model with an atlas of its own, usually a level of
 * detail: normals in tangent space (Peercy, Airey and Cabral, "Efficient Bump Mapping Hardware",
 * 1997; Merry's thesis "Animation Space", 2007, section 7.5), colours and all other textures. Of
 * all normal maps, the one with the least squared error over the poses is made: with F the level's
 * tangent frame of a texel in a pose and n the full model's normal there, Σ |F m − n|² is least for
 * the mean of F⁻¹ n.
 *
 * <p>Texels are independent: the work grows with their number, times the logarithm of the number of
 * triangles of the full model.
 */
public final class Bake {
  /** Poses over which a normal map is the best one. */
  private static final int POSES = 12;

  private final PoseKnowledge knowledge;
  private final SkinnedCharacter full;
  private final SkinnedCharacter level;
  private final Map<Integer, Integer> sets;
  private final BakeOptions options;
  private final RunContext context;
  private final List<String> notes = new ArrayList<>();

  private Bake(
      PoseKnowledge knowledge,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      BakeOptions options,
      RunContext context) {
    this.knowledge = knowledge;
    this.full = knowledge.character();
    this.sets = sets;
    this.options = options;
    this.context = context;
    this.level = prepare(level);
  }

  /**
   * Makes the maps of a full model for another one in the same rest pose.
   *
   * @param level the model that gets the maps
   * @param sets the set of texture coordinates by index of its meshes, without overlaps; all other
   *     meshes stay as they are
   * @throws RequestException if there is nothing to transfer, a texture cannot be read, or all
   *     texture coordinates lie outside the texture
   */
  public static BakeResult run(
      SkinnedCharacter full,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      BakeOptions options,
      RunContext context) {
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(options.metric(), full, context.seed());
    return run(knowledge, level, sets, options, context);
  }

  /**
   * Makes the maps of the full model that pose knowledge is of, likewise; the metric of the options
   * is ignored.
   */
  public static BakeResult run(
      PoseKnowledge knowledge,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      BakeOptions options,
      RunContext context) {
    return new Bake(knowledge, level, sets, options, context).run();
  }

  private SkinnedCharacter prepare(SkinnedCharacter given) {
    if (!options.maps().contains(BakedMap.NORMAL)) {
      return given;
    }
    if (ShadedMeshes.lacksNormals(given)) {
      notes.add("the model has meshes without normals: they got smooth ones");
    }
    return ShadedMeshes.withTangents(ShadedMeshes.withNormals(given), sets, true);
  }

  private BakeResult run() {
    MaterialPlan plan = new MaterialPlan(full, level, sets.keySet(), options.maps());
    Set<String> slots = new TreeSet<>(plan.slots());
    if (slots.isEmpty()) {
      throw new RequestException(
          "the full model has no texture for " + String.join(", ", names(options.maps())));
    }
    BakePoses poses = poses();
    // Poses of the level mean nothing to another skeleton: then both are at rest.
    List<Pose> posesOfFull =
        sameSkeleton() ? poses.poses() : Collections.nCopies(poses.poses().size(), full.restPose());
    DetailModel detail = new DetailModel(full, posesOfFull, slots, context);
    TargetModel target = new TargetModel(level, sets, poses.poses(), context);
    if (detail.rest().triangleCount() == 0) {
      throw new RequestException("the scene shows no triangle");
    }
    addNotes(target.check());
    Matching matching = new Matching(detail.rest(), target.rest(), plan.sameMaterials(), context);
    TexelBake texels = new TexelBake(detail, target, matching, plan, poses, options, context);
    texels.run();
    Map<String, Pixels> images = new HashMap<>();
    for (String slot : slots) {
      int side = options.resolution();
      images.put(slot, new Pixels(side, side, texels.image(slot)));
    }
    Pixels normalMap = images.get(Material.NORMAL);
    @Nullable NormalErrors errors =
        normalMap == null
            ? null
            : new NormalMapError(detail, target, matching, poses, normalMap).measure(context);
    if (texels.unmatched() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%.2f %% of the texels show no point of the full model: their neighbours fill them",
              100 * texels.unmatched()));
    }
    SkinnedCharacter painted = plan.apply(images, sets);
    Map<Integer, Map<Integer, Integer>> numbers = numbers(painted);
    Map<Integer, Integer> places = new HashMap<>();
    sets.forEach(
        (m, set) -> places.put(m, numbers.getOrDefault(m, Map.of()).getOrDefault(set, set)));
    return new BakeResult(
        TextureSets.renumbered(painted, numbers),
        places,
        images,
        texels.covered(),
        texels.unmatched(),
        errors,
        notes);
  }

  /**
   * Returns the new numbers of the sets of meshes where they change: those that lost all their
   * textures are dropped, and the atlas comes first where programs read no other set.
   */
  private Map<Integer, Map<Integer, Integer>> numbers(SkinnedCharacter painted) {
    Map<Integer, Set<Integer>> left = leftSets(painted);
    Map<Integer, Map<Integer, Integer>> out = new HashMap<>();
    sets.forEach(
        (m, set) -> {
          TriMesh mesh = painted.meshes().get(m).mesh();
          Set<Integer> own = left.getOrDefault(m, Set.of());
          if (TextureSets.isOnlyFirst(painted, m) && TextureSets.used(painted, m).contains(set)) {
            if (!TextureSets.areUsesKnown(painted, m)) {
              throw new RequestException(
                  "mesh \"%s\": its materials (MToon) read the first set of texture coordinates only,"
                          .formatted(painted.meshes().get(m).name())
                      + " and something that Sinew does not know may use it too: an atlas cannot"
                      + " take its place");
            }
            out.put(m, TextureSets.numbers(mesh, own, set));
          } else if (!own.isEmpty()) {
            out.put(m, TextureSets.numbers(mesh, own));
          }
        });
    return out;
  }

  /** Returns the sets that lost all their textures to the new ones, by mesh. */
  private Map<Integer, Set<Integer>> leftSets(SkinnedCharacter painted) {
    Map<Integer, Set<Integer>> out = new HashMap<>();
    sets.forEach(
        (m, set) -> {
          if (TextureSets.areUsesKnown(level, m)) {
            Set<Integer> left = new TreeSet<>(TextureSets.used(level, m));
            left.removeAll(TextureSets.used(painted, m));
            left.remove(set);
            out.put(m, left);
          }
        });
    return out;
  }

  private void addNotes(AtlasCheck check) {
    if (check.overlapping() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%d triangles overlap others in the texture: the maps are right for one of them only",
              check.overlapping()));
    }
    int hidden = check.outside() + check.crossing();
    if (hidden > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%d triangles lie outside the texture, at least in part: the maps do not show them",
              hidden));
    }
  }

  private static List<String> names(Set<BakedMap> maps) {
    return maps.stream().sorted().map(BakedMap::toString).toList();
  }

  /** Returns the poses in which normals are measured; the first is the rest pose. */
  private BakePoses poses() {
    Pose rest = level.restPose();
    if (!options.maps().contains(BakedMap.NORMAL)) {
      return BakePoses.rest(rest);
    }
    if (!sameSkeleton()) {
      notes.add("the models have different skeletons: the normal map is that of the rest pose");
      return BakePoses.rest(rest);
    }
    boolean onlyRest = knowledge.source() == PoseSource.REST;
    PoseKnowledge measured =
        onlyRest ? PoseKnowledge.orSkeleton(PoseSource.CLIPS, full, context.seed()) : knowledge;
    notes.addAll(measured.notes());
    WeightedPoses found = measured.samplePoses(new JoinedCharacter(full), POSES);
    return new BakePoses(rest, found, onlyRest);
  }

  private boolean sameSkeleton() {
    Skeleton a = full.skeleton();
    Skeleton b = level.skeleton();
    return a.jointCount() == b.jointCount()
        && IntStream.range(0, a.jointCount())
            .allMatch(j -> a.name(j).equals(b.name(j)) && a.parent(j) == b.parent(j));
  }
}
