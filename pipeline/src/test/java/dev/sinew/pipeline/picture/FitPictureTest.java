package dev.sinew.pipeline.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Picture;
import dev.sinew.fit.BoneSource;
import dev.sinew.fit.Examples;
import dev.sinew.fit.Fit;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FittedSkin;
import dev.sinew.rig.ShapeSet;
import dev.sinew.run.RunContext;
import dev.sinew.sample.Samples;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FitPictureTest {
  private static FittedSkin skin;
  private static ShapeSet shapes;
  private static float[][] predicted;

  @BeforeAll
  static void fit() {
    try (RunContext context = RunContext.ofThreads(2)) {
      Examples examples = Examples.of(Samples.create("cylinder-bend").examples());
      FitOptions quick = FitOptions.DEFAULTS.withMoves(0).withRounds(1);
      skin = Fit.run(examples, new BoneSource.Found(2), quick, context).first().skin();
      shapes = examples.shapes();
      predicted = skin.predict(skin.motions(), context);
    }
  }

  /** The predictions with one frame moved by some distance along x. */
  private static float[][] shifted(int frame, float distance) {
    float[][] out = predicted.clone();
    out[frame] = predicted[frame].clone();
    for (int i = 0; i < out[frame].length; i += 3) {
      out[frame][i] += distance;
    }
    return out;
  }

  @Test
  void theWorstFrameIsTheOneFurthestOff() {
    assertThat(FitPicture.worstFrame(shapes, shifted(7, 0.5f))).isEqualTo(7);
    assertThat(FitPicture.worstFrame(shapes, shifted(0, 0.5f))).isZero();
  }

  @Test
  void skinsFarFromTheirShapesAreYellow() {
    assertThat(yellow(paint(shifted(3, 0.5f)))).isGreaterThan(2000);
    assertThat(yellow(paint(predicted))).isLessThan(200);
  }

  private static Picture paint(float[][] positions) {
    return new FitPicture(0.2)
        .addSkin("", skin, shapes, positions, 3)
        .paint(DrawOptions.DEFAULTS.withSize(300, 300).withSamples(1), RunContext.create());
  }

  /** Pixels with much more red and green than blue, the legend's left out. */
  private static int yellow(Picture picture) {
    int count = 0;
    int[] pixels = picture.pixels();
    for (int i = 0; i < 0.85 * pixels.length; i++) {
      int red = pixels[i] >> 16 & 0xFF;
      int green = pixels[i] >> 8 & 0xFF;
      int blue = pixels[i] & 0xFF;
      if (red > blue + 60 && green > blue + 60) {
        count++;
      }
    }
    return count;
  }

  @Test
  void aScaleWithoutLengthIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FitPicture(0))
        .withMessageContaining("largest");
    assertThatIllegalArgumentException().isThrownBy(() -> new FitPicture(Double.NaN));
  }
}
