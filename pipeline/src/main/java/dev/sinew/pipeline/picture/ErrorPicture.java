package dev.sinew.pipeline.picture;

import dev.sinew.distance.ClipPairs;
import dev.sinew.distance.CompareOptions;
import dev.sinew.draw.CharacterItem;
import dev.sinew.draw.DrawOptions;
import dev.sinew.draw.Item;
import dev.sinew.draw.Legend;
import dev.sinew.draw.Painter;
import dev.sinew.draw.Picture;
import dev.sinew.draw.Scene;
import dev.sinew.model.Clip;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import dev.sinew.skin.DeformerChoice;
import dev.sinew.skin.SkinningMethod;
import dev.sinew.skin.surface.CharacterSurface;
import dev.sinew.skin.surface.ClipPoser;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A picture of where two characters differ: the reference coloured by its error at rest and in the
 * worst pose, beside the candidate in that pose.
 */
public final class ErrorPicture {
  /** The names of poses in comparisons. */
  private static final Pattern NAME = Pattern.compile("(.*) ([0-9.]+) s", Pattern.DOTALL);

  private static final DrawOptions OPTIONS =
      DrawOptions.DEFAULTS.withSize(1440, 720).withColumns(3);

  private final SkinnedCharacter reference;
  private final SkinnedCharacter candidate;
  private final CompareOptions methods;

  /** Prepares a picture of two characters with the skinning models of their comparison. */
  public ErrorPicture(
      SkinnedCharacter reference, SkinnedCharacter candidate, CompareOptions methods) {
    this.reference = reference;
    this.candidate = candidate;
    this.methods = methods;
  }

  /**
   * Draws the picture.
   *
   * @param colors linear red, green, blue of every vertex of the reference
   * @param worst the name of the worst pose, as the comparison gives it
   * @param legend the scale of the colours
   */
  public Picture paint(float[] colors, String worst, Legend legend, RunContext context) {
    ClipPairs clips = ClipPairs.of(reference, candidate, context.seed());
    SkinnedCharacter first = reference.withClips(clips.reference());
    SkinnedCharacter second = candidate.withClips(clips.candidate());
    Item rest = colored(posed(first, methods.referenceMethod(), "rest", context), colors);
    Item there = colored(posed(first, methods.referenceMethod(), worst, context), colors);
    Item other = CharacterItem.of(posed(second, methods.candidateMethod(), worst, context));
    double front = CharacterItem.front(reference, OPTIONS.view().up());
    Scene scene =
        Scene.of(
            rest.withFront(front).withLabel("reference, rest"),
            there.withFront(front).withLabel("reference, " + worst),
            other.withFront(front).withLabel("candidate, " + worst));
    return Painter.paint(scene.withLegend(legend), OPTIONS, context);
  }

  private CharacterSurface.Posed posed(
      SkinnedCharacter character,
      Optional<? extends DeformerChoice> chosen,
      String name,
      RunContext context) {
    DeformerChoice method = chosen.isPresent() ? chosen.get() : SkinningMethod.of(character);
    CharacterSurface.Posed posed = CharacterSurface.of(character, method).newPosed();
    Pose pose = character.restPose();
    Matcher parts = NAME.matcher(name);
    Optional<Clip> shown =
        character.clips().stream()
            .filter(clip -> parts.matches() && clip.name().equals(parts.group(1)))
            .findFirst();
    if (shown.isPresent()) {
      new ClipPoser(posed, shown.get(), methods.framesPerSecond())
          .set(Double.parseDouble(parts.group(2)), pose, context);
    } else {
      posed.set(pose, context);
    }
    return posed;
  }

  private static Item colored(CharacterSurface.Posed posed, float[] colors) {
    int[] vertices = posed.mesh().wedgeVertices();
    float[] own = new float[3 * vertices.length];
    for (int w = 0; w < vertices.length; w++) {
      System.arraycopy(colors, 3 * vertices[w], own, 3 * w, 3);
    }
    return CharacterItem.of(posed).withColors(own);
  }
}
