package dev.sinew.pipeline;

import dev.sinew.compose.LevelMaps;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.SimplifyStep.Maps;
import dev.sinew.pose.PoseSource;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.SimplifyResult;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The files of levels, with maps of their own if they are asked for and look better. */
final class LevelFiles {
  private final SimplifyStep.Request request;
  private final GltfAsset asset;
  private final Optional<LevelMaps> maps;
  private final List<String> notes;
  private final Consumer<Issue> remarks;
  private final RunContext context;

  /**
   * A level as it is written.
   *
   * @param level with its maps, if it has them
   * @param document the file
   * @param maps what maps cost and gain; empty if none were asked for
   */
  record Written(SimplifyResult.Level level, GltfDocument document, Optional<Maps> maps) {}

  /**
   * Prepares the levels of a request.
   *
   * @param how how pictures are measured, in which maps must be better
   * @param notes receives remarks
   * @param remarks receives what happened to the content of the file
   */
  LevelFiles(
      SimplifyStep.Request request,
      GltfAsset asset,
      Measuring how,
      List<String> notes,
      Consumer<Issue> remarks,
      RunContext context) {
    this.request = request;
    this.asset = asset;
    this.notes = notes;
    this.remarks = remarks;
    this.context = context;
    PoseSource metric = request.simplify().posing().metric().orElse(PoseSource.CLIPS);
    maps =
        request.maps().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new LevelMaps(asset.character(), request.maps().getAsInt(), metric, how, context));
  }

  /**
   * Makes the file of a level.
   *
   * @param share its triangles divided by those of the model
   */
  Written write(SimplifyResult.Level level, double share) throws IOException {
    GltfDocument plain = document(level, level.character());
    if (maps.isEmpty()) {
      return new Written(level, plain, Optional.empty());
    }
    LevelMaps.Result made = mapped(maps.get(), level, share);
    made.notes().stream().filter(note -> !notes.contains(note)).forEach(notes::add);
    GltfDocument mapped = document(level, made.mapped());
    long bytes = (long) mapped.toGlb().length - plain.toGlb().length;
    return new Written(
        made.level(),
        made.used() ? mapped : plain,
        Optional.of(
            new Maps(made.used(), made.resolution(), bytes, made.maeWithout(), made.maeWith())));
  }

  private GltfDocument document(SimplifyResult.Level level, SkinnedCharacter character)
      throws IOException {
    GltfDocument made =
        level.joints().isPresent()
            ? asset.withFewerJoints(character, remarks, context)
            : asset.with(character, remarks, context);
    return LevelExtras.of(made, level.measured().shownFrom());
  }

  private LevelMaps.Result mapped(LevelMaps maker, SimplifyResult.Level level, double share) {
    try {
      return maker.run(level, share);
    } catch (RequestException e) {
      throw e.naming("", request.model());
    }
  }
}
