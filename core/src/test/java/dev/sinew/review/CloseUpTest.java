package dev.sinew.review;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.draw.Focus;
import dev.sinew.model.Pose;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.sample.Samples;
import dev.sinew.skin.surface.CharacterSurface;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What pictures show of a character by name. */
class CloseUpTest {
  private static final SkinnedCharacter BIPED = Samples.create("biped").character();

  private static Focus focus(String name, Optional<Double> size) {
    CharacterSurface surface = CharacterSurface.of(BIPED);
    CharacterSurface.Posed posed = surface.newPosed();
    Pose rest = BIPED.restPose();
    posed.set(rest);
    return new CloseUp(name, size).focus(BIPED, surface, posed, rest);
  }

  /** The joint of the head is at 1.26, its flesh from 1.25 to 1.65. */
  @Test
  void aHeadIsShownFromItsMiddle() {
    Focus head = focus("head", Optional.empty());
    assertThat(head.target().x()).isCloseTo(0, within(0.01));
    assertThat(head.target().y()).isBetween(1.38, 1.5);
    double whole = CharacterSurface.restBox(BIPED).longestSide();
    assertThat(head.size()).isCloseTo(CloseUp.AROUND_JOINT * whole, within(1e-9));
    assertThat(focus("HEAD", Optional.of(0.1)).size()).isCloseTo(0.1 * whole, within(1e-9));
  }

  /** No joint has the name of the region, but both hands have joints. */
  @Test
  void handsAreShownByTheirRegion() {
    Focus hands = focus("hands", Optional.empty());
    double whole = CharacterSurface.restBox(BIPED).longestSide();
    assertThat(hands.target().x()).isCloseTo(0, within(0.01 * whole));
    assertThat(hands.size()).isGreaterThan(0.5 * whole);
  }

  /** The node of a mesh with a skin is at the origin, whatever its name. */
  @Test
  void aMeshWithASkinIsShownWhereItIs() {
    SkinnedCharacter.Part part = BIPED.parts().getFirst();
    assertThat(part.skin()).isNotEqualTo(SkinnedCharacter.NO_SKIN);
    Focus mesh = focus(part.name(), Optional.empty());
    Focus node = focus(BIPED.skeleton().name(part.node()), Optional.empty());
    assertThat(mesh.size()).isGreaterThan(0.2);
    assertThat(node.target().y()).isCloseTo(mesh.target().y(), within(1e-9));
  }
}
