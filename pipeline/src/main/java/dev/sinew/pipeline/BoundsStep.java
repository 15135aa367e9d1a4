package dev.sinew.pipeline;

import dev.sinew.bounds.Bounds;
import dev.sinew.bounds.BoundsResult;
import dev.sinew.bounds.Sphere;
import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.StoredBounds;
import dev.sinew.model.Box;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.pipeline.input.RangeFile;
import dev.sinew.pose.PoseKnowledge;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a character, finds its {@link Bounds} and writes them into its extras. */
public final class BoundsStep implements Step<BoundsStep.Options, BoundsStep.BoundsReport> {
  /** The member of a glTF object's extras that contains bounds. */
  public static final String EXTRAS = StoredBounds.EXTRAS;

  /**
   * What to bound.
   *
   * @param model a character
   * @param output where to write the model with its bounds in the extras of the scene and of the
   *     nodes with meshes: a .glb or .gltf; empty to write nothing
   * @param ranges a JSON file of joint ranges, used instead of the ranges in the clips; empty to
   *     use only the clips
   */
  public record Options(Path model, Optional<Path> output, Optional<Path> ranges) {
    public Options {
      output.ifPresent(ModelFile::requireGltfOutput);
    }
  }

  /**
   * The bounds, in scene coordinates, where glTF places skinned meshes; of all levels of detail
   * together, if the file has some.
   *
   * @param clips valid at any time of any clip; without clips, at rest
   * @param range valid with every joint within its given range, or else within its range in the
   *     clips
   * @param any valid for any rotation of every joint
   * @param meshes the same for every mesh in the scene
   * @param joints the same for the vertices of which each joint is the main influence
   * @param notes remarks on the result
   */
  public record BoundsReport(
      Bound clips,
      Bound range,
      Bound any,
      List<Entry> meshes,
      List<Entry> joints,
      List<String> notes) {}

  /**
   * Bounds of a mesh or joint.
   *
   * @param name the name of its node
   * @param clips as for the whole character
   * @param range as for the whole character
   * @param any as for the whole character
   */
  public record Entry(String name, Bound clips, Bound range, Bound any) {}

  /**
   * The bounds of a set of vertices.
   *
   * @param sphere a sphere that contains the set
   * @param box a box that contains the set
   * @param tightness the radius of the sphere over the largest distance from its centre that the
   *     set reaches in the clips; at least 1
   */
  public record Bound(Ball sphere, Corners box, double tightness) {}

  /** A sphere: x, y, z of its centre, and its radius. */
  public record Ball(List<Double> center, double radius) {}

  /** A box along the axes by its minimum and maximum corner. */
  public record Corners(List<Double> min, List<Double> max) {}

  @Override
  public Outcome<BoundsReport> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset asset =
        ModelFile.readToReplace(options.model, options.output, files).allLevels().withInstances();
    Remarks.onMultiWeights(options.model, asset.character(), "the bounds hold for", files);
    BoundsResult found = bounds(asset.character(), options, files, context);
    List<String> notes = new ArrayList<>(found.notes());
    BoundsReport report = report(asset.character(), found, notes);
    if (options.output.isPresent()) {
      StoredBounds.write(
          asset, found, options.ranges.isPresent(), remark -> notes.add(remark.what()));
      asset.document().write(options.output.get(), files);
    }
    List<Path> inputs = new ArrayList<>(List.of(options.model));
    options.ranges.ifPresent(inputs::add);
    return new Outcome<>(report, inputs, options.output.map(List::of).orElse(List.of()));
  }

  private static BoundsResult bounds(
      SkinnedCharacter character, Options options, FileSession files, RunContext context)
      throws IOException {
    PoseKnowledge knowledge = PoseKnowledge.orSkeleton(PoseSource.RANGE, character, context.seed());
    if (options.ranges.isPresent()) {
      files.reading(options.ranges.get());
      if (knowledge.clips().isEmpty()) {
        // What the user gives is known, so nothing is assumed of the other joints.
        knowledge = PoseKnowledge.of(PoseSource.REST, character, context.seed());
      }
      knowledge = knowledge.withRanges(RangeFile.read(options.ranges.get(), character.skeleton()));
    }
    try {
      return Bounds.run(knowledge, context);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
  }

  private static BoundsReport report(
      SkinnedCharacter character, BoundsResult found, List<String> notes) {
    Entry whole = entry("", found.whole());
    return new BoundsReport(
        whole.clips,
        whole.range,
        whole.any,
        found.meshes().stream()
            .map(mesh -> entry(character.parts().get(mesh.part()).name(), mesh.bounds()))
            .toList(),
        found.joints().stream()
            .map(joint -> entry(character.skeleton().name(joint.joint()), joint.bounds()))
            .toList(),
        notes);
  }

  private static Entry entry(String name, BoundsResult.Entry entry) {
    return new Entry(name, bound(entry.clips()), bound(entry.range()), bound(entry.any()));
  }

  /** Returns bounds as they are reported. */
  static Bound bound(BoundsResult.Bound bound) {
    Sphere sphere = bound.sphere();
    return new Bound(
        new Ball(List.of(sphere.x(), sphere.y(), sphere.z()), sphere.radius()),
        corners(bound.box()),
        bound.tightness());
  }

  /** Returns a box as it is reported. */
  static Corners corners(Box box) {
    return new Corners(
        List.of(box.minX(), box.minY(), box.minZ()), List.of(box.maxX(), box.maxY(), box.maxZ()));
  }
}
