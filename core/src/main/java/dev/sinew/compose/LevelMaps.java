package dev.sinew.compose;

import dev.sinew.distance.LookError;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.pose.PoseSource;
import dev.sinew.review.Review;
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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives levels of detail atlases of their own and maps of the whole character, where these look
 * better than its textures.
 */
public final class LevelMaps {
  /** The least distance of charts in texels. */
  private static final int PADDING = 2;

  private final SkinnedCharacter full;
  private final int most;
  private final PoseSource metric;
  private final Optional<LevelLook> look;
  private final RunContext context;

  /**
   * A level with maps.
   *
   * @param level the level as it looks better: with the character and the look of its maps, or as
   *     it was
   * @param mapped the character with maps, better or not
   * @param used whether the level has the maps
   * @param resolution the side of the maps in texels
   * @param maeWithout the mean absolute difference of the level's pictures without maps; null if
   *     not measured
   * @param maeWith the difference with maps; null likewise
   * @param notes remarks on the result
   */
  public record Result(
      SimplifyResult.Level level,
      SkinnedCharacter mapped,
      boolean used,
      int resolution,
      @Nullable Double maeWithout,
      @Nullable Double maeWith,
      List<String> notes) {
    /** Copies the list. */
    public Result {
      notes = List.copyOf(notes);
    }
  }

  /**
   * Prepares the levels of a character.
   *
   * @param most the largest side of maps in texels
   * @param metric the poses of the atlas and of the maps
   * @param how how pictures are measured, in which maps must be better; without, all levels get
   *     maps
   */
  public LevelMaps(
      SkinnedCharacter full, int most, PoseSource metric, Measuring how, RunContext context) {
    check(most);
    this.full = full;
    this.most = most;
    this.metric = metric;
    this.context = context;
    look =
        how == Measuring.NONE ? Optional.empty() : Optional.of(new LevelLook(full, how, context));
  }

  /** Checks the largest side of maps. */
  public static void check(int most) {
    UnwrapOptions.DEFAULTS.withTexture(most, PADDING);
    BakeOptions.DEFAULTS.withResolution(most);
  }

  /**
   * Makes the maps of a level.
   *
   * @param share its triangles divided by those of the character
   */
  public Result run(SimplifyResult.Level level, double share) {
    int side = MapTexels.side(full, share, most);
    List<String> notes = new ArrayList<>();
    SkinnedCharacter mapped = mapped(level.character(), side, notes);
    if (look.isEmpty()) {
      notes.add("the levels are not measured: whether maps make them look better is not known");
      return new Result(level.withCharacter(mapped), mapped, true, side, null, null, notes);
    }
    LevelLook.Seen seen = look.get().of(mapped);
    LookError with = seen.error();
    double before = level.measured().look().orElseThrow().mae();
    if (with.mae() >= before) {
      String note =
          String.format(
              Locale.ROOT,
              "the level of %d triangles keeps the model's textures: with maps of %d texels its"
                  + " pictures differ by %.4f, without by %.4f",
              level.size().triangles(),
              side,
              with.mae(),
              before);
      return new Result(level, mapped, false, side, before, with.mae(), List.of(note));
    }
    Optional<Review> review =
        level.measured().detail().map(detail -> look.get().review(mapped, seen, detail));
    return new Result(
        level.withCharacter(mapped).withLook(with, review),
        mapped,
        true,
        side,
        before,
        with.mae(),
        notes);
  }

  private SkinnedCharacter mapped(SkinnedCharacter level, int side, List<String> notes) {
    UnwrapResult atlas =
        Unwrap.run(
            level, UnwrapOptions.DEFAULTS.withMetric(metric).withTexture(side, PADDING), context);
    BakeResult baked =
        Bake.run(
            full,
            atlas.character(),
            atlas.sets(),
            BakeOptions.DEFAULTS
                .withMaps(EnumSet.allOf(BakedMap.class))
                .withMetric(metric)
                .withResolution(side),
            context);
    notes.addAll(atlas.notes());
    notes.addAll(baked.notes());
    return baked.character();
  }
}
