package dev.sinew.posespace;

import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import java.util.ArrayList;
import java.util.List;

/**
 * The errors at one example, in units of the model's longest box side at rest.
 *
 * @param pose the name of the example
 * @param skin the rms distance of the skinning model alone
 * @param corrected the rms distance with the correctives
 */
public record ExampleErrors(String pose, double skin, double corrected) {

  /** Measures every example, also those that the database does not have. */
  public static List<ExampleErrors> of(
      SkinnedCharacter character,
      PoseDatabase database,
      PoseExamples examples,
      RunContext context) {
    PoseSpaceErrors errors = new PoseSpaceErrors(character, context.quiet());
    Correctives correctives = new Correctives(database);
    List<ExampleErrors> out = new ArrayList<>();
    for (int k = 0; k < examples.count(); k++) {
      PoseExamples one = examples.select(List.of(k));
      out.add(
          new ExampleErrors(
              one.names().getFirst(),
              errors.of(database.skinning(), one).rms(),
              errors.of(correctives, one).rms()));
      context.report("measuring each example", k + 1, examples.count());
    }
    return out;
  }
}
