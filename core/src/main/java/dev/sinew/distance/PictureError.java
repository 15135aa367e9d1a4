package dev.sinew.distance;

import dev.sinew.draw.Background;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Item;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Picture;
import dev.sinew.draw.Scene;
import dev.sinew.model.Box;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;

/**
 * The difference of pictures of a character and its original, with materials and textures, in some
 * poses and from four sides. Cameras are fitted to the original.
 */
public final class PictureError {
  private static final int SIDE = 200;
  private static final double[] AZIMUTHS = {0, 90, 180, 270};
  private static final double ELEVATION = 10;

  /** The brightness behind the character, where one picture shows it and the other does not. */
  private static final int BEHIND = 128;

  private final List<View> views = new ArrayList<>();
  private final Picture[] originals;
  private final Box[] frames;
  private final RunContext context;

  private record View(Pose pose, double azimuth) {}

  /**
   * Draws the original.
   *
   * @param poses poses of its skeleton; kept
   */
  public PictureError(SkinnedCharacter original, List<Pose> poses, RunContext context) {
    this.context = context;
    for (Pose pose : poses) {
      for (double azimuth : AZIMUTHS) {
        views.add(new View(pose, azimuth));
      }
    }
    originals = new Picture[views.size()];
    frames = new Box[views.size()];
    draw(original, originals);
  }

  /**
   * Returns the mean absolute difference of red, green and blue, 0 to 1, over the pixels that show
   * the character or its original.
   */
  public double measure(SkinnedCharacter character) {
    Picture[] pictures = new Picture[originals.length];
    draw(character, pictures);
    long sum = 0;
    long pixels = 0;
    for (int i = 0; i < pictures.length; i++) {
      int[] a = originals[i].pixels();
      int[] b = pictures[i].pixels();
      for (int p = 0; p < a.length; p++) {
        if ((a[p] | b[p]) >>> 24 != 0) {
          sum += difference(a[p], b[p], 16) + difference(a[p], b[p], 8) + difference(a[p], b[p], 0);
          pixels++;
        }
      }
    }
    return pixels == 0 ? 0 : sum / (3.0 * 255 * pixels);
  }

  private static int difference(int a, int b, int shift) {
    return Math.abs(before(a, shift) - before(b, shift));
  }

  /** Returns a channel of a pixel drawn before the background. */
  private static int before(int argb, int shift) {
    int alpha = argb >>> 24;
    int channel = argb >>> shift & 0xFF;
    return (alpha * channel + (255 - alpha) * BEHIND + 127) / 255;
  }

  private void draw(SkinnedCharacter character, Picture[] out) {
    CharacterSurface surface = CharacterSurface.of(character);
    // Textures are prepared once for all views.
    Item item = CharacterItem.withMaterials(surface, surface.newPosed());
    context.run(
        "comparing pictures",
        out.length,
        i -> {
          RunContext own = context.sequential();
          CharacterSurface.Posed posed = surface.newPosed();
          posed.set(views.get(i).pose, own);
          if (frames[i] == null) {
            frames[i] = posed.mesh().bounds();
          }
          if (frames[i].isEmpty()) {
            out[i] = new Picture(0, 0, new int[0]);
            return;
          }
          DrawOptions options =
              DrawOptions.DEFAULTS
                  .withSize(SIDE, SIDE)
                  .withView(views.get(i).azimuth, ELEVATION)
                  .withBackground(Background.TRANSPARENT)
                  .withGroundShadow(false)
                  .withSamples(2);
          Item shown =
              item.withShape(posed.wedgePositions(), posed.wedgeNormals(), posed.wedgeTangents());
          out[i] = Painter.paint(Scene.of(shown).withFrame(frames[i]), options, own);
        });
  }
}
