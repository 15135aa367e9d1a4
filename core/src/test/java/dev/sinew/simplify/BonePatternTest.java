package dev.sinew.simplify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.run.RequestException;
import dev.sinew.sample.Samples;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class BonePatternTest {
  private static BonePattern pattern(String text) {
    return new BonePattern(Pattern.compile(text));
  }

  @Test
  void namespacesMayBeLeftOut() {
    assertThat(pattern("LeftHand.*").matches("mixamorig:LeftHand")).isTrue();
    assertThat(pattern("LeftHand.*").matches("mixamorig1:LeftHandThumb2")).isTrue();
    assertThat(pattern("LeftHand").matches("rig|body:LeftHand")).isTrue();
    assertThat(pattern("LeftHand").matches("mixamorigLeftHand")).isTrue();
    assertThat(pattern("mixamorig:LeftHand").matches("mixamorig:LeftHand")).isTrue();
    assertThat(pattern("Hand").matches("mixamorig:LeftHand")).isFalse();
  }

  @Test
  void aPatternWithoutAMatchNamesWhatIsNear() {
    JoinedCharacter arm = new JoinedCharacter(Samples.create("arm").character());
    assertThat(pattern("hand").pointsOrRefuse(arm, "lock").isEmpty()).isFalse();
    assertThatThrownBy(() -> pattern("Forearm.*").pointsOrRefuse(arm, "lock"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("near names are foreArm");
    assertThatThrownBy(() -> pattern("wing").pointsOrRefuse(arm, "lock"))
        .hasMessageContaining("the joints include upperArm, foreArm, hand");
  }
}
