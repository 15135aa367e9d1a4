package dev.sinew.simplify.collapse;

import dev.sinew.model.JoinedCharacter;
import dev.sinew.pose.ExpectationMatrix;
import dev.sinew.pose.WeightedPoses;
import dev.sinew.run.RunContext;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The input of a {@link PriceFactory}.
 *
 * @param mesh the mesh, before the first collapse; it changes with every collapse
 * @param character the character whose meshes are joined in it
 * @param movement how its points move
 * @param weighting what errors count
 * @param seams the attributes whose seams are kept
 * @param surcharge gives what collapses cost besides, from the points in all poses
 * @param context runs the preparation in parallel and cancels it
 */
public record PriceInput(
    CollapseView mesh,
    JoinedCharacter character,
    Movement movement,
    Weighting weighting,
    SeamRule seams,
    Function<PosedPoints, Surcharge> surcharge,
    RunContext context) {

  /**
   * How the points move.
   *
   * @param poses the sample poses and their weights
   * @param expectation computes E[GᵀG] over the bones of the character, for points in mesh space
   * @param motion the motion of the points over these poses; the price updates it
   */
  public record Movement(
      WeightedPoses poses, Supplier<ExpectationMatrix> expectation, PointMotion motion) {}

  /**
   * What errors count.
   *
   * @param importance the weight of the surface around each point, or null for 1 everywhere
   * @param appearance the same for errors of appearance
   * @param look the share of appearance in the price, 0 to 1
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  public record Weighting(
      double @Nullable [] importance, double @Nullable [] appearance, double look) {
    /** The shape only, which counts the same everywhere. */
    public static final Weighting SHAPE = new Weighting(null, null, 0);
  }

  /** Returns the same with another expectation matrix. */
  public PriceInput withExpectation(Supplier<ExpectationMatrix> other) {
    return new PriceInput(
        mesh,
        character,
        new Movement(movement.poses, other, movement.motion),
        weighting,
        seams,
        surcharge,
        context);
  }
}
