package dev.sinew.fit;

import dev.sinew.model.Issue;
import dev.sinew.model.SkinnedCharacter;
import dev.sinew.run.RunContext;
import java.util.List;

/**
 * Fitted skins with their bones.
 *
 * @param examples the examples
 * @param models the models of the options, in their order
 * @param freeBones the same models with bones that move freely; empty if not asked for, or if those
 *     of the models do so anyway
 * @param rounds rounds of skin and bones that found the bones, without those of trial moves
 * @param issues what to know about the examples and the first model
 */
public record FitResult(
    Examples examples,
    List<FittedModel> models,
    List<FittedModel> freeBones,
    int rounds,
    List<Issue> issues) {
  /** Copies the lists. */
  public FitResult {
    models = List.copyOf(models);
    freeBones = List.copyOf(freeBones);
    issues = List.copyOf(issues);
  }

  /** Returns the first model, that of the character. */
  public FittedModel first() {
    return models.getFirst();
  }

  /**
   * Returns one of the models.
   *
   * @throws IllegalArgumentException if the options did not ask for it
   */
  public FittedModel of(FitModel model) {
    return find(model, models);
  }

  /**
   * Returns one of the models with bones that move freely.
   *
   * @throws IllegalArgumentException if the options did not ask for it
   */
  public FittedModel ofFreeBones(FitModel model) {
    return find(model, freeBones);
  }

  private static FittedModel find(FitModel model, List<FittedModel> among) {
    return among.stream()
        .filter(one -> one.skin().model() == model)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "model: expected one of "
                        + among.stream().map(one -> one.skin().model()).toList()
                        + ", those that the options asked for, got "
                        + model));
  }

  /**
   * Returns the character of the first model.
   *
   * @param name the name of the mesh
   */
  public SkinnedCharacter character(String name, RunContext context) {
    return first().character(name, context);
  }
}
