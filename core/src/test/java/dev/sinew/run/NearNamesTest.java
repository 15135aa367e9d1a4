package dev.sinew.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearNamesTest {
  private static final List<String> COMMANDS = List.of("simplify", "sample", "limit", "fit");

  @Test
  void findsTheNearestFirst() {
    assertThat(NearNames.of("simplfy", COMMANDS, 3)).containsExactly("simplify");
    assertThat(NearNames.of("limti", COMMANDS, 3)).containsExactly("limit");
    assertThat(NearNames.of("sampel", COMMANDS, 3)).containsExactly("sample");
    assertThat(NearNames.of("juggle", COMMANDS, 3)).isEmpty();
  }

  @Test
  void ignoresCaseSeparatorsAndNamespaces() {
    List<String> joints = List.of("mixamorig:LeftHand", "mixamorig:RightHand", "mixamorig:Hips");
    assertThat(NearNames.of("left_hand", joints, 5)).containsExactly("mixamorig:LeftHand");
    assertThat(NearNames.of(".*hand.*", joints, 5))
        .containsExactly("mixamorig:LeftHand", "mixamorig:RightHand");
  }

  @Test
  void asksOrSaysNothing() {
    assertThat(NearNames.question("--ratoi", List.of("--ratio", "--error")))
        .isEqualTo(": did you mean --ratio?");
    assertThat(NearNames.question("--zzz", List.of("--ratio"))).isEmpty();
  }
}
