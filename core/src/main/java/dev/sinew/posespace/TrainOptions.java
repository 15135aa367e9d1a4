package dev.sinew.posespace;

import dev.sinew.run.NumberRange;
import dev.sinew.skin.SkinningMethod;
import java.util.Locale;
import java.util.Optional;

/**
 * Options of a database.
 *
 * @param skinning the skinning model under the correctives; empty for the character's own
 * @param method the interpolator
 * @param space the numbers that describe a joint
 * @param form where offsets are applied
 * @param picks how examples are chosen
 * @param poses the number of examples to choose; 0 for all
 * @param basisError the largest error of the stored offsets, in units of the longest box side;
 *     fewer offsets are stored where that loses less than this
 * @param maxRank the largest number of offsets per block; {@link PoseSpaceMethod#EIGENSKIN} uses at
 *     most {@value #EIGENSKIN_RANK}
 */
public record TrainOptions(
    Optional<SkinningMethod> skinning,
    PoseSpaceMethod method,
    JointSpace space,
    Form form,
    Picks picks,
    int poses,
    double basisError,
    int maxRank) {

  /** The largest number of offsets of a region in EigenSkin; the article uses up to five. */
  public static final int EIGENSKIN_RANK = 5;

  /** Gaussians over whole poses, from all examples, in inverse form. */
  public static final TrainOptions DEFAULTS =
      new TrainOptions(
          Optional.empty(),
          PoseSpaceMethod.RBF,
          JointSpace.TRANSFORM,
          Form.INVERSE,
          Picks.REFINED,
          0,
          5e-7,
          Integer.MAX_VALUE);

  /** Where offsets are applied. */
  public enum Form {
    /** To the rest points, before skinning: S(v + d). Offsets turn with the joints. */
    INVERSE,
    /** To the posed points: S(v) + d. For comparison, and for deformers without rest points. */
    FORWARD;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How examples are chosen; see {@link PosePicks}. */
  public enum Picks {
    UNIFORM,
    FARTHEST,
    REFINED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Checks the numbers. */
  public TrainOptions {
    NumberRange.requireAtLeast("poses", poses, 0);
    NumberRange.require("basis error", basisError, 0, 1);
    NumberRange.requireAtLeast("rank", maxRank, 1);
  }

  /** Returns the largest number of offsets per block for the method. */
  int rank() {
    return method == PoseSpaceMethod.EIGENSKIN ? Math.min(maxRank, EIGENSKIN_RANK) : maxRank;
  }

  /** Returns these options with another skinning model. */
  public TrainOptions withSkinning(SkinningMethod other) {
    return new TrainOptions(
        Optional.of(other), method, space, form, picks, poses, basisError, maxRank);
  }

  /** Returns these options with another interpolator. */
  public TrainOptions withMethod(PoseSpaceMethod other) {
    return new TrainOptions(skinning, other, space, form, picks, poses, basisError, maxRank);
  }

  /** Returns these options with another joint space. */
  public TrainOptions withSpace(JointSpace other) {
    return new TrainOptions(skinning, method, other, form, picks, poses, basisError, maxRank);
  }

  /** Returns these options with another form. */
  public TrainOptions withForm(Form other) {
    return new TrainOptions(skinning, method, space, other, picks, poses, basisError, maxRank);
  }

  /** Returns these options with another choice of examples. */
  public TrainOptions withPicks(Picks how, int count) {
    return new TrainOptions(skinning, method, space, form, how, count, basisError, maxRank);
  }

  /** Returns these options with another error and size of the stored offsets. */
  public TrainOptions withBasis(double error, int rank) {
    return new TrainOptions(skinning, method, space, form, picks, poses, error, rank);
  }
}
