package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.PixelView;
import dev.sinew.draw.Viewpoint;
import dev.sinew.draw.Viewpoint.Place;
import dev.sinew.model.Box;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.runtime.PixelLevels;
import dev.sinew.sample.Samples;
import dev.sinew.simplify.SimplifyResult.Level;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels of built-in characters, drawn at the distances from which on they are shown. */
class SwitchDistanceTest {
  private static final long SEED = 11;
  private static final int LINES = ScreenCoverage.SCREEN_HEIGHT;
  private static final DrawOptions SCREEN =
      DrawOptions.DEFAULTS
          .withSize(LINES, LINES)
          .withSamples(1)
          .withTwoSided(true)
          .withFieldOfView(SwitchDistance.FIELD_OF_VIEW);

  @Test
  void distancesGrowWithCoarserLevels() {
    Random random = new Random(SEED);
    for (int round = 0; round < 100; round++) {
      List<Double> errors =
          Stream.generate(() -> Math.pow(10, -5 * random.nextDouble()))
              .limit(1 + random.nextInt(6))
              .toList();
      double side = Math.pow(10, 4 * random.nextDouble() - 2);
      List<SwitchDistance> distances = SwitchDistance.of(errors, side);
      for (int i = 0; i < errors.size(); i++) {
        SwitchDistance one = distances.get(i);
        assertThat(one.pixel())
            .as("seed %d, round %d", SEED, round)
            .isGreaterThanOrEqualTo(side * errors.get(i) * (1 - 1e-12));
        assertThat(one.pixels() * one.pixel()).isCloseTo(side, within(1e-9 * side));
        if (i > 0) {
          assertThat(one.distance()).isGreaterThan(distances.get(i - 1).distance());
        }
      }
      PixelLevels choice = PixelLevels.of(distances);
      for (int i = 0; i < errors.size(); i++) {
        double pixel = distances.get(i).pixel();
        assertThat(choice.within(pixel).level()).isGreaterThanOrEqualTo(i + 1);
        assertThat(choice.within(0.99 * pixel).level()).isLessThan(i + 1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"arm", "biped"})
  void aLevelDiffersByLessThanAPixelThere(String name) {
    SkinnedCharacter whole = Samples.create(name).character();
    try (RunContext context = RunContext.create()) {
      SimplifyOptions options =
          SimplifyOptions.DEFAULTS.withRatios(0.25, 0.05).withMeasuring(Measuring.FULL);
      for (Level level : Simplify.run(whole, options, context).levels()) {
        SwitchDistance from = level.measured().shownFrom().orElseThrow();
        List<Pose> poses = poses(whole, level);
        int there = 0;
        int near = 0;
        for (Pose pose : poses) {
          for (int side = 0; side < 4; side++) {
            double azimuth = Math.PI / 4 * side;
            there =
                Math.max(
                    there,
                    apart(whole, level.character(), pose, azimuth, from.distance(), context));
            near =
                Math.max(
                    near,
                    apart(whole, level.character(), pose, azimuth, from.distance() / 3, context));
          }
        }
        // Two outlines less than a pixel apart cover the same pixels, or neighbours.
        assertThat(there).as("%s, pixels at %s", name, from).isLessThanOrEqualTo(1);
        assertThat(near).as("%s, pixels at a third of %s", name, from).isGreaterThanOrEqualTo(2);
      }
    }
  }

  /** Returns the worst pose and some others. */
  private static List<Pose> poses(SkinnedCharacter character, Level level) {
    List<Pose> out = new ArrayList<>(List.of(character.restPose()));
    String worst = level.measured().error().orElseThrow().worstPose();
    for (Clip clip : character.clips()) {
      for (int i = 0; i < 3; i++) {
        Pose pose = character.restPose();
        clip.sample(clip.duration() * (i + 0.5) / 3, pose);
        out.add(pose);
      }
      if (worst.startsWith(clip.name() + " ")) {
        Pose pose = character.restPose();
        String time = worst.substring(clip.name().length() + 1).replace(" s", "");
        clip.sample(Double.parseDouble(time), pose);
        out.add(pose);
      }
    }
    return out;
  }

  /** Returns the largest distance between the pixels that one picture covers and the other's. */
  private static int apart(
      SkinnedCharacter whole,
      SkinnedCharacter level,
      Pose pose,
      double azimuth,
      double distance,
      RunContext context) {
    CharacterSurface.Posed surface = CharacterSurface.of(whole).newPosed();
    surface.set(pose);
    Box box = surface.mesh().bounds();
    double x = (box.minX() + box.maxX()) / 2;
    double y = (box.minY() + box.maxY()) / 2;
    double z = (box.minZ() + box.maxZ()) / 2;
    Viewpoint view =
        new Viewpoint(
            new Place(x + distance * Math.sin(azimuth), y, z + distance * Math.cos(azimuth)),
            new Place(x, y, z));
    boolean[] first = covered(whole, pose, view, context);
    boolean[] second = covered(level, pose, view, context);
    return Math.max(farthest(first, second), farthest(second, first));
  }

  private static boolean[] covered(
      SkinnedCharacter character, Pose pose, Viewpoint view, RunContext context) {
    CharacterSurface.Posed surface = CharacterSurface.of(character).newPosed();
    surface.set(pose);
    PixelView pixels = PixelView.of(CharacterItem.of(surface), SCREEN.withViewpoint(view), context);
    boolean[] out = new boolean[pixels.count()];
    for (int p = 0; p < out.length; p++) {
      out[p] = pixels.triangle(p) != PixelView.NOTHING;
    }
    return out;
  }

  /** Returns how many steps to neighbours lead from every pixel to one of the others, at most 4. */
  private static int farthest(boolean[] from, boolean[] to) {
    int steps = 0;
    boolean[] reached = to.clone();
    while (steps < 4 && !contains(reached, from)) {
      boolean[] next = reached.clone();
      for (int p = 0; p < next.length; p++) {
        for (int n = 0; n < 9 && reached[p]; n++) {
          int column = p % LINES + n % 3 - 1;
          int row = p / LINES + n / 3 - 1;
          if (column >= 0 && column < LINES && row >= 0 && row < LINES) {
            next[LINES * row + column] = true;
          }
        }
      }
      reached = next;
      steps++;
    }
    return steps;
  }

  private static boolean contains(boolean[] all, boolean[] some) {
    for (int p = 0; p < all.length; p++) {
      if (some[p] && !all[p]) {
        return false;
      }
    }
    return true;
  }
}
