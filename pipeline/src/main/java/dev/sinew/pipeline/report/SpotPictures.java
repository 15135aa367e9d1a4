package dev.sinew.pipeline.report;

import dev.sinew.distance.CandidateLevel;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Focus;
import dev.sinew.draw.Item;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Scene;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.model.TextureImage.Pixels;
import dev.sinew.review.WorstSpot;
import dev.sinew.run.RunContext;
import dev.sinew.simplify.LevelLook;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Pictures of the spots at which a level differs most, the original on the left. */
public final class SpotPictures {
  private static final int SIDE = 240;

  /** The line between both. */
  private static final int GAP = 4;

  private static final int LINE = 0xFFFFFFFF;

  /**
   * The size of a shown view over that of the close view that was measured: people need more around
   * a spot to know where it is.
   */
  private static final double AROUND = 2;

  private final SkinnedCharacter original;
  private final SkinnedCharacter level;
  private final RunContext context;

  private SpotPictures(SkinnedCharacter original, SkinnedCharacter level, RunContext context) {
    this.original = original;
    this.level = level;
    this.context = context;
  }

  /** Prepares pictures of a character and of one of its levels, or of what stands for it. */
  public static SpotPictures of(
      SkinnedCharacter original, SkinnedCharacter level, RunContext context) {
    return new SpotPictures(original, CandidateLevel.of(original, level).orElse(level), context);
  }

  /** Draws a spot of both; empty if one of them has no such pose. */
  public Optional<Pixels> draw(WorstSpot spot) {
    Optional<Pose> whole = LevelLook.pose(original, original, spot.pose(), context);
    Optional<Pose> own = LevelLook.pose(original, level, spot.pose(), context);
    return whole.flatMap(pose -> own.map(other -> draw(spot, pose, other)));
  }

  private Pixels draw(WorstSpot spot, Pose pose, Pose other) {
    DrawOptions options =
        DrawOptions.DEFAULTS
            .withSize(SIDE, SIDE)
            .withMargin(0)
            .withOrthographic()
            .withGroundShadow(false)
            .withView(spot.azimuth(), spot.elevation());
    Focus window = new Focus(spot.window().target(), AROUND * spot.size());
    Pixels left = new Pixels(SIDE, SIDE, paint(original, pose, window, options));
    Pixels right = new Pixels(SIDE, SIDE, paint(level, other, window, options));
    return sheet(List.of(left, right), 2, GAP);
  }

  /**
   * Puts pictures of one size side by side.
   *
   * @param pictures at least one
   * @param columns how many are in a row
   */
  public static Pixels sheet(List<Pixels> pictures, int columns) {
    return sheet(pictures, columns, 4 * GAP);
  }

  private static Pixels sheet(List<Pixels> pictures, int columns, int gap) {
    int across = pictures.getFirst().width() + gap;
    int down = pictures.getFirst().height() + gap;
    int width = across * Math.min(columns, pictures.size()) - gap;
    int height = down * ((pictures.size() + columns - 1) / columns) - gap;
    int[] out = new int[width * height];
    Arrays.fill(out, LINE);
    for (int i = 0; i < pictures.size(); i++) {
      int first = down * (i / columns) * width + across * (i % columns);
      int[] from = pictures.get(i).argb();
      for (int y = 0; y < down - gap; y++) {
        System.arraycopy(from, (across - gap) * y, out, first + width * y, across - gap);
      }
    }
    return new Pixels(width, height, out);
  }

  private int[] paint(SkinnedCharacter character, Pose pose, Focus window, DrawOptions options) {
    return Painter.paint(Scene.of(item(character, pose, window)), options, context).pixels();
  }

  private Item item(SkinnedCharacter character, Pose pose, Focus window) {
    CharacterSurface surface = CharacterSurface.of(character);
    CharacterSurface.Posed posed = surface.newPosed();
    posed.set(pose, context);
    return CharacterItem.withMaterials(surface, posed)
        .withFocus(window)
        .withFront(CharacterItem.front(original, DrawOptions.DEFAULTS.view().up()));
  }
}
