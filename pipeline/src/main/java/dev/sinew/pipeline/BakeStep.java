package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.SkinnedCharacter.Part;
import dev.sinew.model.TextureSets;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.run.Flat;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult;
import dev.sinew.shade.BakedMap;
import dev.sinew.shade.TangentMapBake;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads two models, transfers maps from the full one with {@link Bake} and writes the other. */
public final class BakeStep implements Step<BakeStep.Options, BakeStep.Report> {
  /**
   * What to bake.
   *
   * @param model the model that gets the maps, usually a level of detail
   * @param detail the full model
   * @param bake how to bake
   * @param set the set of texture coordinates to use; empty to make an atlas first
   * @param unwrap how to make the atlas
   * @param tangents the files of a tangent map
   * @param output a .glb or .gltf; empty to only measure
   */
  public record Options(
      Path model,
      Path detail,
      BakeOptions bake,
      OptionalInt set,
      UnwrapOptions unwrap,
      TangentOutputs tangents,
      Optional<Path> output) {
    /** Checks the name of the output. */
    public Options {
      output.ifPresent(ModelFile::requireGltfOutput);
    }
  }

  /**
   * The JSON report: {@link BakeResult} without the character and the images.
   *
   * @param textures the textures that were made
   * @param normals how far normals are off, or null without a normal map
   * @param tangentMap the tangent map, or null if none was made
   * @param charts the number of charts of the new atlas, or null if none was made
   * @param sets the set of texture coordinates of every mesh
   * @param notes remarks on the result
   */
  public record Report(
      @Flat Textures textures,
      BakeResult.@Nullable NormalErrors normals,
      @Nullable TangentMapReport tangentMap,
      @Nullable Integer charts,
      List<UnwrapStep.MeshSet> sets,
      List<String> notes) {}

  /**
   * The textures of a level.
   *
   * @param maps the maps that were made
   * @param resolution the side of the textures in texels
   * @param covered the share of the texels that show a triangle
   * @param unmatched the share of these texels for which the full model has no point
   */
  public record Textures(List<String> maps, int resolution, double covered, double unmatched) {}

  /**
   * A tangent map.
   *
   * @param resolution its side in texels
   * @param planes texels with a plane
   * @param influences the mean number of bones per plane
   * @param degrees the mean angle between its normals and those of the full model in the poses
   * @param poses the number of poses
   */
  public record TangentMapReport(
      int resolution, int planes, double influences, double degrees, int poses) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset asset = ModelFile.readToReplace(options.model, options.output, files);
    SkinnedCharacter full = ModelFile.read(options.detail, files).character();
    List<String> notes = new ArrayList<>();
    SkinnedCharacter level = asset.character();
    Map<Integer, Integer> sets = new TreeMap<>();
    Integer charts = null;
    if (options.set.isPresent()) {
      int set = options.set.getAsInt();
      for (Part part : level.parts()) {
        sets.put(part.mesh(), set);
      }
      if (set >= TextureSets.WIDELY_KNOWN) {
        notes.add(
            String.format(
                Locale.ROOT,
                "programs that know only the sets 0 to %d of texture coordinates cannot show the"
                    + " maps",
                TextureSets.WIDELY_KNOWN - 1));
      }
    } else {
      UnwrapResult atlas = unwrap(level, options, context);
      level = atlas.character();
      sets.putAll(atlas.sets());
      charts = atlas.figures().charts();
      notes.addAll(atlas.notes());
    }
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(options.bake.metric(), full, context.seed());
    BakeResult result = bake(knowledge, level, sets, options, context);
    result.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
    List<Path> outputs = new ArrayList<>();
    TangentMapReport tangents = null;
    if (options.tangents.any()) {
      int side = Math.min(options.bake.resolution(), TangentMapBake.MAX_RESOLUTION);
      if (side < options.bake.resolution()) {
        notes.add(
            String.format(
                Locale.ROOT, "the tangent map has %d texels, the most that it can have", side));
      }
      TangentMapBake.Result made =
          options.tangents.write(knowledge, level, sets, side, outputs, files, context);
      tangents =
          new TangentMapReport(
              side, made.map().planeCount(), made.map().influences(), made.degrees(), made.poses());
    }
    if (options.output.isPresent()) {
      ModelOutput.write(asset, result.character(), options.output.get(), files, context).stream()
          .map(Issue::text)
          .forEach(notes::add);
      outputs.add(options.output.get());
    }
    Report report =
        new Report(
            new Textures(
                result.images().keySet().stream().sorted().map(BakeStep::name).toList(),
                options.bake.resolution(),
                result.covered(),
                result.unmatched()),
            result.normals(),
            tangents,
            charts,
            UnwrapStep.sets(result.character(), result.sets()),
            notes);
    return new Outcome<>(report, List.of(options.model, options.detail), outputs);
  }

  private static UnwrapResult unwrap(SkinnedCharacter level, Options options, RunContext context) {
    try {
      return Unwrap.run(level, options.unwrap, context);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
  }

  private static BakeResult bake(
      PoseKnowledge knowledge,
      SkinnedCharacter level,
      Map<Integer, Integer> sets,
      Options options,
      RunContext context) {
    try {
      options.tangents.check(knowledge.character());
      return Bake.run(knowledge, level, sets, options.bake, context);
    } catch (RequestException e) {
      throw e.naming("", options.detail);
    }
  }

  /** Returns the name of a texture slot in reports. */
  private static String name(String slot) {
    BakedMap map = BakedMap.of(slot);
    return map == BakedMap.EXTENSIONS ? slot : map.toString();
  }
}
