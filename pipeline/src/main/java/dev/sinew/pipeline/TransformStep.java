package dev.sinew.pipeline;

import dev.sinew.io.FileSession;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.io.gltf.GltfReader;
import dev.sinew.io.gltf.StoredBounds;
import dev.sinew.model.Box;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.input.ModelFile;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.transform.RestChange;
import dev.sinew.transform.Transform;
import dev.sinew.transform.TransformOptions;
import dev.sinew.transform.TransformOptions.RestTime;
import dev.sinew.transform.TransformResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads a model, transforms it as {@link Transform} does and writes it with all other content. */
public final class TransformStep implements Step<TransformStep.Options, TransformStep.Report> {
  /**
   * What to transform.
   *
   * @param model a character or any other scene
   * @param transform how to transform
   * @param output a .glb or .gltf
   */
  public record Options(Path model, TransformOptions transform, Path output) {
    /** Checks the name of the output. */
    public Options {
      ModelFile.requireGltfOutput(output);
    }
  }

  /**
   * What was done.
   *
   * @param matrix the motion of the scene: three rows of a 4×4 matrix
   * @param turnedMeshes the number of skinned meshes whose vertices are turned and translated too
   * @param movedBounds the number of scenes and nodes with stored bounds, which were moved
   * @param before the box of the rest pose before; null if the scene shows no mesh
   * @param after the box of the rest pose after; null if the scene shows no mesh
   * @param notes remarks on the result
   */
  public record Report(
      List<Double> matrix,
      int turnedMeshes,
      int movedBounds,
      BoundsStep.@Nullable Corners before,
      BoundsStep.@Nullable Corners after,
      List<String> notes) {}

  @Override
  public Outcome<Report> run(Options options, FileSession files, RunContext context)
      throws IOException {
    GltfAsset asset = ModelFile.readToReplace(options.model, Optional.of(options.output), files);
    TransformOptions transform = options.transform;
    TransformResult result = transformed(asset, options, context);
    transform
        .rest()
        .ifPresent(
            rest ->
                Remarks.onTime(
                    options.model, asset.character().clip(rest.clip()), rest.time(), files));
    List<String> notes = new ArrayList<>();
    Consumer<Issue> remarks = remark -> notes.add(remark.what());
    GltfDocument moved =
        rested(asset, transform, remarks, context).moved(transform.motion(), remarks);
    moved.write(options.output, files);
    return new Outcome<>(
        new Report(
            Arrays.stream(transform.motion().affine()).boxed().toList(),
            result.turnedMeshes(),
            StoredBounds.count(moved),
            corners(result.before()),
            corners(result.after()),
            notes),
        List.of(options.model),
        List.of(options.output));
  }

  private static TransformResult transformed(GltfAsset asset, Options options, RunContext context) {
    try {
      return Transform.run(asset.character(), options.transform, context);
    } catch (RequestException e) {
      throw e.naming("", options.model);
    }
  }

  private static GltfAsset rested(
      GltfAsset asset, TransformOptions transform, Consumer<Issue> remarks, RunContext context)
      throws IOException {
    if (transform.rest().isEmpty()) {
      return asset;
    }
    RestTime rest = transform.rest().get();
    SkinnedCharacter changed = RestChange.of(asset.character(), rest.clip(), rest.time());
    return GltfReader.read(asset.with(changed, remarks, context));
  }

  private static BoundsStep.@Nullable Corners corners(Box box) {
    return box.isEmpty() ? null : BoundsStep.corners(box);
  }
}
