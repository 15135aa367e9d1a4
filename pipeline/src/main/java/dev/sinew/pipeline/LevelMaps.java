package dev.sinew.pipeline;

import dev.sinew.distance.LookError;
import dev.sinew.io.gltf.GltfAsset;
import dev.sinew.io.gltf.GltfDocument;
import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pipeline.SimplifyStep.Maps;
import dev.sinew.pose.PoseSource;
import dev.sinew.review.Review;
import dev.sinew.run.RequestException;
import dev.sinew.run.RunContext;
import dev.sinew.shade.Bake;
import dev.sinew.shade.BakeOptions;
import dev.sinew.shade.BakeResult;
import dev.sinew.shade.BakedMap;
import dev.sinew.shade.MapTexels;
import dev.sinew.simplify.LevelLook;
import dev.sinew.simplify.Measuring;
import dev.sinew.simplify.SimplifyResult;
import dev.sinew.unwrap.Unwrap;
import dev.sinew.unwrap.UnwrapOptions;
import dev.sinew.unwrap.UnwrapResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Gives levels atlases of their own and maps of the whole model, where these look better. */
final class LevelMaps {
  /** The least distance of charts in texels. */
  private static final int PADDING = 2;

  private final SimplifyStep.CharacterRequest request;
  private final GltfAsset asset;
  private final Optional<LevelLook> look;
  private final List<String> notes;
  private final Consumer<Issue> remarks;
  private final RunContext context;

  /**
   * A level as it is written.
   *
   * @param level with the look of its maps, if it has them
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
  LevelMaps(
      SimplifyStep.CharacterRequest request,
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
    look =
        request.maps().isEmpty() || how == Measuring.NONE
            ? Optional.empty()
            : Optional.of(new LevelLook(asset.character(), how, context));
  }

  /** Checks the largest side of maps. */
  static void check(OptionalInt most) {
    most.ifPresent(side -> UnwrapOptions.DEFAULTS.withTexture(side, PADDING));
    most.ifPresent(BakeOptions.DEFAULTS::withResolution);
  }

  /**
   * Makes the file of a level.
   *
   * @param share its triangles divided by those of the model
   */
  Written write(SimplifyResult.Level level, double share) throws IOException {
    GltfDocument plain = asset.with(level.character(), remarks, context);
    if (request.maps().isEmpty()) {
      return new Written(level, plain, Optional.empty());
    }
    int side = MapTexels.side(asset.character(), share, request.maps().getAsInt());
    Made made = made(level.character(), side);
    GltfDocument mapped = asset.with(made.baked.character(), remarks, context);
    long bytes = (long) mapped.toGlb().length - plain.toGlb().length;
    if (look.isEmpty()) {
      made.remarks.forEach(this::addNote);
      addNote("the levels are not measured: whether maps make them look better is not known");
      return new Written(level, mapped, Optional.of(new Maps(true, side, bytes, null, null)));
    }
    LevelLook.Seen seen = look.get().of(made.baked.character());
    LookError with = seen.error();
    double before = level.look().orElseThrow().mae();
    boolean kept = with.mae() < before;
    Maps maps = new Maps(kept, side, bytes, before, with.mae());
    if (!kept) {
      addNote(
          String.format(
              Locale.ROOT,
              "the level of %d triangles keeps the model's textures: with maps of %d texels its"
                  + " pictures differ by %.4f, without by %.4f",
              level.size().triangles(),
              side,
              with.mae(),
              before));
      return new Written(level, plain, Optional.of(maps));
    }
    made.remarks.forEach(this::addNote);
    Optional<Review> review =
        level.detail().map(detail -> look.get().review(made.baked.character(), seen, detail));
    return new Written(level.withLook(with, review), mapped, Optional.of(maps));
  }

  private void addNote(String note) {
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }

  /** Maps and the remarks that count if they are used. */
  private record Made(BakeResult baked, List<String> remarks) {}

  private Made made(SkinnedCharacter level, int side) {
    PoseSource metric = request.simplify().metric().orElse(PoseSource.CLIPS);
    try {
      UnwrapResult atlas =
          Unwrap.run(
              level, UnwrapOptions.DEFAULTS.withMetric(metric).withTexture(side, PADDING), context);
      BakeResult baked =
          Bake.run(
              asset.character(),
              atlas.character(),
              atlas.sets(),
              BakeOptions.DEFAULTS
                  .withMaps(EnumSet.allOf(BakedMap.class))
                  .withMetric(metric)
                  .withResolution(side),
              context);
      List<String> remarks = new ArrayList<>(atlas.notes());
      remarks.addAll(baked.notes());
      return new Made(baked, remarks);
    } catch (RequestException e) {
      throw e.naming("", request.model());
    }
  }
}
